// SPDX-License-Identifier: GPL-3.0-or-later
// Whose code a source file is: the user's own, or that of Python, a library or the core of a serving engine. Immutable.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

class SourceRule {
public:
    // The rule that help/source-lines.md describes: everything but Python, installed packages and the cores of serving engines is
    // the user's own; the models that engines and packages ship are too, because that is where users look.
    SourceRule();
    // Parts of paths separated by commas: "models/,train.py" or "!site-packages". A part with ! before it is not the user's. The
    // last matching part decides; if none matches, a file is the user's own if the first part has a !. Empty: the built-in rule.
    explicit SourceRule(std::string_view parts);

    // path: as profilers record it, absolute or relative to a folder of sys.path.
    [[nodiscard]] bool isYours(std::string_view path) const;

private:
    struct Part {
        std::string text;
        bool yours = true;
        bool atStart = false; // matches only at the begin of a relative path
    };
    [[nodiscard]] static bool fits(const Part &part, std::string_view path);

    std::vector<Part> m_parts;
    bool m_else = true;
};

} // namespace lamella::core
