// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/LongTips.h"

#include <QAbstractItemView>
#include <QCoreApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLocale>
#include <QTextDocumentFragment>
#include <QToolTip>

namespace lamella::ui {

namespace {

constexpr int kLine = 110; // characters, where no better place is found
constexpr int kLeastLine = 70;
constexpr int kHead = 1500;
constexpr int kTail = 300; // arguments, which often tell two instances of a template apart

bool mayBreakBehind(QChar c)
{
    return c == u' ' || c == u',' || c == u'<' || c == u'(' || c == u';' || c == u':' || c == u'/' || c == u'_';
}

QString inLines(const QString &text)
{
    QString lines;
    lines.reserve(text.size() + text.size() / kLeastLine + 1);
    int length = 0;
    for (const QChar c : text) {
        lines += c;
        length = c == u'\n' ? 0 : length + 1;
        const bool here = (length >= kLeastLine && mayBreakBehind(c)) || length >= kLine;
        if (here && !c.isHighSurrogate()) {
            lines += u'\n';
            length = 0;
        }
    }
    return lines;
}

class TipFilter : public QObject {
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() != QEvent::ToolTip)
            return false;
        auto *widget = qobject_cast<QWidget *>(watched);
        if (widget == nullptr)
            return false;
        const auto *help = static_cast<QHelpEvent *>(event);
        auto *view = qobject_cast<QAbstractItemView *>(widget->parentWidget());
        const bool cell = view != nullptr && view->viewport() == widget && qobject_cast<QHeaderView *>(view) == nullptr;
        const QModelIndex index = cell ? view->indexAt(help->pos()) : QModelIndex();
        const QString text = index.isValid() ? index.data(Qt::ToolTipRole).toString() : widget->toolTip();
        const bool markup = Qt::mightBeRichText(text);
        if (text.isEmpty() || (markup && !cell && text.size() <= kHead) || (!markup && text.size() <= kLine))
            return false;
        const QString tip = shortTip(markup && !cell ? QTextDocumentFragment::fromHtml(text).toPlainText() : text);
        // Escaped where Qt would read it as markup.
        const QString shown =
            Qt::mightBeRichText(tip) ? QStringLiteral("<p style='white-space:pre'>%1</p>").arg(tip.toHtmlEscaped()) : tip;
        QToolTip::showText(help->globalPos(), shown, widget, index.isValid() ? view->visualRect(index) : QRect());
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
    constexpr qsizetype kMostWord = 400;
    constexpr qsizetype kWordHead = 280;
    constexpr qsizetype kWordTail = 80;
    QString shorter;
    shorter.reserve(text.size());
    for (qsizetype at = 0; at < text.size();) {
        qsizetype end = at;
        while (end < text.size() && !text[end].isSpace())
            ++end;
        if (end - at > kMostWord) {
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
