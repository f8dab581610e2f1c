// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/ReportPanel.h"

#include "core/report/ReportTable.h"
#include "core/report/TableWriters.h"
#include "core/session/summary/TimelinePage.h"
#include "core/system/AtomicFile.h"
#include "widgets/common/ElidedLabel.h"
#include "widgets/common/EmptyView.h"
#include "widgets/common/ExportFolder.h"
#include "widgets/common/FlowRow.h"
#include "widgets/common/LinkButton.h"
#include "widgets/common/LongTips.h"
#include "widgets/common/TableSetup.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/report/ReportLayout.h"
#include "widgets/report/ReportText.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/SessionController.h"
#include "widgets/theme/Theme.h"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QPointer>
#include <QStackedLayout>
#include <QTextBrowser>
#include <QTextDocument>
#include <QVBoxLayout>

#include <numeric>
#include <vector>

namespace lamella::ui {

namespace {

constexpr std::size_t kPreviewRows = 30; // for long tables, as in the table `report`
constexpr std::size_t kMaxTableRows = 100; // more would not be read, and a trace may have ten thousand layers

struct Made {
    std::shared_ptr<const core::TraceReport> report;
    ReadableReport shown;
};

// Truncates its tables to their first rows.
bool shortenTables(core::TraceReport &report)
{
    std::vector<std::uint32_t> rows(kMaxTableRows);
    std::iota(rows.begin(), rows.end(), 0U);
    bool shortened = false;
    for (core::ReportSection &section : report.sections) {
        if (!section.table || section.table->rowCount() <= kMaxTableRows)
            continue;
        section.table = std::make_shared<const core::ReportTable>(section.table->withRows(rows));
        shortened = true;
    }
    return shortened;
}

core::Result<QString> writeBytes(const QString &path, const QByteArray &bytes)
{
    const auto done = core::writeFileAtomically(
        QFile::encodeName(path).toStdString(), std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
    if (!done)
        return done.error();
    return path;
}

// The report of the view, or a new one.
core::Result<core::TraceReport> reportOf(
    core::AnalysisSession &session, const std::shared_ptr<const core::TraceReport> &shown, const core::JobControl &control)
{
    if (shown)
        return *shown;
    return core::traceReport(session, {}, control);
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
    save->setToolTip(tr("As one HTML file, Markdown, text or PDF; or its representative pass as a page with a timeline"));
    save->setFocusPolicy(Qt::TabFocus);
    bar->row()->addWidget(m_note, 1);
    bar->row()->addWidget(save);
    m_text = new QTextBrowser(this);
    m_text->setObjectName(QStringLiteral("reportText"));
    m_text->setAccessibleName(tr("Report on this trace"));
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setOpenLinks(false);
    // Not LinksAccessibleByKeyboard: Tab would step through every link of the report before leaving it.
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard | Qt::LinksAccessibleByMouse);
    m_text->document()->setDocumentMargin(kReportMarginPx);
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
        m_job->drop(std::exchange(m_report, nullptr));
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
        [session, font = m_text->document()->defaultFont(), line = Theme::current().separator, language = catalogue()](
            const core::JobControl &control) -> core::Result<Made> {
            core::ReportOptions options;
            options.top = kPreviewRows;
            auto report = core::traceReport(*session, options, control);
            if (!report)
                return report.error();
            core::TraceReport preview = *report;
            const bool shortened = shortenTables(preview);
            const auto text = core::writeReport(preview, core::TableFormat::Markdown, language);
            if (!text)
                return text.error();
            if (control.stopRequested())
                return core::Error{core::ErrorCode::Cancelled, "stopped", {}, -1};
            ReadableReport shown = readableReport(withShortWords(qtext(*text)), font, line);
            shown.shortened = shown.shortened || shortened;
            return Made{std::make_shared<const core::TraceReport>(std::move(*report)), std::move(shown)};
        },
        [this](core::Result<Made> made) {
            if (!isVisible()) { // hidden behind another view: pages of tables are made once visible
                if (made)
                    m_job->drop(std::move(made->report));
                return;
            }
            m_stale = false;
            if (!made) {
                m_empty->setMessage(tr("The report cannot be written"), errorText(made.error()));
                m_stack->setCurrentWidget(m_empty);
                return;
            }
            m_report = made->report;
            present(std::move(made->shown));
        });
}

void ReportPanel::present(ReadableReport shown)
{
    m_note->setText(shown.shortened ? tr("Shortened here; save it to read all of it.") : tr("As it is saved, in sections"));
    QTextDocument *document = shown.text.release();
    document->moveToThread(thread());
    document->setParent(m_text);
    document->setDocumentLayout(new ReportLayout(document, std::move(shown.flow)));
    m_stack->setCurrentWidget(m_text); // this gives the view its width
    const QPointer before(m_text->document()); // the view deletes its initial document itself
    m_text->setDocument(document);
    if (before)
        before->deleteLater();
}

void ReportPanel::ask()
{
    if (!m_controller.session())
        return;
    const QString folder = exportFolder();
    const QString timeline = tr("Page with a timeline (*.html)");
    QString filter;
    QString path = QFileDialog::getSaveFileName(this, tr("Save the report"),
        QDir(folder).filePath(traceStem(m_controller.path()) + QStringLiteral("-report.html")),
        tr("HTML (*.html);;Markdown (*.md);;Text (*.txt);;PDF (*.pdf)") + QStringLiteral(";;") + timeline, &filter);
    if (path.isEmpty())
        return;
    rememberExport(path);
    if (QFileInfo(path).suffix().isEmpty())
        path += u'.' + filter.section(QStringLiteral("*."), 1, 1).chopped(1);
    if (filter == timeline)
        saveTimeline(path);
    else
        save(path);
}

void ReportPanel::saveTimeline(const QString &path)
{
    const auto session = m_controller.session();
    if (!session)
        return;
    m_write->start<QString>(
        [session, path, language = catalogue()](const core::JobControl &control) -> core::Result<QString> {
            const auto page = core::timelinePage(*session, {}, language, control);
            if (!page)
                return page.error();
            return writeBytes(path, QByteArray::fromRawData(page->data(), static_cast<qsizetype>(page->size())));
        },
        [this](const core::Result<QString> &done) { tell(done); });
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
        [session, report = m_report, format, path, language = catalogue()](
            const core::JobControl &control) -> core::Result<QString> {
            const auto made = reportOf(*session, report, control);
            if (!made)
                return made.error();
            const auto text = core::writeReport(*made, format, language);
            if (!text)
                return text.error();
            return writeBytes(path, QByteArray::fromRawData(text->data(), static_cast<qsizetype>(text->size())));
        },
        [this](const core::Result<QString> &done) { tell(done); });
}

// Pages are laid out on the worker, which takes seconds. The file is created or replaced only once fully written.
void ReportPanel::savePdf(const QString &path)
{
    PrintedReport print;
    print.rest = tr("The rest of the report is not printed; save it as HTML or Markdown to have all of it.");
    print.font = Theme::bodyFont();
    m_write->start<QString>(
        [session = m_controller.session(), report = m_report, print, path, language = catalogue()](
            const core::JobControl &control) mutable -> core::Result<QString> {
            const auto made = reportOf(*session, report, control);
            if (!made)
                return made.error();
            const auto text = core::writeReport(*made, core::TableFormat::Markdown, language);
            if (!text)
                return text.error();
            print.markdown = withShortWords(qtext(*text));
            print.title = qtext(made->title.translated(language));
            const QByteArray bytes = printedReport(print);
            if (control.stopRequested())
                return core::Error{core::ErrorCode::Cancelled, "stopped", {}, -1};
            return writeBytes(path, bytes);
        },
        [this](const core::Result<QString> &done) { tell(done); });
}

void ReportPanel::tell(const core::Result<QString> &done)
{
    if (done)
        emit written(*done);
    else
        emit failed(done.error());
}

} // namespace lamella::ui
