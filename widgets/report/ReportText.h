// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a report as documents: one to read in the window, one on paper. Made on workers, as Markdown takes its time.
#pragma once

#include "widgets/report/ReportFlow.h"

#include <QByteArray>
#include <QColor>
#include <QFont>
#include <QString>
#include <QTextDocument>

#include <memory>

namespace lamella::ui {

// Of no thread: who shows it takes it to its own. Without any place, as fonts that a worker found are gone when that ends.
struct ReadableReport {
    std::unique_ptr<QTextDocument> text;
    std::unique_ptr<ReportFlow> flow; // of the text
    bool cut = false; // the Markdown says more
};

inline constexpr double kReportMarginPx = 16;

// The beginning of a long one, and of a long paragraph or cell beginning and end. line: colour of the lines of tables, for
// copies.
[[nodiscard]] ReadableReport readableReport(QString markdown, const QFont &font, const QColor &line);

// The sentences are translated on the thread of the window.
struct PrintedReport {
    QString markdown;
    QString title;
    QString rest; // said at the end when not all of the text is printed
    QFont font;
};

// A PDF: dark text on white, whatever the theme.
[[nodiscard]] QByteArray printedReport(const PrintedReport &report);

} // namespace lamella::ui
