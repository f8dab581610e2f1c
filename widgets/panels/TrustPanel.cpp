// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/TrustPanel.h"

#include "core/analysis/Coverage.h"
#include "core/base/Format.h"
#include "core/import/nsys/StatsImporter.h"
#include "core/session/ascend/AscendOutputs.h"
#include "widgets/common/FactGrid.h"
#include "widgets/common/IconRow.h"
#include "widgets/common/LinkButton.h"
#include "widgets/common/Sentence.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/panels/TrustRows.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/SessionController.h"

#include <QFileInfo>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr int kLabelWidth = 84;
constexpr double kEnoughInPasses = 0.9;
constexpr double kEnoughNamed = 0.95;
constexpr double kEnoughLaunches = 0.5;
constexpr std::int64_t kCoarseNs = 100;
constexpr int kMaxFaults = 5; // per file, in the tooltip

QWidget *listBox(QWidget *parent)
{
    auto *box = new QWidget(parent);
    auto *layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    return box;
}

} // namespace

TrustPanel::TrustPanel(SessionController &controller, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_job(std::make_unique<JobSlot>(controller.pool()))
{
    auto *scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setAccessibleName(tr("Trust: evidence, coverage, diagnostics"));
    m_content = new QWidget(scroll);
    m_content->setBackgroundRole(QPalette::Base);
    m_content->setAutoFillBackground(true);
    auto *column = new QVBoxLayout(m_content);
    column->setContentsMargins(8, 10, 8, 10);
    column->setSpacing(6);
    m_doubt = new DoubtBox(m_content);
    m_bar = new ConfidenceBar(kLabelWidth, m_content);
    m_evidence = new FactGrid(kLabelWidth, m_content);
    m_checks = listBox(m_content);
    m_coverage = new FactGrid(0, m_content);
    m_diagnostics = listBox(m_content);
    column->addWidget(m_doubt);
    column->addWidget(m_bar);
    column->addWidget(m_evidence);
    column->addWidget(m_checks);
    m_choose = link(tr("Choose the layers…"), "trustLayers", [this] { emit layersRequested(); });
    column->addWidget(m_choose, 0, Qt::AlignLeft);
    column->addSpacing(6);
    column->addWidget(sectionTitle(tr("Coverage"), m_content));
    column->addWidget(m_coverage);
    m_unnamed = link(tr("Unnamed kernels by time"), "trustUnnamed", [this] { emit tableRequested(QStringLiteral("unnamed")); });
    m_unnamed->setVisible(false);
    column->addWidget(m_unnamed, 0, Qt::AlignLeft);
    m_figures = link(
        tr("Against the profiler's own figures"), "trustFigures", [this] { emit tableRequested(QStringLiteral("consistency")); });
    m_summaries =
        link(tr("Summary reports as a table"), "trustSummaries", [this] { emit tableRequested(QStringLiteral("stats")); });
    column->addWidget(m_figures, 0, Qt::AlignLeft);
    column->addWidget(m_summaries, 0, Qt::AlignLeft);
    column->addSpacing(6);
    column->addWidget(sectionTitle(tr("Diagnostics"), m_content));
    column->addWidget(m_diagnostics);
    column->addWidget(
        link(tr("All of it as a table"), "trustTable", [this] { emit tableRequested(QStringLiteral("diagnostics")); }), 0,
        Qt::AlignLeft);
    m_copyTitle = sectionTitle(tr("Cache"), m_content);
    m_copy = listBox(m_content);
    m_copy->setObjectName(QStringLiteral("trustCopy"));
    column->addSpacing(6);
    column->addWidget(m_copyTitle);
    column->addWidget(m_copy);
    column->addStretch(1);
    scroll->setWidget(m_content);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
    connect(m_doubt, &DoubtBox::candidateRequested, this, &TrustPanel::candidateRequested);
    connect(m_doubt, &DoubtBox::layersRequested, this, &TrustPanel::layersRequested);
    connect(&controller, &SessionController::sessionChanged, this, &TrustPanel::refresh);
    connect(&controller, &SessionController::cacheUseChanged, this, &TrustPanel::showCopy);
    refresh();
}

TrustPanel::~TrustPanel() = default;

QWidget *TrustPanel::link(const QString &text, const char *name, const std::function<void()> &act)
{
    auto *button = new LinkButton(text, m_content);
    button->setObjectName(QLatin1String(name));
    connect(button, &QToolButton::clicked, this, act);
    return button;
}

void TrustPanel::refresh()
{
    m_job->cancel();
    m_evidence->clear();
    m_coverage->clear();
    clearRows(*m_checks);
    clearRows(*m_diagnostics);
    m_content->setVisible(m_controller.document() != nullptr);
    if (!m_controller.document())
        return;
    m_figures->setVisible(!core::ascendKernelTableOf(*m_controller.document()).empty());
    m_summaries->setVisible(core::isStatsText(*m_controller.document()));
    showEvidence();
    startCoverage();
    showDiagnostics();
    showCopy();
}

// Source of the figures: the file itself or its cache entry.
void TrustPanel::showCopy()
{
    clearRows(*m_copy);
    const CacheUse &use = m_controller.cacheUse();
    const QString text = copyText(use);
    m_copyTitle->setVisible(!text.isEmpty());
    if (text.isEmpty())
        return;
    const bool isOdd = !use.note.empty() || !use.failed.empty();
    auto *row = new IconRow(isOdd ? QStringLiteral("warning") : QStringLiteral("check"),
        isOdd ? IconRow::Tone::Warning : IconRow::Tone::Ok, text, {}, m_copy);
    row->setToolTip(text);
    m_copy->layout()->addWidget(row);
}

void TrustPanel::showEvidence()
{
    const auto segmentation = m_controller.segmentation();
    m_bar->setConfidence(segmentation->confidence);
    m_doubt->setSegmentation(*segmentation);
    m_choose->setVisible(m_doubt->isHidden()); // the box above has the button then
    FactOptions full;
    full.tooltip = qtext(segmentation->anchorText);
    m_evidence->add(tr("Evidence"), translatedTerm(core::evidenceName(segmentation->evidence)));
    m_evidence->add(tr("Profile"), qtext(segmentation->profileName));
    if (!segmentation->anchorText.empty())
        m_evidence->add(tr("Anchor"), qtext(segmentation->anchorText), full);
    if (!segmentation->whyNone.empty())
        m_evidence->add(tr("No passes"), asSentence(translated(segmentation->whyNone)));
    if (segmentation->mainDevice.valid() && !segmentation->devices[segmentation->mainDevice.value].stateRule.empty()) {
        FactOptions rule;
        rule.tooltip = translated(segmentation->devices[segmentation->mainDevice.value].stateRule);
        m_evidence->add(tr("Steady rule"), rule.tooltip, rule);
    }
    if (segmentation->mainDevice.valid() && !segmentation->devices[segmentation->mainDevice.value].selectedWhy.empty()) {
        FactOptions why;
        why.tooltip = translated(segmentation->devices[segmentation->mainDevice.value].selectedWhy);
        m_evidence->add(tr("Chosen pass"),
            passText(segmentation->devices[segmentation->mainDevice.value].selectedPass) + QStringLiteral(": ") + why.tooltip,
            why);
    }
    for (const core::SegmentationCheck &check : segmentation->checks) {
        auto *row = new IconRow(check.ok ? QStringLiteral("check") : QStringLiteral("warning"),
            check.ok ? IconRow::Tone::Ok : IconRow::Tone::Warning, translated(check.sentence), {}, m_checks);
        row->setToolTip(translated(check.sentence));
        m_checks->layout()->addWidget(row);
    }
    showProfileFaults();
}

// The user's files that could not be used: one row each, with the first error.
void TrustPanel::showProfileFaults()
{
    const std::vector<core::ProfileFault> &faults = m_controller.session()->profiles().faults;
    for (std::size_t i = 0; i < faults.size(); ++i) {
        if (i > 0 && faults[i].file == faults[i - 1].file)
            continue;
        QStringList said;
        for (std::size_t k = i; k < faults.size() && faults[k].file == faults[i].file && said.size() < kMaxFaults; ++k)
            said << errorText(faults[k].error());
        auto *row = new IconRow(QStringLiteral("warning"), IconRow::Tone::Warning,
            tr("Profile %1 is left out: %2").arg(QFileInfo(qtext(faults[i].file)).fileName(), translated(faults[i].problem)), {},
            m_checks);
        row->setObjectName(QStringLiteral("profileFault"));
        row->setToolTip(said.join(u'\n'));
        row->setAccessibleDescription(said.join(u'\n'));
        m_checks->layout()->addWidget(row);
    }
}

void TrustPanel::startCoverage()
{
    m_job->start<core::Coverage>(
        [document = m_controller.document(), names = m_controller.names(), segmentation = m_controller.segmentation()](
            const core::JobControl &) -> core::Result<core::Coverage> {
            return core::coverage(*document, *names, *segmentation);
        },
        [this](const core::Result<core::Coverage> &result) {
            if (!result)
                return;
            // `without`: reason for a missing share, if its base is zero.
            const auto add = [this](
                                 const QString &label, double share, double enough, const QString &base, const QString &without) {
                FactOptions options;
                options.rank = !without.isEmpty() ? ElidedLabel::Rank::Secondary
                    : share < enough              ? ElidedLabel::Rank::Warning
                                                  : ElidedLabel::Rank::Text;
                options.tooltip = without.isEmpty() ? base : base + u'\n' + asSentence(without);
                m_coverage->add(label, without.isEmpty() ? qtext(core::formatShare(share)) : QStringLiteral("–"), options);
            };
            const QString noTime = result->gpuNs > 0 ? QString() : translated("no GPU time");
            const QString noWork = result->gpuWork > 0 ? QString() : translated("no GPU work");
            const QString ofTime = tr("Of the summed time of all GPU work");
            add(tr("GPU time inside passes"), result->inPassesShare(), kEnoughInPasses, ofTime, noTime);
            add(tr("Named by a category rule"), 1 - result->unnamedShare(), kEnoughNamed, ofTime, noTime);
            add(tr("Kernels with own launch"), result->ownLaunchShare(), kEnoughLaunches, tr("Of the number of GPU work items"),
                noWork);
            const auto count = [this](const QString &label, std::uint64_t value, const QString &help) {
                FactOptions options;
                options.tooltip = help;
                m_coverage->add(label, qtext(core::formatCount(static_cast<std::int64_t>(value))), options);
            };
            count(tr("Kernels without launch"), result->withoutLaunch,
                tr("No launch call was recorded for them: no operator, shape or module is known"));
            count(tr("Kernels in no pass"), result->outsidePasses, tr("Tables of passes and layers exclude them"));
            FactOptions step;
            step.rank = result->resolutionNs >= kCoarseNs ? ElidedLabel::Rank::Warning : ElidedLabel::Rank::Text;
            step.tooltip = tr("All starts and durations of GPU work are multiples of it");
            if (result->resolutionNs > 0)
                m_coverage->add(tr("Clock resolution"), durationText(result->resolutionNs), step);
            const auto &tables = core::AnalysisSession::tableNames();
            m_unnamed->setVisible(result->unnamed > 0 && std::find(tables.begin(), tables.end(), "unnamed") != tables.end());
        });
}

void TrustPanel::showDiagnostics()
{
    const std::vector<core::Diagnostic> diagnostics = m_controller.document()->diagnostics.sorted();
    for (const core::Diagnostic &diagnostic : diagnostics) {
        auto *row = new DiagnosticRow(diagnostic, m_diagnostics);
        connect(row, &DiagnosticRow::activated, this, &TrustPanel::diagnosticRequested);
        m_diagnostics->layout()->addWidget(row);
    }
    if (diagnostics.empty())
        m_diagnostics->layout()->addWidget(
            new IconRow(QStringLiteral("check"), IconRow::Tone::Ok, tr("No problems in the file"), {}, m_diagnostics));
}

} // namespace lamella::ui
