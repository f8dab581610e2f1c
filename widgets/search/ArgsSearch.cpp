// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/search/ArgsSearch.h"

#include "core/session/search/SearchTable.h"
#include "widgets/common/UiText.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/SessionController.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <mutex>
#include <utility>

namespace lamella::ui {

struct ArgsSearch::Finds {
    std::mutex mutex;
    std::vector<core::ArgMatch> fresh; // guarded by the mutex; not taken yet
    std::atomic<std::uint64_t> done = 0; // bytes
    std::atomic<std::uint64_t> total = 0;
};

ArgsSearch::ArgsSearch(SessionController &controller, QObject *parent)
    : QObject(parent)
    , m_controller(controller)
    , m_job(std::make_unique<JobSlot>(controller.pool()))
{
    constexpr int kPollMs = 100;
    m_poll.setInterval(kPollMs);
    connect(&m_poll, &QTimer::timeout, this, &ArgsSearch::poll);
    connect(&controller, &SessionController::sessionChanged, this, [this] {
        if (!m_controller.keepsTrace())
            clear();
    });
}

ArgsSearch::~ArgsSearch() = default;

void ArgsSearch::start(const QString &text)
{
    clear();
    m_document = m_controller.document();
    m_text = text.trimmed();
    if (!m_document || m_text.isEmpty())
        return;
    auto query = core::ArgQuery::parse(stdtext(m_text));
    if (!query) {
        end(query.error());
        return;
    }
    m_finds = std::make_shared<Finds>();
    makeTable();
    m_poll.start();
    m_job->start<core::ArgSearchResult>(
        [document = m_document, query = *std::move(query), finds = m_finds](const core::JobControl &control) {
            core::ArgSearchOptions options;
            options.maxMatches = kMaxMatches;
            const core::JobControl searching{control.stop, [finds](std::uint64_t done, std::uint64_t total) {
                                                 finds->done = done;
                                                 finds->total = total;
                                             }};
            return core::searchArgs(
                *document, query, options,
                [&finds](std::vector<core::ArgMatch> &&matches) {
                    const std::lock_guard lock(finds->mutex);
                    finds->fresh.insert(
                        finds->fresh.end(), std::make_move_iterator(matches.begin()), std::make_move_iterator(matches.end()));
                },
                searching);
        },
        [this](core::Result<core::ArgSearchResult> result) { end(std::move(result)); });
    setState(State::Running);
}

void ArgsSearch::stop()
{
    if (m_state != State::Running)
        return;
    m_job->cancel();
    m_poll.stop();
    m_complete = false;
    if (take())
        makeTable();
    setState(State::Stopped);
}

void ArgsSearch::clear()
{
    m_job->cancel();
    m_poll.stop();
    m_finds.reset();
    m_document.reset();
    m_matches.clear();
    m_text.clear();
    m_error = {};
    m_complete = true;
    const bool had = std::exchange(m_table, nullptr) != nullptr;
    if (had)
        emit found();
    setState(State::Idle);
}

double ArgsSearch::share() const
{
    const std::uint64_t total = m_finds ? m_finds->total.load() : 0;
    return total == 0 ? 0 : std::min(1.0, static_cast<double>(m_finds->done) / static_cast<double>(total));
}

void ArgsSearch::poll()
{
    if (take())
        makeTable();
    emit progressed();
}

void ArgsSearch::end(core::Result<core::ArgSearchResult> result)
{
    m_poll.stop();
    if (!result) {
        m_error = result.error();
        m_matches.clear();
        m_table.reset();
        emit found();
        setState(State::Failed);
        return;
    }
    take();
    m_complete = result->complete;
    makeTable(&*result);
    setState(State::Done);
}

bool ArgsSearch::take()
{
    const std::lock_guard lock(m_finds->mutex);
    if (m_finds->fresh.empty())
        return false;
    m_matches.insert(
        m_matches.end(), std::make_move_iterator(m_finds->fresh.begin()), std::make_move_iterator(m_finds->fresh.end()));
    m_finds->fresh.clear();
    return true;
}

void ArgsSearch::makeTable(const core::ArgSearchResult *result)
{
    auto table = std::make_shared<core::ReportTable>(core::emptySearchTable());
    table->keepAlive(m_document);
    core::appendMatches(*table, *m_document, m_matches);
    if (result != nullptr)
        core::endSearchTable(*table, *result);
    table->addProvenance("args", stdtext(m_text));
    m_table = std::move(table);
    emit found();
}

void ArgsSearch::setState(State state)
{
    m_state = state;
    emit stateChanged();
}

} // namespace lamella::ui
