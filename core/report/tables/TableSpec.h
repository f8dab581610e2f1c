// SPDX-License-Identifier: GPL-3.0-or-later
// A table as a declaration: name, help text, columns, what it depends on and how it is built. Each is defined in the file of its
// builder and listed in core/session/TableList.cpp, which sessions, command line, export and the manual's checks read.
#pragma once

#include "core/base/Result.h"
#include "core/base/WordList.h"
#include "core/report/ReportTable.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace lamella::core {

struct TableInput;

// The results that must be computed before the table is built, and on which its rows depend.
enum class TableNeeds : std::uint8_t {
    Document, // only the document
    Segmentation, // the whole segmentation, not only the requested passes
    Devices, // the scope, of which only the devices affect rows
    Scope, // the scope: devices, passes, stages, streams
};

// Effect of --layer.
enum class LayerUse : std::uint8_t {
    None, // ignored
    Range, // selects rows or kernels
    List, // a range or a list ("2,3,38-42"). Only for values of single layers or kernels: walls and gaps need neighbours
};

// Arguments that change the table's columns.
struct TableForm {
    std::string_view arguments; // "--by cause"
    std::vector<ReportColumn> (*columns)();
};

struct TableSpec {
    std::string_view name; // the command, and the first part of ReportTable::id(): "step-classes"
    std::string_view help; // for --help: a phrase in lower case
    std::string_view example; // arguments after the name: "trace.json.gz --pass 3"
    std::vector<ReportColumn> (*columns)(); // columns present for every trace
    // The input's scope is resolved as far as `needs` requires. Errors: BadRequest, Io, Cancelled.
    Result<ReportTable> (*build)(const TableInput &input);
    TableNeeds needs = TableNeeds::Scope;
    bool allDevices = false; // meaning of an empty --device; else the main device
    bool allPasses = false; // meaning of --pass auto; else the representative pass
    bool wholeTrace = false; // --pass auto means --pass trace
    LayerUse layers = LayerUse::None;
    bool streams = true; // --stream selects kernels, with TableNeeds::Scope
    bool filterChoosesWork = false; // --filter selects the kernels that count, not only rows
    bool cached = true; // false: reads files that may change
    bool program = false; // needs the program model, TableInput::program
    std::string_view options = {}; // options of few tables, separated by blanks: "--by --min-gap"
    std::string_view by = {}; // choices of --by, separated by |; a word in capitals: see the table's own list
    std::span<const std::string_view> byNames = {}; // those choices
    std::span<const TableForm> forms = {};

    [[nodiscard]] bool takes(std::string_view option) const { return hasWord(options, option); }
};

} // namespace lamella::core
