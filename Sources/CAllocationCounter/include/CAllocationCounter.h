/* Counts the allocations of the program that links it, of every thread and library, by standing in for the C library's
 * functions. In C because Swift keeps their names for itself. For the benchmark only. */
#pragma once
long allocation_count(void);
