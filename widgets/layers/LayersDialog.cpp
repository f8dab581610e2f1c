// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layers/LayersDialog.h"

#include "widgets/common/ElidedLabel.h"
#include "widgets/common/FactGrid.h"
#include "widgets/common/IconRow.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/layers/AnchorForm.h"
#include "widgets/layers/BoundaryStrip.h"
#include "widgets/layers/FiguresTable.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/session/ChoiceStack.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"
#include "widgets/session/TableLoader.h"
#include "widgets/session/TimeRangeControl.h"
#include "widgets/theme/TextPx.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr int kDelayMs = 200;
constexpr int kMaxChecks = 6;
constexpr int kWhyRows = 5;

std::vector<ViewColumn> candidateColumns()
{
    return {
        {"anchor", LayersDialog::tr("Boundary kernel"), ColumnStyle::Text, 0, "why"},
        {"role", {}, ColumnStyle::Secondary, 70, {}},
        {"count", {}, ColumnStyle::Number, 64, {}},
        {"blocks_per_layer", LayersDialog::tr("Per layer"), ColumnStyle::Number, 74, {}},
        {"layers", {}, ColumnStyle::Number, 62, {}},
        {"passes", {}, ColumnStyle::Number, 62, {}},
        {"confidence", {}, ColumnStyle::Bar, 104, {}},
    };
}

} // namespace

LayersDialog::LayersDialog(
    SessionController &controller, ChoiceStack &choices, NavigationBus &bus, TimeRangeControl &range, QWidget *parent)
    : QDialog(parent)
    , m_controller(controller)
    , m_choices(choices)
    , m_bus(bus)
    , m_range(range)
    , m_job(std::make_unique<JobSlot>(controller.pool()))
    , m_nowJob(std::make_unique<JobSlot>(controller.pool()))
    , m_loader(new TableLoader(controller, this))
    , m_model(new ReportTableModel(candidateColumns(), controller.pool(), this))
{
    setObjectName(QStringLiteral("layersDialog"));
    setWindowTitle(tr("Layers"));
    resize(960, 640);
    m_form = new AnchorForm(this);
    m_figures = new FiguresTable(this);
    m_strip = new BoundaryStrip(this);
    m_status = new ElidedLabel(QString(), ElidedLabel::Rank::Secondary, this);
    m_status->setElideMode(Qt::ElideRight);
    m_status->setMaxLines(3);
    m_status->setObjectName(QStringLiteral("layersStatus"));
    m_checks = new QWidget(this);
    auto *checks = new QVBoxLayout(m_checks);
    checks->setContentsMargins(0, 0, 0, 0);
    checks->setSpacing(4);
    auto *right = new QVBoxLayout;
    right->setSpacing(8);
    right->addWidget(m_figures);
    right->addWidget(m_status);
    right->addWidget(m_checks);
    right->addStretch(1);
    auto *middle = new QHBoxLayout;
    middle->setSpacing(24);
    middle->addWidget(m_form, 2);
    middle->addLayout(right, 3);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(8);
    layout->addWidget(sectionTitle(tr("Kernels that could mark layers"), this));
    layout->addWidget(createCandidates(), 1);
    layout->addWidget(m_why);
    layout->addWidget(separatorLine(this));
    layout->addLayout(middle);
    layout->addWidget(sectionTitle(tr("Layers in the visible range of the timeline"), this));
    layout->addWidget(m_strip);
    layout->addWidget(createButtons());

    m_delay.setSingleShot(true);
    m_delay.setInterval(kDelayMs);
    connect(&m_delay, &QTimer::timeout, this, &LayersDialog::startPreview);
    connect(m_form, &AnchorForm::changed, this, &LayersDialog::schedule);
    connect(m_loader, &TableLoader::loaded, m_model, &ReportTableModel::setTable);
    connect(m_loader, &TableLoader::failed, this, &LayersDialog::showProblem);
    connect(&controller, &SessionController::sessionChanged, this, &LayersDialog::followSession);
    connect(&choices, &ChoiceStack::choicesChanged, this, [this] { m_form->setChoices(m_choices.choices()); });
    connect(&range, &TimeRangeControl::visibleRangeChanged, this, &LayersDialog::followView);
    connect(&bus, &NavigationBus::focusChanged, this, &LayersDialog::followView);
    m_form->setChoices(m_choices.choices());
    followSession();
}

LayersDialog::~LayersDialog() = default;

QWidget *LayersDialog::createCandidates()
{
    m_view = new QTableView(this);
    m_view->setObjectName(QStringLiteral("anchorTable"));
    m_view->setAccessibleName(tr("Kernels that could mark layers"));
    setUpTable(*m_view, *m_model);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setMinimumHeight(26_px + kWhyRows * 22_px);
    m_why = new ElidedLabel(QString(), ElidedLabel::Rank::Secondary, this);
    m_why->setElideMode(Qt::ElideRight);
    m_why->setMaxLines(2);
    connect(m_view, &QTableView::clicked, this, [this](const QModelIndex &index) { takeCandidate(index.row()); });
    connect(m_view, &QTableView::activated, this, [this](const QModelIndex &index) { takeCandidate(index.row()); });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &index) {
        const auto &table = m_model->table();
        m_why->setText(index.isValid() && table
                ? translatedCell(*table, m_model->tableRow(index.row()), table->columnIndex("why"))
                : QString());
    });
    return m_view;
}

QWidget *LayersDialog::createButtons()
{
    auto *bar = new QWidget(this);
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 4, 0, 0);
    row->setSpacing(8);
    const auto button = [&](const QString &text, const char *name, const QString &tip) {
        auto *made = new QPushButton(text, bar);
        made->setObjectName(QLatin1String(name));
        made->setToolTip(tip);
        made->setAutoDefault(false);
        row->addWidget(made);
        return made;
    };
    QPushButton *reset = button(tr("Reset to a&utomatic"), "layersReset", tr("Clear the fields and reset the moved boundaries"));
    QPushButton *save = button(tr("&Save as model profile…"), "layersSave",
        tr("Save the applied choices in a file for the --profile of the command line"));
    row->addStretch(1);
    m_apply = button(tr("&Apply"), "layersApply", tr("Segment the trace like this; can be undone"));
    m_apply->setProperty("primary", true);
    m_apply->setDefault(true);
    QPushButton *close = button(tr("Close"), "layersClose", {});
    connect(reset, &QPushButton::clicked, this, &LayersDialog::resetToAutomatic);
    connect(save, &QPushButton::clicked, this, &LayersDialog::saveRequested);
    connect(m_apply, &QPushButton::clicked, this, &LayersDialog::apply);
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    return bar;
}

core::SessionOptions LayersDialog::wanted() const
{
    core::SessionOptions next = m_form->choices(m_choices.choices());
    if (m_forgetEdits) {
        next.boundaries.clear();
        next.selectedPass.reset();
        next.steadyPasses.reset();
    }
    return next;
}

// A new trace, or a new segmentation of this one.
void LayersDialog::followSession()
{
    m_preview.reset();
    m_forgetEdits = false;
    m_job->cancel();
    const auto session = m_controller.session();
    if (!session) {
        m_model->setTable(nullptr);
        close();
        return;
    }
    m_form->setProfiles(session->profiles());
    m_form->setChoices(m_choices.choices());
    core::TableRequest request;
    request.table = "anchors";
    m_loader->load(request);
    m_figures->setFigures(FiguresTable::kNow, std::nullopt);
    m_nowJob->start<SegmentationFigures>(
        [document = m_controller.document(), names = m_controller.names(), segmentation = m_controller.segmentation()](
            const core::JobControl &) -> core::Result<SegmentationFigures> {
            return segmentationFigures(*document, *names, *segmentation);
        },
        [this](const core::Result<SegmentationFigures> &figures) {
            if (!figures)
                return;
            m_figures->setFigures(FiguresTable::kNow, *figures);
            if (!m_preview && !isBusy())
                m_figures->setFigures(FiguresTable::kProposed, *figures);
        });
    followView();
    schedule();
}

void LayersDialog::followView()
{
    m_strip->setView(m_range.visibleRange(), m_bus.focus());
}

void LayersDialog::schedule()
{
    if (!m_controller.session())
        return;
    m_job->cancel();
    m_preview.reset();
    m_form->setAnchorInvalid(false);
    if (wanted() == m_choices.choices()) {
        m_delay.stop();
        m_apply->setEnabled(false);
        m_strip->setWhy({});
        m_strip->setSegmentations(m_controller.segmentation(), m_controller.segmentation());
        showChecks(m_controller.segmentation().get());
        setStatus(tr("The boundaries as they are. Choose a kernel above or change a field."), false);
        return;
    }
    m_apply->setEnabled(true);
    m_figures->setFigures(FiguresTable::kProposed, std::nullopt);
    setStatus(tr("Computing the preview…"), false);
    m_delay.start();
}

void LayersDialog::startPreview()
{
    m_delay.stop();
    m_previewed = wanted();
    m_job->start<SegmentationPreview>(
        [session = m_controller.session(), options = m_previewed](
            const core::JobControl &control) { return previewSegmentation(*session, options, control); },
        [this](const core::Result<SegmentationPreview> &preview) {
            if (preview)
                showPreview(*preview);
            else
                showProblem(preview.error());
        });
}

void LayersDialog::showPreview(const SegmentationPreview &preview)
{
    m_preview = preview;
    m_figures->setFigures(FiguresTable::kProposed, preview.figures);
    m_strip->setWhy(translated(preview.prepared.segmentation->whyNone));
    m_strip->setSegmentations(m_controller.segmentation(), preview.prepared.segmentation);
    showChecks(preview.prepared.segmentation.get());
    const std::size_t dropped = m_choices.choices().boundaries.size();
    if (!preview.prepared.segmentation->whyNone.empty())
        setStatus(translated(preview.prepared.segmentation->whyNone), true);
    else if (dropped > m_previewed.boundaries.size())
        setStatus(tr("Moved boundaries do not fit another segmentation: %1 will be reset.").arg(dropped), true);
    else
        setStatus(tr("Not applied yet."), false);
}

void LayersDialog::showProblem(const core::Error &error)
{
    m_figures->setFigures(FiguresTable::kProposed, std::nullopt);
    m_strip->setWhy(translated(error.detail));
    m_strip->setSegmentations(m_controller.segmentation(), nullptr);
    showChecks(nullptr);
    m_form->setAnchorInvalid(error.code == core::ErrorCode::BadRequest && !m_form->anchorField()->text().isEmpty());
    m_apply->setEnabled(false);
    setStatus(errorText(error), true);
}

void LayersDialog::showChecks(const core::Segmentation *segmentation)
{
    clearRows(*m_checks);
    if (segmentation == nullptr)
        return;
    // Failed checks first: there may not be room for all.
    std::vector<core::SegmentationCheck> checks = segmentation->checks;
    std::stable_partition(checks.begin(), checks.end(), [](const core::SegmentationCheck &check) { return !check.ok; });
    for (std::size_t i = 0; i < std::min<std::size_t>(checks.size(), kMaxChecks); ++i) {
        m_checks->layout()->addWidget(new IconSentence(checks[i].ok ? QStringLiteral("check") : QStringLiteral("warning"),
            checks[i].ok ? IconRow::Tone::Ok : IconRow::Tone::Warning, translated(checks[i].sentence), m_checks));
    }
}

void LayersDialog::setStatus(const QString &text, bool problem)
{
    m_status->setText(text);
    m_status->setRank(problem ? ElidedLabel::Rank::Warning : ElidedLabel::Rank::Secondary);
}

QString LayersDialog::status() const
{
    return m_status->text();
}

bool LayersDialog::isBusy() const
{
    return m_delay.isActive() || m_job->running();
}

void LayersDialog::takeCandidate(int viewRow)
{
    const auto &table = m_model->table();
    if (!table || viewRow < 0 || viewRow >= m_model->rowCount())
        return;
    const std::uint32_t row = m_model->tableRow(viewRow);
    core::AnchorCandidate candidate;
    candidate.anchor = table->text(row, table->columnIndex("anchor"));
    candidate.role = core::anchorRoleFromName(table->text(row, table->columnIndex("role"))).value_or(core::AnchorRole::Within);
    candidate.blocksPerLayer = static_cast<int>(table->integer(row, table->columnIndex("blocks_per_layer")));
    propose(candidate);
}

void LayersDialog::propose(const core::AnchorCandidate &candidate)
{
    m_form->setCandidate(candidate);
}

void LayersDialog::apply()
{
    const core::SessionOptions next = wanted();
    if (next == m_choices.choices())
        return;
    std::optional<PreparedSegmentation> ready;
    core::SessionOptions applied = next;
    if (m_preview && m_previewed == next) {
        ready = m_preview->prepared;
        applied = ready->session->effectiveOptions(); // choices added by the profile become explicit here
    }
    m_choices.choose(applied, next.anchor ? tr("Layers by %1").arg(qtext(*next.anchor)) : tr("Layers by other rules"), ready);
}

void LayersDialog::resetToAutomatic()
{
    core::SessionOptions automatic;
    automatic.configPath = m_choices.choices().configPath;
    automatic.companions = m_choices.choices().companions;
    automatic.yours = m_choices.choices().yours;
    automatic.useProfileChoices = false;
    m_form->setChoices(automatic);
    m_forgetEdits = true;
    schedule();
}

} // namespace lamella::ui
