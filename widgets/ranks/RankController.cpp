// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/RankController.h"

#include "core/import/ImporterRegistry.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/session/CacheSettingsStore.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/SessionController.h"

#include <QFile>
#include <QThreadPool>

#include <algorithm>
#include <mutex>
#include <utility>

namespace lamella::ui {

struct RankController::Opening {
    QString path; // as in SessionController::loadingPath()
    std::mutex mutex;
    std::vector<core::RankLoad> loads; // guarded by the mutex
    std::shared_ptr<core::RankSet> set; // guarded by the mutex
};

struct RankController::Ready {
    std::shared_ptr<const core::Segmentation> segmentation;
    std::shared_ptr<const core::KernelNames> names;
};

RankController::RankController(SessionController &controller, NavigationBus &bus, QObject *parent)
    : QObject(parent)
    , m_controller(controller)
    , m_bus(bus)
    , m_job(std::make_unique<JobSlot>(controller.pool()))
{
    connect(&controller, &SessionController::sessionChanged, this, &RankController::followSession);
    connect(&controller, &SessionController::progressChanged, this, [this] {
        if (!m_opening || m_opening->path != m_controller.loadingPath())
            return;
        std::vector<core::RankLoad> loads;
        {
            const std::lock_guard lock(m_opening->mutex);
            loads = m_opening->loads;
        }
        emit loadsChanged(loads);
    });
    connect(&controller, &SessionController::stateChanged, this, [this](SessionController::State state) {
        if (state != SessionController::State::Loading) // loaded (handled by followSession()), failed or cancelled
            m_opening.reset();
    });
    connect(&bus, &NavigationBus::focusChanged, this, [this](const Focus &focus) {
        if (!m_set || m_set->members()[m_current].device == focus.device || !focus.device.valid())
            return;
        // Several ranks in one file: the selection may have moved to the device of another.
        const auto &members = m_set->members();
        for (std::size_t row = 0; row < members.size(); ++row)
            if (members[row].session == m_controller.session() && members[row].device == focus.device) {
                m_current = row;
                emit currentChanged();
            }
    });
}

RankController::~RankController() = default;

void RankController::open(
    const QStringList &inputs, const core::SessionOptions &options, const std::map<std::string, core::SessionOptions> &own)
{
    auto opening = std::make_shared<Opening>();
    opening->path = inputs.value(0);
    std::vector<std::string> files;
    for (const QString &input : inputs)
        files.push_back(QFile::encodeName(input).toStdString());
    m_opening = opening;
    m_controller.openWith(inputs.value(0),
        [opening, files, options, own, cache = cacheSettings()](
            const core::JobControl &reading) -> core::Result<std::shared_ptr<core::AnalysisSession>> {
            core::RankOpenOptions open;
            open.session = options;
            open.own = own;
            open.cache = cache;
            open.opened = [settings = open.cache](const core::OpenedTrace &opened) {
                cacheOpened(opened.document, {settings, opened.stored, opened.ticket});
            };
            open.progress = [opening](const std::vector<core::RankLoad> &loads) {
                const std::lock_guard lock(opening->mutex);
                opening->loads = loads;
            };
            auto set = core::RankSet::open(files, open, reading);
            if (!set)
                return set.error();
            const std::lock_guard lock(opening->mutex);
            opening->set = *set;
            return (*set)->members().front().session;
        });
}

QStringList RankController::notes() const
{
    QStringList notes;
    if (m_given)
        for (const core::RankNote &note : m_given->notes())
            if (note.serious)
                notes << translated(note.sentence);
    return notes;
}

void RankController::followSession()
{
    if (m_switching)
        return;
    const auto session = m_controller.session();
    if (m_opening && m_opening->set && session == m_opening->set->members().front().session) {
        m_given = m_opening->set;
        m_opening.reset();
        adopt(m_given->members().size() > 1 ? m_given : nullptr);
        return;
    }
    if (m_set && session) // new segmentation of the same trace: the ranks stay
        for (const core::RankMember &member : m_set->members())
            if (&member.session->document() == &session->document()) {
                takeSegmentation();
                return;
            }
    m_given.reset();
    adopt(nullptr);
    lookForDevices();
}

// From now on the rank has this segmentation, also when it is shown again after another rank.
void RankController::takeSegmentation()
{
    const auto session = m_controller.session();
    const auto segmentation = m_controller.segmentation();
    if (!segmentation)
        return;
    m_set = m_set->with(session, *segmentation);
    for (std::size_t row = 0; row < m_ready.size(); ++row)
        if (m_set->members()[row].session == session)
            m_ready[row] = {segmentation, m_controller.names()};
    emit currentChanged(); // a new set() with the same ranks
}

// One file may contain several ranks.
void RankController::lookForDevices()
{
    m_job->cancel();
    const auto session = m_controller.session();
    if (!session || session->document().devices.size() < 2)
        return;
    using Set = std::shared_ptr<core::RankSet>;
    m_job->start<Set>([session](const core::JobControl &) -> core::Result<Set> { return core::RankSet::of({session}); },
        [this, session](core::Result<Set> set) {
            if (set && session == m_controller.session() && (*set)->members().size() > 1)
                adopt(*set);
        });
}

void RankController::adopt(std::shared_ptr<core::RankSet> set)
{
    auto setBefore = std::exchange(m_set, std::move(set));
    auto readyBefore = std::exchange(m_ready, {});
    m_current = 0;
    if (m_set) {
        const auto segmentation = m_controller.segmentation();
        for (std::size_t row = 0; row < m_set->members().size(); ++row) {
            const core::RankMember &member = m_set->members()[row];
            if (member.session == m_controller.session()) { // views may be using this session, so it is not waited for
                m_ready.push_back({segmentation, m_controller.names()});
            } else {
                const auto ready = member.session->segmentation(); // already computed when the set was opened
                m_ready.push_back({ready ? *ready : nullptr, member.session->kernelNames()});
            }
            if (member.session == m_controller.session() && segmentation && member.device == segmentation->mainDevice)
                m_current = row;
        }
    }
    emit ranksChanged();
    emit currentChanged();
    if (setBefore) // freed on a worker, as the trace of the window is: it may be the last to hold its sessions
        m_controller.pool().start([setBefore = std::move(setBefore), readyBefore = std::move(readyBefore)]() mutable {
            readyBefore.clear();
            setBefore.reset();
        });
}

// The focused pass and layer on another rank, by number. Numbers differ if passes were recorded on one rank only, so a target
// from the caller is preferable.
std::optional<core::Selection> RankController::sameplace(std::size_t row) const
{
    const Focus focus = m_bus.focus();
    const core::RankMember &member = m_set->members()[row];
    if (focus.pass == core::kNoPass || !m_ready[row].segmentation
        || m_ready[row].segmentation->pass(member.device, focus.pass) == nullptr)
        return std::nullopt;
    if (focus.layer == core::kNoLayer)
        return core::PassSelection{member.device, focus.pass};
    return core::LayerSelection{member.device, focus.pass, focus.layer};
}

void RankController::show(std::size_t row, const std::optional<core::Selection> &target)
{
    if (!m_set || row >= m_set->members().size() || !m_ready[row].segmentation)
        return;
    const core::RankMember &member = m_set->members()[row];
    const std::optional<core::Selection> place = target ? target : sameplace(row);
    const bool changed = row != m_current;
    bool other = false;
    m_current = row;
    if (member.session != m_controller.session()
        && (!m_controller.session() || &m_controller.session()->document() != &member.session->document())) {
        emit switching();
        m_switching = true;
        m_controller.showSession(
            QFile::decodeName(member.path.c_str()), member.session, m_ready[row].segmentation, m_ready[row].names);
        m_switching = false;
        other = true;
    }
    if (place)
        m_bus.select(*place, this);
    if (other)
        emit switched();
    if (changed)
        emit currentChanged();
}

} // namespace lamella::ui
