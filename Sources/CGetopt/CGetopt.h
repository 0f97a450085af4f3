// getopt_long for Swift: the C library's Swift modules leave <getopt.h> out.
#include <getopt.h>
