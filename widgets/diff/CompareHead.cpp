// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/diff/CompareHead.h"

#include "widgets/common/Counts.h"
#include "widgets/common/Icons.h"
#include "widgets/common/UiText.h"
#include "widgets/diff/CompareHeadParts.h"
#include "widgets/diff/DiffTableModel.h"
#include "widgets/session/RecentFiles.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

#include <algorithm>
#include <cstdlib>

namespace lamella::ui {

namespace {

constexpr TextPx kHeightPx{50};
constexpr int kMaxPassesInMenu = 40;

QString shareText(const core::Figure &figure)
{
    return figure.aNs() > 0
        ? QStringLiteral(" (%1)").arg(signedShare(static_cast<double>(figure.deltaNs()) / static_cast<double>(figure.aNs())))
        : QString();
}

} // namespace

CompareHead::CompareHead(CompareResults &results, NavigationBus &bus, const RecentFiles &recent, QWidget *parent)
    : QWidget(parent)
    , m_results(results)
    , m_compare(results.compare())
    , m_bus(bus)
    , m_recent(recent)
{
    setObjectName(QStringLiteral("compareHead"));
    followTextSize(*this, [this] { setFixedHeight(kHeightPx); });
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 1);
    row->setSpacing(0);
    const auto chip = [&](const QString &side, bool ofA) {
        auto *made = new CompareChip(side, this);
        made->setMenu(new QMenu(made));
        connect(made->menu(), &QMenu::aboutToShow, this, [this, made, ofA] { fillMenu(*made->menu(), ofA); });
        row->addWidget(made);
        return made;
    };
    m_a = chip(QStringLiteral("A"), true);
    m_swap = new QToolButton(this);
    m_swap->setObjectName(QStringLiteral("compareSwap"));
    m_swap->setIcon(icon(QStringLiteral("diff")));
    m_swap->setAutoRaise(true);
    m_swap->setToolTip(tr("Swap A and B"));
    m_swap->setAccessibleName(m_swap->toolTip());
    m_swap->setFocusPolicy(Qt::TabFocus);
    connect(m_swap, &QToolButton::clicked, &m_compare, &CompareController::swapSides);
    row->addWidget(m_swap);
    m_b = chip(QStringLiteral("B"), false);
    m_verdict = new HeadCell(this);
    m_verdict->setObjectName(QStringLiteral("compareVerdict"));
    m_noise = new HeadCell(this);
    m_dots = new PassDots(this);
    m_others = new HeadCell(this);
    row->addWidget(m_verdict);
    row->addWidget(m_noise);
    row->addWidget(m_dots, 1);
    row->addWidget(m_others);
    connect(&results, &CompareResults::changed, this, &CompareHead::follow);
    connect(&m_compare, &CompareController::changed, this, &CompareHead::follow);
    connect(m_dots, &PassDots::passActivated, &results, &CompareResults::choosePass);
    follow();
}

// Of the passes, also where layers of two traces are compared: the inspector has that of the layers.
const CompareVerdict *CompareHead::shownVerdict() const
{
    const auto &verdict = m_results.verdict();
    if (!verdict)
        return nullptr;
    return verdict->ofWholePasses ? verdict->ofWholePasses.get() : &*verdict;
}

QString CompareHead::verdict() const
{
    const CompareVerdict *verdict = shownVerdict();
    if (verdict == nullptr)
        return {};
    const core::Figure &figure = verdict->figure;
    const std::int64_t delta = figure.deltaNs();
    if (delta == 0)
        return tr("A and B take equally long");
    if (figure.verdict == core::Verdict::Unchanged)
        return tr("unchanged, within noise: %1").arg(signedDuration(delta)) + shareText(figure);
    const QString size = durationText(std::abs(delta));
    return (delta < 0 ? tr("B is faster by %1") : tr("B is slower by %1")).arg(size) + shareText(figure);
}

QString CompareHead::fileOf(bool ofA) const
{
    const bool second = m_compare.hasSecond() && ofA == m_compare.swapped();
    const QString path = second ? m_compare.second().path() : m_compare.first().path();
    return path.isEmpty() ? tr("no trace") : traceStem(path);
}

QString CompareHead::passesOf(bool ofA) const
{
    const auto &verdict = m_results.verdict();
    const auto &shown = m_results.shown();
    if (!shown && m_compare.isAtBaseline()) {
        const bool ofBaseline = ofA == m_compare.swapped();
        return ofBaseline ? tr("baseline · %1").arg(compareText(*m_compare.baseline()))
                          : tr("%1, selected").arg(compareText(ofA ? m_compare.placeA() : m_compare.placeB()));
    }
    if (!shown || shown->outcome->passes.size() != 1)
        return m_compare.second().state() == SessionController::State::Loading && !ofA ? tr("loading…") : tr("nothing selected");
    const core::PassDiff &diff = shown->outcome->passes.front();
    const core::Pass &pass = *(ofA ? diff.passes.a : diff.passes.b).pass;
    if (!verdict)
        return tr("%1 shown").arg(passText(pass.number));
    const auto count = (ofA ? verdict->a : verdict->b).size();
    const QString stage = translatedTerm(core::stageName(pass.stage));
    const QString shownPass = verdict->ofLayer()
        ? QStringLiteral("%1 %2").arg(passText(pass.number), layerText(ofA ? verdict->layerA : verdict->layerB))
        : passText(pass.number);
    const QString text = count == 1
        ? tr("%1 of %2").arg(shownPass, stage)
        : tr("%1 %2 passes, %3 shown").arg(grouped(static_cast<std::int64_t>(count)), stage, shownPass);
    return ofA ? tr("baseline · %1").arg(text) : text;
}

void CompareHead::follow()
{
    const CompareVerdict *verdict = shownVerdict();
    m_a->show(fileOf(true), passesOf(true));
    m_b->show(fileOf(false), passesOf(false));
    if (verdict == nullptr) {
        m_verdict->show(tr("Comparison"),
            m_compare.first().session() ? tr("select a pass or layer, or open a second trace") : tr("no trace"));
        m_noise->show({}, {});
        m_dots->show({}, {});
        m_others->show({}, {});
        fit();
        return;
    }
    const QString stage = sentenceCase(translatedTerm(core::stageName(verdict->stage)));
    const QString layers = verdict->layerA == verdict->layerB
        ? layerText(verdict->layerA)
        : tr("%1 and %2").arg(layerText(verdict->layerA), layerText(verdict->layerB));
    m_verdict->show((verdict->ofPasses               ? tr("%1, medians")
                            : verdict->againstMedian ? tr("%1, against the median")
                                                     : tr("%1, the pair"))
                        .arg(verdict->ofLayer() ? layers : stage),
        this->verdict());
    m_noise->show(verdict->noiseAssumed ? tr("Noise, 2 % assumed: fewer than %1 passes").arg(core::kMinPasses) : tr("Noise"),
        QStringLiteral("±") + durationText(verdict->figure.noiseNs));
    m_dots->show(verdict->a, verdict->b);
    QStringList others;
    QString title;
    for (const core::StageComparison &other : verdict->others) {
        const auto median = std::find_if(other.figures.begin(), other.figures.end(),
            [](const core::Figure &figure) { return figure.measure == core::Measure::Median; });
        if (median == other.figures.end())
            continue;
        title = sentenceCase(translatedTerm(core::stageName(other.stage)));
        others << signedDuration(median->deltaNs()) + shareText(*median);
    }
    m_others->show(others.size() == 1 ? title : tr("%1 further stages").arg(others.size()),
        others.isEmpty() ? QString() : others.join(QStringLiteral(" · ")));
    m_verdict->setToolTip(verdict->ofPasses
            ? tr("Δ of the medians over the passes; everything below is of the pair of passes shown")
            : verdict->againstMedian ? tr("Δ to the median over the passes; everything below is of the pair of passes shown")
                                     : tr("Δ of the pair shown, as everything below"));
    m_noise->setToolTip(tr("Three standard errors of the difference, at least 1 % of A"));
    fit();
}

// The chips keep their words; further stages, dots and noise go first.
void CompareHead::fit()
{
    const bool any = m_results.verdict().has_value();
    QWidget *const optional[] = {m_others, m_dots, m_noise};
    m_others->setVisible(any && !m_others->isEmpty());
    m_dots->setVisible(any);
    m_noise->setVisible(any);
    for (QWidget *one : optional) {
        layout()->invalidate();
        if (layout()->minimumSize().width() <= width())
            return;
        one->hide();
    }
}

void CompareHead::fillMenu(QMenu &menu, bool ofA)
{
    menu.clear();
    qDeleteAll(menu.findChildren<QMenu *>(QString(), Qt::FindDirectChildrenOnly));
    addPasses(menu, ofA);
    menu.addSeparator();
    menu.addAction(icon(QStringLiteral("open")), tr("&Open another trace…"), this, &CompareHead::openRequested);
    QMenu *recent = menu.addMenu(tr("&Recent"));
    for (const RecentFile &file : m_recent.files()) {
        if (file.path == m_compare.first().path() || !QFileInfo::exists(file.path))
            continue;
        QString name = QFileInfo(file.path).fileName();
        recent->addAction(
            name.replace(u'&', QStringLiteral("&&")), this, [this, path = file.path] { m_compare.openSecond(path); });
    }
    recent->setEnabled(!recent->isEmpty());
    if (m_compare.hasSecond())
        menu.addAction(tr("&Close the second trace"), &m_compare, &CompareController::closeSecond);
}

void CompareHead::addPasses(QMenu &menu, bool ofA)
{
    const auto segmentation = ofA ? m_compare.segmentationA() : m_compare.segmentationB();
    if (!segmentation || !segmentation->mainDevice.valid())
        return;
    const ComparePlace now = ofA ? m_compare.placeA() : m_compare.placeB();
    const core::DeviceSegmentation &device = segmentation->devices[segmentation->mainDevice.value];
    QMenu *passes = menu.addMenu(tr("&Pass"));
    int shown = 0;
    for (const core::Pass &pass : device.passes) {
        if (++shown > kMaxPassesInMenu)
            break;
        const QString text =
            QStringLiteral("%1 %2 · %3")
                .arg(passText(pass.number), translatedTerm(core::stageName(pass.stage)), durationText(pass.range.length().value));
        QAction *action = passes->addAction(text, this, [this, ofA, place = ComparePlace{pass.number, now.layer, device.device}] {
            ofA ? m_compare.setPlaceA(place) : m_compare.setPlaceB(place);
        });
        action->setCheckable(true);
        action->setChecked(now.pass == pass.number);
    }
    passes->setEnabled(!passes->isEmpty());
}

void CompareHead::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = Theme::current();
    painter.fillRect(rect(), theme.base);
    painter.fillRect(0, height() - 1, width(), 1, theme.separator);
}

void CompareHead::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_results.setWatched(true);
}

void CompareHead::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_results.setWatched(false);
}

void CompareHead::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fit();
}

} // namespace lamella::ui
