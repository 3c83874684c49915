/* SPDX-License-Identifier: MIT */
/*
 * How the helpers of generated code are inlined. Readers and writers are written once for both protocols and rely on inlining to make
 * the protocol a constant. Builds that are not for speed, unoptimised or with a sanitizer, keep them as functions: the same
 * results, and a fraction of the time to compile.
 */
#ifndef INGOT_INLINE_H
#define INGOT_INLINE_H

#if !defined(__GNUC__)
#error "Ingot's generated code needs gcc or clang."
#endif

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#define INGOT_IS_SANITIZED 1
#endif
#endif

#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(INGOT_IS_SANITIZED)
#define INGOT_INLINE static inline __attribute__((always_inline, unused))
#else
#define INGOT_INLINE static inline __attribute__((unused))
#endif

#endif
