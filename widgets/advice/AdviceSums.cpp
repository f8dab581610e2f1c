// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/advice/AdviceSums.h"

#include "core/base/Format.h"
#include "widgets/common/FlowRow.h"
#include "widgets/common/PlainText.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QLabel>
#include <QStringList>
#include <QVBoxLayout>

namespace lamella::ui {

AdviceSums::AdviceSums(QWidget *parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("adviceSums"));
    new FlowRow(this);
    m_now = addCell(tr("Pass now"));
    m_after = addCell(tr("With all of it, what overlaps counted once"));
    m_findings = addCell(tr("Findings"));
    m_rules = addCell(tr("Rules"));
    hide();
}

AdviceSums::Cell AdviceSums::addCell(const QString &caption)
{
    auto *cell = new QWidget(this);
    auto *column = new QVBoxLayout(cell);
    column->setContentsMargins(12, 6, 18, 6);
    column->setSpacing(1);
    Cell made{plainLabel(caption, cell), plainLabel({}, cell)};
    setTextFont(*made.caption, &Theme::captionFont);
    made.caption->setForegroundRole(QPalette::PlaceholderText);
    setTextFont(*made.value, &Theme::strongFont);
    column->addWidget(made.caption);
    column->addWidget(made.value);
    static_cast<FlowRow *>(layout())->addWidget(cell);
    return made;
}

void AdviceSums::show(const AdvicePicture &picture, int hidden)
{
    const AdviceTogether &sum = picture.together;
    setVisible(picture.table && sum.wallNs > 0);
    if (!isVisibleTo(parentWidget()))
        return;
    m_now.value->setText(durationText(sum.wallNs));
    const auto percent = [&sum](std::int64_t ns) -> QString {
        return QStringLiteral("\u2212") + qtext(core::formatShare(static_cast<double>(ns) / static_cast<double>(sum.wallNs)));
    };
    const std::int64_t fast = sum.wallNs - sum.gainHighNs;
    const std::int64_t slow = sum.wallNs - sum.gainLowNs;
    QString after = fast == slow
        ? tr("%1 (%2)").arg(durationText(fast), percent(sum.gainHighNs))
        : tr("%1 to %2 (%3 to %4)").arg(durationText(fast), durationText(slow), percent(sum.gainHighNs), percent(sum.gainLowNs));
    if (sum.gainHighNs == 0)
        after = tr("nothing found");
    else if (hidden > 0)
        after += u' ' + tr("hidden rules included");
    m_after.value->setText(after);
    m_findings.value->setText(tr("%1: %2 certain, %3 likely, %4 to check")
                                  .arg(sum.certain + sum.likely + sum.check)
                                  .arg(sum.certain)
                                  .arg(sum.likely)
                                  .arg(sum.check));
    m_rules.value->setText(picture.rules ? tr("%1 checked").arg(picture.rules->rowCount()) : QString());
    setAccessibleName(plain());
}

QString AdviceSums::plain() const
{
    QStringList lines;
    for (const Cell &cell : {m_now, m_after, m_findings, m_rules})
        lines << cell.caption->text() + QStringLiteral(": ") + cell.value->text();
    return lines.join(u'\n');
}

} // namespace lamella::ui
