// SPDX-License-Identifier: GPL-3.0-or-later
// First half of an import: N equal workers parse the text of the events into blocks of columns.
#pragma once

#include "core/base/WorkerThreads.h"
#include "core/import/chrome/BlockCommitter.h"
#include "core/import/chrome/ImportedBlocks.h"

#include <memory>
#include <string>
#include <vector>

namespace lamella::core {

class ParseStage {
public:
    ParseStage(std::string path, const ImportOptions &options, const JobControl &control);
    // Errors: Io, Decompress, NotATrace, Limit, Cancelled. Call once.
    [[nodiscard]] Result<void> run();

    // Valid after run(). The blocks refer to vocabularies owned by this object.
    [[nodiscard]] ImportedBlocks &imported() { return m_imported; }
    [[nodiscard]] ImportDiagnostics &diagnostics() { return m_committer->diagnostics(); }
    [[nodiscard]] BlockSplitter &splitter() { return *m_splitter; }

private:
    void work(Worker &worker);

    std::string m_path;
    const ImportOptions &m_options;
    const JobControl &m_control;
    MemoryBudget m_memory; // of the source too
    std::unique_ptr<BlockSplitter> m_splitter;
    std::unique_ptr<BlockCommitter> m_committer;
    std::vector<std::unique_ptr<BlockParser>> m_parsers;
    ImportedBlocks m_imported;
};

} // namespace lamella::core
