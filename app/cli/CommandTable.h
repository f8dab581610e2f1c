// SPDX-License-Identifier: GPL-3.0-or-later
// Every command and every option as a declaration. Parsing, help, completion, the manual's check and the test of wrong usage read
// these two lists. The commands that print a table come from core/session/TableList.h.
#pragma once

#include "app/cli/CliOptions.h"

#include <limits>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::cli {

// Options that most commands take.
inline constexpr std::string_view kSegmentation = "--config --profile --anchor --anchor-role --blocks-per-layer --layers";
inline constexpr std::string_view kReplays = "--capture --annotations --eager"; // where work of replays needs names
inline constexpr std::string_view kReading = "--rank --no-cache --cache-dir --strict --progress --quiet --lang";

struct OptionSpec {
    std::string_view name; // "--pass"
    std::string_view value; // placeholder, or choices separated by |; empty: a switch
    std::string_view group; // heading in the help
    std::string_view help;
    std::string_view example; // a valid value, for error messages; may be empty if the choices suffice
    bool (*set)(CliOptions &options, const std::string &value); // false: invalid value
    bool repeatable = false;
};

struct CommandSpec {
    static constexpr std::size_t kAnyNumber = std::numeric_limits<int>::max();

    std::string_view name;
    std::string_view group; // heading in the help
    std::string_view help;
    std::string_view example; // arguments after the command
    std::string options; // names separated by blanks
    int (*run)(const CliOptions &options, const std::stop_token &stop); // returns the exit code
    std::string_view by{}; // choices of --by; empty: the command has no --by
    std::string_view usage = "FILE [options]"; // after the command
    std::string_view required{}; // an option that must be given
    std::size_t minFiles = 1; // number of positional arguments
    std::size_t maxFiles = kAnyNumber;
};

[[nodiscard]] std::span<const OptionSpec> optionSpecs();
[[nodiscard]] std::span<const CommandSpec> commandSpecs(); // in the order of the help, grouped
[[nodiscard]] const OptionSpec *findOption(std::string_view name);
[[nodiscard]] const CommandSpec *findCommand(std::string_view name);

[[nodiscard]] bool usesOption(const CommandSpec &command, const OptionSpec &option);
// All that the command uses, in the order of optionSpecs().
[[nodiscard]] std::vector<const OptionSpec *> optionsOf(const CommandSpec &command);
// The values that the option takes with this command; only those of --by differ.
[[nodiscard]] std::string_view valueOf(const OptionSpec &option, const CommandSpec &command);

// Columns of the table that the command prints, by the arguments that give them, such as "--by rank"; the first are those
// without. None for a command that prints no table of its own.
struct ColumnsForm {
    std::string arguments;
    std::vector<core::ReportColumn> columns;
};
[[nodiscard]] std::vector<ColumnsForm> columnsOf(const CommandSpec &command);

// The place of the command among the words of a command line, where options may precede it: the first word that is neither an
// option nor the value of one. Their number if there is none.
[[nodiscard]] std::size_t commandPlace(const std::vector<std::string> &words);
// Whether a word is an option rather than a file or a value: "-" is standard input.
[[nodiscard]] bool isOption(std::string_view word);

} // namespace lamella::cli
