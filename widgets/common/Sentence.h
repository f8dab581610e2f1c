// SPDX-License-Identifier: GPL-3.0-or-later
// Core's reasons are the second half of a line of the command line ("no layers found: …"). In the window they are shown alone,
// and options of the command line are removed.
#pragma once

#include <QString>

namespace lamella::ui {

[[nodiscard]] inline QString asSentence(QString reason)
{
    reason.remove(QStringLiteral(" with --anchor"));
    if (reason.isEmpty())
        return reason;
    reason.replace(0, 1, reason.at(0).toUpper());
    const QChar last = reason.back();
    if (last == u'.' || last == u'!' || last == u'?' || last == u'…' || last == u'。' || last == u'！' || last == u'？')
        return reason;
    return reason + (last.script() == QChar::Script_Han || last == u'）' ? u'。' : u'.');
}

} // namespace lamella::ui
