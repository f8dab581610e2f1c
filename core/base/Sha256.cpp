// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Sha256.h"

#include <algorithm>
#include <bit>
#include <cstring>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace lamella::core {

namespace {

constexpr std::size_t kBlockBytes = 64;
// Fractional bits of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2).
alignas(16) constexpr std::array<std::uint32_t, 64> kRound = {0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b,
    0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7,
    0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152,
    0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
    0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
    0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

std::uint32_t bigEndian(const unsigned char *at)
{
    return std::uint32_t{at[0]} << 24 | std::uint32_t{at[1]} << 16 | std::uint32_t{at[2]} << 8 | std::uint32_t{at[3]};
}

void portableBlocks(std::array<std::uint32_t, 8> &state, const unsigned char *blocks, std::size_t count)
{
    for (; count > 0; --count, blocks += kBlockBytes) {
        std::array<std::uint32_t, 64> w{};
        for (std::size_t i = 0; i < 16; ++i)
            w[i] = bigEndian(blocks + 4 * i);
        for (std::size_t i = 16; i < 64; ++i) {
            const std::uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ w[i - 15] >> 3;
            const std::uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ w[i - 2] >> 10;
            w[i] = w[i - 16] + s0 + w[i - 7] + s1;
        }
        std::array<std::uint32_t, 8> v = state; // a to h
        for (std::size_t i = 0; i < 64; ++i) {
            const std::uint32_t s1 = std::rotr(v[4], 6) ^ std::rotr(v[4], 11) ^ std::rotr(v[4], 25);
            const std::uint32_t first = v[7] + s1 + ((v[4] & v[5]) ^ (~v[4] & v[6])) + kRound[i] + w[i];
            const std::uint32_t s0 = std::rotr(v[0], 2) ^ std::rotr(v[0], 13) ^ std::rotr(v[0], 22);
            const std::uint32_t second = s0 + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
            v = {first + second, v[0], v[1], v[2], v[3] + first, v[4], v[5], v[6]};
        }
        for (std::size_t i = 0; i < state.size(); ++i)
            state[i] += v[i];
    }
}

#if defined(__x86_64__)
bool hasShaInstructions()
{
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    constexpr unsigned kSsse3AndSse41 = 1u << 9 | 1u << 19;
    constexpr unsigned kSha = 1u << 29;
    return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & kSsse3AndSse41) == kSsse3AndSse41
        && __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & kSha) != 0;
}

// The SHA instructions expect the state as (a, b, e, f) and (c, d, g, h), highest first, and do two rounds each.
__attribute__((target("sha,sse4.1,ssse3"))) void shaBlocks(
    std::array<std::uint32_t, 8> &state, const unsigned char *blocks, std::size_t count)
{
    const auto word = [&state](std::size_t i) { return static_cast<int>(state[i]); };
    __m128i abef = _mm_set_epi32(word(0), word(1), word(4), word(5));
    __m128i cdgh = _mm_set_epi32(word(2), word(3), word(6), word(7));
    const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    for (; count > 0; --count, blocks += kBlockBytes) {
        const __m128i abefBefore = abef;
        const __m128i cdghBefore = cdgh;
        __m128i w[4];
        for (int i = 0; i < 4; ++i)
            w[i] = _mm_shuffle_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i *>(blocks) + i), swap);
        for (int group = 0; group < 16; ++group) { // four rounds each
            const __m128i now = w[group & 3];
            const __m128i sum = _mm_add_epi32(now, _mm_load_si128(reinterpret_cast<const __m128i *>(kRound.data()) + group));
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0E));
            if (group < 12) { // message words for four groups later
                const __m128i next = w[(group + 1) & 3];
                const __m128i last = w[(group + 3) & 3];
                const __m128i seventh = _mm_alignr_epi8(last, w[(group + 2) & 3], 4);
                w[group & 3] = _mm_sha256msg2_epu32(_mm_add_epi32(_mm_sha256msg1_epu32(now, next), seventh), last);
            }
        }
        abef = _mm_add_epi32(abef, abefBefore);
        cdgh = _mm_add_epi32(cdgh, cdghBefore);
    }
    alignas(16) std::array<std::uint32_t, 4> high{};
    alignas(16) std::array<std::uint32_t, 4> low{};
    _mm_store_si128(reinterpret_cast<__m128i *>(high.data()), abef);
    _mm_store_si128(reinterpret_cast<__m128i *>(low.data()), cdgh);
    state = {high[3], high[2], low[3], low[2], high[1], high[0], low[1], low[0]};
}
#endif

} // namespace

Sha256::Blocks Sha256::fastest()
{
#if defined(__x86_64__)
    static const bool own = hasShaInstructions();
    return own ? shaBlocks : portableBlocks;
#else
    return portableBlocks;
#endif
}

Sha256::Sha256(Way way)
    : m_blocks(way == Way::Fastest ? fastest() : portableBlocks)
    // Fractional bits of the square roots of the first eight primes (FIPS 180-4, 5.3.3).
    , m_state{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}
{
}

void Sha256::add(std::string_view bytes)
{
    const std::size_t kept = m_bytes % kBlockBytes;
    m_bytes += bytes.size();
    if (kept > 0) {
        const std::size_t taken = std::min(kBlockBytes - kept, bytes.size());
        std::memcpy(m_rest.data() + kept, bytes.data(), taken);
        bytes.remove_prefix(taken);
        if (kept + taken < kBlockBytes)
            return;
        m_blocks(m_state, m_rest.data(), 1);
    }
    m_blocks(m_state, reinterpret_cast<const unsigned char *>(bytes.data()), bytes.size() / kBlockBytes);
    bytes.remove_prefix(bytes.size() / kBlockBytes * kBlockBytes);
    if (!bytes.empty())
        std::memcpy(m_rest.data(), bytes.data(), bytes.size());
}

std::array<unsigned char, 32> Sha256::digest()
{
    const std::uint64_t bits = m_bytes * 8;
    const std::size_t kept = m_bytes % kBlockBytes;
    std::string end(kept < 56 ? 56 - kept : 120 - kept, '\0');
    end[0] = '\x80';
    for (int shift = 56; shift >= 0; shift -= 8)
        end.push_back(static_cast<char>(bits >> shift & 0xFF));
    add(end);
    std::array<unsigned char, 32> bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<unsigned char>(m_state[i / 4] >> (24 - 8 * (i % 4)) & 0xFF);
    return bytes;
}

std::string Sha256::hex()
{
    static constexpr char kHex[] = "0123456789abcdef";
    std::string text;
    for (const unsigned char byte : digest()) {
        text.push_back(kHex[byte >> 4]);
        text.push_back(kHex[byte & 0xF]);
    }
    return text;
}

} // namespace lamella::core
