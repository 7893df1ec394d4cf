/* One width of the loops over pixels. Each has `N` pixels in a vector: a channel of every second one in 16 bits, so blue and
 * red are one vector, green and alpha another. */
#define N CPIXELS_WIDTH
#define NAME(name) CPIXELS_NAME(cpixels_##name, CPIXELS_WIDTH)
#define INLINE CPIXELS_TARGET __attribute__((always_inline, unused)) static inline
#define KERNEL CPIXELS_TARGET __attribute__((unused)) static inline
#define F NAME(floats)
#define I NAME(words)
#define H NAME(halves)
#define P NAME(pair)

typedef float F __attribute__((vector_size(4 * N)));
typedef uint32_t I __attribute__((vector_size(4 * N)));
typedef uint16_t H __attribute__((vector_size(4 * N)));
typedef int16_t NAME(signed) __attribute__((vector_size(4 * N)));
/* Four channels of N pixels, 16 bits each. */
typedef struct { H blue_red, green_alpha; } P;

/* What differs between the instruction sets. */
#if N == 8
INLINE F NAME(clamp)(F x, float limit) { return (F)_mm256_min_ps(_mm256_max_ps((__m256)x, _mm256_setzero_ps()), _mm256_set1_ps(limit)); }
INLINE I NAME(truncate)(F x) { return (I)_mm256_cvttps_epi32((__m256)x); }
INLINE H NAME(mulhi)(H a, H b) { return (H)_mm256_mulhi_epi16((__m256i)a, (__m256i)b); }
INLINE I NAME(offsets)(I column_row, uint32_t stride) { return (I)_mm256_madd_epi16((__m256i)column_row, _mm256_set1_epi32((int)(stride << 16 | 1))); }
INLINE I NAME(add_saturated)(I a, I b) { return (I)_mm256_adds_epu8((__m256i)a, (__m256i)b); }
INLINE int NAME(all)(__typeof__((I){} == 0) lanes) { return _mm256_movemask_epi8((__m256i)lanes) == -1; }
#elif defined(__x86_64__)
INLINE int NAME(all)(__typeof__((I){} == 0) lanes) { return _mm_movemask_epi8((__m128i)lanes) == 0xFFFF; }
INLINE F NAME(clamp)(F x, float limit) { return (F)_mm_min_ps(_mm_max_ps((__m128)x, _mm_setzero_ps()), _mm_set1_ps(limit)); }
INLINE I NAME(truncate)(F x) { return (I)_mm_cvttps_epi32((__m128)x); }
INLINE H NAME(mulhi)(H a, H b) { return (H)_mm_mulhi_epi16((__m128i)a, (__m128i)b); }
INLINE I NAME(offsets)(I column_row, uint32_t stride) { return (I)_mm_madd_epi16((__m128i)column_row, _mm_set1_epi32((int)(stride << 16 | 1))); }
INLINE I NAME(add_saturated)(I a, I b) { return (I)_mm_adds_epu8((__m128i)a, (__m128i)b); }
#else
INLINE int NAME(all)(__typeof__((I){} == 0) lanes) { return vminvq_u32((uint32x4_t)lanes) != 0; }
/* maxnm, unlike max, makes a number of what isn't one. */
INLINE F NAME(clamp)(F x, float limit) { return (F)vminq_f32(vmaxnmq_f32((float32x4_t)x, vdupq_n_f32(0)), vdupq_n_f32(limit)); }
INLINE I NAME(truncate)(F x) { return (I)vcvtq_u32_f32((float32x4_t)x); }
INLINE H NAME(mulhi)(H a, H b) { return (H)vqdmulhq_s16((int16x8_t)a, (int16x8_t)(b >> 1)); }
INLINE I NAME(offsets)(I column_row, uint32_t stride) { return (column_row & 0xFFFF) + (column_row >> 16) * stride; }
INLINE I NAME(add_saturated)(I a, I b) { return (I)vqaddq_u8((uint8x16_t)a, (uint8x16_t)b); }
#endif

/* Two texels at each of N places: the left and the right ones. */
INLINE void NAME(load)(const uint32_t *texels, const uint32_t *offsets, I *left, I *right)
{
#if defined(__x86_64__)
#define TWO(i, j) \
	_mm_castpd_ps(_mm_loadh_pd( \
		_mm_load_sd((const double *)(texels + offsets[i])), (const double *)(texels + offsets[j])))
#if N == 8
	__m256 a = _mm256_set_m128(TWO(4, 5), TWO(0, 1)), b = _mm256_set_m128(TWO(6, 7), TWO(2, 3));
	*left = (I)_mm256_shuffle_ps(a, b, 0x88);
	*right = (I)_mm256_shuffle_ps(a, b, 0xDD);
#else
	__m128 a = TWO(0, 1), b = TWO(2, 3);
	*left = (I)_mm_shuffle_ps(a, b, 0x88);
	*right = (I)_mm_shuffle_ps(a, b, 0xDD);
#endif
#else
#define TWO(i, j) vcombine_u32(vld1_u32(texels + offsets[i]), vld1_u32(texels + offsets[j]))
	uint32x4_t a = TWO(0, 1), b = TWO(2, 3);
	*left = (I)vuzp1q_u32(a, b);
	*right = (I)vuzp2q_u32(a, b);
#endif
#undef TWO
}

/* A number of 16 bits in both halves of each word. */
INLINE H NAME(twice)(I word) { return (H)(word | word << 16); }
INLINE P NAME(unpack)(I pixels) { return (P){(H)pixels & 0xFF, (H)pixels >> 8}; }
INLINE I NAME(pack)(P p) { return (I)(p.blue_red | p.green_alpha << 8); }

/* The texels around N places, mixed by 128ths. */
INLINE P NAME(mixed)(const struct cpixels_level *level, F x, F y)
{
	I u = NAME(truncate)(NAME(clamp)(x, level->right)), v = NAME(truncate)(NAME(clamp)(y, level->bottom));
	I places = NAME(offsets)(u >> 7 | (v << 9 & 0xFFFF0000), level->stride);
	uint32_t offsets[N];
	memcpy(offsets, &places, sizeof places);
	/* The memory is slower than the arithmetic, and no processor foresees a slanted line. The address needn't be the bitmap's. */
	uintptr_t ahead = (uintptr_t)level->texels + (uintptr_t)level->ahead * 4;
#define FETCH(i) __builtin_prefetch((const void *)(ahead + (uintptr_t)offsets[i] * 4))
	FETCH(0), FETCH(2);
#if N == 8
	FETCH(4), FETCH(6);
#endif
#undef FETCH
	I left, right, left_below, right_below;
	NAME(load)(level->texels, offsets, &left, &right);
	NAME(load)(level->texels + level->stride, offsets, &left_below, &right_below);
	H to_right = NAME(twice)(u & 127), to_left = 128 - to_right, down = NAME(twice)((v & 127) << 8);
	P a = NAME(unpack)(left), b = NAME(unpack)(right), c = NAME(unpack)(left_below), d = NAME(unpack)(right_below);
	/* Exact, in 15 bits; then the way down in 64ths of a code value, rounded. */
#define LERP(channels) ({ \
		H above = a.channels * to_left + b.channels * to_right, below = c.channels * to_left + d.channels * to_right; \
		(H)((above >> 1) + 32 + NAME(mulhi)(below - above, down)) >> 6; })
	return (P){LERP(blue_red), LERP(green_alpha)};
#undef LERP
}

INLINE F NAME(lanes)(void)
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
	F pixel = NAME(lanes)() + (float)start;
	for (intptr_t i = start; i < end; i += N, pixel += N) {
		F k = 1 / (r.q + pixel * r.step_q);
		I pixels = NAME(pack)(NAME(mixed)(&l, (r.a + pixel * r.step_a) * k, (r.b + pixel * r.step_b) * k));
		memcpy(out + i, &pixels, sizeof pixels);
	}
}

KERNEL void NAME(trilinear)(uint32_t *out, intptr_t start, intptr_t end, const struct cpixels_row *row, const struct cpixels_level *larger, const struct cpixels_level *smaller, float mixture)
{
	struct cpixels_row r = *row;
	struct cpixels_level l = *larger, s = *smaller;
	F pixel = NAME(lanes)() + (float)start;
	for (intptr_t i = start; i < end; i += N, pixel += N) {
		F k = 1 / (r.q + pixel * r.step_q), x = (r.a + pixel * r.step_a) * k, y = (r.b + pixel * r.step_b) * k;
		P a = NAME(mixed)(&l, x, y), b = NAME(mixed)(&s, x * 0.5f - 31.75f, y * 0.5f - 31.75f);
		H weight = NAME(twice)(NAME(truncate)(NAME(clamp)(k * k * k * mixture - 319.5f, 128)));
#define LERP(channels) (a.channels + (H)((NAME(signed))((b.channels - a.channels) * weight + 64) >> 7))
		a = (P){LERP(blue_red), LERP(green_alpha)};
#undef LERP
		I pixels = NAME(pack)(a);
		memcpy(out + i, &pixels, sizeof pixels);
	}
}

/* Premultiplied pixels over those beneath. Colors may exceed their alpha, and must not run into the next channel. */
INLINE I NAME(blended)(I above, I beneath)
{
	H rest = NAME(twice)(~above >> 24);
	P p = NAME(unpack)(beneath);
	/* The exact division by 255, rounded. */
#define SCALED(channels) ({ H product = p.channels * rest + 128; (product + (product >> 8)) >> 8; })
	return NAME(add_saturated)(NAME(pack)((P){SCALED(blue_red), SCALED(green_alpha)}), above);
#undef SCALED
}

KERNEL void NAME(over)(uint32_t *out, const uint32_t *pixels, intptr_t count)
{
	intptr_t i = 0;
	for (; i + 4 * N <= count; i += 4 * N) {
		I four[4], beneath[4];
		memcpy(four, pixels + i, sizeof four);
		/* Most of what has letters on it is empty, and most of a card with round corners opaque. */
		if (NAME(all)((four[0] | four[1] | four[2] | four[3]) == 0))
			continue;
		if (!NAME(all)((four[0] & four[1] & four[2] & four[3]) >= 0xFF000000)) {
			memcpy(beneath, out + i, sizeof beneath);
			four[0] = NAME(blended)(four[0], beneath[0]);
			four[1] = NAME(blended)(four[1], beneath[1]);
			four[2] = NAME(blended)(four[2], beneath[2]);
			four[3] = NAME(blended)(four[3], beneath[3]);
		}
		memcpy(out + i, four, sizeof four);
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

KERNEL void NAME(tint)(uint32_t *out, uint32_t pixel, intptr_t count)
{
	I above = (I){} + pixel, beneath;
	intptr_t i = 0;
	for (; i + N <= count; i += N) {
		memcpy(&beneath, out + i, sizeof beneath);
		above = NAME(blended)((I){} + pixel, beneath);
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

KERNEL void NAME(scale)(uint32_t *pixels, intptr_t count, uint32_t color, uint32_t alpha)
{
	H of_green_alpha = (H)((I){} + (alpha << 16 | color));
	for (intptr_t i = 0; i < count; i += N) {
		I four;
		memcpy(&four, pixels + i, sizeof four);
		P p = NAME(unpack)(four);
		four = NAME(pack)((P){(p.blue_red * (uint16_t)color + 128) >> 8, (p.green_alpha * of_green_alpha + 128) >> 8});
		memcpy(pixels + i, &four, sizeof four);
	}
}

KERNEL void NAME(shade)(uint32_t *pixels, intptr_t count, uint32_t shade)
{
	for (intptr_t i = 0; i < count; i += N) {
		I four;
		memcpy(&four, pixels + i, sizeof four);
		/* All of 255 is all of the shade. */
		I alpha = four >> 24, light = 256 - ((I)((H)(alpha + (alpha >> 7)) * (uint16_t)shade) >> 8);
		P p = NAME(unpack)(four);
		H factor = NAME(twice)(light);
		four = NAME(pack)((P){(p.blue_red * factor + 128) >> 8, (p.green_alpha * factor + 128) >> 8}) | 0xFF000000;
		memcpy(pixels + i, &four, sizeof four);
	}
}

#undef N
#undef NAME
#undef INLINE
#undef KERNEL
#undef F
#undef I
#undef H
#undef P
