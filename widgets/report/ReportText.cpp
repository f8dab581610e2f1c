// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/ReportText.h"

#include "widgets/theme/Theme.h"

#include <QBuffer>
#include <QPdfWriter>
#include <QTextCursor>
#include <QTextTable>

#include <algorithm>

namespace lamella::ui {

namespace {

// More would not be read. The lines of a block are computed in one step, so a longer block would block the GUI thread.
constexpr int kMaxReadChars = 150'000;
constexpr int kMaxBlockChars = 4000;
constexpr int kBlockHead = 3000;
constexpr int kBlockTail = 500;
constexpr int kMaxPrintedChars = 4'000'000; // some thousand pages, laid out in memory

// The report as rich text. It never loads a file, whatever a name in the trace looks like: HTML stays text, pictures stay empty.
class ReportDocument : public QTextDocument {
public:
    explicit ReportDocument(const QFont &font)
    {
        setUndoRedoEnabled(false);
        setDefaultFont(font);
    }
    void setReport(const QString &markdown) { setMarkdown(markdown, MarkdownFeatures(MarkdownDialectGitHub) | MarkdownNoHTML); }

protected:
    QVariant loadResource(int, const QUrl &) override { return {}; }
};

// Markdown tables have no lines; a hairline below each row and padding in the cells make them legible.
void styleTables(QTextDocument &document, const QColor &line)
{
    QTextCursor changes(&document);
    changes.beginEditBlock(); // one layout in total instead of one per table
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
        format.setBorderBrush(line);
        table->setFormat(format);
    }
    changes.endEditBlock();
}

// True if a block was shortened.
bool shortenBlocks(QTextDocument &document)
{
    bool shortened = false;
    QTextCursor cursor(&document);
    cursor.beginEditBlock();
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        if (block.length() <= kMaxBlockChars)
            continue;
        const QString text = block.text();
        const qsizetype head = kBlockHead - (text[kBlockHead - 1].isHighSurrogate() ? 1 : 0);
        const qsizetype tail = text.size() - kBlockTail + (text[text.size() - kBlockTail].isLowSurrogate() ? 1 : 0);
        cursor.setPosition(block.position() + static_cast<int>(head));
        cursor.setPosition(block.position() + static_cast<int>(tail), QTextCursor::KeepAnchor);
        cursor.insertText(QStringLiteral(" … "));
        shortened = true;
    }
    cursor.endEditBlock();
    return shortened;
}

} // namespace

ReadableReport readableReport(QString markdown, const QFont &font, const QColor &line)
{
    ReadableReport made;
    if (markdown.size() > kMaxReadChars) {
        markdown.truncate(std::max<qsizetype>(markdown.lastIndexOf(u'\n', kMaxReadChars), 0));
        made.shortened = true;
    }
    auto text = std::make_unique<ReportDocument>(font);
    text->setDocumentMargin(kReportMarginPx);
    text->setReport(markdown);
    made.text = std::move(text);
    if (shortenBlocks(*made.text))
        made.shortened = true;
    styleTables(*made.text, line);
    made.flow = std::make_unique<ReportFlow>(*made.text);
    made.text->moveToThread(nullptr);
    return made;
}

// In memory, because a page writer does not report disk errors.
QByteArray printedReport(const PrintedReport &report)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(report.title);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageOrientation(QPageLayout::Landscape);
    ReportDocument document(report.font);
    const bool shortened = report.markdown.size() > kMaxPrintedChars;
    document.setReport(shortened ? report.markdown.left(report.markdown.lastIndexOf(u'\n', kMaxPrintedChars))
                + QStringLiteral("\n\n**") + report.rest + QStringLiteral("**\n")
                                 : report.markdown);
    styleTables(document, Theme::of(ThemeKind::Light).separator);
    document.print(&writer);
    return bytes;
}

} // namespace lamella::ui
