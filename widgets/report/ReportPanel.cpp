// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/ReportPanel.h"

#include "widgets/common/ElidedLabel.h"
#include "widgets/common/EmptyView.h"
#include "widgets/common/FlowRow.h"
#include "widgets/common/LinkButton.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/UiText.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/SessionController.h"
#include "widgets/theme/Theme.h"

#include <QDir>
#include <QEvent>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QPdfWriter>
#include <QPointer>
#include <QSettings>
#include <QStackedLayout>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextDocument>
#include <QTextTable>
#include <QVBoxLayout>

namespace lamella::ui {

namespace {

constexpr std::size_t kPreviewRows = 30; // of long tables: those of `report`
constexpr int kMostPreviewChars = 400'000; // beyond, laying the text out would hold the window up

struct Made {
    std::shared_ptr<const core::TraceReport> report;
    std::string markdown;
};

// Tables of Markdown come without lines; a hairline below each row and room in the cells make them legible.
void styleTables(QTextDocument &document, const Theme &theme)
{
    const auto frames = document.rootFrame()->childFrames();
    for (QTextFrame *frame : frames) {
        auto *table = qobject_cast<QTextTable *>(frame);
        if (table == nullptr)
            continue;
        QTextTableFormat format = table->format();
        format.setCellPadding(3);
        format.setCellSpacing(0);
        format.setBorder(1);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setBorderCollapse(true);
        format.setBorderBrush(theme.separator);
        table->setFormat(format);
    }
}

} // namespace

ReportPanel::ReportPanel(SessionController &controller, QWidget *parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_job(std::make_unique<JobSlot>(controller.pool()))
    , m_write(std::make_unique<JobSlot>(controller.pool()))
{
    setObjectName(QStringLiteral("ReportPanel"));
    auto *bar = new ViewBar(this);
    m_note = new ElidedLabel(QString(), ElidedLabel::Rank::Secondary, bar);
    auto *save = new LinkButton(tr("Save as…"), bar);
    save->setToolTip(tr("As one HTML file, Markdown, text or PDF"));
    save->setFocusPolicy(Qt::TabFocus);
    bar->row()->addWidget(m_note, 1);
    bar->row()->addWidget(save);
    m_text = new QTextBrowser(this);
    m_text->setObjectName(QStringLiteral("reportText"));
    m_text->setAccessibleName(tr("Report on this trace"));
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setOpenLinks(false);
    m_text->document()->setDocumentMargin(16);
    m_empty = new EmptyView(QStringLiteral("table"), this);
    m_stack = new QStackedLayout;
    m_stack->addWidget(m_text);
    m_stack->addWidget(m_empty);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(bar);
    layout->addLayout(m_stack, 1);
    setFocusProxy(m_text);
    connect(save, &QToolButton::clicked, this, &ReportPanel::ask);
    connect(&controller, &SessionController::sessionChanged, this, [this] {
        m_job->cancel();
        m_stale = true;
        m_report.reset();
        m_markdown.clear();
        m_text->clear();
        make();
    });
    make();
}

ReportPanel::~ReportPanel() = default;

void ReportPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    make();
}

void ReportPanel::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange && m_report)
        present();
    QWidget::changeEvent(event);
}

void ReportPanel::make()
{
    const auto session = m_controller.session();
    if (!session) {
        m_empty->setMessage(tr("Open a trace to read its report"));
        m_stack->setCurrentWidget(m_empty);
        return;
    }
    if (!m_stale || !isVisible() || m_job->running())
        return;
    m_empty->setMessage(tr("Writing the report…"));
    m_stack->setCurrentWidget(m_empty);
    m_job->start<Made>(
        [session](const core::JobControl &control) -> core::Result<Made> {
            core::ReportOptions options;
            options.top = kPreviewRows;
            auto report = core::traceReport(*session, options, control);
            if (!report)
                return report.error();
            auto text = core::writeReport(*report, core::TableFormat::Markdown);
            if (!text)
                return text.error();
            return Made{std::make_shared<const core::TraceReport>(std::move(*report)), std::move(*text)};
        },
        [this](core::Result<Made> made) {
            if (!isVisible()) // another view came to the front: laying out pages of tables would hold up what is looked at
                return;
            m_stale = false;
            if (!made) {
                m_empty->setMessage(tr("The report cannot be written"), qtext(made.error().message()));
                m_stack->setCurrentWidget(m_empty);
                return;
            }
            m_report = made->report;
            m_markdown = qtext(made->markdown);
            present();
        });
}

void ReportPanel::present()
{
    const bool cut = m_markdown.size() > kMostPreviewChars;
    m_note->setText(cut ? tr("The beginning only; save it to read all of it.") : tr("As it is saved, in sections"));
    // Filled before it has a layout: in the view each table that comes would lay out all of it again.
    auto *document = new QTextDocument(m_text);
    document->setDocumentMargin(m_text->document()->documentMargin());
    document->setDefaultFont(m_text->document()->defaultFont());
    document->setMarkdown(cut ? m_markdown.left(m_markdown.lastIndexOf(u'\n', kMostPreviewChars)) : m_markdown);
    styleTables(*document, Theme::current());
    const QPointer before(m_text->document()); // the view deletes its own first one
    m_text->setDocument(document);
    if (before)
        before->deleteLater();
    m_stack->setCurrentWidget(m_text);
}

void ReportPanel::ask()
{
    if (!m_controller.session())
        return;
    QSettings settings;
    const QString folder = settings.value(QStringLiteral("folders/export"), QDir::homePath()).toString();
    QString filter;
    QString path = QFileDialog::getSaveFileName(this, tr("Save the report"),
        QDir(folder).filePath(traceStem(m_controller.path()) + QStringLiteral("-report.html")),
        tr("HTML (*.html);;Markdown (*.md);;Text (*.txt);;PDF (*.pdf)"), &filter);
    if (path.isEmpty())
        return;
    settings.setValue(QStringLiteral("folders/export"), QFileInfo(path).absolutePath());
    if (QFileInfo(path).suffix().isEmpty())
        path += u'.' + filter.section(QStringLiteral("*."), 1, 1).chopped(1);
    save(path);
}

void ReportPanel::save(const QString &path)
{
    const auto session = m_controller.session();
    if (!session)
        return;
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (suffix == QStringLiteral("pdf")) {
        savePdf(path);
        return;
    }
    const core::TableFormat format = suffix == QStringLiteral("md") ? core::TableFormat::Markdown
        : suffix == QStringLiteral("txt")                           ? core::TableFormat::Text
                                                                    : core::TableFormat::Html;
    m_write->start<QString>(
        [session, report = m_report, format, path](const core::JobControl &control) -> core::Result<QString> {
            core::Result<core::TraceReport> made =
                report ? core::Result<core::TraceReport>(*report) : core::traceReport(*session, {}, control);
            if (!made)
                return made.error();
            const auto text = core::writeReport(*made, format);
            if (!text)
                return text.error();
            if (auto done = core::writeFileAtomically(QFile::encodeName(path).toStdString(), *text); !done)
                return done.error();
            return path;
        },
        [this](const core::Result<QString> &done) {
            if (done)
                emit written(*done);
            else
                emit failed(done.error());
        });
}

// On paper: dark text on white, whatever the theme.
void ReportPanel::savePdf(const QString &path)
{
    if (m_markdown.isEmpty()) {
        emit failed({core::ErrorCode::BadRequest, stdtext(tr("the report is not written yet; open its view first")), {}, -1});
        return;
    }
    const QString half = path + QStringLiteral(".part");
    {
        QPdfWriter writer(half);
        writer.setTitle(qtext(m_report->title));
        writer.setPageSize(QPageSize(QPageSize::A4));
        writer.setPageOrientation(QPageLayout::Landscape);
        QTextDocument document;
        document.setDefaultFont(Theme::bodyFont());
        document.setMarkdown(m_markdown.left(kMostPreviewChars));
        styleTables(document, Theme::of(ThemeKind::Light));
        document.print(&writer);
    }
    QFile::remove(path);
    if (!QFile::rename(half, path)) {
        QFile::remove(half);
        emit failed({core::ErrorCode::Io, "cannot be written; choose another place", QFile::encodeName(path).toStdString(), -1});
        return;
    }
    emit written(path);
}

} // namespace lamella::ui
