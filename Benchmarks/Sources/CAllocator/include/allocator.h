// glibc's allocator as the benchmarks see it; Swift's module of glibc leaves malloc.h out.
#pragma once
#include <stddef.h>

/// Keeps the allocator from giving freed memory back, so that the second use of it is warm.
void allocator_keep_freed(void);
/// Makes all threads share one heap, the one whose bytes are counted; before a second thread allocates.
void allocator_use_one_heap(void);
/// Bytes in use on the heap; 0 where the C library does not tell.
size_t allocator_bytes_in_use(void);
