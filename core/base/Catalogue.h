// SPDX-License-Identifier: GPL-3.0-or-later
// The translations of the texts that core makes. cmake/core_catalogues.py writes them as a table from translations/lamella_*.ts
// when the program is built; English, the language of the texts, has none.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace lamella::core {

struct Translation {
    std::string_view english;
    std::string_view text;
};

class Catalogue {
public:
    // Sorted by the English text, each text once.
    constexpr Catalogue(std::string_view language, std::span<const Translation> translations)
        : m_language(language)
        , m_translations(translations)
    {
    }

    [[nodiscard]] std::string_view language() const { return m_language; } // as in the name of its file: "zh_CN"
    [[nodiscard]] std::optional<std::string_view> find(std::string_view english) const;

private:
    std::string_view m_language;
    std::span<const Translation> m_translations;
};

[[nodiscard]] std::span<const Catalogue> catalogues();
[[nodiscard]] const Catalogue *catalogueOf(std::string_view language); // null: none of that language

} // namespace lamella::core
