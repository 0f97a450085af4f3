#include "allocator.h"

#if defined(__GLIBC__)
#include <limits.h>
#include <malloc.h>

void allocator_keep_freed(void) {
  mallopt(M_TRIM_THRESHOLD, INT_MAX);
  mallopt(M_MMAP_THRESHOLD, INT_MAX);
}

size_t allocator_bytes_in_use(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}
#else
void allocator_keep_freed(void) {}
size_t allocator_bytes_in_use(void) { return 0; }
#endif
