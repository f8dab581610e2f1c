// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pack/PackAttached.h"

#include "core/import/cache/CacheBytes.h"
#include "core/import/cache/Checksum.h"
#include "core/import/pack/PackLayout.h"

#include <algorithm>

namespace lamella::core {

namespace {

constexpr std::string_view kName = "LamFile\n";
constexpr std::size_t kFixedBytes =
    kName.size() + 8 + 8 + 4; // checksum of the rest of the head, checksum of the bytes, length of the name
constexpr std::size_t kMaxFiles = 64;

struct Pack {
    OpenedFile file;
    AttachedFiles attached;
};

// Nothing for other files.
std::optional<Pack> packAt(const std::string &path)
{
    Result<OpenedFile> file = openRegularFile(path);
    if (!file || !readPackFooter(file->handle, file->stamp.bytes))
        return std::nullopt;
    AttachedFiles attached = attachedFiles(file->handle, file->stamp.bytes);
    return Pack{std::move(*file), std::move(attached)};
}

// The file whose frame begins there; `at` is moved behind it.
std::optional<AttachedFile> fileAt(const FileHandle &file, std::uint64_t &at, std::uint64_t end)
{
    if (end - at < kSkippableHeadBytes + kFixedBytes)
        return std::nullopt;
    std::string head(
        static_cast<std::size_t>(std::min<std::uint64_t>(end - at, kSkippableHeadBytes + kFixedBytes + kMaxAttachedNameBytes)),
        '\0');
    if (!file.readExactlyAt(at, head.data(), head.size()))
        return std::nullopt;
    CacheReader from(head);
    static_cast<void>(from.number<std::uint32_t>()); // that of a skippable frame: the whole head is compared below
    const auto frame = from.number<std::uint32_t>();
    const std::string_view name = from.raw(kName.size());
    const auto sum = from.number<std::uint64_t>();
    const std::string_view covered = std::string_view(head).substr(kSkippableHeadBytes + kName.size() + sizeof sum);
    AttachedFile found;
    found.sum = from.number<std::uint64_t>();
    const auto length = from.number<std::uint32_t>();
    const std::size_t headBytes = kFixedBytes + length;
    if (name != kName || length > kMaxAttachedNameBytes || frame < headBytes || frame > end - at - kSkippableHeadBytes
        || frame - headBytes > kMaxAttachedBytes || !head.starts_with(skippableHead(frame))
        || head.size() < kSkippableHeadBytes + headBytes
        || sum != checksum64(covered.substr(0, sizeof found.sum + sizeof length + length)))
        return std::nullopt;
    found.name = head.substr(kSkippableHeadBytes + kFixedBytes, length);
    found.offset = at + kSkippableHeadBytes + headBytes;
    found.bytes = frame - headBytes;
    at += kSkippableHeadBytes + frame;
    return found;
}

} // namespace

AttachedFiles attachedFiles(const FileHandle &file, std::uint64_t fileBytes)
{
    AttachedFiles found;
    const auto footer = readPackFooter(file, fileBytes);
    if (!footer || footer->sizesOffset < kSkippableHeadBytes)
        return found;
    std::uint64_t at = footer->documentBytes > 0 ? footer->documentOffset + footer->documentBytes : footer->textEnd;
    const std::uint64_t end = footer->sizesOffset - kSkippableHeadBytes;
    while (at < end && found.files.size() < kMaxFiles) {
        std::optional<AttachedFile> next = fileAt(file, at, end);
        if (!next)
            break;
        found.files.push_back(*std::move(next));
    }
    found.damaged = at != end;
    return found;
}

bool areWhole(const FileHandle &file, const AttachedFiles &attached, const JobControl &control)
{
    std::string step(kChecksumStep, '\0');
    const auto isWhole = [&](const AttachedFile &one) {
        std::uint64_t sum = 0;
        for (std::uint64_t done = 0; done < one.bytes; done += step.size()) {
            step.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kChecksumStep, one.bytes - done)));
            if (control.stopRequested() || !file.readExactlyAt(one.offset + done, step.data(), step.size()))
                return false;
            sum = checksum64(step, sum);
        }
        step.resize(kChecksumStep);
        return sum == one.sum;
    };
    return !attached.damaged && std::all_of(attached.files.begin(), attached.files.end(), isWhole);
}

std::optional<AttachedFile> attachedFile(const std::string &pack, std::string_view name)
{
    const std::optional<Pack> opened = packAt(pack);
    if (!opened)
        return std::nullopt;
    const std::vector<AttachedFile> &files = opened->attached.files;
    const auto at = std::find_if(files.begin(), files.end(), [name](const AttachedFile &file) { return file.name == name; });
    return at == files.end() ? std::nullopt : std::optional(*at);
}

std::string attachedHead(std::string_view name, std::string_view stored)
{
    CacheBytesWriter covered;
    covered.number(checksumInSteps(stored));
    covered.number(static_cast<std::uint32_t>(name.size()));
    covered.raw(name);
    CacheBytesWriter to;
    to.raw(skippableHead(static_cast<std::uint32_t>(kFixedBytes + name.size() + stored.size())));
    to.raw(kName);
    to.number(checksum64(covered.bytes()));
    to.raw(covered.bytes());
    return to.bytes();
}

bool isPack(const std::string &path)
{
    return packAt(path).has_value();
}

std::vector<std::string> attachedNames(const std::string &pack)
{
    const std::optional<Pack> opened = packAt(pack);
    std::vector<std::string> names;
    if (!opened)
        return names;
    for (const AttachedFile &file : opened->attached.files)
        names.push_back(file.name);
    return names;
}

} // namespace lamella::core
