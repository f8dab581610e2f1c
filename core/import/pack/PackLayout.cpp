// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pack/PackLayout.h"

#include "core/import/cache/CacheBytes.h"
#include "core/import/cache/Checksum.h"

#include <array>
#include <bit>

namespace lamella::core {

namespace {

constexpr std::string_view kName = "LamPack\n";
constexpr std::uint32_t kSkippableMagic = 0x184D2A5C;
constexpr std::uint32_t kJoined = 0x6A6F696E; // many bits, so that damage leaves it nearer to itself than to 0

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
    to.number(footer.joined ? kJoined : std::uint32_t{0});
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
    const auto joined = from.number<std::uint32_t>();
    kind.joined = std::popcount(joined ^ kJoined) < std::popcount(joined);
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
    footer.joined = from.number<std::uint32_t>() == kJoined;
    from(footer);
    const auto sum = from.number<std::uint64_t>();
    const bool good = from.atEnd() && name == kName && version == kPackVersion && sum == checksum64(covered)
        && head == skippableHead(static_cast<std::uint32_t>(kPackFooterBytes - kSkippableHeadBytes));
    return good ? std::optional(footer) : std::nullopt;
}

} // namespace lamella::core
