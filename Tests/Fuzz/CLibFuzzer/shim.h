/* libFuzzer as a library: <FuzzerInterface.h> says no more of it, and isn't installed. */
#pragma once
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*try_one)(const uint8_t *data, size_t size));
