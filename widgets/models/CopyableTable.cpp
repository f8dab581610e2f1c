// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/CopyableTable.h"

#include "core/report/TableWriters.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"

#include <QStringList>

#include <vector>

namespace lamella::ui {

QString tsvOf(const core::ReportTable &table, std::span<const std::uint32_t> rows)
{
    QStringList lines;
    QStringList cells;
    for (const core::ReportColumn &column : table.columns())
        cells << qtext(column.id);
    lines << cells.join(u'\t');
    for (const std::uint32_t row : rows) {
        cells.clear();
        for (std::size_t column = 0; column < table.columns().size(); ++column) {
            const core::CellKind kind = table.columns()[column].kind;
            if (table.isMissing(row, column))
                cells << QString();
            else if (kind == core::CellKind::Text)
                cells << qtext(table.text(row, column)).replace(u'\t', u' ').replace(u'\n', u' ');
            else if (kind == core::CellKind::Real || kind == core::CellKind::Share)
                cells << QString::number(table.real(row, column), 'g', 17);
            else
                cells << QString::number(static_cast<qlonglong>(table.integer(row, column)));
        }
        lines << cells.join(u'\t');
    }
    return lines.join(u'\n') + u'\n';
}

QString markdownOf(const core::ReportTable &table, std::span<const std::uint32_t> rows)
{
    const std::vector<std::uint32_t> chosen(rows.begin(), rows.end());
    return qtext(core::writeTable(table.withRows(chosen).inLanguage(catalogue()), core::TableFormat::Markdown));
}

} // namespace lamella::ui
