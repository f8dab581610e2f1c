// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Completion.h"

#include "app/cli/CommandTable.h"
#include "core/analysis/Segmentation.h"
#include "core/base/WordList.h"
#include "core/profile/Category.h"
#include "core/profile/Hardware.h"
#include "core/profile/ModelProfile.h"
#include "core/session/TableList.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>

namespace lamella::cli {

namespace {

// The lines for what begins with a prefix.
class Offer {
public:
    // `before`: what stands before each word on its line, "--by=".
    Offer(std::string begun, std::string before)
        : m_begun(std::move(begun))
        , m_before(std::move(before))
    {
    }
    void word(std::string_view word, std::string_view description = {})
    {
        if (!word.starts_with(m_begun))
            return;
        m_lines.append(m_before).append(word);
        if (!description.empty())
            m_lines.append("\t").append(description);
        m_lines += '\n';
    }
    void files() { m_lines += ":files\n"; }
    [[nodiscard]] const std::string &begun() const { return m_begun; }
    [[nodiscard]] const std::string &lines() const { return m_lines; }

private:
    std::string m_begun;
    std::string m_before;
    std::string m_lines;
};

bool isGiven(const std::vector<std::string> &words, std::string_view arguments)
{
    return !core::anyWord(
        arguments, [&words](std::string_view word) { return std::find(words.begin(), words.end(), word) == words.end(); });
}

// Of the form that the words ask for, else of the usual one.
std::vector<core::ReportColumn> columnsFor(const CommandSpec &command, const std::vector<std::string> &words)
{
    std::vector<core::ReportColumn> columns;
    for (ColumnsForm &form : columnsOf(command))
        if (isGiven(words, form.arguments))
            columns = std::move(form.columns);
    return columns;
}

void offerColumns(Offer &offer, const CommandSpec &command, const std::vector<std::string> &words, bool sort)
{
    // A sign for --sort; the ids before the last comma for --columns.
    const std::string &begun = offer.begun();
    const std::size_t comma = sort ? std::string::npos : begun.rfind(',');
    const std::string before = sort && begun.starts_with('-') ? "-"
        : comma == std::string::npos                          ? ""
                                                              : begun.substr(0, comma + 1);
    const std::string given = "," + before;
    for (const core::ReportColumn &column : columnsFor(command, words))
        if (given.find("," + column.id + ",") == std::string::npos) // each column once
            offer.word(before + column.id, column.title);
}

void offerProfiles(Offer &offer)
{
    for (const core::ModelProfile &profile : core::standardProfiles().profiles)
        offer.word(profile.name, profile.title);
}

void offerStages(Offer &offer)
{
    for (int stage = 0; stage <= static_cast<int>(core::Stage::Optimizer); ++stage)
        offer.word(core::stageName(static_cast<core::Stage>(stage)));
}

// The words among "auto|all|N|N-M" and the like: placeholders are in capitals.
void offerChoices(Offer &offer, std::string_view value)
{
    for (std::size_t at = 0; at < value.size() && value.find('|') != std::string_view::npos;) {
        const std::size_t end = std::min(value.find('|', at), value.size());
        const std::string_view choice = value.substr(at, end - at);
        if (choice.front() >= 'a' && choice.front() <= 'z')
            offer.word(choice);
        at = end + 1;
    }
}

void offerValue(Offer &offer, const OptionSpec &option, const CommandSpec &command, const std::vector<std::string> &words)
{
    const std::string_view value = valueOf(option, command);
    if (option.name == "--sort" || option.name == "--columns")
        offerColumns(offer, command, words, option.name == "--sort");
    else if (option.name == "--profile" || option.name == "--with-profile")
        offerProfiles(offer);
    else if (option.name == "--stage")
        offerStages(offer);
    else
        offerChoices(offer, value);
    if (option.name == "--peaks")
        for (const core::Hardware &device : core::builtinHardware())
            offer.word(device.name);
    if (option.name == "--metric")
        for (const core::CategoryInfo &category : core::categoryInfos())
            offer.word(category.id, category.title);
    if (const core::TableSpec *table = core::findTable(command.name); table && option.name == "--by")
        for (const std::string_view name : table->byNames)
            offer.word(name);
    if (value.find("FILE") != std::string_view::npos || value == "DIR")
        offer.files();
}

void offerOptions(Offer &offer, const CommandSpec &command, const std::vector<std::string> &words)
{
    for (const OptionSpec *option : optionsOf(command))
        if (option->repeatable || std::find(words.begin(), words.end(), option->name) == words.end())
            offer.word(option->name, option->help);
}

void offerCommands(Offer &offer)
{
    for (const CommandSpec &command : commandSpecs())
        offer.word(command.name, command.help);
    offer.word("help", "what a command does, with its options and columns");
}

// Behind the command: files, but words for `profiles` and `cache`.
void offerArguments(Offer &offer, const CommandSpec &command, const std::vector<std::string> &behind)
{
    const auto choices = [&offer](std::initializer_list<std::string_view> words) {
        for (const std::string_view word : words)
            offer.word(word);
    };
    if (command.name == "profiles" && behind.empty())
        return choices({"list", "show", "check"});
    if (command.name == "profiles" && behind.front() == "show")
        return offerProfiles(offer);
    if (command.name == "cache")
        return choices({"show", "clear"});
    offer.files();
}

} // namespace

std::string completions(const std::vector<std::string> &given)
{
    std::vector<std::string> words = given;
    if (words.empty())
        words.emplace_back();
    // Shells that break words at "=" hand over "--by", "=", "cau".
    if (words.back() == "=")
        words.back().clear();
    else if (words.size() > 1 && words[words.size() - 2] == "=")
        words.erase(words.end() - 2);
    std::string begun = words.back();
    words.pop_back();
    const std::size_t at = commandPlace(words);
    const CommandSpec *command = at < words.size() ? findCommand(words[at]) : nullptr;
    static const CommandSpec none{};
    const CommandSpec &known = command ? *command : none;
    const OptionSpec *option = words.empty() ? nullptr : findOption(words.back());
    std::string before;
    if (const std::size_t equals = begun.find('='); begun.starts_with("--") && equals != std::string::npos) {
        option = findOption(begun.substr(0, equals));
        before = begun.substr(0, equals + 1);
        begun.erase(0, equals + 1);
    }
    Offer offer(std::move(begun), std::move(before));
    if (option && !option->value.empty())
        offerValue(offer, *option, known, words);
    else if (offer.begun().starts_with('-'))
        offerOptions(offer, known, words);
    else if (at == words.size() || (words[at] == "help" && at + 1 == words.size())) {
        offerCommands(offer);
        if (at == words.size())
            offer.files();
    } else
        offerArguments(offer, known, {words.begin() + static_cast<std::ptrdiff_t>(at) + 1, words.end()});
    return offer.lines();
}

} // namespace lamella::cli
