// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/ParseStage.h"

#include "core/import/OpenByteSource.h"

#include <algorithm>

namespace lamella::core {

ParseStage::ParseStage(std::string path, const ImportOptions &options, const JobControl &control)
    : m_path(std::move(path))
    , m_options(options)
    , m_control(control)
    , m_memory(options.limits)
{
}

Result<void> ParseStage::run()
{
    Result<std::unique_ptr<ByteSource>> source = openByteSource(m_path, m_options.limits);
    if (!source)
        return source.error();
    m_memory.boundByFile((*source)->stamp().bytes);
    (*source)->useControl(m_control, m_options.workers, m_memory);
    m_splitter = std::make_unique<BlockSplitter>(std::move(*source), m_options, m_path);
    if (Result<void> opened = m_splitter->open(m_control.stop); !opened)
        return opened;

    const WorkersWanted workers = workersWanted(std::min(m_options.workers, kMaxWorkers));
    m_committer = std::make_unique<BlockCommitter>(*m_splitter, m_options, m_control, workers.max, m_memory);
    for (unsigned i = 0; i < workers.max; ++i)
        m_parsers.push_back(
            std::make_unique<BlockParser>(i, m_options.limits.maxEventBytes, static_cast<bool>(m_options.preview)));
    runOnThreads(
        workers, [this](Worker &worker) { work(worker); }, [this] { m_committer->abort(); });
    if (m_control.stopRequested())
        return Error{ErrorCode::Cancelled, "cancelled", m_path};
    if (const std::optional<Error> error = m_committer->error())
        return *error;

    m_imported.blocks = std::move(m_committer->blocks());
    for (const auto &parser : m_parsers)
        m_imported.vocabularies.push_back(&parser->vocabulary());
    m_imported.vocabularies.push_back(&m_committer->repairVocabulary());
    m_imported.firstSeenComplete = !m_committer->discardedAny();
    m_imported.workers = workers;
    m_imported.stop = m_control.stop;
    return {};
}

void ParseStage::work(Worker &worker)
{
    BlockParser &parser = *m_parsers[worker.number()];
    BlockParser::Mode mode;
    mode.bareArray = m_splitter->scanner().bareArray();
    mode.traceInList = m_splitter->scanner().traceInList();
    while (!m_control.stopRequested()) {
        std::unique_ptr<TextBlock> block = m_committer->acquire();
        if (!block)
            return;
        const Result<bool> more = m_splitter->next(*block);
        if (!more) {
            m_committer->fail(more.error());
            return;
        }
        if (!*more)
            return;
        ParsedBlock parsed;
        if (block->made) {
            Result<ParsedBlock> taken = parser.take(*m_splitter->eventBlocks(), *block);
            if (!taken) {
                m_committer->fail(taken.error());
                return;
            }
            parsed = std::move(*taken);
        } else if (!m_committer->behindEvents()) {
            parsed = parser.parse(*block, mode);
        }
        m_committer->deliver(std::move(block), std::move(parsed));
        worker.spawnMoreWorkers();
    }
    m_committer->abort();
}

} // namespace lamella::core
