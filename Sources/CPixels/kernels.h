/* The loops over pixels for one vector width of N pixels. A pixel's channels are widened to 16 bits, so that N pixels take two vectors:
 * one has their blue and red, the other their green and alpha. */
#define N CPIXELS_WIDTH
#define NAME(name) CPIXELS_NAME(cpixels_##name, CPIXELS_WIDTH)
#define INLINE CPIXELS_TARGET __attribute__((always_inline, unused)) static inline
#define KERNEL CPIXELS_TARGET __attribute__((unused)) static inline
/* The vector types: N floats, N words of 32 bits, 2 * N halves of 16 bits, and two structures with the channels of N pixels. */
#define F NAME(floats)
#define I NAME(words)
#define H NAME(halves)
#define P NAME(pair)
#define S NAME(sample)

typedef float F __attribute__((vector_size(4 * N)));
typedef uint32_t I __attribute__((vector_size(4 * N)));
typedef uint16_t H __attribute__((vector_size(4 * N)));
typedef int16_t NAME(signed) __attribute__((vector_size(4 * N)));
/* Four channels of N pixels, 16 bits each. */
typedef struct { H blue_red, green_alpha; } P;

/* Operations that differ between the instruction sets, or whose portable forms need a newer compiler than Debian 13's clang 17. */
#if N == 8
INLINE F NAME(clamp)(F x, float limit) { return (F)_mm256_min_ps(_mm256_max_ps((__m256)x, _mm256_setzero_ps()), _mm256_set1_ps(limit)); }
INLINE F NAME(square_root)(F x) { return (F)_mm256_sqrt_ps((__m256)x); }
INLINE I NAME(truncate)(F x) { return (I)_mm256_cvttps_epi32((__m256)x); }
INLINE H NAME(mulhi)(H a, H b) { return (H)_mm256_mulhi_epi16((__m256i)a, (__m256i)b); }
INLINE I NAME(texel_offsets)(I column_row, uint32_t stride) { return (I)_mm256_madd_epi16((__m256i)column_row, _mm256_set1_epi32((int)(stride << 16 | 1))); }
INLINE I NAME(add_saturated)(I a, I b) { return (I)_mm256_adds_epu8((__m256i)a, (__m256i)b); }
INLINE int NAME(all)(__typeof__((I){} == 0) lanes) { return _mm256_movemask_epi8((__m256i)lanes) == -1; }
#elif defined(__x86_64__)
INLINE int NAME(all)(__typeof__((I){} == 0) lanes) { return _mm_movemask_epi8((__m128i)lanes) == 0xFFFF; }
INLINE F NAME(clamp)(F x, float limit) { return (F)_mm_min_ps(_mm_max_ps((__m128)x, _mm_setzero_ps()), _mm_set1_ps(limit)); }
INLINE F NAME(square_root)(F x) { return (F)_mm_sqrt_ps((__m128)x); }
INLINE I NAME(truncate)(F x) { return (I)_mm_cvttps_epi32((__m128)x); }
INLINE H NAME(mulhi)(H a, H b) { return (H)_mm_mulhi_epi16((__m128i)a, (__m128i)b); }
INLINE I NAME(texel_offsets)(I column_row, uint32_t stride) { return (I)_mm_madd_epi16((__m128i)column_row, _mm_set1_epi32((int)(stride << 16 | 1))); }
INLINE I NAME(add_saturated)(I a, I b) { return (I)_mm_adds_epu8((__m128i)a, (__m128i)b); }
#else
INLINE int NAME(all)(__typeof__((I){} == 0) lanes) { return vminvq_u32((uint32x4_t)lanes) != 0; }
/* Unlike vmaxq, vmaxnmq of NaN and 0 is 0. */
INLINE F NAME(clamp)(F x, float limit) { return (F)vminq_f32(vmaxnmq_f32((float32x4_t)x, vdupq_n_f32(0)), vdupq_n_f32(limit)); }
INLINE F NAME(square_root)(F x) { return (F)vsqrtq_f32((float32x4_t)x); }
INLINE I NAME(truncate)(F x) { return (I)vcvtq_u32_f32((float32x4_t)x); }
INLINE H NAME(mulhi)(H a, H b) { return (H)vqdmulhq_s16((int16x8_t)a, (int16x8_t)(b >> 1)); }
INLINE I NAME(texel_offsets)(I column_row, uint32_t stride) { return (column_row & 0xFFFF) + (column_row >> 16) * stride; }
INLINE I NAME(add_saturated)(I a, I b) { return (I)vqaddq_u8((uint8x16_t)a, (uint8x16_t)b); }
#endif

/* Copies the 16-bit number in each word to both halves of the word. */
INLINE H NAME(duplicate16)(I word) { return (H)(word | word << 16); }
INLINE P NAME(unpack)(I pixels) { return (P){(H)pixels & 0xFF, (H)pixels >> 8}; }
INLINE I NAME(pack)(P p) { return (I)(p.blue_red | p.green_alpha << 8); }

/* Sampling. Like P, S has the channels of N pixels. Their order differs for AVX2, which is faster if the channels of a pixel are adjacent. */
typedef struct { H a, b; } S;

#if N == 8
/* Copies the 16-bit number in each word to all four channels of the word's pixel. */
INLINE S NAME(spread)(I word)
{
	__m256i a = _mm256_set1_epi64x(0x0100010001000100), odd = _mm256_set1_epi64x(0x0404040404040404);
	a = _mm256_blend_epi32(a, _mm256_add_epi8(a, odd), 0xCC);
	return (S){(H)_mm256_shuffle_epi8((__m256i)word, a), (H)_mm256_shuffle_epi8((__m256i)word, _mm256_add_epi8(a, _mm256_set1_epi8(8)))};
}

INLINE I NAME(pack_sample)(S s) { return (I)_mm256_packus_epi16((__m256i)s.a, (__m256i)s.b); }
#else
INLINE S NAME(spread)(I word) { return (S){NAME(duplicate16)(word), NAME(duplicate16)(word)}; }
INLINE I NAME(pack_sample)(S s) { return (I)(s.a | s.b << 8); }
#endif

/* For each of N positions, the negative of the weighted sum of two adjacent texels, in 128ths of a code value: exact, in 15 bits. `right` is
 * the weight of the right texel, in 128ths. */
INLINE S NAME(negated_lerp)(const uint32_t *texels, const uint32_t *offsets, I right)
{
#if N == 8
#define TEXEL_PAIRS(i, j) \
	_mm_castpd_si128(_mm_loadh_pd( \
		_mm_load_sd((const double *)(texels + offsets[i])), (const double *)(texels + offsets[j])))
	__m256i pairs = _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0F0B0E0A0D090C08, 0x0703060205010400));
	__m256i a = _mm256_shuffle_epi8(_mm256_set_m128i(TEXEL_PAIRS(4, 5), TEXEL_PAIRS(0, 1)), pairs);
	__m256i b = _mm256_shuffle_epi8(_mm256_set_m128i(TEXEL_PAIRS(6, 7), TEXEL_PAIRS(2, 3)), pairs);
	/* The bytes are right - 128 and -right. The sums are negative because a signed byte can hold -128, but not 128. */
	S weights = NAME(spread)(128 - (I)((H)right * 255));
	return (S){(H)_mm256_maddubs_epi16(a, (__m256i)weights.a), (H)_mm256_maddubs_epi16(b, (__m256i)weights.b)};
#else
#if defined(__x86_64__)
#define TEXEL_PAIRS(i, j) \
	_mm_castpd_ps(_mm_loadh_pd( \
		_mm_load_sd((const double *)(texels + offsets[i])), (const double *)(texels + offsets[j])))
	__m128 a = TEXEL_PAIRS(0, 1), b = TEXEL_PAIRS(2, 3);
	I left_texels = (I)_mm_shuffle_ps(a, b, 0x88), right_texels = (I)_mm_shuffle_ps(a, b, 0xDD);
#else
#define TEXEL_PAIRS(i, j) vcombine_u32(vld1_u32(texels + offsets[i]), vld1_u32(texels + offsets[j]))
	uint32x4_t a = TEXEL_PAIRS(0, 1), b = TEXEL_PAIRS(2, 3);
	I left_texels = (I)vuzp1q_u32(a, b), right_texels = (I)vuzp2q_u32(a, b);
#endif
	H right_weight = NAME(duplicate16)(right), left_weight = right_weight - 128;
	P l = NAME(unpack)(left_texels), r = NAME(unpack)(right_texels);
	return (S){l.blue_red * left_weight - r.blue_red * right_weight, l.green_alpha * left_weight - r.green_alpha * right_weight};
#endif
#undef TEXEL_PAIRS
}

/* Bilinear samples at N positions, which are in 128ths of a texel. */
INLINE S NAME(bilinear_sample)(const struct cpixels_level *level, F x, F y)
{
	I u = NAME(truncate)(NAME(clamp)(x, level->right)), v = NAME(truncate)(NAME(clamp)(y, level->bottom));
	I offset_vector = NAME(texel_offsets)(u >> 7 | (v << 9 & 0xFFFF0000), level->stride);
	uint32_t offsets[N];
	memcpy(offsets, &offset_vector, sizeof offset_vector);
	/* Keeps the compiler from extracting each offset from the vector, which is slower than loading it. */
	__asm__("" : "+m"(offsets));
	/* Loads from memory limit the speed, and hardware prefetchers don't detect a slanted line: this saves a fifth of the dragged carousel's time at 3840×2160. The address may be outside of the bitmap. */
	if (level->prefetch_offset) {
		uintptr_t first = (uintptr_t)level->texels + (uintptr_t)level->prefetch_offset * 4;
#define PREFETCH(i) __builtin_prefetch((const void *)(first + (uintptr_t)offsets[i] * 4))
		PREFETCH(0), PREFETCH(2);
#if N == 8
		PREFETCH(4), PREFETCH(6);
#endif
#undef PREFETCH
	}
	S above = NAME(negated_lerp)(level->texels, offsets, u & 127), below = NAME(negated_lerp)(level->texels + level->stride, offsets, u & 127);
	S down = NAME(spread)((v & 127) << 8);
	/* The sums are negative (see `negated_lerp`), hence 64 - above. The interpolation is in 64ths of a code value, of which 32 are added before the shift to round. */
#define LERP(half) (H)(((64 - above.half) >> 1) + NAME(mulhi)(above.half - below.half, down.half)) >> 6
	return (S){LERP(a), LERP(b)};
#undef LERP
}

INLINE F NAME(lane_indices)(void)
{
#if N == 8
	return (F){0, 1, 2, 3, 4, 5, 6, 7};
#else
	return (F){0, 1, 2, 3};
#endif
}

KERNEL void NAME(bilinear)(uint32_t *out, intptr_t start, intptr_t end, const struct cpixels_row *row, const struct cpixels_level *level)
{
	struct cpixels_row r = *row;
	struct cpixels_level l = *level;
	F pixel = NAME(lane_indices)() + (float)start;
	for (intptr_t i = start; i < end; i += N, pixel += N) {
		F k = 1 / (r.q + pixel * r.step_q);
		I pixels = NAME(pack_sample)(NAME(bilinear_sample)(&l, (r.a + pixel * r.step_a) * k, (r.b + pixel * r.step_b) * k));
		memcpy(out + i, &pixels, sizeof pixels);
	}
}

KERNEL void NAME(trilinear)(uint32_t *out, intptr_t start, intptr_t end, const struct cpixels_row *row, const struct cpixels_level *larger, const struct cpixels_level *smaller, float weight_numerator)
{
	struct cpixels_row r = *row;
	struct cpixels_level l = *larger, s = *smaller;
	F pixel = NAME(lane_indices)() + (float)start;
	for (intptr_t i = start; i < end; i += N, pixel += N) {
		F k = 1 / (r.q + pixel * r.step_q), x = (r.a + pixel * r.step_a) * k, y = (r.b + pixel * r.step_b) * k;
		S near = NAME(bilinear_sample)(&l, x, y), far = NAME(bilinear_sample)(&s, x * 0.5f - 31.75f, y * 0.5f - 31.75f);
		S weight = NAME(spread)(NAME(truncate)(NAME(clamp)(k * k * k * weight_numerator - 319.5f, 128)));
#define LERP(half) (near.half + (H)((NAME(signed))((far.half - near.half) * weight.half + 64) >> 7))
		I pixels = NAME(pack_sample)((S){LERP(a), LERP(b)});
#undef LERP
		memcpy(out + i, &pixels, sizeof pixels);
	}
}

/* Premultiplied pixels blended over those beneath. The addition saturates, because a color that exceeds its alpha must not overflow into the
 * next channel. */
INLINE I NAME(blended)(I above, I beneath)
{
	H inverse_alpha = NAME(duplicate16)(~above >> 24);
	P p = NAME(unpack)(beneath);
	/* An exact division by 255, rounded. */
#define SCALED(channels) ({ H product = p.channels * inverse_alpha + 128; (product + (product >> 8)) >> 8; })
	return NAME(add_saturated)(NAME(pack)((P){SCALED(blue_red), SCALED(green_alpha)}), above);
#undef SCALED
}

KERNEL void NAME(over)(uint32_t *out, const uint32_t *pixels, intptr_t count)
{
	intptr_t i = 0;
	for (; i + 4 * N <= count; i += 4 * N) {
		I upper[4], beneath[4];
		memcpy(upper, pixels + i, sizeof upper);
		/* Most pixels of a label are transparent, and most of a card with rounded corners are opaque. */
		if (NAME(all)((upper[0] | upper[1] | upper[2] | upper[3]) == 0))
			continue;
		if (!NAME(all)((upper[0] & upper[1] & upper[2] & upper[3]) >= 0xFF000000)) {
			memcpy(beneath, out + i, sizeof beneath);
			upper[0] = NAME(blended)(upper[0], beneath[0]);
			upper[1] = NAME(blended)(upper[1], beneath[1]);
			upper[2] = NAME(blended)(upper[2], beneath[2]);
			upper[3] = NAME(blended)(upper[3], beneath[3]);
		}
		memcpy(out + i, upper, sizeof upper);
	}
	for (; i + N <= count; i += N) {
		I above, beneath;
		memcpy(&above, pixels + i, sizeof above);
		memcpy(&beneath, out + i, sizeof beneath);
		above = NAME(blended)(above, beneath);
		memcpy(out + i, &above, sizeof above);
	}
	for (; i < count; i++)
		out[i] = NAME(blended)((I){pixels[i]}, (I){out[i]})[0];
}

KERNEL void NAME(over_solid)(uint32_t *out, uint32_t pixel, intptr_t count)
{
	intptr_t i = 0;
	for (; i + N <= count; i += N) {
		I beneath;
		memcpy(&beneath, out + i, sizeof beneath);
		I above = NAME(blended)((I){} + pixel, beneath);
		memcpy(out + i, &above, sizeof above);
	}
	for (; i < count; i++)
		out[i] = NAME(blended)((I){pixel}, (I){out[i]})[0];
}

INLINE I NAME(scaled)(I pixels, uint16_t factor)
{
	P p = NAME(unpack)(pixels);
	return NAME(pack)((P){(p.blue_red * factor + 128) >> 8, (p.green_alpha * factor + 128) >> 8});
}

KERNEL void NAME(modulate)(uint32_t *pixels, intptr_t count, uint32_t color, uint32_t alpha, uint32_t add_alpha)
{
	H green_alpha_factor = (H)((I){} + (alpha << 16 | color)), addend = (H)((I){} + (add_alpha << 16 | 128));
	for (intptr_t i = 0; i < count; i += N) {
		I vector;
		memcpy(&vector, pixels + i, sizeof vector);
		P p = NAME(unpack)(vector);
		vector = NAME(pack)((P){(p.blue_red * (uint16_t)color + 128) >> 8, (p.green_alpha * green_alpha_factor + addend) >> 8});
		memcpy(pixels + i, &vector, sizeof vector);
	}
}

/* Pixels of which `factor` / 256 shows `painted`, and the rest what is beneath. Equal pixels stay equal. */
INLINE I NAME(mixture)(I painted, I beneath, H factor)
{
	P p = NAME(unpack)(painted), b = NAME(unpack)(beneath);
#define MIXED(channels) (p.channels * factor + b.channels * (256 - factor) + 128) >> 8
	return NAME(pack)((P){MIXED(blue_red), MIXED(green_alpha)});
#undef MIXED
}

KERNEL void NAME(fade)(uint32_t *out, const uint32_t *beneath, intptr_t count, uint32_t factor)
{
	H factors = (H){} + (uint16_t)factor;
	intptr_t i = 0;
	for (; i + N <= count; i += N) {
		I painted, old;
		memcpy(&painted, out + i, sizeof painted);
		memcpy(&old, beneath + i, sizeof old);
		painted = NAME(mixture)(painted, old, factors);
		memcpy(out + i, &painted, sizeof painted);
	}
	for (; i < count; i++)
		out[i] = NAME(mixture)((I){out[i]}, (I){beneath[i]}, factors)[0];
}

KERNEL void NAME(mask)(uint32_t *out, const uint32_t *beneath, const uint16_t *factors, intptr_t count)
{
	typedef uint16_t FACTORS __attribute__((vector_size(2 * N)));
	intptr_t i = 0;
	for (; i + N <= count; i += N) {
		FACTORS packed;
		I painted, old;
		memcpy(&packed, factors + i, sizeof packed);
		memcpy(&painted, out + i, sizeof painted);
		memcpy(&old, beneath + i, sizeof old);
		painted = NAME(mixture)(painted, old, NAME(duplicate16)(__builtin_convertvector(packed, I)));
		memcpy(out + i, &painted, sizeof painted);
	}
	for (; i < count; i++)
		out[i] = NAME(mixture)((I){out[i]}, (I){beneath[i]}, (H){} + factors[i])[0];
}

/* The means of four pixels each. */
INLINE I NAME(mean)(I a, I b, I c, I d)
{
	P p = NAME(unpack)(a), q = NAME(unpack)(b), r = NAME(unpack)(c), s = NAME(unpack)(d);
#define MEAN(channels) (p.channels + q.channels + r.channels + s.channels + 2) >> 2
	return NAME(pack)((P){MEAN(blue_red), MEAN(green_alpha)});
#undef MEAN
}

KERNEL void NAME(halve)(uint32_t *out, intptr_t count, const uint32_t *upper, const uint32_t *lower)
{
#if N == 8
#define EVERY_SECOND(a, b, from) __builtin_shufflevector(a, b, from, from + 2, from + 4, from + 6, from + 8, from + 10, from + 12, from + 14)
#else
#define EVERY_SECOND(a, b, from) __builtin_shufflevector(a, b, from, from + 2, from + 4, from + 6)
#endif
	intptr_t i = 0;
	for (; i + N <= count; i += N) {
		I a[2], b[2];
		memcpy(a, upper + 2 * i, sizeof a);
		memcpy(b, lower + 2 * i, sizeof b);
		I mean = NAME(mean)(EVERY_SECOND(a[0], a[1], 0), EVERY_SECOND(a[0], a[1], 1), EVERY_SECOND(b[0], b[1], 0), EVERY_SECOND(b[0], b[1], 1));
		memcpy(out + i, &mean, sizeof mean);
	}
#undef EVERY_SECOND
	for (; i < count; i++)
		out[i] = NAME(mean)((I){upper[2 * i]}, (I){upper[2 * i + 1]}, (I){lower[2 * i]}, (I){lower[2 * i + 1]})[0];
}

/* The sums of two channels, in 256ths of a code value, to which CPIXELS_ROUNDING was added, and their dither. */
INLINE I NAME(dithered)(I low, I high, I dither)
{
	return (high << 16) + low + (dither << 16) + (dither - CPIXELS_ROUNDING_BITS);
}

/* The ordered dither of N pixels: the amount, from 8 to 248 256ths of a code value, that is added to a channel before its fraction is
 * truncated. The pattern of four by four pixels has sixteen amounts, and one from each quarter of the range in each row and column. Adjacent
 * pixels differ by at most eleven of the sixteen steps (thirteen in a Bayer matrix). */
INLINE I NAME(dither)(uint32_t column, uint32_t row)
{
	I pattern_column = (__builtin_convertvector(NAME(lane_indices)(), I) + (column - row)) & 3;
	return ((((pattern_column ^ pattern_column >> 1) << 2) + ((row & 1) << 1 | (row & 2) >> 1)) << 4) | 8;
}

/* Fills pixels whose channels change linearly, from `start`, a multiple of four, to `end`, in groups of four. The sums of two channels share a
 * word. No sum leaves 0...255, so none overflows into the other channel. */
INLINE void NAME(ramp)(uint32_t *out, intptr_t start, intptr_t end, cpixels_color color, cpixels_color step, I dither)
{
	I lanes = __builtin_convertvector(NAME(lane_indices)(), I), group = (lanes >> 2) + (uint32_t)(start >> 2);
	F lane = __builtin_convertvector(lanes & 3, F);
	cpixels_color first = color + CPIXELS_ROUNDING, step4 = step * 4 + CPIXELS_ROUNDING;
	cpixels_words change = (cpixels_words)step4 - CPIXELS_ROUNDING_BITS;
#define CHANNEL(c) (I)(lane * step.c + first.c)
	uint32_t step_blue_red = change.x + (change.z << 16), step_green_alpha = change.y + (change.w << 16);
	I blue_red = NAME(dithered)(CHANNEL(x), CHANNEL(z), dither) + group * step_blue_red;
	I green_alpha = NAME(dithered)(CHANNEL(y), CHANNEL(w), dither) + group * step_green_alpha;
#undef CHANNEL
	for (intptr_t i = start; i < end; i += N) {
		I pixels = (blue_red >> 8 & 0x00FF00FF) | (green_alpha & 0xFF00FF00);
		memcpy(out + i, &pixels, sizeof pixels);
		blue_red += step_blue_red * (N / 4);
		green_alpha += step_green_alpha * (N / 4);
	}
}

/* The positions of pixels along a gradient. */
INLINE F NAME(gradient_position)(const struct cpixels_position *p, F column)
{
	F x = column * p->step_x + p->x;
	if (!p->is_radial)
		return x;
	F y = column * p->step_y + p->y;
	return NAME(square_root)(x * x + y * y) * p->scale + p->offset;
}

/* Rows are divided into pieces of up to 64 pixels, each of which begins at a multiple of its length. If the color changes almost linearly over a
 * piece, it is computed at the piece's ends only, otherwise at each pixel. Because the pieces don't depend on `start`, neither do the pixels. */
KERNEL void NAME(gradient)(uint32_t *out, intptr_t start, intptr_t end, uint32_t row, const struct cpixels_gradient_colors *gradient, const struct cpixels_position *position)
{
	/* Over 64 pixels, rounding adds up to at most 8 256ths, the distance of the dither's smallest and largest amount to the ends of a byte. No
	 * channel overflows. */
	enum { longest = 64, shortest = 16 };
	struct cpixels_gradient_colors g = *gradient;
	struct cpixels_position p = *position;
	uint32_t buffer[longest + N];
	I dither = NAME(dither)(0, row);
	for (intptr_t column = start, next, length = longest; column < end; column = next) {
		intptr_t piece;
		F t;
		int is_linear;
		for (;; length /= 2) {
			piece = column & -length;
			t = NAME(gradient_position)(&p, (NAME(lane_indices)() * 0.5f) * (float)length + ((float)piece + 0.5f));
			/* Comparisons with NaN are false, so such a piece isn't linear. */
			float bend = t[0] + t[2] - 2 * t[1];
			is_linear = bend <= g.max_bend && bend >= -g.max_bend && t[0] >= 0 && t[1] >= 0 && t[2] >= 0 && t[0] <= 1 && t[2] <= 1;
			if (is_linear || length == shortest)
				break;
		}
		next = piece + length < end ? piece + length : end;
		int is_whole = piece >= start && piece + length <= end;
		uint32_t *target = out + (column - start), *pixels = is_whole ? target : buffer;
		intptr_t first = (column - piece) & -4, last = next - piece;
		if (is_linear)
			NAME(ramp)(pixels, first, last, g.first + g.delta * t[0], g.delta * ((t[2] - t[0]) / (float)length), dither);
		else
			for (intptr_t i = first; i < last; i += N) {
				F at = NAME(clamp)(NAME(gradient_position)(&p, NAME(lane_indices)() + 0.5f + (float)(piece + i)), 1);
#define CHANNEL(c) (I)(at * g.delta.c + g.first.c + CPIXELS_ROUNDING)
				I blue_red = NAME(dithered)(CHANNEL(x), CHANNEL(z), dither), green_alpha = NAME(dithered)(CHANNEL(y), CHANNEL(w), dither);
#undef CHANNEL
				I vector = (blue_red >> 8 & 0x00FF00FF) | (green_alpha & 0xFF00FF00);
				memcpy(pixels + i, &vector, sizeof vector);
			}
		if (!is_whole)
			memcpy(target, buffer + (column - piece), (size_t)(next - column) * 4);
		/* The next piece is at most as long as its alignment. A longer piece that contains it was already tried, and wasn't linear. */
		length = next & -next;
		length = length && length < longest ? length : longest;
	}
}

KERNEL void NAME(perspective_gradient)(uint32_t *out, intptr_t start, intptr_t end, intptr_t origin, const struct cpixels_color_plane *plane)
{
	struct cpixels_color_plane p = *plane;
	I dither = NAME(dither)(p.column, p.row);
	float length = (float)p.stretch;
	intptr_t i = origin + (start - origin) / p.stretch * p.stretch;
	float pixel = (float)i;
#define COLOR_AT_PIXEL (p.first + p.change * pixel) / (p.q + p.step_q * pixel)
	cpixels_color here = COLOR_AT_PIXEL;
	for (; i < end; i += p.stretch) {
		pixel += length;
		cpixels_color there = COLOR_AT_PIXEL;
		intptr_t next = i + p.stretch < end ? p.stretch : end - i;
		NAME(ramp)(out + i, i < start ? start - i : 0, next, here, (there - here) * (1 / length), dither);
		here = there;
	}
#undef COLOR_AT_PIXEL
}

#undef N
#undef NAME
#undef INLINE
#undef KERNEL
#undef F
#undef I
#undef H
#undef P
#undef S
