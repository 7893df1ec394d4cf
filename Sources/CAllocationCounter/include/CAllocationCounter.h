/* Counts all allocations of the program, in every thread and library, by overriding the C library's functions. It is C
 * because Swift reserves their names. Only the benchmark links it. */
#pragma once
long allocation_count(void);
