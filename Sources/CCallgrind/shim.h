/* Starts and stops callgrind's instruction counts. Without valgrind's header, the functions do nothing. */
#pragma once

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>

static inline void ccallgrind_begin(void)
{
	CALLGRIND_START_INSTRUMENTATION;
	CALLGRIND_ZERO_STATS;
}

/* Stops counting, and writes the counts to callgrind's next output file. */
static inline void ccallgrind_end(void)
{
	CALLGRIND_DUMP_STATS;
	CALLGRIND_STOP_INSTRUMENTATION;
}
#else
static inline void ccallgrind_begin(void) {}
static inline void ccallgrind_end(void) {}
#endif
