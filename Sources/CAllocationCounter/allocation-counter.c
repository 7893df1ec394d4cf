#include "include/CAllocationCounter.h"

#include <stdatomic.h>
#include <stddef.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static atomic_long allocations;

long allocation_count(void)
{
	return atomic_load(&allocations);
}

void *malloc(size_t size)
{
	atomic_fetch_add(&allocations, 1);
	return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
	atomic_fetch_add(&allocations, 1);
	return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
	atomic_fetch_add(&allocations, 1);
	return __libc_realloc(memory, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
	atomic_fetch_add(&allocations, 1);
	*memory = __libc_memalign(alignment, size);
	return *memory ? 0 : 12 /* ENOMEM */;
}

void *aligned_alloc(size_t alignment, size_t size)
{
	atomic_fetch_add(&allocations, 1);
	return __libc_memalign(alignment, size);
}
