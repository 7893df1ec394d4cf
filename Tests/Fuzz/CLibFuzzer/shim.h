/* The function of libFuzzer that a program calls instead of linking its main(). Declared here because
 * <FuzzerInterface.h> isn't installed. */
#pragma once
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*try_one)(const uint8_t *data, size_t size));
