// SPDX-License-Identifier: GPL-3.0-or-later
// Roles beyond Qt's own, the same in every model.
#pragma once

#include "core/model/Selection.h"

#include <QMetaType>
#include <QtGlobal>

namespace lamella::ui {

enum Role {
    kBarRole = Qt::UserRole + 1, // double 0..1: length of the bar beside the number
    kTargetRole, // core::Selection: where the row leads to
    kCategoryRole, // int of core::Category; no value where there is none
    kMissingRole, // bool: the cell says "n/a"
    kSecondaryRole, // bool: in text 2
};

} // namespace lamella::ui

Q_DECLARE_METATYPE(lamella::core::Selection)
