// What the C library has and its Swift modules leave out.
#include <getopt.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
