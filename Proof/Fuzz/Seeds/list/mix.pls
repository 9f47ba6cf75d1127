; note
[playlist]
X-GNOME-Title=Mix
File1=a.mp3
Title1=A
Length1=12.5
file10=https://example.org/s
File2=@YouTube
Length2=-1
NumberOfEntries=3
Version=2
File99999999999999999999=x
