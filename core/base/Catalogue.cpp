// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Catalogue.h"

#include <algorithm>

namespace lamella::core {

std::optional<std::string_view> Catalogue::find(std::string_view english) const
{
    const auto found = std::ranges::lower_bound(m_translations, english, {}, &Translation::english);
    return found != m_translations.end() && found->english == english ? std::optional(found->text) : std::nullopt;
}

const Catalogue *catalogueOf(std::string_view language)
{
    const auto all = catalogues();
    const auto found = std::ranges::find(all, language, &Catalogue::language);
    return found != all.end() ? &*found : nullptr;
}

} // namespace lamella::core
