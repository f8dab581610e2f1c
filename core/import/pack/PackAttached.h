// SPDX-License-Identifier: GPL-3.0-or-later
// Files attached to a pack: those beside the trace that are read only when an analysis needs them, such as the memory tables of
// an Ascend folder. Each is a separate skippable frame after the document, with its name and zstd frames of its bytes. It has a
// path like a file in an archive (ArchivePath.h): "trace.zst/operator_memory.csv".
#pragma once

#include "core/base/JobControl.h"
#include "core/import/pack/PackFile.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

inline constexpr std::uint64_t kMaxAttachedBytes = std::uint64_t{2} << 30; // as stored, of a file
inline constexpr std::size_t kMaxAttachedNameBytes = 255;

struct AttachedFile {
    std::string name;
    std::uint64_t offset = 0; // of its first zstd frame
    std::uint64_t bytes = 0; // as stored
    std::uint64_t sum = 0; // checksumInSteps() of the stored bytes
};
struct AttachedFiles {
    std::vector<AttachedFile> files;
    bool damaged = false; // a head is damaged; the files after it are missing
};
// Reads their heads. None for files that are no packs.
[[nodiscard]] AttachedFiles attachedFiles(const FileHandle &file, std::uint64_t fileBytes);
// Whether the stored bytes of all files are unchanged. Also false if that cannot be determined.
[[nodiscard]] bool areWhole(const FileHandle &file, const AttachedFiles &attached, const JobControl &control);
// The file of that name in the pack at that path.
[[nodiscard]] std::optional<AttachedFile> attachedFile(const std::string &pack, std::string_view name);

// The bytes of a pack before the stored bytes of a file: the head of the skippable frame, then that of the file.
[[nodiscard]] std::string attachedHead(std::string_view name, std::string_view stored);

[[nodiscard]] bool isPack(const std::string &path); // with the parts of a pack after its text

// Names of the files attached to the pack at that path; none for files that are no packs.
[[nodiscard]] std::vector<std::string> attachedNames(const std::string &pack);

} // namespace lamella::core
