// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a report as documents: one for the window, one for printing. Made on workers, because parsing Markdown is slow.
#pragma once

#include "widgets/report/ReportFlow.h"

#include <QByteArray>
#include <QColor>
#include <QFont>
#include <QString>
#include <QTextDocument>

#include <memory>

namespace lamella::ui {

// Belongs to no thread: the receiver moves it to its own. Not laid out, because fonts loaded by a worker disappear when it ends.
struct ReadableReport {
    std::unique_ptr<QTextDocument> text;
    std::unique_ptr<ReportFlow> flow; // of the text
    bool shortened = false; // the Markdown was shortened
};

inline constexpr double kReportMarginPx = 16;

// Long reports are truncated, long paragraphs and cells keep their beginning and end. line: colour of table lines, for copies.
[[nodiscard]] ReadableReport readableReport(QString markdown, const QFont &font, const QColor &line);

// Translated on the GUI thread.
struct PrintedReport {
    QString markdown;
    QString title;
    QString rest; // shown at the end if not all of the text is printed
    QFont font;
};

// A PDF with dark text on white, in any theme.
[[nodiscard]] QByteArray printedReport(const PrintedReport &report);

} // namespace lamella::ui
