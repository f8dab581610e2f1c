// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pack/PackLayout.h"

#include "core/import/cache/CacheBytes.h"
#include "core/import/cache/Checksum.h"

#include <algorithm>
#include <array>
#include <bit>

namespace lamella::core {

namespace {

constexpr std::string_view kName = "LamPack\n";
constexpr std::uint32_t kSkippableMagic = 0x184D2A5C;
// Many bits apart from one another and from 0, so that damage leaves them nearer to themselves.
constexpr std::uint32_t kJoined = 0x6A6F696E;
constexpr std::uint32_t kAttached = ~kJoined;

} // namespace

template <class Fields> void visitFields(Fields &fields, PackFooter &footer)
{
    fields(footer.rawBytes, footer.textEnd, footer.frames, footer.documentOffset, footer.documentBytes, footer.documentRawBytes,
        footer.documentSum, footer.sizesOffset, footer.sizesSum, footer.textSum);
}

std::string skippableHead(std::uint32_t bytes)
{
    CacheBytesWriter head;
    head.number(kSkippableMagic);
    head.number(bytes);
    return head.bytes();
}

std::string packFooterBytes(const PackFooter &footer)
{
    CacheBytesWriter to;
    to.raw(skippableHead(static_cast<std::uint32_t>(kPackFooterBytes - kSkippableHeadBytes)));
    to.raw(kName);
    to.number(kPackVersion);
    to.number(footer.joined ? kJoined : footer.attached ? kAttached : 0);
    to(footer);
    to.number(checksum64(to.bytes()));
    return to.bytes();
}

PackFooterKind packFooterKind(std::string_view bytes)
{
    // One of the two is enough: the other may be damaged.
    if (bytes.size() != kPackFooterBytes
        || (bytes.substr(kSkippableHeadBytes, kName.size()) != kName
            && !bytes.starts_with(skippableHead(static_cast<std::uint32_t>(kPackFooterBytes - kSkippableHeadBytes)))))
        return {};
    CacheReader from(bytes.substr(kSkippableHeadBytes + kName.size()));
    PackFooterKind kind;
    kind.thisVersion = from.number<std::uint32_t>() == kPackVersion;
    const auto parts = from.number<std::uint32_t>();
    kind.joined = std::popcount(parts ^ kJoined) < std::min(std::popcount(parts), std::popcount(parts ^ kAttached));
    kind.attached = std::popcount(parts ^ kAttached) < std::min(std::popcount(parts), std::popcount(parts ^ kJoined));
    return kind;
}

std::optional<PackFooter> parsePackFooter(std::string_view bytes)
{
    if (bytes.size() != kPackFooterBytes)
        return std::nullopt;
    const std::string_view covered = bytes.substr(0, bytes.size() - sizeof(std::uint64_t));
    CacheReader from(bytes);
    const std::string_view head = from.raw(kSkippableHeadBytes);
    const std::string_view name = from.raw(kName.size());
    const auto version = from.number<std::uint32_t>();
    PackFooter footer;
    const auto parts = from.number<std::uint32_t>();
    footer.joined = parts == kJoined;
    footer.attached = parts == kAttached;
    from(footer);
    const auto sum = from.number<std::uint64_t>();
    const bool good = from.atEnd() && name == kName && version == kPackVersion && sum == checksum64(covered)
        && head == skippableHead(static_cast<std::uint32_t>(kPackFooterBytes - kSkippableHeadBytes));
    return good ? std::optional(footer) : std::nullopt;
}

} // namespace lamella::core
