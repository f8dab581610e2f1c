// SPDX-License-Identifier: GPL-3.0-or-later
// Shapes and launch sizes as people write them.
#pragma once

#include <QRegularExpression>
#include <QString>
#include <QStringList>

namespace lamella::ui::inspector {

// "[[16, 4096], [], [256]] 129,1,1" as "16×4096, 256 · 129×1×1": the recorded lists of sizes, then the grid. Other texts stay.
[[nodiscard]] inline QString shapeText(const QString &recorded)
{
    static const QRegularExpression kForm(QStringLiteral(R"(^(?:\[(?<lists>[\[\]\d, ]*)\])? ?(?<grid>\d+(?:,\d+)*)?$)"));
    static const QRegularExpression kList(QStringLiteral(R"(\[([\d, ]*)\])"));
    const QRegularExpressionMatch form = kForm.match(recorded);
    if (!form.hasMatch())
        return recorded;
    const auto product = [](QString sizes) { return sizes.remove(u' ').replace(u',', QChar(0x00D7)); };
    QStringList shapes;
    for (auto lists = kList.globalMatch(form.captured(QStringLiteral("lists"))); lists.hasNext();)
        if (const QString sizes = product(lists.next().captured(1)); !sizes.isEmpty())
            shapes << sizes;
    QStringList parts{shapes.join(QStringLiteral(", ")), product(form.captured(QStringLiteral("grid")))};
    parts.removeAll(QString());
    return parts.isEmpty() ? recorded : parts.join(QStringLiteral(" · "));
}

} // namespace lamella::ui::inspector
