// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/overview/LayersPopover.h"

#include "core/analysis/Coverage.h"
#include "core/base/Format.h"
#include "core/import/nsys/StatsImporter.h"
#include "core/profile/KernelNames.h"
#include "core/session/ascend/AscendOutputs.h"
#include "widgets/common/FactGrid.h"
#include "widgets/common/FlowRow.h"
#include "widgets/common/IconRow.h"
#include "widgets/common/LinkButton.h"
#include "widgets/common/PlainText.h"
#include "widgets/common/Sentence.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/overview/LayersPopoverParts.h"
#include "widgets/overview/OverviewCells.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/SessionController.h"
#include "widgets/session/TableLoader.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QEvent>
#include <QFileInfo>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr TextPx kWidthPx{400};
constexpr int kLabelWidth = 84;
constexpr std::size_t kMaxDiagnostics = 4; // the others are in the table
constexpr int kMaxFaults = 5; // per file, in the tooltip
// Shares below these stand in the colour of warnings.
constexpr double kEnoughInPasses = 0.9;
constexpr double kEnoughNamed = 0.95;
constexpr double kEnoughLaunches = 0.5;
constexpr std::int64_t kCoarseNs = 100; // resolution of the clock

// "FusedAddRMSNormKernel, begins a block".
QString boundaryText(const core::Segmentation &segmentation)
{
    const QString name = qtext(core::shortKernelName(segmentation.anchorText));
    const auto chosen = std::find_if(segmentation.anchors.begin(), segmentation.anchors.end(),
        [](const core::AnchorCandidate &candidate) { return candidate.chosen; });
    if (chosen == segmentation.anchors.end())
        return name;
    switch (chosen->role) {
    case core::AnchorRole::Begins:
        return LayersPopover::tr("%1, begins a block").arg(name);
    case core::AnchorRole::Ends:
        return LayersPopover::tr("%1, ends a block").arg(name);
    case core::AnchorRole::Within:
        break;
    }
    return LayersPopover::tr("%1, within a block").arg(name);
}

QString evidenceText(const core::Segmentation &segmentation)
{
    switch (segmentation.evidence) {
    case core::Evidence::User:
        return LayersPopover::tr("as you chose");
    case core::Evidence::Annotation:
        return LayersPopover::tr("by annotations in the file");
    case core::Evidence::Profile:
        return LayersPopover::tr("by profile %1").arg(qtext(segmentation.profileName));
    case core::Evidence::Discovered:
        return LayersPopover::tr("by repetition");
    case core::Evidence::None:
        break;
    }
    return translatedTerm(core::evidenceName(segmentation.evidence));
}

} // namespace

LayersPopover::LayersPopover(SessionController &controller, QWidget *parent)
    : QFrame(parent, Qt::Popup)
    , m_controller(controller)
    , m_job(std::make_unique<JobSlot>(controller.pool()))
    , m_scroll(new QScrollArea(this))
    , m_rows(new QWidget)
    , m_column(new QVBoxLayout(m_rows))
{
    const core::Segmentation &segmentation = *controller.segmentation();
    const core::AnalysisSession &session = *controller.session();
    setObjectName(QStringLiteral("layersPopover"));
    setAttribute(Qt::WA_DeleteOnClose);
    setFrameShape(QFrame::Box);
    setBackgroundRole(QPalette::ToolTipBase);
    setAutoFillBackground(true);
    fixWidth(*this, kWidthPx);
    auto *around = new QVBoxLayout(this);
    around->setContentsMargins(0, 0, 0, 0);
    around->addWidget(m_scroll);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setWidget(m_rows);
    for (QWidget *clear : {m_scroll->viewport(), m_rows}) // the frame is filled
        clear->setAutoFillBackground(false);
    m_rows->installEventFilter(this);
    m_column->setContentsMargins(12, 10, 12, 10);
    m_column->setSpacing(5);
    const QString percent = shownPercent(segmentation.confidence);
    const QString name =
        segmentation.whyNone.empty() ? tr("Layers found: %1").arg(percent) : tr("No layers were found");
    setAccessibleName(name);
    auto *title = plainLabel(name, this);
    setTextFont(*title, &Theme::strongFont);
    m_column->addWidget(title);
    auto *doubt = new DoubtBox(this);
    m_column->addWidget(doubt);
    doubt->setSegmentation(segmentation);
    connect(doubt, &DoubtBox::candidateRequested, this, [this](const core::AnchorCandidate &candidate) {
        emit candidateRequested(candidate);
        close();
    });
    connect(doubt, &DoubtBox::layersRequested, this, [this] {
        emit boundariesRequested();
        close();
    });
    addChecks(segmentation);
    addProfileFaults(session);
    addDiagnostics(session.document());
    m_column->addSpacing(4);
    addBoundary(segmentation);
    addCoverage();
    addCache();
    addLinks(session.document());
    countDiagnostics();
}

LayersPopover::~LayersPopover() = default;

void LayersPopover::addChecks(const core::Segmentation &segmentation)
{
    for (const core::SegmentationCheck &check : segmentation.checks) {
        m_column->addWidget(new IconSentence(check.ok ? QStringLiteral("check") : QStringLiteral("warning"),
            check.ok ? IconRow::Tone::Ok : IconRow::Tone::Warning, translated(check.sentence), this));
    }
}

void LayersPopover::addBoundary(const core::Segmentation &segmentation)
{
    auto *facts = new FactGrid(kLabelWidth, this);
    FactOptions sentence;
    sentence.wraps = true;
    if (!segmentation.anchorText.empty()) {
        FactOptions options;
        options.tooltip = qtext(segmentation.anchorText);
        facts->add(tr("Boundary"), boundaryText(segmentation), options);
    }
    facts->add(tr("Found"), evidenceText(segmentation));
    if (!segmentation.profileName.empty() && segmentation.evidence != core::Evidence::Profile)
        facts->add(tr("Profile"), qtext(segmentation.profileName));
    if (segmentation.mainDevice.valid()) {
        const core::DeviceSegmentation &device = segmentation.devices[segmentation.mainDevice.value];
        if (!device.stateRule.empty()) {
            facts->add(tr("Steady rule"), translated(device.stateRule), sentence);
        }
        if (!device.selectedWhy.empty()) {
            facts->add(tr("Median pass"), passText(device.selectedPass) + QStringLiteral(": ") + translated(device.selectedWhy),
                sentence);
        }
    }
    m_column->addWidget(facts);
}

// The user's files that could not be used: one row each, with the first error.
void LayersPopover::addProfileFaults(const core::AnalysisSession &session)
{
    const std::vector<core::ProfileFault> &faults = session.profiles().faults;
    for (std::size_t i = 0; i < faults.size(); ++i) {
        if (i > 0 && faults[i].file == faults[i - 1].file)
            continue;
        QStringList said;
        for (std::size_t k = i; k < faults.size() && faults[k].file == faults[i].file && said.size() < kMaxFaults; ++k)
            said << errorText(faults[k].error());
        auto *row = new IconSentence(QStringLiteral("warning"), IconRow::Tone::Warning,
            tr("Profile %1 is left out: %2").arg(QFileInfo(qtext(faults[i].file)).fileName(), translated(faults[i].problem)),
            this);
        row->setObjectName(QStringLiteral("profileFault"));
        row->setToolTip(said.join(u'\n'));
        row->setAccessibleDescription(said.join(u'\n'));
        m_column->addWidget(row);
    }
}

void LayersPopover::addDiagnostics(const core::TraceDocument &document)
{
    const std::vector<core::Diagnostic> diagnostics = document.diagnostics.sorted();
    for (std::size_t i = 0; i < std::min(diagnostics.size(), kMaxDiagnostics); ++i) {
        auto *row = new DiagnosticRow(diagnostics[i], this);
        connect(row, &DiagnosticRow::activated, this, [this](const core::Diagnostic &diagnostic) {
            emit diagnosticRequested(diagnostic);
            close();
        });
        m_column->addWidget(row);
    }
    m_noProblems = new IconRow(QStringLiteral("check"), IconRow::Tone::Ok, tr("No problems in the file"), {}, this);
    m_noProblems->setObjectName(QStringLiteral("noProblems"));
    m_noProblems->hide();
    m_column->addWidget(m_noProblems);
}

// As many as the table has, which also lists what the analysis could not assign.
void LayersPopover::countDiagnostics()
{
    auto *loader = new TableLoader(m_controller, this);
    connect(loader, &TableLoader::loaded, this, [this](const std::shared_ptr<const core::ReportTable> &table) {
        const auto count = static_cast<std::int64_t>(table->rowCount());
        m_allDiagnostics->setText(tr("All diagnostics (%1)").arg(qtext(core::formatCount(count))));
        m_noProblems->setVisible(count == 0);
    });
    core::TableRequest request;
    request.table = "diagnostics";
    loader->load(request);
}

void LayersPopover::addCoverage()
{
    m_column->addSpacing(4);
    m_column->addWidget(sectionTitle(tr("Coverage"), this));
    m_coverage = new FactGrid(0, this);
    m_column->addWidget(m_coverage);
    m_job->start<core::Coverage>(
        [document = m_controller.document(), names = m_controller.names(), segmentation = m_controller.segmentation()](
            const core::JobControl &) -> core::Result<core::Coverage> {
            return core::coverage(*document, *names, *segmentation);
        },
        [this](const core::Result<core::Coverage> &result) {
            if (result)
                showCoverage(*result);
        });
}

void LayersPopover::showCoverage(const core::Coverage &coverage)
{
    // `without`: reason for a missing share, if its base is zero.
    const auto share = [this](const QString &label, double value, double enough, const QString &base, const QString &without) {
        FactOptions options;
        options.rank = !without.isEmpty() ? ElidedLabel::Rank::Secondary
            : value < enough              ? ElidedLabel::Rank::Warning
                                          : ElidedLabel::Rank::Text;
        options.tooltip = without.isEmpty() ? base : QString(base + u'\n' + asSentence(without));
        m_coverage->add(label, without.isEmpty() ? qtext(core::formatShare(value)) : QStringLiteral("–"), options);
    };
    const auto count = [this](const QString &label, std::uint64_t value, const QString &help) {
        if (value == 0)
            return;
        FactOptions options;
        options.tooltip = help;
        m_coverage->add(label, qtext(core::formatCount(static_cast<std::int64_t>(value))), options);
    };
    const QString noTime = coverage.gpuNs > 0 ? QString() : translated("no GPU time");
    const QString noWork = coverage.gpuWork > 0 ? QString() : translated("no GPU work");
    const QString ofTime = tr("Of the summed time of all GPU work");
    share(tr("GPU time inside passes"), coverage.inPassesShare(), kEnoughInPasses, ofTime, noTime);
    count(tr("Kernels in no pass"), coverage.outsidePasses, tr("Tables of passes and layers exclude them"));
    share(tr("Named by a category rule"), 1 - coverage.unnamedShare(), kEnoughNamed, ofTime, noTime);
    share(
        tr("Kernels with own launch"), coverage.ownLaunchShare(), kEnoughLaunches, tr("Of the number of GPU work items"), noWork);
    count(tr("Kernels without launch"), coverage.withoutLaunch,
        tr("No launch call was recorded for them: no operator, shape or module is known"));
    if (coverage.resolutionNs > 0) {
        FactOptions step;
        step.rank = coverage.resolutionNs >= kCoarseNs ? ElidedLabel::Rank::Warning : ElidedLabel::Rank::Text;
        step.tooltip = tr("All starts and durations of GPU work are multiples of it");
        m_coverage->add(tr("Clock resolution"), durationText(coverage.resolutionNs), step);
    }
}

// Source of the figures: the file itself or its cache entry.
void LayersPopover::addCache()
{
    const CacheUse &use = m_controller.cacheUse();
    const QString text = copyText(use);
    if (text.isEmpty())
        return;
    const bool isOdd = !use.note.empty() || !use.failed.empty();
    auto *row = new IconSentence(isOdd ? QStringLiteral("warning") : QStringLiteral("check"),
        isOdd ? IconRow::Tone::Warning : IconRow::Tone::Ok, text, this);
    row->setObjectName(QStringLiteral("cacheUse"));
    m_column->addWidget(row);
}

void LayersPopover::addLinks(const core::TraceDocument &document)
{
    auto *links = new QWidget(this);
    auto *row = new QHBoxLayout(links);
    row->setContentsMargins(0, 4, 0, 0);
    row->setSpacing(14);
    const auto add = [&](const QString &text, const char *name, const std::function<void()> &act) {
        auto *link = new LinkButton(text, links);
        link->setObjectName(QString::fromLatin1(name));
        connect(link, &QToolButton::clicked, this, [this, act] {
            act();
            close();
        });
        row->addWidget(link);
        return link;
    };
    add(tr("Change boundaries…"), "changeBoundaries", [this] { emit boundariesRequested(); });
    m_allDiagnostics = add(tr("All diagnostics"), "allDiagnostics", [this] { emit diagnosticsRequested(); });
    add(tr("Without a rule"), "unnamedKernels", [this] { emit tableRequested(QStringLiteral("unnamed")); });
    row->addStretch(1);
    m_column->addWidget(links);
    const auto more = [&](const QString &text, const char *name, const char *table) {
        auto *link = new LinkButton(text, this);
        link->setObjectName(QString::fromLatin1(name));
        connect(link, &QToolButton::clicked, this, [this, table] {
            emit tableRequested(QString::fromLatin1(table));
            close();
        });
        m_column->addWidget(link, 0, Qt::AlignLeft);
    };
    if (!core::ascendKernelTableOf(document).empty())
        more(tr("Against the profiler's own figures"), "profilerFigures", "consistency");
    if (core::isStatsText(document))
        more(tr("Summary reports as a table"), "summaryReports", "stats");
}

void LayersPopover::showUnder(QPoint globalPosition, const QRect &window)
{
    m_under = globalPosition;
    m_window = window;
    fit();
    show();
}

// Rows that come later, and sentences whose height is known once they have their font.
bool LayersPopover::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_rows && event->type() == QEvent::LayoutRequest && m_window.isValid())
        fit();
    return QFrame::eventFilter(watched, event);
}

// At the place that it was opened for; higher where it would end below the window, and scrolled where the window is lower than
// it.
void LayersPopover::fit()
{
    m_column->activate();
    // adjustSize() would take the height for the width that the texts would like, of which sentences that wrap need more.
    const int wide = minimumWidth();
    const int inside = wide - 2 * frameWidth();
    const int tall = m_column->hasHeightForWidth() ? m_column->totalHeightForWidth(inside) : m_rows->sizeHint().height();
    const int room = m_window.height() - 8 - 2 * frameWidth();
    m_rows->setFixedWidth(tall > room ? inside - m_scroll->verticalScrollBar()->sizeHint().width() : inside);
    resize(wide, std::min(tall, room) + 2 * frameWidth());
    const int left = m_window.left() + 4;
    const int top = m_window.top() + 4;
    move(std::clamp(m_under.x(), left, std::max(left, m_window.right() - width() - 4)),
        std::clamp(m_under.y() + 2, top, std::max(top, m_window.bottom() - height() - 4)));
}

} // namespace lamella::ui
