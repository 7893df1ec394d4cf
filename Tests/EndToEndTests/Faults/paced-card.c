// A sound card that takes samples as it plays them: its buffer has 500 ms. ALSA's plugin null takes all at once.
#define _GNU_SOURCE
#include <alsa/asoundlib.h>
#include <dlfcn.h>
#include <time.h>

static double start, rate;
static unsigned long written;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int snd_pcm_set_params(snd_pcm_t *pcm, snd_pcm_format_t format, snd_pcm_access_t access, unsigned channels,
                       unsigned sample_rate, int resamples, unsigned latency) {
  int (*next)(snd_pcm_t *, snd_pcm_format_t, snd_pcm_access_t, unsigned, unsigned, int, unsigned) =
      dlsym(RTLD_NEXT, "snd_pcm_set_params");
  start = now();
  rate = sample_rate;
  written = 0;
  return next(pcm, format, access, channels, sample_rate, resamples, latency);
}

snd_pcm_sframes_t snd_pcm_writei(snd_pcm_t *pcm, const void *buffer, snd_pcm_uframes_t size) {
  snd_pcm_sframes_t (*next)(snd_pcm_t *, const void *, snd_pcm_uframes_t) = dlsym(RTLD_NEXT, "snd_pcm_writei");
  double room = (now() - start + 0.5) * rate - (double)written;
  if (room < 1) return -EAGAIN;
  snd_pcm_sframes_t count = next(pcm, buffer, size < (snd_pcm_uframes_t)room ? size : (snd_pcm_uframes_t)room);
  if (count > 0) written += (unsigned long)count;
  return count;
}
