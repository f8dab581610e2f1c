// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/LoadingPage.h"

#include "core/base/Format.h"
#include "core/profile/KernelNames.h"
#include "widgets/common/Counts.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/common/FactGrid.h"
#include "widgets/common/FlowRow.h"
#include "widgets/common/IconRow.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/UiText.h"
#include "widgets/models/ReportTableModel.h"
#include "widgets/overview/LoadingOverview.h"
#include "widgets/passes/LoadingStrip.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPainter>
#include <QTableView>
#include <QVBoxLayout>

namespace lamella::ui {

namespace {

constexpr TextPx kStepsWidth{300};

std::vector<ViewColumn> previewColumns()
{
    return {
        {{}, QStringLiteral("#"), ColumnStyle::RowNumber, 40, {}},
        {"short_name", LoadingPage::tr("Kernel"), ColumnStyle::Text, 0, "name"},
        {"count", LoadingPage::tr("Count"), ColumnStyle::Number, 80, {}},
        {"sum_ns", LoadingPage::tr("Sum so far"), ColumnStyle::Bar, 220, {}},
        {"avg_ns", LoadingPage::tr("Avg"), ColumnStyle::Number, 90, {}},
    };
}

std::shared_ptr<const core::ReportTable> previewTable(const core::ImportPreview &preview)
{
    auto table = std::make_shared<core::ReportTable>("preview", "Kernels so far",
        std::vector<core::ReportColumn>{{"short_name", "Kernel", core::CellKind::Text, {}},
            {"name", "Name", core::CellKind::Text, {}}, {"count", "Count", core::CellKind::Integer, {}},
            {"sum_ns", "Sum", core::CellKind::DurationNs, {}}, {"avg_ns", "Avg", core::CellKind::DurationNs, {}}});
    for (const core::ImportPreview::Name &name : preview.names) {
        table->appendRow();
        const std::string full = core::demangledName(name.name);
        table->setText(0, core::shortKernelName(full));
        table->setText(1, full);
        table->setInteger(2, static_cast<std::int64_t>(name.count));
        table->setInteger(3, name.sumNs);
        table->setInteger(4, name.count == 0 ? 0 : name.sumNs / static_cast<std::int64_t>(name.count));
    }
    return table;
}

// A heading like the bar above a panel, for parts of the page.
QWidget *strip(const QString &title, ElidedLabel **note, QWidget *parent)
{
    auto *bar = new ViewBar(parent);
    fixHeight(*bar, 28_px);
    bar->row()->addWidget(sectionTitle(title, bar), 1);
    if (note != nullptr) {
        *note = new ElidedLabel({}, ElidedLabel::Rank::Secondary, bar);
        setTextFont(**note, &Theme::captionFont);
        (*note)->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
        bar->row()->addWidget(*note);
    }
    return bar;
}

} // namespace

LoadingPage::LoadingPage(SessionController &controller, QWidget *parent)
    : StillFrame(parent)
{
    setContent(createContent(controller.pool()));
    connect(&controller, &SessionController::progressChanged, this, &LoadingPage::showProgress);
    connect(&controller, &SessionController::previewChanged, this, [this](const auto &preview) { showPreview(*preview); });
}

QWidget *LoadingPage::createContent(QThreadPool &pool)
{
    auto *content = new QWidget(this);
    auto *left = new QVBoxLayout;
    left->setSpacing(0);
    m_soFar = new QWidget(content);
    auto *soFar = new QVBoxLayout(m_soFar);
    soFar->setContentsMargins(0, 0, 0, 0);
    soFar->setSpacing(0);
    soFar->addWidget(strip(tr("Kernels so far"), &m_preliminary, m_soFar));
    soFar->addWidget(createTable(pool), 1);
    left->addWidget(m_soFar, 1);
    left->addStretch(0); // takes the room of the list of kernels, which is hidden for several files
    auto *below = new QHBoxLayout;
    below->setSpacing(0);
    below->addLayout(left, 1);
    below->addWidget(createSteps());
    m_overview = new LoadingOverview(content);
    m_strip = new LoadingStrip(content);
    connect(m_overview, &LoadingOverview::keepRequested, this, &LoadingPage::keepRequested);
    connect(m_overview, &LoadingOverview::cancelRequested, this, &LoadingPage::cancelRequested);
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_overview);
    layout->addWidget(m_strip);
    layout->addLayout(below, 1);
    return content;
}

QWidget *LoadingPage::createTable(QThreadPool &pool)
{
    m_model = new ReportTableModel(previewColumns(), pool, this);
    auto *view = new QTableView(this);
    view->setAccessibleName(tr("Kernels found so far"));
    setUpTable(*view, *m_model);
    return view;
}

QWidget *LoadingPage::createSteps()
{
    auto *side = new QWidget(this);
    fixWidth(*side, kStepsWidth);
    auto *column = new QVBoxLayout(side);
    column->setContentsMargins(1, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(strip(tr("Steps"), nullptr, side));
    auto *steps = new QVBoxLayout;
    steps->setContentsMargins(8, 10, 8, 16);
    steps->setSpacing(6);
    m_read = new IconRow(QStringLiteral("running"), IconRow::Tone::Accent, tr("Read and inflate"), {}, side);
    m_analyse = new IconRow(QStringLiteral("pending"), IconRow::Tone::Muted, tr("Find passes and layers"), {}, side);
    steps->addWidget(m_read);
    steps->addWidget(m_analyse);
    column->addLayout(steps);
    column->addWidget(separatorLine(side));
    column->addWidget(strip(tr("Found so far"), nullptr, side));
    auto *found = new QVBoxLayout;
    found->setContentsMargins(8, 10, 8, 10);
    m_found = new FactGrid(100, side);
    found->addWidget(m_found);
    column->addLayout(found);
    m_fileList = new QWidget(side);
    m_fileList->setObjectName(QStringLiteral("loadingFiles"));
    m_fileList->setAccessibleName(tr("Files that are read"));
    auto *list = new QVBoxLayout(m_fileList);
    list->setContentsMargins(8, 0, 8, 10);
    list->setSpacing(4);
    m_fileList->hide();
    column->addWidget(m_fileList);
    column->addStretch(1);
    return side;
}

void LoadingPage::start(const QString &path)
{
    m_overview->start(path);
    m_strip->start();
    m_model->setTable(nullptr);
    m_found->clear();
    showFiles({});
    m_preliminary->setText(tr("preliminary: passes are known when the whole file is read"));
    showProgress({});
}

void LoadingPage::showProgress(const LoadProgress &progress)
{
    m_overview->showProgress(progress);
    m_read->setIcon(progress.analysing ? QStringLiteral("check") : QStringLiteral("running"),
        progress.analysing ? IconRow::Tone::Ok : IconRow::Tone::Accent);
    m_analyse->setIcon(progress.analysing ? QStringLiteral("running") : QStringLiteral("pending"),
        progress.analysing ? IconRow::Tone::Accent : IconRow::Tone::Muted);
    m_analyse->setTextRank(progress.analysing ? ElidedLabel::Rank::Text : ElidedLabel::Rank::Secondary);
}

void LoadingPage::showFiles(const std::vector<core::RankLoad> &files)
{
    using State = core::RankLoad::State;
    constexpr std::size_t kMaxRows = 16;
    const std::size_t rows = std::min(files.size(), kMaxRows);
    if (m_files.size() != rows) {
        qDeleteAll(m_files);
        m_files.clear();
        for (std::size_t i = 0; i < rows; ++i) {
            const QString name = QFileInfo(qtext(files[i].path)).fileName();
            m_files.push_back(new IconRow(QStringLiteral("pending"), IconRow::Tone::Muted, name, {}, m_fileList));
            m_fileList->layout()->addWidget(m_files.back());
        }
    }
    m_fileList->setVisible(rows > 0);
    m_soFar->setVisible(rows < 2);
    m_strip->setVisible(rows < 2);
    if (files.size() > 1)
        m_overview->setTitle(rankCount(static_cast<std::int64_t>(files.size())) + QStringLiteral(" · ")
            + QFileInfo(qtext(files.front().path)).absolutePath());
    for (std::size_t i = 0; i < rows; ++i) {
        const core::RankLoad &file = files[i];
        const bool over = file.state == State::Done || file.state == State::Failed;
        m_files[i]->setIcon(file.state == State::Done ? QStringLiteral("check")
                : file.state == State::Failed         ? QStringLiteral("error")
                : file.state == State::Waiting        ? QStringLiteral("pending")
                                                      : QStringLiteral("running"),
            file.state == State::Done          ? IconRow::Tone::Ok
                : file.state == State::Failed  ? IconRow::Tone::Error
                : file.state == State::Waiting ? IconRow::Tone::Muted
                                               : IconRow::Tone::Accent);
        const double share =
            file.totalBytes == 0 ? 0 : static_cast<double>(file.doneBytes) / static_cast<double>(file.totalBytes);
        m_files[i]->setValue(over || file.state == State::Waiting
                ? (file.state == State::Failed ? tr("unreadable") : QString())
                : QStringLiteral("%1\u00A0%").arg(static_cast<int>(share * 100)));
    }
}

void LoadingPage::showPreview(const core::ImportPreview &preview)
{
    m_overview->showKernels(preview.kernels);
    m_strip->showPreview(preview);
    m_found->setRow(0, tr("Kernels"), qtext(core::formatCount(static_cast<std::int64_t>(preview.kernels))));
    m_found->setRow(1, tr("Distinct names"), qtext(core::formatCount(static_cast<std::int64_t>(preview.names.size()))));
    m_found->setRow(2, tr("Events"), qtext(core::formatCount(static_cast<std::int64_t>(preview.events))));
    m_found->setRow(3, tr("Diagnostics"), qtext(core::formatCount(static_cast<std::int64_t>(preview.diagnostics))));
    m_model->setTable(previewTable(preview));
}

void LoadingPage::paintEvent(QPaintEvent *)
{
    const Theme &theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.base);
    painter.fillRect(QRect(width() - kStepsWidth, 0, 1, height()), theme.separator);
}

} // namespace lamella::ui
