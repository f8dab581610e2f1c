// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/passes/PassBars.h"

#include "widgets/common/Counts.h"
#include "widgets/common/Sentence.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/session/SessionController.h"

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

constexpr double kSnapPx = 5;
constexpr std::uint32_t kNowhere = UINT32_MAX;

} // namespace

PassBars::PassBars(const QString &name, SessionController &controller, NavigationBus &bus, QWidget *parent)
    : Chart(name, parent)
    , m_controller(controller)
    , m_bus(bus)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&bus, &NavigationBus::selectionChanged, this, [this] { // several may change without the focus
        findAlsoSelected();
        update();
    });
}

void PassBars::setRows(std::vector<std::uint32_t> rows)
{
    m_rows = std::move(rows);
    m_positions.assign(m_data.passes.size(), kNowhere);
    for (std::size_t position = 0; position < m_rows.size(); ++position)
        m_positions[m_rows[position]] = static_cast<std::uint32_t>(position);
    findAlsoSelected();
}

void PassBars::layOut()
{
    m_layout.reset();
    if (!m_rows.empty())
        m_layout.emplace(m_data, m_rows, m_view, barsWidth(width()));
}

QRect PassBars::partRect(int part) const
{
    if (!m_layout || part < 0 || part >= partCount())
        return {};
    const auto left = barArea().left() + static_cast<int>(std::floor(m_layout->left(static_cast<std::size_t>(part))));
    return {left, 0, std::max(1, static_cast<int>(m_layout->slotPx())), height() - 1};
}

int PassBars::hitAt(QPoint position) const
{
    if (!m_layout || position.x() < barArea().left() || !rect().contains(position))
        return -1;
    const auto found = m_layout->positionAt(position.x() - barArea().left(), kSnapPx);
    return found ? static_cast<int>(*found) : -1;
}

void PassBars::pressPart(int hit)
{
    const core::Selection target = targetOf(hit);
    if (std::holds_alternative<std::monostate>(target))
        return;
    m_bus.select(target, this);
    emit activated(target);
}

QString PassBars::gestures() const
{
    return tr("Click selects, with Shift also");
}

int PassBars::partCount() const
{
    return static_cast<int>(m_rows.size());
}

int PassBars::selectedPart() const
{
    const Focus focus = m_bus.focus();
    return focus.pass == core::kNoPass || focus.device != m_data.device ? -1 : positionOf(focus.pass);
}

// -1: it has no bar here.
int PassBars::positionOf(int pass) const
{
    const auto row = m_data.rowOf(pass);
    if (!row)
        return -1;
    return m_positions[*row] == kNowhere ? -1 : static_cast<int>(m_positions[*row]);
}

void PassBars::findAlsoSelected()
{
    m_alsoSelected.clear();
    for (const core::SelectedPart &part : core::partsOf(m_bus.selection()))
        if (const auto *pass = std::get_if<core::PassSelection>(&part); pass != nullptr && pass->device == m_data.device)
            if (const int position = positionOf(pass->pass); position >= 0)
                m_alsoSelected.push_back(position);
    std::sort(m_alsoSelected.begin(), m_alsoSelected.end());
}

bool PassBars::isPartSelected(int part) const
{
    return std::binary_search(m_alsoSelected.begin(), m_alsoSelected.end(), part) || part == selectedPart();
}

core::Selection PassBars::targetOf(int hit) const
{
    if (hit < 0 || hit >= partCount())
        return {};
    return core::PassSelection{m_data.device, passOf(static_cast<std::size_t>(hit)).number};
}

QString PassBars::timesText(const StripPass &pass) const
{
    if (m_data.medianNs <= 0)
        return {};
    const double times = static_cast<double>(pass.wallNs) / static_cast<double>(m_data.medianNs);
    return QString::number(times, 'f', times < 10 ? 2 : 0);
}

QString PassBars::stateText(const StripPass &pass) const
{
    if (!pass.complete)
        return tr("partial");
    if (pass.isOutlier() || pass.isCold())
        return translatedTerm(core::stateName(pass.state));
    return {};
}

QString PassBars::partName(int part) const
{
    if (part < 0 || part >= partCount())
        return {};
    const StripPass &pass = passOf(static_cast<std::size_t>(part));
    QStringList words{passText(pass.number), durationText(pass.wallNs), translatedTerm(core::stageName(pass.stage))};
    if (const QString state = stateText(pass); !state.isEmpty())
        words << state;
    if (m_data.isMain(pass) && m_data.passes.size() > 1 && m_data.medianNs > 0)
        words << tr("%1 times the median").arg(timesText(pass));
    words << tr("%1 of %2").arg(grouped(part + 1), grouped(partCount()));
    return listText(words);
}

TipText PassBars::tipOf(int hit) const
{
    if (hit < 0 || hit >= partCount())
        return {};
    const StripPass &pass = passOf(static_cast<std::size_t>(hit));
    TipText tip;
    tip.name = tr("Pass P%1").arg(pass.number);
    QStringList where{translatedTerm(core::stageName(pass.stage))};
    if (const QString state = stateText(pass); !state.isEmpty())
        where << state;
    tip.where = where.join(QStringLiteral(" · "));
    tip.figures.emplace_back(tr("Wall"), durationText(pass.wallNs));
    if (m_data.isMain(pass) && m_data.counted > 1 && m_data.medianNs > 0) {
        const std::int64_t delta = pass.wallNs - m_data.medianNs;
        const double share = static_cast<double>(delta) / static_cast<double>(m_data.medianNs);
        const QString sign = delta < 0 ? QStringLiteral("\u2212") : QStringLiteral("+");
        tip.figures.emplace_back(
            tr("To the median"), tr("%1 (%2)").arg(sign + durationText(std::abs(delta)), signedShare(share)));
    }
    const auto [rank, all] = m_data.rankOf(m_rows[static_cast<std::size_t>(hit)]);
    if (all > 1)
        tip.figures.emplace_back(tr("Longest of its stage"),
            tr("%1 of %2").arg(grouped(static_cast<std::int64_t>(rank)), grouped(static_cast<std::int64_t>(all))));
    const auto segmentation = m_controller.segmentation();
    if (!stateText(pass).isEmpty() && pass.complete && segmentation && m_data.device.value < segmentation->devices.size())
        tip.hint = asSentence(translated(segmentation->devices[m_data.device.value].stateRule));
    else
        tip.hint = gestures();
    return tip;
}

} // namespace lamella::ui
