// SPDX-License-Identifier: GPL-3.0-or-later
// Parses arguments to CliOptions and prints the help, both from the declared commands and options. Only this source includes
// CLI11, which is slow to compile.
#include "app/cli/CommandTable.h"
#include "app/cli/Console.h"
#include "app/cli/OptionRules.h"
#include "core/base/Catalogue.h"
#include "core/base/NearestName.h"
#include "core/base/WordList.h"
#include "core/report/WrappedText.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <sstream>

namespace lamella::cli {

namespace {

using core::Error;
using core::Message;
using core::msg;
using core::Result;

constexpr std::size_t kIndent = 30; // column of descriptions in a command's help
constexpr std::size_t kCommandIndent = 18; // column of descriptions in the list of commands
constexpr std::size_t kWidth = 80; // columns of the help
constexpr std::size_t kNamed = 5; // commands that a message lists at most

// Used when no command is given.
const CommandSpec &noCommand()
{
    static const CommandSpec none{"", "", "", "", {}, nullptr, {}, "COMMAND FILE [options]", {}, 0, 0};
    return none;
}

std::string helpOf(const CommandSpec &command)
{
    return command.name.empty() ? "lamella-cli --help" : "lamella-cli " + std::string(command.name) + " --help";
}

std::string usageOf(const CommandSpec &command)
{
    return "lamella-cli " + std::string(command.name) + " " + std::string(command.usage);
}

std::string_view nameOf(std::string_view word)
{
    return word == "-h" ? "--help" : word.substr(0, word.find('='));
}

// "--top N, such as --top 20"
Message shapeOf(const OptionSpec &option, const CommandSpec &command)
{
    const std::string name(option.name);
    if (option.value.empty())
        return Message::name(name);
    const std::string_view value = valueOf(option, command);
    // A choice that this command lacks is no example.
    std::string_view example =
        value != option.value && value.find(option.example) == std::string_view::npos ? "" : option.example;
    if (const std::size_t at = command.example.find(name + " ");
        at != std::string_view::npos && option.name == command.required) {
        example = command.example.substr(at + name.size() + 1);
        example = example.substr(0, example.find(" --"));
    }
    const std::string shape = name + " " + std::string(value);
    return example.empty() ? Message::name(shape) : msg("%1, such as %2", shape, name + " " + std::string(example));
}

// The first few commands that take the option.
Message commandsWith(const OptionSpec &option)
{
    std::string text;
    std::size_t count = 0;
    for (const CommandSpec &command : commandSpecs()) {
        if (usesOption(command, option) && count++ < kNamed)
            text += (text.empty() ? "" : ", ") + std::string(command.name);
    }
    return count > kNamed ? msg("%1 and %2 more", text, count - kNamed) : Message::name(text);
}

Error unknownOption(std::string_view word, const CommandSpec &command)
{
    const std::string name(nameOf(word));
    const auto own = optionsOf(command);
    if (const OptionSpec *option = findOption(name)) {
        const bool groups = name == "--by" && std::find(own.begin(), own.end(), findOption("--group")) != own.end();
        return wrongUse(command.name.empty()
                ? msg("option %1 goes with %2, not with lamella-cli alone; see %3", name, commandsWith(*option), helpOf(command))
                : msg(groups ? "option %1 goes with %2, not with %3, which has --group; see %4"
                             : "option %1 goes with %2, not with %3; see %4",
                    name, commandsWith(*option), command.name, helpOf(command)));
    }
    std::vector<std::string> names;
    for (const OptionSpec *option : own)
        names.emplace_back(option->name);
    const auto begun = std::find_if(names.begin(), names.end(), [&name](const std::string &o) { return o.starts_with(name); });
    Message hint = begun != names.end() && name.size() > 3 ? msg(" (did you mean %1?)", *begun) : core::didYouMean(name, names);
    if (hint.empty()) {
        for (const OptionSpec &option : optionSpecs())
            names.emplace_back(option.name);
        hint = core::didYouMean(name, names);
    }
    return wrongUse(msg("option %1 is not known%2; see %3", name, hint, helpOf(command)));
}

Error unknownCommand(const std::string &name)
{
    std::vector<std::string> names{"help"};
    for (const CommandSpec &command : commandSpecs())
        names.emplace_back(command.name);
    return wrongUse(msg("command %1 is not known%2; see %3", name, core::didYouMean(name, names), helpOf(noCommand())));
}

// Choices that do not fit a line go on below the first.
std::string choicesText(const std::string &option, std::string choices)
{
    const std::string indent(option.size() + 3, ' '); // two blanks before it, one behind
    const std::size_t room = kWidth - indent.size();
    std::string text;
    while (choices.size() > room) {
        const std::size_t bar = choices.rfind('|', room - 1);
        if (bar == std::string::npos)
            break;
        text += choices.substr(0, bar + 1) + "\n" + indent;
        choices.erase(0, bar + 1);
    }
    return text + choices;
}

void addOptions(CLI::App &app, const CommandSpec &command, std::size_t indent = kIndent)
{
    app.set_help_flag(); // --help is one of our own options
    for (const OptionSpec *option : optionsOf(command)) {
        const std::string name = option->name == "--help" ? "-h,--help" : std::string(option->name);
        CLI::Option *added = option->value.empty() ? app.add_flag(name)->disable_flag_override() : app.add_option(name);
        added
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll) // repeated options are reported by our own message
            ->group(std::string(option->group))
            ->description(core::wrappedText(option->help, kWidth - indent));
        if (!option->value.empty())
            added->option_text(choicesText(name, std::string(valueOf(*option, command))));
    }
}

// Message for a missing value, or for a value given to a switch.
Error aboutValue(const CLI::Error &error, const CommandSpec &command)
{
    const std::string_view what = error.what();
    std::string name(what.substr(0, what.find_first_of(": ")));
    if (!name.starts_with("--")) // CLI11 omits the dashes if a switch has a value
        name = "--" + name;
    const OptionSpec *option = findOption(name);
    if (!option)
        return wrongUse(msg("%1; see %2", std::string(what), helpOf(command)));
    if (option->value.empty())
        return wrongUse(msg("option %1 takes no value; write %1", name));
    return wrongUse(msg("option %1 needs a value: %2", name, shapeOf(*option, command)));
}

Result<void> store(
    const OptionSpec &option, const CommandSpec &command, const std::vector<std::string> &values, CliOptions &options)
{
    const std::string name(option.name);
    if (values.size() > 1 && !option.repeatable)
        return wrongUse(msg("option %1 is given twice; give it once: %2", name, shapeOf(option, command)));
    const std::string_view choices = option.name == "--by" ? valueOf(option, command) : std::string_view();
    for (const std::string &value : values) {
        const bool chosen = choices.find('|') == std::string_view::npos
            || ("|" + std::string(choices) + "|").find("|" + value + "|") != std::string::npos;
        if (!chosen || !option.set(options, value))
            return wrongUse(msg("option %1 cannot be '%2'; use %3", name, value, shapeOf(option, command)));
    }
    options.given.push_back(option.name);
    return {};
}

Result<void> parseWords(const CommandSpec &command, const std::vector<std::string> &words, CliOptions &options)
{
    for (const std::string &word : words) // CLI11 would use the next argument as the value
        if (const OptionSpec *option = findOption(nameOf(word)); option && word.ends_with('=') && !option->value.empty())
            return wrongUse(msg("option %1 needs a value: %2", option->name, shapeOf(*option, command)));
    CLI::App app;
    addOptions(app, command);
    app.allow_extras();
    try {
        std::vector<std::string> reversed(words.rbegin(), words.rend());
        app.parse(reversed);
    } catch (const CLI::Error &error) {
        return aboutValue(error, command);
    }
    bool onlyFiles = false; // after "--"
    for (const std::string &word : app.remaining()) {
        if (!onlyFiles && word == "--")
            onlyFiles = true;
        else if (!onlyFiles && isOption(word))
            return unknownOption(word, command);
        else
            options.arguments.push_back(word);
    }
    if (options.arguments.size() > command.maxFiles)
        return wrongUse(
            msg("'%1' is one argument too many; use %2", options.arguments[command.maxFiles].substr(0, 80), usageOf(command)));
    for (const OptionSpec *option : optionsOf(command)) {
        const CLI::Option *given = app.get_option(std::string(option->name));
        if (given->count() == 0)
            continue;
        if (auto stored = store(*option, command, given->results(), options); !stored)
            return stored;
    }
    return {};
}

bool looksLikeFile(const std::string &word)
{
    std::error_code code;
    return word == "-" || word.find_first_of("./") != std::string::npos || std::filesystem::exists(word, code);
}

// The other way round: lamella-cli FILE COMMAND.
Result<void> checkOrder(const CliOptions &options)
{
    std::error_code code;
    for (const std::string &word : options.arguments)
        if (findCommand(word) != nullptr && !std::filesystem::exists(word, code))
            return wrongUse(msg("the command comes first: %1", "lamella-cli " + word + " " + options.arguments.front()));
    return {};
}

// Of the ending of the output, where no format is given and the output is a table or a report. The database of export.
Result<void> setFormat(CliOptions &options, const CommandSpec &command)
{
    if (options.has("--format"))
        return {};
    const std::string ending = lowerEnding(options.output);
    options.sqlite = command.name == "export" && (ending == ".sqlite" || ending == ".sqlite3" || ending == ".db");
    if (command.name == "export" || command.name == "extract" || command.name == "pack" || options.picture)
        return {};
    const auto format = formatByEnding(options.output);
    if (!format)
        return format.error();
    options.format = format->value_or(core::TableFormat::Text);
    return {};
}

// What the command cannot do without.
Result<void> checkGiven(const CliOptions &options, const CommandSpec &command)
{
    if (!command.required.empty() && !options.has(command.required))
        return wrongUse(msg("%1 needs %2", command.name, shapeOf(*findOption(command.required), command)));
    if (options.arguments.size() < command.minFiles)
        return wrongUse(
            msg(options.arguments.empty() ? "no file given; use %1, or see %2" : "an argument is missing; use %1, or see %2",
                usageOf(command), helpOf(command)));
    return {};
}

// All lines but the first begin with two blanks.
std::string indented(const std::string &lines)
{
    return CLI::detail::find_and_replace(lines, "\n", "\n  ");
}

std::string columnsHelp(const CommandSpec &command)
{
    std::ostringstream text;
    std::map<std::string, std::string> described;
    for (const auto &[arguments, columns] : columnsOf(command)) {
        if (columns.empty())
            continue;
        text << (arguments.empty() ? "\nColumns (more may follow, one for each category or layer):\n"
                                   : "\nColumns with " + arguments + ":\n");
        std::string above; // ids with the same meaning
        for (const core::ReportColumn &column : columns) {
            const std::string help(column.help.english());
            if (const auto [known, isNew] = described.emplace(column.id, help); !isNew && known->second == help)
                above += (above.empty() ? "as above: " : ", ") + column.id;
            else
                CLI::detail::format_help(text, column.id, core::wrappedText(help, kWidth - kIndent), kIndent);
        }
        if (!above.empty())
            text << "  " << indented(core::wrappedText(above, kWidth - 2)) << '\n';
    }
    return text.str();
}

class HelpFormatter : public CLI::Formatter {
public:
    explicit HelpFormatter(std::size_t indent) { column_width(indent); }
    // The description contains the usage line.
    std::string make_usage(const CLI::App * /*app*/, std::string /*name*/) const override { return {}; }
};

std::string helpOf(CLI::App &app, std::size_t indent)
{
    app.formatter(std::make_shared<HelpFormatter>(indent));
    return CLI::detail::find_and_replace(app.help(), "\n\n\n", "\n\n");
}

} // namespace

Result<void> rejectUnused(const CliOptions &options, std::string_view what, std::string_view used, std::string_view unsaid)
{
    for (const std::string_view name : options.given)
        if (!core::hasWord(used, name) && !core::hasWord(unsaid, name) && !core::hasWord("--quiet --lang", name))
            return wrongUse(used.empty() ? msg("%1 does not use %2; leave it out", what, name)
                                         : msg("%1 does not use %2; leave it out (it uses %3)", what, name, used));
    return {};
}

const core::Catalogue *languageAskedFor(const std::vector<std::string> &arguments)
{
    for (std::size_t i = 0; i < arguments.size() && arguments[i] != "--"; ++i) {
        if (arguments[i].starts_with("--lang="))
            return core::catalogueOf(std::string_view(arguments[i]).substr(7));
        if (arguments[i] == "--lang" && i + 1 < arguments.size())
            return core::catalogueOf(arguments[i + 1]);
    }
    return nullptr;
}

Result<CliOptions> parseArguments(const std::vector<std::string> &arguments)
{
    CliOptions options;
    options.cache.folder = core::userCacheFolder();
    std::vector<std::string> words = arguments;
    std::size_t at = commandPlace(words);
    if (at < words.size() && words[at] == "help") {
        words[at] = "--help";
        at = commandPlace(words);
    }
    const CommandSpec *command = &noCommand();
    bool isFile = false; // in place of the command
    if (at < words.size()) {
        command = findCommand(words[at]);
        if (command)
            words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
        else if (looksLikeFile(words[at])) {
            command = findCommand("info");
            isFile = true;
        } else
            return unknownCommand(words[at]);
    }
    options.command = command->name;
    options.request.table = command->name;
    if (auto parsed = parseWords(*command, words, options); !parsed)
        return parsed.error();
    if (isFile)
        if (auto order = checkOrder(options); !order)
            return order.error();
    if (options.noCache)
        options.cache.folder.clear();
    if (options.help || options.version)
        return options;
    if (auto format = setFormat(options, *command); !format)
        return format.error();
    if (command == &noCommand())
        return wrongUse(msg("no command given; see %1", helpOf(noCommand())));
    if (isStackFormat(options.format) && options.request.by.empty())
        options.request.by = "stack";
    if (auto given = checkGiven(options, *command); !given)
        return given.error();
    if (command->name == "sql") { // the question comes last
        options.query = std::move(options.arguments.back());
        options.arguments.pop_back();
    }
    if (auto fits = checkTogether(options, *command); !fits)
        return fits.error();
    return options;
}

std::string generalHelp()
{
    CLI::App app("Usage: lamella-cli COMMAND FILE [options]\n"
                 "       lamella-cli FILE                  (the same as info FILE)\n"
                 "       lamella-cli COMMAND --help        (its options and columns)\n\n"
                 "Says which pass, which layer and which kernel the time of a GPU profile goes to.");
    for (const CommandSpec &command : commandSpecs())
        app.add_subcommand(std::string(command.name), core::wrappedText(command.help, kWidth - kCommandIndent))
            ->group(std::string(command.group));
    addOptions(app, noCommand(), kCommandIndent);
    app.footer("Times in CSV and JSON are nanoseconds. Exit: 0 done, 1 the input cannot be used,\n"
               "2 wrong use, 3 the gate failed (compare --fail-above), 130 interrupted.");
    return helpOf(app, kCommandIndent);
}

std::string commandHelp(const std::string &name)
{
    const CommandSpec *command = findCommand(name);
    if (!command)
        return generalHelp();
    CLI::App app(core::wrappedText("Usage: " + usageOf(*command), kWidth, 7) + "\n\n"
        + core::wrappedText(name + ": " + std::string(command->help) + ".", kWidth) + "\n"
        + core::wrappedText("Example: lamella-cli " + name + " " + std::string(command->example), kWidth, 9));
    addOptions(app, *command);
    return helpOf(app, kIndent) + columnsHelp(*command);
}

} // namespace lamella::cli
