// mpv.
