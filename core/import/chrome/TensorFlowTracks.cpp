// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/TensorFlowTracks.h"

#include "core/base/AsciiCase.h"
#include "core/import/TimestampParser.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace lamella::core {

namespace {

constexpr std::string_view kCompute = " Compute"; // unlike "… Tensors", which shows memory
constexpr std::string_view kStream = "stream:";
constexpr std::string_view kDigits = "0123456789";

struct Piece {
    std::int64_t device = 0;
    DeviceSpan span;
    StringId name;
    DeviceTrack::Shows shows = DeviceTrack::Shows::Stream;
    std::uint32_t track = 0;

    [[nodiscard]] auto what() const { return std::tie(device, span.start, span.end, name); }
};

// Collects the spans of the tracks with equal work adjacent, and removes them from `spans`.
std::vector<Piece> takePieces(std::vector<std::vector<DeviceSpan>> &spans, const std::vector<std::optional<DeviceTrack>> &tracks,
    const ImportedBlocks &imported)
{
    std::vector<Piece> pieces;
    for (std::uint32_t track = 0; track < tracks.size(); ++track) {
        if (!tracks[track] || !tracks[track]->named)
            continue;
        for (const DeviceSpan &span : spans[track]) {
            const StringId name = imported.blocks[span.item >> 32].chunk.name[static_cast<std::uint32_t>(span.item)];
            pieces.push_back({tracks[track]->device, span, name, tracks[track]->shows, track});
        }
        spans[track].clear();
    }
    std::sort(pieces.begin(), pieces.end(), [](const Piece &a, const Piece &b) {
        return std::tuple_cat(a.what(), std::tie(a.shows, a.span.item))
            < std::tuple_cat(b.what(), std::tie(b.shows, b.span.item));
    });
    return pieces;
}

} // namespace

std::int64_t TensorFlowTracks::deviceNumber(const std::string &device, std::int64_t recorded)
{
    const auto [it, added] = m_numbers.try_emplace(device, recorded);
    if (added) {
        while (!m_used.insert(it->second).second)
            ++it->second;
    }
    return it->second;
}

std::optional<DeviceTrack> TensorFlowTracks::find(const Track &track)
{
    if (!track.processName.ends_with(kCompute))
        return std::nullopt;
    const std::string name =
        asciiLowered(std::string_view(track.processName).substr(0, track.processName.size() - kCompute.size()));
    const std::size_t slash = name.rfind('/');
    const std::string part = slash == std::string::npos ? std::string() : name.substr(slash + 1);
    if (part != "memcpy" && !part.starts_with(kStream))
        return std::nullopt;
    const std::string device = name.substr(0, slash);
    const std::size_t digits = device.find_last_not_of(kDigits) + 1;
    const std::optional<std::int64_t> recorded = parseInteger(std::string_view(device).substr(digits));
    if (!recorded || !device.substr(0, digits).ends_with("gpu:"))
        return std::nullopt;
    DeviceTrack found;
    found.named = true;
    found.device = deviceNumber(device, *recorded);
    if (part == "memcpy") {
        found.shows = DeviceTrack::Shows::AllCopies;
    } else if (const std::string_view stream = std::string_view(part).substr(kStream.size()); stream == "all") {
        found.shows = DeviceTrack::Shows::AllStreams;
    } else {
        found.stream = parseInteger(stream.substr(0, stream.find_first_not_of(kDigits)));
    }
    return found;
}

KernelKind tensorFlowKind(std::string_view name)
{
    const std::string lower = asciiLowered(name.substr(0, 6));
    return lower == "memcpy" ? KernelKind::Memcpy : lower == "memset" ? KernelKind::Memset : KernelKind::Kernel;
}

std::uint64_t dropRepeats(std::vector<std::vector<DeviceSpan>> &spans, const std::vector<std::optional<DeviceTrack>> &tracks,
    const ImportedBlocks &imported)
{
    const std::vector<Piece> pieces = takePieces(spans, tracks, imported);
    std::uint64_t repeats = 0;
    for (std::size_t begin = 0, end = 0; begin < pieces.size(); begin = end) {
        std::array<std::size_t, 3> kept{}; // by DeviceTrack::Shows
        for (end = begin; end < pieces.size() && pieces[end].what() == pieces[begin].what(); ++end)
            ++kept[static_cast<std::size_t>(pieces[end].shows)];
        auto &[streams, all, copies] = kept;
        all -= std::min(all, streams);
        copies -= std::min(copies, streams + all);
        for (std::size_t i = begin; i < end; ++i) {
            std::size_t &left = kept[static_cast<std::size_t>(pieces[i].shows)];
            if (left == 0) {
                ++repeats;
                continue;
            }
            --left;
            spans[pieces[i].track].push_back(pieces[i].span);
        }
    }
    return repeats;
}

} // namespace lamella::core
