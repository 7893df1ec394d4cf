#pragma once
#include <alsa/asoundlib.h>

static inline void alsa_ignore(const char *file, int line, const char *function, int code, const char *format, ...) {}

/// Keeps ALSA from printing its errors, which its functions also return.
static inline void alsa_silence_errors(void) { snd_lib_error_set_handler(alsa_ignore); }
