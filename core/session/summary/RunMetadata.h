// SPDX-License-Identifier: GPL-3.0-or-later
// Facts about a run that are not in its trace: git commit, engine, tags, a note. Given on the command line, or in a file beside
// the trace.
#pragma once

#include "core/base/Message.h"
#include "core/base/Result.h"

#include <string>
#include <utility>
#include <vector>

namespace lamella::core {

using RunMetadata = std::vector<std::pair<std::string, std::string>>; // key and value, in the order given

// "trace.json.gz" -> "trace.json.gz.meta.json": one object whose members are strings, numbers or booleans.
[[nodiscard]] std::string runMetadataFile(const std::string &tracePath);

// The metadata of that file, empty if there is none, with those of `given` in place of members of the same key and after them.
// Errors: Io, Limit, Syntax (also if it contains anything else than such an object).
Result<RunMetadata> runMetadata(const std::string &tracePath, const RunMetadata &given);

// "Run: git_sha: 1a2b3c; engine: vllm 0.11"; empty without metadata.
[[nodiscard]] Message metadataSentence(const RunMetadata &metadata);

} // namespace lamella::core
