// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/LongTips.h"

#include "widgets/common/PlainText.h"

#include <QAbstractItemView>
#include <QCoreApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLocale>
#include <QMenu>
#include <QTabBar>
#include <QTextDocument> // Qt::mightBeRichText
#include <QToolTip>

namespace lamella::ui {

namespace {

constexpr int kLine = 110; // characters, if there is no better position to break
constexpr int kMinLine = 70;
constexpr int kHead = 1500;
constexpr int kTail = 300; // arguments, which often distinguish two instances of a template

bool mayBreakBehind(QChar c)
{
    return c == u' ' || c == u',' || c == u'<' || c == u'(' || c == u';' || c == u':' || c == u'/' || c == u'_';
}

QString inLines(const QString &text)
{
    QString lines;
    lines.reserve(text.size() + text.size() / kMinLine + 1);
    int length = 0;
    for (const QChar c : text) {
        lines += c;
        length = c == u'\n' ? 0 : length + 1;
        const bool here = (length >= kMinLine && mayBreakBehind(c)) || length >= kLine;
        if (here && !c.isHighSurrogate()) {
            lines += u'\n';
            length = 0;
        }
    }
    return lines;
}

// The tooltip and its area. Empty if the widget shows its own or has none.
struct Tip {
    QString text;
    QRect area;
};

Tip tipOfView(const QAbstractItemView &view, const QPoint &position)
{
    if (const auto *header = qobject_cast<const QHeaderView *>(&view)) {
        const int section = header->logicalIndexAt(position);
        const bool there = section >= 0 && header->model() != nullptr;
        return {there ? header->model()->headerData(section, header->orientation(), Qt::ToolTipRole).toString() : QString(), {}};
    }
    const QModelIndex index = view.indexAt(position);
    return index.isValid() ? Tip{index.data(Qt::ToolTipRole).toString(), view.visualRect(index)} : Tip{};
}

Tip tipAt(const QWidget &widget, const QPoint &position)
{
    if (const auto *view = qobject_cast<const QAbstractItemView *>(widget.parentWidget()); view && view->viewport() == &widget)
        if (Tip tip = tipOfView(*view, position); !tip.text.isEmpty())
            return tip;
    if (const auto *menu = qobject_cast<const QMenu *>(&widget)) {
        QAction *action = menu->toolTipsVisible() ? menu->actionAt(position) : nullptr;
        return action != nullptr ? Tip{action->toolTip(), menu->actionGeometry(action)} : Tip{};
    }
    if (const auto *tabs = qobject_cast<const QTabBar *>(&widget); tabs != nullptr && tabs->tabAt(position) >= 0)
        if (const QString text = tabs->tabToolTip(tabs->tabAt(position)); !text.isEmpty())
            return {text, {}};
    return {widget.toolTip(), {}};
}

class TipFilter : public QObject {
public:
    using QObject::QObject;

protected:
    // Leaves tooltips that need no change to Qt.
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::MouseButtonPress)
            QToolTip::hideText();
        if (event->type() != QEvent::ToolTip)
            return false;
        auto *widget = qobject_cast<QWidget *>(watched);
        if (widget == nullptr)
            return false;
        if (!mayShowTip(widget))
            return true;
        const auto *help = static_cast<QHelpEvent *>(event);
        const Tip tip = tipAt(*widget, help->pos());
        if (tip.text.isEmpty() || (tip.text.size() <= kLine && !Qt::mightBeRichText(tip.text)))
            return false;
        showPlainTip(help->globalPos(), shortTip(tip.text), widget, tip.area);
        return true;
    }
};

struct TipText {
    Q_DECLARE_TR_FUNCTIONS(LongTip)
};

} // namespace

QString shortTip(const QString &text)
{
    if (text.size() <= kHead + kTail)
        return inLines(text);
    qsizetype head = kHead;
    if (text[head - 1].isHighSurrogate())
        --head;
    qsizetype tail = text.size() - kTail;
    if (text[tail].isLowSurrogate())
        ++tail;
    return inLines(text.first(head) + QStringLiteral(" … ") + text.mid(tail)) + u'\n'
        + TipText::tr("%1 characters; copying gives all of them").arg(QLocale::c().toString(text.size()));
}

QString withShortWords(const QString &text)
{
    constexpr qsizetype kMaxWord = 400;
    constexpr qsizetype kWordHead = 280;
    constexpr qsizetype kWordTail = 80;
    QString shorter;
    shorter.reserve(text.size());
    for (qsizetype at = 0; at < text.size();) {
        qsizetype end = at;
        while (end < text.size() && !text[end].isSpace())
            ++end;
        if (end - at > kMaxWord) {
            const qsizetype head = kWordHead - (text[at + kWordHead - 1].isHighSurrogate() ? 1 : 0);
            const qsizetype tail = kWordTail - (text[end - kWordTail].isLowSurrogate() ? 1 : 0);
            shorter += QStringView(text).mid(at, head);
            shorter += u'…';
            shorter += QStringView(text).mid(end - tail, tail);
        } else {
            shorter += QStringView(text).mid(at, end - at);
        }
        for (; end < text.size() && text[end].isSpace(); ++end)
            shorter += text[end];
        at = end;
    }
    return shorter;
}

void keepTipsShort(QCoreApplication &application)
{
    static const auto kName = QStringLiteral("lamellaTipFilter");
    if (application.findChild<QObject *>(kName, Qt::FindDirectChildrenOnly) != nullptr)
        return;
    auto *filter = new TipFilter(&application);
    filter->setObjectName(kName);
    application.installEventFilter(filter);
}

} // namespace lamella::ui
