// SPDX-License-Identifier: GPL-3.0-or-later
// A table as a declaration: name, words for help, columns, what it depends on and how it is built. Each is defined in the file of
// its builder and has a row in core/session/TableList.cpp; sessions, command line, export and the checks of the manual read that
// list.
#pragma once

#include "core/base/Result.h"
#include "core/report/ReportTable.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace lamella::core {

struct TableInput;

// What must be computed before the table can be built, and with it what the rows depend on.
enum class TableNeeds : std::uint8_t {
    Document, // nothing but the file
    SegmentationIfAny, // passes and layers where they can be found; an error there is none of the table's
    Segmentation, // all passes and layers, whichever are asked for
    Devices, // the scope; of it only the devices change rows
    Scope, // devices, passes, stages, streams
};

// What --layer does.
enum class LayerUse : std::uint8_t {
    None, // nothing
    Range, // chooses rows or kernels
    List, // the same, also several ("2,3,38-42"): for numbers of single layers or kernels; walls and gaps need neighbours
};

// Arguments that give the table other columns.
struct TableForm {
    std::string_view arguments; // "--by cause"
    std::vector<ReportColumn> (*columns)();
};

struct TableSpec {
    std::string_view name; // command and first part of ReportTable::id(): "step-classes"
    std::string_view help; // what it says, for --help: a phrase in lower case
    std::string_view example; // arguments behind the name: "trace.json.gz --pass 3"
    std::vector<ReportColumn> (*columns)(); // those that it has for every trace
    // The scope of the input is resolved as far as `needs` says. Errors: BadRequest, Io, Cancelled.
    Result<ReportTable> (*build)(const TableInput &input);
    TableNeeds needs = TableNeeds::Scope;
    bool allDevices = false; // what an empty --device means; else the main device
    bool allPasses = false; // what --pass auto means; else the representative pass
    bool wholeTrace = false; // --pass auto means --pass trace
    LayerUse layers = LayerUse::None;
    bool filterChoosesWork = false; // --filter chooses the kernels that count, not only rows
    bool cached = true; // false: it reads files that may change
    bool program = false; // needs the program model, TableInput::program
    std::string_view options = {}; // that few tables have, a space between them: "--by --min-gap"
    std::string_view by = {}; // choices of --by, separated by |; one word in capitals: the table names them
    std::span<const TableForm> forms = {};

    [[nodiscard]] bool takes(std::string_view option) const
    {
        const std::size_t at = options.find(option);
        const std::size_t end = at + option.size();
        return at != std::string_view::npos && (end == options.size() || options[end] == ' ');
    }
};

} // namespace lamella::core
