// SPDX-License-Identifier: GPL-3.0-or-later
// The one filter language of search field, tables and `--filter`: terms with blanks between them, all of which must hold.
//
//   word or several words   text as it stands, in either case (as one text: "flash attn" looks for both words side by side)
//   "quoted"                text too; tells words apart that would be one text otherwise, and from the words below
//   /regex/                 regular expression (PatternDfa: linear time), in either case
//   cat:attention,kv        categories by id or the beginning of one
//   dur>10us  dur<=1ms      duration: > >= < <= =; units as in durationFromText()
//   stream:7,13  device:0   numbers as recorded
//   stage:decode            stage of the pass
//   pass:3-5  layer:12,head numbers and stretches; head, tail
//   !term                   the term must not hold
//
// A text with none of these is looked for whole, as `--filter` always did.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/base/Result.h"
#include "core/profile/Category.h"
#include "core/profile/PatternDfa.h"

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
        std::string written; // as it can be parsed again, without the '!'
        std::string needle; // Text: in lower case
        std::shared_ptr<const PatternDfa> regex; // Regex
        std::vector<Category> categories; // Category
        std::vector<Stage> stages; // Stage
        // Duration (ns), Stream, Device, Pass, Layer (with kHeadLayer, kTailLayer): stretches, both ends included.
        std::vector<std::pair<std::int64_t, std::int64_t>> ranges;

        [[nodiscard]] bool holdsNumber(std::int64_t value) const; // one of the ranges has it
        [[nodiscard]] bool holdsText(std::string_view text) const; // Text, Regex: occurs in it
        [[nodiscard]] bool isAboutName() const { return field <= Field::Category; }
    };

    // Errors: BadRequest; the sentence says what is allowed there, the offset is that of the term in the text.
    static Result<KernelFilter> parse(std::string_view text);

    [[nodiscard]] bool empty() const { return m_terms.empty(); }
    [[nodiscard]] const std::vector<Term> &terms() const { return m_terms; }
    // Terms of names and categories (those a table's own rows can answer), and the others.
    [[nodiscard]] KernelFilter aboutNames() const;
    [[nodiscard]] KernelFilter aboutWork() const;
    // Both: what holds for this and for other.
    [[nodiscard]] KernelFilter with(const KernelFilter &other) const;
    // Text that parses to the same terms.
    [[nodiscard]] std::string text() const;

private:
    std::vector<Term> m_terms;
};

} // namespace lamella::core
