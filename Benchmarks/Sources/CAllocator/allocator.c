#include "allocator.h"

#include <stdlib.h>  // says whether this is glibc

#if defined(__GLIBC__)
#include <limits.h>
#include <malloc.h>

void allocator_keep_freed(void) {
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
  mallopt(M_MMAP_THRESHOLD, INT_MAX);
}

void allocator_use_one_heap(void) { mallopt(M_ARENA_MAX, 1); }

size_t allocator_bytes_in_use(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}
#else
void allocator_keep_freed(void) {}
void allocator_use_one_heap(void) {}
size_t allocator_bytes_in_use(void) { return 0; }
#endif
