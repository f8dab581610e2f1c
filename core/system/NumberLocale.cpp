// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/NumberLocale.h"

#include <locale.h>

namespace lamella::core {

NumberLocale::NumberLocale()
    : m_plain(::newlocale(LC_ALL_MASK, "C", nullptr))
    , m_before(m_plain != nullptr ? ::uselocale(static_cast<locale_t>(m_plain)) : nullptr)
{
}

NumberLocale::~NumberLocale()
{
    if (m_plain == nullptr)
        return;
    ::uselocale(static_cast<locale_t>(m_before));
    ::freelocale(static_cast<locale_t>(m_plain));
}

} // namespace lamella::core
