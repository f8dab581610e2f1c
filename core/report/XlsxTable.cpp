// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/XlsxTable.h"

#include "core/base/Message.h"
#include "core/base/ParseDouble.h"
#include "core/report/CellText.h"
#include "core/report/TableSinkBuffer.h"
#include "core/report/XlsxText.h"
#include "core/system/NewFile.h"
#include "core/system/NumberLocale.h"
#include "core/system/ProcessLimits.h"
#include "core/system/RegularFile.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>
#include <xlsxwriter.h>

namespace lamella::core {

namespace {

constexpr std::int64_t kExactIntegers = std::int64_t{1} << 53;
constexpr std::size_t kRowsMeasured = 200; // to choose column widths
constexpr std::size_t kPiece = std::size_t{256} << 10; // of the finished workbook, bytes
// More than the library needs at its peak, whatever the size of the table: rows go to temporary files one by one (constant_memory),
// so that what remains is the buffers of sheets, archive and compressor (measured: 1.2 MB for 200 columns and 20,000 rows).
constexpr std::size_t kLibraryMemory = std::size_t{4} << 20; // bytes
constexpr double kMinWidth = 9; // characters
constexpr double kMaxWidth = 60;

class Workbook {
public:
    Workbook(const ReportTable &table, const XlsxLimits &limits, const std::string &path)
        : m_table(table)
        , m_limits(limits)
    {
        lxw_workbook_options options{};
        options.constant_memory = LXW_TRUE;
        options.use_zip64 = LXW_FALSE; // only archives above 4 GiB need it, and not all programs read it
        m_book = workbook_new_opt(path.c_str(), &options);
    }
    Workbook(const Workbook &) = delete;
    Workbook &operator=(const Workbook &) = delete;
    ~Workbook()
    {
        if (m_book != nullptr)
            workbook_close(m_book);
    }

    // False if the library runs out of memory or cannot make temporary files.
    bool write();
    // Empty on success, else the error.
    std::string close();

private:
    bool writeSheet(std::size_t firstRow, std::size_t rows, int number);
    bool writeAbout();
    void writeCell(lxw_worksheet *sheet, lxw_row_t line, std::size_t row, std::size_t column);
    void writeText(lxw_worksheet *sheet, lxw_row_t line, std::size_t column, std::string_view text, lxw_format *format = nullptr);
    [[nodiscard]] double widthOf(std::size_t column) const;

    const ReportTable &m_table;
    const XlsxLimits &m_limits;
    lxw_workbook *m_book = nullptr;
    lxw_format *m_header = nullptr;
    lxw_format *m_count = nullptr;
    lxw_format *m_share = nullptr;
    std::size_t m_shortened = 0;
    std::size_t m_asText = 0;
    std::string m_raw;
};

std::string headerOf(const ReportColumn &column)
{
    const std::string_view unit = cellKindUnit(column.kind);
    const bool said = column.kind == CellKind::Share // shown with a percent sign
        || unit.empty() || column.id.ends_with("_" + std::string(unit))
        || (column.kind == CellKind::Bytes && column.id.ends_with("bytes"));
    return said ? column.id : column.id + " (" + std::string(unit) + ")";
}

void Workbook::writeText(lxw_worksheet *sheet, lxw_row_t line, std::size_t column, std::string_view text, lxw_format *format)
{
    bool shortened = false;
    const std::string safe = xlsxText(text, m_limits.textUnits, shortened);
    m_shortened += shortened ? 1 : 0;
    worksheet_write_string(sheet, line, static_cast<lxw_col_t>(column), safe.c_str(), format);
}

void Workbook::writeCell(lxw_worksheet *sheet, lxw_row_t line, std::size_t row, std::size_t column)
{
    if (m_table.isMissing(row, column))
        return;
    const CellKind kind = m_table.columns()[column].kind;
    m_raw.clear();
    appendRawCell(m_raw, m_table, row, column);
    if (kind == CellKind::Text)
        return writeText(sheet, line, column, m_raw);
    // The value as written to CSV, which may have fewer digits than the cell.
    const std::optional<double> value = wholeDouble(m_raw);
    bool number = value && std::isfinite(*value);
    const bool real = kind == CellKind::Real || kind == CellKind::Share;
    if (number && !real) {
        const std::int64_t exact = m_table.integer(row, column);
        number = exact >= -kExactIntegers && exact <= kExactIntegers;
    }
    if (!number) {
        m_asText += m_raw.empty() || kind == CellKind::Layer ? 0 : 1; // head and tail are text
        return writeText(sheet, line, column, m_raw);
    }
    lxw_format *format = kind == CellKind::Share ? m_share : kind == CellKind::Layer || real ? nullptr : m_count;
    worksheet_write_number(sheet, line, static_cast<lxw_col_t>(column), *value, format);
}

double Workbook::widthOf(std::size_t column) const
{
    double width = static_cast<double>(displayWidth(headerOf(m_table.columns()[column]))) + 4; // + 4: for the filter arrow
    for (std::size_t r = 0; r < std::min(m_table.rowCount(), kRowsMeasured); ++r) {
        if (m_table.isMissing(r, column))
            continue;
        std::string raw;
        appendRawCell(raw, m_table, r, column);
        const std::size_t groups = isNumeric(m_table.columns()[column].kind) ? raw.size() / 3 : 0;
        width = std::max(width, static_cast<double>(displayWidth(raw) + groups) + 1);
    }
    return std::clamp(width, kMinWidth, kMaxWidth);
}

bool Workbook::writeSheet(std::size_t firstRow, std::size_t rows, int number)
{
    lxw_worksheet *sheet = workbook_add_worksheet(m_book, xlsxSheetName(m_table.id(), number).c_str());
    if (sheet == nullptr)
        return false;
    const std::size_t columns = m_table.columns().size();
    for (std::size_t c = 0; c < columns; ++c)
        worksheet_set_column(sheet, static_cast<lxw_col_t>(c), static_cast<lxw_col_t>(c), widthOf(c), nullptr);
    worksheet_freeze_panes(sheet, 1, 0);
    if (columns > 0)
        worksheet_autofilter(sheet, 0, 0, static_cast<lxw_row_t>(rows), static_cast<lxw_col_t>(columns - 1));
    for (std::size_t c = 0; c < columns; ++c)
        writeText(sheet, 0, c, headerOf(m_table.columns()[c]), m_header);
    for (std::size_t r = 0; r < rows; ++r)
        for (std::size_t c = 0; c < columns; ++c)
            writeCell(sheet, static_cast<lxw_row_t>(r + 1), firstRow + r, c);
    return true;
}

bool Workbook::writeAbout()
{
    lxw_worksheet *sheet = workbook_add_worksheet(m_book, "about");
    if (sheet == nullptr)
        return false;
    worksheet_set_column(sheet, 0, 1, 24, nullptr);
    worksheet_set_column(sheet, 2, 3, 60, nullptr);
    lxw_row_t line = 0;
    const auto say = [&](std::initializer_list<std::string_view> cells, lxw_format *format = nullptr) {
        std::size_t column = 0;
        for (const std::string_view cell : cells)
            writeText(sheet, line, column++, cell, format);
        ++line;
    };
    say({m_table.title().english()}, m_header);
    for (const auto &[key, value] : m_table.provenance())
        say({key, value});
    for (const Message &note : m_table.notes())
        say({"note", withPlainBlanks(note.english())});
    if (m_shortened > 0)
        say({"note",
            std::to_string(m_shortened) + " texts are longer than a cell can hold, and end with … here; the CSV has them whole"});
    if (m_asText > 0)
        say({"note", std::to_string(m_asText) + " numbers are larger than a spreadsheet can hold exactly, and are text here"});
    ++line;
    say({"column", "unit", "title", "meaning"}, m_header);
    for (const ReportColumn &column : m_table.columns())
        say({column.id, cellKindUnit(column.kind), column.title, column.help.english()});
    const std::vector<MissingSummary> missing = summariseMissing(m_table);
    if (missing.empty())
        return true;
    ++line;
    say({"missing in", "cells", "reason"}, m_header);
    for (const MissingSummary &m : missing)
        say({m_table.columns()[m.column].id, std::to_string(m.rows), withPlainBlanks(m.reason)});
    return true;
}

bool Workbook::write()
{
    if (m_book == nullptr)
        return false;
    lxw_doc_properties properties{};
    std::string title = xlsxText(m_table.title().english(), m_limits.textUnits);
    properties.title = title.data();
    properties.created = 946684800; // 2000-01-01 UTC: a constant, so that the same table gives the same bytes
    workbook_set_properties(m_book, &properties);
    m_header = workbook_add_format(m_book);
    format_set_bold(m_header);
    format_set_bottom(m_header, LXW_BORDER_THIN);
    m_count = workbook_add_format(m_book);
    format_set_num_format(m_count, "#,##0");
    m_share = workbook_add_format(m_book);
    format_set_num_format(m_share, "0.0%");
    int number = 0;
    std::size_t row = 0;
    do {
        const std::size_t rows = std::min(m_limits.rowsPerSheet, m_table.rowCount() - row);
        if (!writeSheet(row, rows, ++number))
            return false;
        row += rows;
    } while (row < m_table.rowCount());
    return writeAbout();
}

std::string Workbook::close()
{
    const lxw_error error = workbook_close(m_book);
    m_book = nullptr;
    return error == LXW_NO_ERROR ? std::string() : lxw_strerror(error);
}

// Ends in std::bad_alloc if the memory is not there. The library itself does not check all of its allocations.
void checkMemory()
{
    ::operator delete(::operator new(kLibraryMemory));
}

// Upper bound of the sheets' bytes before compression.
std::uintmax_t roomFor(const ReportTable &table)
{
    constexpr std::uintmax_t kOfCell = 64;
    std::uintmax_t bytes = 1 << 20;
    for (std::size_t c = 0; c < table.columns().size(); ++c)
        for (std::size_t r = 0; r < table.rowCount(); ++r)
            bytes += kOfCell + (table.columns()[c].kind == CellKind::Text ? table.text(r, c).size() : 0);
    return bytes;
}

Error noRoom(const std::string &folder, const std::string &why)
{
    return {
        ErrorCode::Io, msg("cannot hold the parts of the workbook (%1); free some space there, or export CSV", why), folder, -1};
}

std::string temporaryFolder()
{
    const char *const given = std::getenv("TMPDIR");
    return given != nullptr && *given != '\0' ? given : "/tmp";
}

// The library takes a write to a full disk for done, so that the room is looked at first.
Result<void> checkRoom(const ReportTable &table, const std::string &folder)
{
    std::error_code code;
    if (!std::filesystem::is_directory(folder, code))
        return noRoom(folder, "there is no such folder");
    const auto space = std::filesystem::space(folder, code);
    if (!code && space.available < 2 * roomFor(table))
        return noRoom(folder, "it is full");
    if (const auto most = maxFileBytes(); most && *most < roomFor(table))
        return Error{ErrorCode::Io,
            "cannot be made: files may have at most " + std::to_string(*most)
                + " bytes here (ulimit -f), the parts of the workbook take more; raise the limit, or export CSV",
            {}, -1};
    std::FILE *const probe = std::tmpfile(); // what the library works with
    if (probe == nullptr)
        return noRoom(folder, std::strerror(errno));
    std::fclose(probe);
    return {};
}

Result<void> copyTo(const std::string &path, const TableSink &sink)
{
    const Result<FileHandle> file = openRegular(path);
    if (!file)
        return file.error();
    std::string piece(kPiece, '\0');
    for (;;) {
        const Transfer got = file->read(piece.data(), piece.size());
        if (got.error != 0)
            return Error{ErrorCode::Io, msg("cannot be read (%1)", std::string(std::strerror(got.error))), path};
        if (got.bytes > 0 && !sink(std::string_view(piece).substr(0, got.bytes)))
            return Error{ErrorCode::Io, "cannot be written", {}, -1};
        if (got.bytes < piece.size())
            return {};
    }
}

} // namespace

Result<void> writeXlsxTable(const ReportTable &table, const TableSink &sink, const XlsxLimits &limits)
{
    if (table.columns().size() > limits.columns)
        return Error{ErrorCode::Limit,
            msg("the table %1 has %2 columns, a sheet of a spreadsheet only %3; export CSV or JSON", table.id(),
                table.columns().size(), limits.columns),
            {}, -1};
    checkMemory();
    const std::string folder = temporaryFolder();
    if (auto room = checkRoom(table, folder); !room)
        return room;
    const NewFile file = NewFile::temporary(folder, "lamella-", ".xlsx");
    if (!file.handle().isOpen())
        return noRoom(folder, std::strerror(file.error()));
    {
        const NumberLocale plain; // the library writes numbers with printf
        Workbook workbook(table, limits, file.path());
        if (!workbook.write())
            return noRoom(folder, "no memory or no temporary files");
        if (const std::string why = workbook.close(); !why.empty())
            return noRoom(folder, why);
    }
    return copyTo(file.path(), sink);
}

const char *xlsxWriterVersion()
{
    return lxw_version();
}

} // namespace lamella::core
