/* What a program asks of callgrind while it runs under it; elsewhere nothing happens. */
#pragma once

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>

static inline void ccallgrind_begin(void)
{
	CALLGRIND_START_INSTRUMENTATION;
	CALLGRIND_ZERO_STATS;
}

/* Writes what was counted into the next file. */
static inline void ccallgrind_end(void)
{
	CALLGRIND_DUMP_STATS;
	CALLGRIND_STOP_INSTRUMENTATION;
}
#else
static inline void ccallgrind_begin(void) {}
static inline void ccallgrind_end(void) {}
#endif
