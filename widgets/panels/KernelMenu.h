// SPDX-License-Identifier: GPL-3.0-or-later
// The entries of context menus of a kernel: the same in the table of kernels and in the timeline. GUI thread.
#pragma once

#include <QString>

#include <functional>

class QMenu;

namespace lamella::ui {

struct KernelMenu {
    QString name; // in full
    QString shortName;
    std::function<void()> showInPerfetto;
    std::function<void()> compare;
    std::function<void()> openSource;
    std::function<void()> filter; // by the short name
};

void fillKernelMenu(QMenu &menu, const KernelMenu &entries);

} // namespace lamella::ui
