// SPDX-License-Identifier: GPL-3.0-or-later
// The filter language of the search field, tables and `--filter`: terms separated by blanks, all of which must match.
//
//   word or several words   case-insensitive text (one text: "flash attn" finds both words side by side)
//   "quoted"                case-insensitive text; separates words, and quotes what would parse as a term below
//   /regex/                 case-insensitive regular expression (Regex: linear time)
//   cat:attention,kv        categories by id or prefix of one
//   dur>10us  dur<=1ms      duration with its unit: > >= < <= =; as in durationFromText()
//   stream:7,13  device:0   numbers as recorded
//   stage:decode            stage of the pass
//   pass:3-5  layer:12,head numbers and ranges; head, tail
//   !term                   negation
//
// Text without any of these is searched for as a whole.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/base/Result.h"
#include "core/profile/Category.h"
#include "core/profile/Regex.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lamella::core {

class KernelFilter {
public:
    enum class Field : std::uint8_t { Text, Regex, Category, Duration, Stream, Device, Stage, Pass, Layer };

    struct Term {
        Field field = Field::Text;
        bool negated = false;
        std::string written; // canonical text, without the '!'
        std::string needle; // Text: lower case
        std::optional<Regex> regex; // Regex
        std::vector<Category> categories; // Category
        std::vector<Stage> stages; // Stage
        // Duration (ns), Stream, Device, Pass, Layer (with kHeadLayer, kTailLayer): inclusive ranges.
        std::vector<std::pair<std::int64_t, std::int64_t>> ranges;

        [[nodiscard]] bool holdsNumber(std::int64_t value) const; // one of the ranges contains it
        [[nodiscard]] bool holdsText(std::string_view text) const; // Text, Regex: found in it
        [[nodiscard]] bool isAboutName() const { return field <= Field::Category; }
    };

    // Errors: BadRequest; the detail lists what is allowed, the offset is that of the term in the text.
    static Result<KernelFilter> parse(std::string_view text);

    [[nodiscard]] bool empty() const { return m_terms.empty(); }
    [[nodiscard]] const std::vector<Term> &terms() const { return m_terms; }
    // The terms about names and categories (which the rows of a table can answer), and the other terms.
    [[nodiscard]] KernelFilter aboutNames() const;
    [[nodiscard]] KernelFilter aboutWork() const;
    // The conjunction of both filters.
    [[nodiscard]] KernelFilter with(const KernelFilter &other) const;
    // Text that parses to the same terms.
    [[nodiscard]] std::string text() const;

private:
    std::vector<Term> m_terms;
};

} // namespace lamella::core
