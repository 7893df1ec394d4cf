/* The loops over pixels, with the multiplications that Swift's SIMD types can't express.
 *
 * kernels.h has the source of each loop. It is included once for vectors of four pixels (SSE2 or NEON), and on x86 once more
 * for vectors of eight (AVX2); cpixels_has_avx2 selects one when the program runs. All instruction sets result in the same
 * pixels: the loops use integers and exactly rounded operations on floats, and the compiler must not fuse a multiplication
 * with an addition. */
#pragma once
#include <stdint.h>
#include <string.h>
#include <wchar.h>

#pragma clang fp contract(off)

/* A mip level. One row after the last, and one texel after that row, must be readable; they get a weight of 0. */
struct cpixels_level {
	const uint32_t *texels;
	/* In texels. Stride, width and height are less than 2^15. */
	uint32_t stride;
	/* The last column and row, in 128ths of a texel. Positions are clamped to them. */
	float right, bottom;
	/* The distance, in texels, from a texel that is read to the texel to prefetch, some rows below; 0 to prefetch nothing. */
	intptr_t prefetch_offset;
};

/* The positions in a mip level for a row of pixels. Pixel i is at ((a, b) + i * (step_a, step_b)) / (q + i * step_q), in 128ths of a
 * texel, relative to the center of the first texel. */
struct cpixels_row {
	float a, b, q;
	float step_a, step_b, step_q;
};

/* Blue, green, red and alpha, premultiplied. Imported as Swift's SIMD4<Float>. */
typedef float cpixels_color __attribute__((ext_vector_type(4)));
typedef uint32_t cpixels_words __attribute__((ext_vector_type(4)));

/* A dithered gradient: its first color, and the difference between the last color and the first, in 256ths of a code value. A piece of a
 * row is interpolated linearly if the position at its middle differs by at most `max_bend` / 2 from the mean of those at its ends. */
struct cpixels_gradient_colors {
	cpixels_color first, delta;
	float max_bend;
};

/* The position of a pixel along a gradient, from 0 to 1. With the pixel center's column c, it is x + step_x * c in a linear gradient. In a
 * radial gradient, it is the length of (x + step_x * c, y + step_y * c) times `scale` plus `offset`. */
struct cpixels_position {
	float x, step_x, y, step_y;
	float scale, offset;
	int is_radial;
};

/* A gradient in perspective. The color of pixel i in the row is (first + change * i) / (q + step_q * i), in 256ths of a code value. It is
 * computed every `stretch` pixels and interpolated linearly between them. `column` and `row` are those of the first pixel. */
struct cpixels_color_plane {
	cpixels_color first, change;
	float q, step_q;
	intptr_t stretch;
	uint32_t column, row;
};

/* 1.5 * 2^23. A float of this magnitude has no bits for a fraction, so adding this constant rounds a smaller float to a whole number, which
 * is then in the lowest bits. */
#define CPIXELS_ROUNDING 0x1.8p23f
#define CPIXELS_ROUNDING_BITS 0x4B400000u

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

/* Fills the pixels from `start` to `end` of a row with bilinear samples of one level. May also write up to 7 pixels after `end`. */
static inline void cpixels_bilinear(
	uint32_t *out, intptr_t start, intptr_t end, const struct cpixels_row *row, const struct cpixels_level *level)
{
	CPIXELS_CALL(cpixels_bilinear, out, start, end, row, level);
}

/* Fills the pixels with samples of two levels. `row` is in texels of the larger level. The weight of the smaller level is
 * weight_numerator / q^3 - 320 in 128ths, clamped to 0...128. */
static inline void cpixels_trilinear(
	uint32_t *out, intptr_t start, intptr_t end, const struct cpixels_row *row, const struct cpixels_level *larger,
	const struct cpixels_level *smaller, float weight_numerator)
{
	CPIXELS_CALL(cpixels_trilinear, out, start, end, row, larger, smaller, weight_numerator);
}

/* Blends premultiplied pixels over those in `out`. */
static inline void cpixels_over(uint32_t *out, const uint32_t *pixels, intptr_t count)
{
	CPIXELS_CALL(cpixels_over, out, pixels, count);
}

/* Blends one premultiplied pixel over all pixels in `out`. */
static inline void cpixels_over_solid(uint32_t *out, uint32_t pixel, intptr_t count) { CPIXELS_CALL(cpixels_over_solid, out, pixel, count); }

/* Blends a premultiplied pixel over the one in `out`, with a coverage of 0...256. */
static inline void cpixels_cover(uint32_t *out, uint32_t pixel, uint32_t coverage)
{
	cpixels_words_4 scaled = cpixels_scaled_4((cpixels_words_4){pixel}, (uint16_t)coverage);
	*out = cpixels_blended_4(scaled, (cpixels_words_4){*out})[0];
}

/* Blends the pixels beneath, which were kept, back into the pixels in `out`, so that these show by factor / 256. */
static inline void cpixels_fade(uint32_t *out, const uint32_t *beneath, intptr_t count, uint32_t factor)
{
	CPIXELS_CALL(cpixels_fade, out, beneath, count, factor);
}

/* The same with a factor for each pixel, 0...256. */
static inline void cpixels_mask(uint32_t *out, const uint32_t *beneath, const uint16_t *factors, intptr_t count)
{
	CPIXELS_CALL(cpixels_mask, out, beneath, factors, count);
}

/* Multiplies the colors by color / 256 and the alpha by alpha / 256. `add_alpha`, in 256ths of a code value, is added to the alpha before
 * it is truncated; 128 rounds it. May also change up to 7 pixels after the last one. */
static inline void cpixels_modulate(uint32_t *pixels, intptr_t count, uint32_t color, uint32_t alpha, uint32_t add_alpha)
{
	CPIXELS_CALL(cpixels_modulate, pixels, count, color, alpha, add_alpha);
}

/* Computes columns of a row of a mip level: each pixel is the mean of two by two pixels of the next larger level, whose rows have `width`
 * pixels. If `width` is odd, the last column counts twice. */
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

/* Fills the columns from `start` to `end` of a row with a dithered gradient; `out` is the pixel at `start`. A pixel doesn't depend on the
 * range that is filled. */
static inline void cpixels_gradient(
	uint32_t *out, intptr_t start, intptr_t end, uint32_t row, const struct cpixels_gradient_colors *gradient,
	const struct cpixels_position *position)
{
	CPIXELS_CALL(cpixels_gradient, out, start, end, row, gradient, position);
}

/* Fills the pixels from `start` to `end`, multiples of four, with a gradient in perspective. Stretches are counted from `origin`. May also
 * write up to 7 pixels after `end`. */
static inline void cpixels_perspective_gradient(
	uint32_t *out, intptr_t start, intptr_t end, intptr_t origin, const struct cpixels_color_plane *plane)
{
	CPIXELS_CALL(cpixels_perspective_gradient, out, start, end, origin, plane);
}

/* Sets pixels. glibc's wmemset on x86 uses the widest stores that the processor has. */
static inline void cpixels_fill(uint32_t *out, uint32_t pixel, intptr_t count)
{
#if defined(__x86_64__)
	wmemset((wchar_t *)out, (wchar_t)pixel, (size_t)count);
#else
	for (intptr_t i = 0; i < count; i++)
		out[i] = pixel;
#endif
}

/* Scales a row of an opaque picture: blends two rows of texels, and two texels of each. Reads nothing outside of the rows.
 *
 * position: of the first pixel, relative to the center of the first texel, in 65536ths of a texel; step: to the next pixel.
 * last: the last texel. weight: of the second row, from 0 to 256. */
static inline void cpixels_scale_row(
	uint32_t *out, intptr_t count, const uint32_t *row0, const uint32_t *row1, intptr_t position, intptr_t step, intptr_t last, uint32_t weight)
{
	for (intptr_t i = 0; i < count; i++, position += step) {
		intptr_t x = position < 0 ? 0 : position > last << 16 ? last << 16 : position;
		intptr_t left = x >> 16, right = left < last ? left + 1 : last;
		uint32_t w = (uint32_t)x >> 8 & 0xFF, br[2], g[2];
		const uint32_t *rows[2] = {row0, row1};
		for (int r = 0; r < 2; r++) {
			uint32_t a = rows[r][left], b = rows[r][right];
			br[r] = ((a & 0xFF00FF) * (256 - w) + (b & 0xFF00FF) * w) >> 8 & 0xFF00FF;
			g[r] = ((a & 0xFF00) * (256 - w) + (b & 0xFF00) * w) >> 8 & 0xFF00;
		}
		out[i] = 0xFF000000u | ((br[0] * (256 - weight) + br[1] * weight) >> 8 & 0xFF00FF)
			| ((g[0] * (256 - weight) + g[1] * weight) >> 8 & 0xFF00);
	}
}
