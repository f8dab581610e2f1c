// SPDX-License-Identifier: GPL-3.0-or-later
// Public traces that lie beside a checkout, not in it. Tests that need one skip, and say so, where it is absent.
#pragma once

#include <QFileInfo>
#include <QString>
#include <QTest>

#define LAMELLA_NEED_SHARED(path)                                                                                              \
    do {                                                                                                                       \
        if (!QFileInfo::exists(path))                                                                                          \
            QSKIP(qPrintable(QStringLiteral("skipped: not here: ") + (path)));                                                 \
    } while (false)
