// SPDX-License-Identifier: GPL-3.0-or-later
// Public traces stored beside a checkout, not in it. Tests that need an absent one skip with a message.
#pragma once

#include <QFileInfo>
#include <QString>
#include <QTest>

#define LAMELLA_NEED_SHARED(path)                                                                                              \
    do {                                                                                                                       \
        if (!QFileInfo::exists(path))                                                                                          \
            QSKIP(qPrintable(QStringLiteral("skipped: not here: ") + (path)));                                                 \
    } while (false)
