// SPDX-License-Identifier: GPL-3.0-or-later
// Shorthands for column definitions, and the columns that several tables share.
#pragma once

#include "core/profile/Category.h"
#include "core/report/ReportTable.h"

#include <array>
#include <string>
#include <vector>

namespace lamella::core::columns {

inline ReportColumn text(const char *id, const char *title, const char *help)
{
    return {id, title, CellKind::Text, help, -1};
}
inline ReportColumn integer(const char *id, const char *title, const char *help)
{
    return {id, title, CellKind::Integer, help, -1};
}
inline ReportColumn time(const char *id, const char *title, const char *help)
{
    return {id, title, CellKind::TimeNs, help, -1};
}
inline ReportColumn duration(const char *id, const char *title, const char *help)
{
    return {id, title, CellKind::DurationNs, help, -1};
}
inline ReportColumn share(const char *id, const char *title, const char *help)
{
    return {id, title, CellKind::Share, help, -1};
}
inline ReportColumn real(const char *id, const char *title, const char *help, int decimals)
{
    return {id, title, CellKind::Real, help, decimals};
}
inline ReportColumn pass()
{
    return integer("pass", "Pass", "Number of the pass on its device, from 0 in time order");
}
inline ReportColumn layer()
{
    return {
        "layer", "Layer", CellKind::Layer, "Layer number in the model; head = before layer 0, tail = after the last layer", -1};
}
inline ReportColumn device()
{
    return integer("device", "Device", "Device number as recorded");
}
inline ReportColumn category(Category c, const char *suffix, CellKind kind, const char *help)
{
    const CategoryInfo &i = info(c);
    return {std::string(i.id) + suffix, i.title, kind, help, -1};
}

} // namespace lamella::core::columns
