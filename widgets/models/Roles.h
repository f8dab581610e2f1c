// SPDX-License-Identifier: GPL-3.0-or-later
// Item data roles beyond Qt's own, shared by all models.
#pragma once

#include "core/model/Selection.h"

#include <QMetaType>
#include <QtGlobal>

namespace lamella::ui {

enum Role {
    kBarRole = Qt::UserRole + 1, // double 0..1: length of the bar beside the number
    kTargetRole, // core::Selection: target of the row
    kCategoryRole, // int of core::Category; unset if none
    kMissingRole, // bool: the cell shows "n/a"
    kUseRole, // QString: role of a kernel in its layer ("qkv"); empty if none is known
    kColorRole, // QColor of the chip before the text; unset if none
    kSecondaryRole, // bool: shown in text colour 2
    kSharedRole, // int: letters that a name has in common with the beginning of another in its column
};

} // namespace lamella::ui

Q_DECLARE_METATYPE(lamella::core::Selection)
