// SPDX-License-Identifier: GPL-3.0-or-later
// The list of importers, and the one way to open a trace.
#pragma once

#include "core/import/TraceImporter.h"

namespace lamella::core {

// Errors as TraceImporter::read, plus NotATrace when no importer knows the content (says what the file looks like and
// what can be opened) and Io for a missing file or a directory.
Result<std::shared_ptr<const TraceDocument>> openTrace(
    const std::string &path, const ImportOptions &options = {}, const JobControl &control = {});

} // namespace lamella::core
