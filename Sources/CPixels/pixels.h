/* The loops over pixels, with the multiplications that Swift's SIMD types can't express.
 *
 * kernels.h is the one source. It is included for four pixels a step, in SSE2 or NEON, and once more for eight in AVX2, which
 * cpixels_has_avx2 chooses while the program runs. All of them make the same bits: integers, and IEEE 754's operations on
 * floats, none of which may be contracted. */
#pragma once
#include <stdint.h>
#include <string.h>
#include <wchar.h>

#pragma clang fp contract(off)

/* A mip level. A row below the last one, and a texel behind it, must be readable; they get a weight of 0. */
struct cpixels_level {
	const uint32_t *texels;
	/* Less than 2^15, as are width and height. */
	uint32_t stride;
	/* The last column and row, in 128ths of a texel, and half of one: places are truncated, not rounded. */
	float right, bottom;
	/* From a texel to one that is read some rows further down; 0 if nothing is prefetched. */
	intptr_t prefetch_offset;
};

/* Along a row of pixels, (a, b) / q is the place in 128ths of the level's texels, from the center of the first one on. */
struct cpixels_row {
	float a, b, q;
	float step_a, step_b, step_q;
};

/* Blue, green and red; Swift's SIMD4<Float>. */
typedef float cpixels_color __attribute__((ext_vector_type(4)));
typedef uint32_t cpixels_words __attribute__((ext_vector_type(4)));

/* A dithered gradient: the first color, and the difference to the last one, in 256ths of a code value. A piece of a row whose middle is
 * off by at most `max_bend` of the difference changes evenly. */
struct cpixels_gradient {
	cpixels_color first, delta;
	float max_bend;
};

/* The position of a pixel along a gradient, 0...1. With the center c, it is x + step_x * c, or the length of that and of y's, scaled. */
struct cpixels_position {
	float x, step_x, y, step_y;
	float scale, offset;
	int is_radial;
};

/* Colors in perspective: a pixel's is (first + change * pixel) / (q + step_q * pixel), in 256ths of a code value. It is computed at the
 * ends of stretches of that many pixels; the first pixel has that column and row. */
struct cpixels_plane {
	cpixels_color first, change;
	float q, step_q;
	intptr_t stretch;
	uint32_t column, row;
};

/* Added to a float, it leaves no bits for a fraction. */
#define CPIXELS_WHOLE 0x1.8p23f
#define CPIXELS_WHOLE_BITS 0x4B400000u

#define CPIXELS_PASTE(name, width) name##_##width
#define CPIXELS_NAME(name, width) CPIXELS_PASTE(name, width)

#if defined(__x86_64__)
#include <immintrin.h>
#define CPIXELS_WIDTH 4
#define CPIXELS_TARGET
#include "kernels.h"
#undef CPIXELS_WIDTH
#undef CPIXELS_TARGET
#define CPIXELS_WIDTH 8
#define CPIXELS_TARGET __attribute__((target("avx2,tune=haswell")))
#include "kernels.h"
#undef CPIXELS_WIDTH
#undef CPIXELS_TARGET

static inline int cpixels_has_avx2(void) { return __builtin_cpu_supports("avx2") != 0; }
#define CPIXELS_CALL(kernel, ...) \
	(cpixels_has_avx2() ? CPIXELS_NAME(kernel, 8)(__VA_ARGS__) : CPIXELS_NAME(kernel, 4)(__VA_ARGS__))
#else
#include <arm_neon.h>
#define CPIXELS_WIDTH 4
#define CPIXELS_TARGET
#include "kernels.h"
#undef CPIXELS_WIDTH
#undef CPIXELS_TARGET
#define CPIXELS_CALL(kernel, ...) CPIXELS_NAME(kernel, 4)(__VA_ARGS__)
#endif

/* Fills pixels of a row, from `start` on, from one level. Up to 7 pixels behind `end` may be written, too. */
static inline void cpixels_bilinear(
	uint32_t *out, intptr_t start, intptr_t end, const struct cpixels_row *row, const struct cpixels_level *level)
{
	CPIXELS_CALL(cpixels_bilinear, out, start, end, row, level);
}

/* The same from two levels; `row` is in the larger one's texels. The smaller one's weight, in 128ths, is mixture / q^3 - 320,
 * clamped to 0...128. */
static inline void cpixels_trilinear(
	uint32_t *out, intptr_t start, intptr_t end, const struct cpixels_row *row, const struct cpixels_level *larger,
	const struct cpixels_level *smaller, float mixture)
{
	CPIXELS_CALL(cpixels_trilinear, out, start, end, row, larger, smaller, mixture);
}

/* Lays premultiplied pixels over those in `out`. */
static inline void cpixels_over(uint32_t *out, const uint32_t *pixels, intptr_t count)
{
	CPIXELS_CALL(cpixels_over, out, pixels, count);
}

/* The same with one pixel for all. */
static inline void cpixels_tint(uint32_t *out, uint32_t pixel, intptr_t count) { CPIXELS_CALL(cpixels_tint, out, pixel, count); }

/* Lays a pixel over that in `out`, by a coverage of 0...256. */
static inline void cpixels_cover(uint32_t *out, uint32_t pixel, uint32_t coverage)
{
	cpixels_words_4 part = cpixels_scaled_4((cpixels_words_4){pixel}, (uint16_t)coverage);
	*out = cpixels_blended_4(part, (cpixels_words_4){*out})[0];
}

/* Multiplies colors and alpha by 256ths, and adds 256ths of a code value to the alpha: 128 rounds it. Up to 7 pixels behind the last
 * one may be changed, too. */
static inline void cpixels_scale(uint32_t *pixels, intptr_t count, uint32_t color, uint32_t alpha, uint32_t add_alpha)
{
	CPIXELS_CALL(cpixels_scale, pixels, count, color, alpha, add_alpha);
}

/* Lays a black of 0...255 256ths over pixels, of which each gets as much as its alpha says, and makes them opaque. Up to 7
 * pixels behind the last one may be changed, too. */
static inline void cpixels_shade(uint32_t *pixels, intptr_t count, uint32_t shade) { CPIXELS_CALL(cpixels_shade, pixels, count, shade); }

/* Makes columns of a mip level the means of two by two pixels of the level above, whose rows have `width` pixels. Beyond an odd
 * width the last column counts twice. */
static inline void cpixels_halve(
	uint32_t *out, intptr_t start, intptr_t end, const uint32_t *upper, const uint32_t *lower, intptr_t width)
{
	intptr_t pairs = end < width / 2 ? end : width / 2;
	CPIXELS_CALL(cpixels_halve, out + start, pairs - start, upper + 2 * start, lower + 2 * start);
	if (pairs < end) {
		cpixels_words_4 above = {upper[2 * pairs]}, below = {lower[2 * pairs]};
		out[pairs] = cpixels_mean_4(above, above, below, below)[0];
	}
}

/* Fills columns of a row with a dithered gradient, `out` being the first one. A pixel doesn't depend on the others. */
static inline void cpixels_gradient(
	uint32_t *out, intptr_t start, intptr_t end, uint32_t row, const struct cpixels_gradient *gradient,
	const struct cpixels_position *position)
{
	CPIXELS_CALL(cpixels_gradient, out, start, end, row, gradient, position);
}

/* Fills pixels of a plane from `start` to `end`. Both are multiples of four, and stretches are counted from `origin`. Up to 7 pixels
 * behind `end` may be written, too. */
static inline void cpixels_plane(
	uint32_t *out, intptr_t start, intptr_t end, intptr_t origin, const struct cpixels_plane *plane)
{
	CPIXELS_CALL(cpixels_plane, out, start, end, origin, plane);
}

/* Sets pixels. The C library's stores are as wide as the processor's, if it has a function for them. */
static inline void cpixels_fill(uint32_t *out, uint32_t pixel, intptr_t count)
{
#if defined(__x86_64__)
	wmemset((wchar_t *)out, (wchar_t)pixel, (size_t)count);
#else
	for (intptr_t i = 0; i < count; i++)
		out[i] = pixel;
#endif
}
