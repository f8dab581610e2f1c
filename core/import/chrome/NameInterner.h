// SPDX-License-Identifier: GPL-3.0-or-later
// Maps raw (still escaped) bytes to dense ids; one instance per worker, no locks. Id 0 is the empty text. Lookups may read 16
// bytes past the text, so callers pass views into padded memory.
#pragma once

#include "core/import/TextNote.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

namespace lamella::core {

__extension__ typedef unsigned __int128 UInt128; // not ISO C++, but supported by GCC and Clang

class NameInterner {
public:
    NameInterner();

    [[nodiscard]] std::uint32_t intern(std::string_view text)
    {
        if (text.empty())
            return 0;
        const std::uint64_t hash = hashOf(text.data(), text.size());
        std::size_t at = hash & m_mask;
        while (m_slots[at].text != nullptr) {
            const Slot &slot = m_slots[at];
            if (slot.hash == hash && slot.bytes == text.size() && std::memcmp(slot.text, text.data(), text.size()) == 0)
                return slot.id;
            at = (at + 1) & m_mask;
        }
        return insert(text, hash, at);
    }
    // Of a text whose source has a note of its id.
    [[nodiscard]] std::uint32_t intern(std::string_view text, TextNote *note)
    {
        if (note == nullptr)
            return intern(text);
        if (note->of != this)
            *note = {this, intern(text)};
        return note->id;
    }
    // Of a text that stays where it is as long as this object is used: mostly found by its address alone.
    [[nodiscard]] std::uint32_t internKept(std::string_view text)
    {
        Kept &known = m_kept[addressHash(text.data()) % m_kept.size()];
        if (known.text != text.data() || known.bytes != text.size())
            known = {text.data(), text.size(), intern(text)};
        return known.id;
    }
    [[nodiscard]] static std::size_t addressHash(const void *address)
    {
        return static_cast<std::size_t>(reinterpret_cast<std::uintptr_t>(address) * 0x9E3779B97F4A7C15ull >> 40);
    }
    [[nodiscard]] std::string_view view(std::uint32_t id) const { return m_views[id]; }
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(m_views.size()); }
    [[nodiscard]] std::uint64_t memoryBytes() const
    {
        return m_arenaBytes + m_slots.size() * sizeof(Slot) + m_views.size() * sizeof(std::string_view);
    }

    // Reads up to 16 bytes past the text; they do not affect the result.
    [[nodiscard]] static std::uint64_t hashOf(const char *text, std::size_t bytes)
    {
        std::uint64_t hash = 0x9E3779B97F4A7C15ull ^ bytes;
        std::uint64_t a = 0;
        std::uint64_t b = 0;
        for (; bytes > 16; bytes -= 16, text += 16) {
            std::memcpy(&a, text, 8);
            std::memcpy(&b, text + 8, 8);
            hash = mix(a ^ hash, b ^ 0xE7037ED1A0B428DBull);
        }
        std::memcpy(&a, text, 8);
        std::memcpy(&b, text + 8, 8);
        a = bytes >= 8 ? a : keepLow(a, bytes);
        b = bytes >= 16 ? b : bytes > 8 ? keepLow(b, bytes - 8) : 0;
        return mix(a ^ hash ^ 0xA0761D6478BD642Full, b ^ 0x8EBC6AF09C88C6E3ull);
    }

private:
    struct Slot {
        std::uint64_t hash = 0;
        const char *text = nullptr;
        std::uint32_t id = 0;
        std::uint32_t bytes = 0;
    };

    struct Kept {
        const char *text = nullptr;
        std::size_t bytes = 0;
        std::uint32_t id = 0;
    };

    [[nodiscard]] static std::uint64_t mix(std::uint64_t a, std::uint64_t b)
    {
        const auto product = static_cast<UInt128>(a) * b;
        return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
    }
    [[nodiscard]] static std::uint64_t keepLow(std::uint64_t value, std::size_t bytes)
    {
        return bytes == 0 ? 0 : value & (~std::uint64_t{0} >> (64 - 8 * bytes));
    }
    [[gnu::noinline]] std::uint32_t insert(std::string_view text, std::uint64_t hash, std::size_t at);
    void grow();

    std::vector<Slot> m_slots;
    std::size_t m_mask;
    std::array<Kept, 256> m_kept;
    std::vector<std::string_view> m_views;
    std::vector<std::unique_ptr<char[]>> m_arena;
    std::uint64_t m_arenaBytes = 0;
    char *m_next = nullptr;
    std::size_t m_left = 0;
};

} // namespace lamella::core
