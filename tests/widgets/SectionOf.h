// SPDX-License-Identifier: GPL-3.0-or-later
// A section of the inspector by its id.
#pragma once

#include "widgets/inspector/InspectorContent.h"

#include <algorithm>

namespace lamella::test {

// Null: there is none.
inline const ui::InspectorSection *sectionOf(const ui::InspectorContent &content, const char *id)
{
    const auto found = std::find_if(content.sections.begin(), content.sections.end(),
        [id](const ui::InspectorSection &section) { return section.id == QLatin1String(id); });
    return found == content.sections.end() ? nullptr : &*found;
}

} // namespace lamella::test
