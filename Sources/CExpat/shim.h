// Expat, the XML parser that dbus, fontconfig and Python use as well. It is small, needs no other library, reads
// in pieces, and fetches nothing by itself.
#include <expat.h>
