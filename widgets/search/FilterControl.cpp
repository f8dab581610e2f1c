// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/search/FilterControl.h"

#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"

#include <algorithm>
#include <utility>

namespace lamella::ui {

FilterControl::FilterControl(SessionController &controller, NavigationBus &bus, QObject *parent)
    : QObject(parent)
    , m_controller(controller)
    , m_bus(bus)
    , m_job(std::make_unique<JobSlot>(controller.pool()))
{
    connect(&controller, &SessionController::sessionChanged, this, [this] {
        if (m_controller.keepsTrace())
            find(); // passes and stages may differ
        else
            clear();
    });
    connect(&bus, &NavigationBus::filtersRestored, this, &FilterControl::restore);
}

FilterControl::~FilterControl() = default;

void FilterControl::setText(const QString &text)
{
    if (text == m_text)
        return;
    m_text = text;
    apply();
}

bool FilterControl::keep()
{
    const QString text = m_text.trimmed();
    if (text.isEmpty() || !m_error.isEmpty())
        return false;
    if (!m_kept.contains(text))
        m_kept << text;
    m_text.clear();
    m_bus.noteFilters(m_kept);
    apply();
    return true;
}

void FilterControl::remove(int kept)
{
    if (kept < 0 || kept >= m_kept.size())
        return;
    m_kept.removeAt(kept);
    m_bus.noteFilters(m_kept);
    apply();
}

void FilterControl::clear()
{
    const bool had = !m_kept.isEmpty();
    m_text.clear();
    m_kept.clear();
    if (had)
        m_bus.noteFilters(m_kept);
    apply();
}

void FilterControl::restore(const QStringList &kept)
{
    m_kept = kept;
    apply();
}

void FilterControl::apply()
{
    m_keptFilter = {};
    for (const QString &text : std::as_const(m_kept))
        if (auto part = core::KernelFilter::parse(stdtext(text)))
            m_keptFilter = m_keptFilter.with(*part);
    auto typed = core::KernelFilter::parse(stdtext(m_text));
    m_error = typed ? QString() : filterProblem(typed.error());
    if (typed)
        m_typed = *typed;
    const std::string before = m_filter.text();
    m_filter = m_keptFilter.with(m_typed);
    if (m_filter.text() != before)
        find(); // before the signal: receivers must not use the previous filter's matches
    emit filterChanged();
}

QString FilterControl::wholeText() const
{
    return qtext(m_filter.text());
}

QString FilterControl::keptText() const
{
    return qtext(m_keptFilter.text());
}

void FilterControl::find()
{
    m_job->cancel();
    m_pendingStep = 0;
    const auto document = m_controller.document();
    const auto names = m_controller.names();
    const auto segmentation = m_controller.segmentation();
    if (m_filter.empty() || !document || !names || !segmentation) {
        const bool had = m_matches != nullptr || m_finding;
        m_finding = false;
        m_matches.reset();
        if (had)
            emit matchesChanged();
        return;
    }
    m_finding = true;
    using Found = std::shared_ptr<const core::KernelMatches>;
    m_job->start<Found>(
        [document, names, segmentation, filter = m_filter](const core::JobControl &control) -> core::Result<Found> {
            auto found = core::matchingKernels(filter, *document, *names, *segmentation, control);
            if (!found)
                return found.error();
            return Found(std::make_shared<const core::KernelMatches>(std::move(*found)));
        },
        [this](core::Result<Found> found) { take(found ? *found : nullptr); });
}

void FilterControl::take(std::shared_ptr<const core::KernelMatches> found)
{
    m_finding = false;
    m_matches = std::move(found);
    emit matchesChanged();
    if (const int by = std::exchange(m_pendingStep, 0); by != 0)
        step(by);
}

qsizetype FilterControl::position() const
{
    const auto *kernel = std::get_if<core::KernelSelection>(&m_bus.selection());
    if (m_finding || !m_matches || kernel == nullptr || !m_matches->holds(kernel->kernel))
        return -1;
    const auto &all = m_matches->kernels;
    return std::lower_bound(all.begin(), all.end(), kernel->kernel) - all.begin();
}

void FilterControl::step(int by)
{
    if (m_finding) {
        m_pendingStep = by;
        return;
    }
    if (!m_matches || m_matches->kernels.empty())
        return;
    const auto &all = m_matches->kernels;
    const auto count = static_cast<qsizetype>(all.size());
    qsizetype next = position();
    if (next >= 0) {
        next = (next + by + count) % count;
    } else {
        // Relative to the selection: the first match that begins with it or later, or the last one before it.
        const auto document = m_controller.document();
        const auto at = std::partition_point(all.begin(), all.end(),
            [&](core::KernelId kernel) { return document->kernels.start[kernel.value] < m_bus.selectedRange().begin.value; });
        next = (at - all.begin() + (by < 0 ? -1 : 0) + count) % count;
    }
    m_bus.select(core::KernelSelection{all[static_cast<std::size_t>(next)]}, this);
}

} // namespace lamella::ui
