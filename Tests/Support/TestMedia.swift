// Makers of media and stand-ins for the tests.
