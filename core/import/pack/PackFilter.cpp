// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pack/PackFilter.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <zstd.h>

namespace lamella::core {

namespace {

constexpr std::size_t kBlockBytes = std::size_t{64} << 10; // a multiple of eight
constexpr int kTrialLevel = 1; // compression by which forms are compared

struct Form {
    std::size_t width; // of the numbers in bytes; 1: as they are
    bool differences;
};
constexpr std::array kForms{Form{1, false}, Form{2, false}, Form{4, false}, Form{8, false}, Form{4, true}, Form{8, true}};

template <class Number> void subtract(char *bytes, std::size_t count)
{
    Number before = 0;
    for (std::size_t i = 0; i < count; ++i) {
        Number value = 0;
        std::memcpy(&value, bytes + i * sizeof value, sizeof value);
        const auto difference = static_cast<Number>(value - before);
        std::memcpy(bytes + i * sizeof value, &difference, sizeof value);
        before = value;
    }
}

template <class Number> void add(char *bytes, std::size_t count)
{
    Number before = 0;
    for (std::size_t i = 0; i < count; ++i) {
        Number value = 0;
        std::memcpy(&value, bytes + i * sizeof value, sizeof value);
        before = static_cast<Number>(before + value);
        std::memcpy(bytes + i * sizeof value, &before, sizeof value);
    }
}

// The block in that form; bytes behind the last whole number stay.
void transform(std::string_view block, const Form &form, std::string &to)
{
    to.assign(block);
    const std::size_t count = block.size() / form.width;
    if (form.width == 1)
        return;
    std::string numbers(block);
    if (form.differences)
        form.width == 8 ? subtract<std::uint64_t>(numbers.data(), count) : subtract<std::uint32_t>(numbers.data(), count);
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t byte = 0; byte < form.width; ++byte)
            to[byte * count + i] = numbers[i * form.width + byte];
}

void restore(std::string_view block, const Form &form, char *to)
{
    const std::size_t count = block.size() / form.width;
    if (form.width == 1) {
        std::copy(block.begin(), block.end(), to);
        return;
    }
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t byte = 0; byte < form.width; ++byte)
            to[i * form.width + byte] = block[byte * count + i];
    std::copy(block.begin() + static_cast<std::ptrdiff_t>(count * form.width), block.end(), to + count * form.width);
    if (form.differences)
        form.width == 8 ? add<std::uint64_t>(to, count) : add<std::uint32_t>(to, count);
}

} // namespace

std::string packFiltered(std::string_view bytes)
{
    std::string all;
    all.reserve(bytes.size() + bytes.size() / kBlockBytes + 1);
    std::string made;
    std::string best;
    std::string trial(ZSTD_compressBound(kBlockBytes), '\0');
    for (; !bytes.empty(); bytes.remove_prefix(std::min(kBlockBytes, bytes.size()))) {
        const std::string_view block = bytes.substr(0, kBlockBytes);
        std::size_t min = SIZE_MAX;
        char chosen = 0;
        for (std::size_t i = 0; i < kForms.size(); ++i) {
            transform(block, kForms[i], made);
            const std::size_t size = ZSTD_compress(trial.data(), trial.size(), made.data(), made.size(), kTrialLevel);
            if (ZSTD_isError(size) == 0 && size < min) {
                min = size;
                chosen = static_cast<char>(i);
                std::swap(best, made);
            }
        }
        all += chosen;
        all += best;
    }
    return all;
}

bool packUnfiltered(std::string_view filtered, char *to, std::size_t bytes)
{
    while (bytes > 0) {
        const std::size_t size = std::min(kBlockBytes, bytes);
        if (filtered.size() < size + 1 || static_cast<unsigned char>(filtered.front()) >= kForms.size())
            return false;
        restore(filtered.substr(1, size), kForms[static_cast<unsigned char>(filtered.front())], to);
        filtered.remove_prefix(size + 1);
        to += size;
        bytes -= size;
    }
    return filtered.empty();
}

} // namespace lamella::core
