// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sql/SqlEditor.h"

#include "core/session/sql/SqlSchema.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/Theme.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QScrollBar>
#include <QStringListModel>
#include <QTextBlock>

#include <algorithm>
#include <set>
#include <string>

namespace lamella::ui {

namespace {

bool isName(QChar c)
{
    return c.isLetterOrNumber() || c == u'_';
}

} // namespace

QStringList sqlNames()
{
    QStringList names;
    std::set<std::string> columns;
    for (const core::SqlTableInfo &table : core::sqlTables()) {
        names << qtext(table.name);
        for (const core::SqlColumnInfo &column : table.columns)
            columns.insert(column.name);
    }
    for (const std::string &column : columns)
        names << qtext(column);
    for (const char *word :
        {"SELECT", "FROM", "WHERE", "GROUP BY", "ORDER BY", "LIMIT", "HAVING", "DISTINCT", "JOIN", "LEFT JOIN", "USING", "WITH",
            "UNION ALL", "CASE", "WHEN", "THEN", "ELSE", "BETWEEN", "REGEXP", "LIKE", "IS NOT NULL", "OVER", "PARTITION BY",
            "count", "sum", "avg", "min", "max", "median", "percentile", "busy_ns", "lag", "iif"})
        names << QString::fromLatin1(word);
    names.removeDuplicates();
    return names;
}

SqlEditor::SqlEditor(QWidget *parent)
    : QPlainTextEdit(parent)
    , m_completer(new QCompleter(this))
{
    setObjectName(QStringLiteral("sqlQuery"));
    setAccessibleName(tr("Query"));
    setTabChangesFocus(true);
    setPlaceholderText(QStringLiteral("SELECT … FROM …"));
    setLook();
    m_completer->setModel(new QStringListModel(sqlNames(), m_completer));
    m_completer->setWidget(this);
    m_completer->setCaseSensitivity(Qt::CaseInsensitive);
    m_completer->setCompletionMode(QCompleter::PopupCompletion);
    m_completer->setMaxVisibleItems(10);
    m_completer->popup()->setAccessibleName(tr("Names of tables and columns"));
    connect(m_completer, qOverload<const QString &>(&QCompleter::activated), this, &SqlEditor::insert);
}

void SqlEditor::setLook()
{
    const QFont mono = Theme::monoFont();
    if (font() != mono)
        setFont(mono);
}

// Ctrl+Enter is a command of the window too.
bool SqlEditor::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool isOwn = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter || key->key() == Qt::Key_Space;
        if (isOwn && key->modifiers().testFlag(Qt::ControlModifier)) {
            event->accept();
            return true;
        }
    }
    return QPlainTextEdit::event(event);
}

void SqlEditor::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::ApplicationFontChange)
        setLook();
}

void SqlEditor::setQuery(const QString &query)
{
    QTextCursor cursor(document());
    cursor.select(QTextCursor::Document);
    cursor.insertText(query);
    setTextCursor(cursor);
}

void SqlEditor::showPlace(int character)
{
    // The command counts bytes of UTF-8.
    const QByteArray bytes = query().toUtf8();
    const qsizetype before = QString::fromUtf8(bytes.left(character - 1)).size();
    QTextCursor cursor(document());
    cursor.setPosition(static_cast<int>(std::min<qsizetype>(before, query().size())));
    cursor.movePosition(QTextCursor::EndOfWord, QTextCursor::KeepAnchor);
    setTextCursor(cursor);
    setFocus(Qt::OtherFocusReason);
}

QString SqlEditor::wordBeforeCursor() const
{
    const QTextCursor cursor = textCursor();
    const QString line = cursor.block().text().left(cursor.positionInBlock());
    qsizetype from = line.size();
    while (from > 0 && isName(line[from - 1]))
        --from;
    return line.mid(from);
}

void SqlEditor::insert(const QString &name)
{
    QTextCursor cursor = textCursor();
    cursor.movePosition(QTextCursor::Left, QTextCursor::KeepAnchor, static_cast<int>(wordBeforeCursor().size()));
    cursor.insertText(name);
    setTextCursor(cursor);
}

// Unasked only for a name that is begun.
void SqlEditor::complete(bool asked)
{
    constexpr qsizetype kMinTyped = 2;
    const QString word = wordBeforeCursor();
    if (!asked && word.size() < kMinTyped) {
        m_completer->popup()->hide();
        return;
    }
    m_completer->setCompletionPrefix(word);
    const bool only =
        m_completer->completionCount() == 1 && m_completer->currentCompletion().compare(word, Qt::CaseInsensitive) == 0;
    if (m_completer->completionCount() == 0 || (only && !asked)) {
        m_completer->popup()->hide();
        return;
    }
    m_completer->popup()->setCurrentIndex(m_completer->completionModel()->index(0, 0));
    QRect place = cursorRect();
    place.setWidth(m_completer->popup()->sizeHintForColumn(0) + m_completer->popup()->verticalScrollBar()->sizeHint().width());
    m_completer->complete(place);
}

void SqlEditor::keyPressEvent(QKeyEvent *event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEnter && event->modifiers().testFlag(Qt::ControlModifier)) {
        m_completer->popup()->hide();
        emit runRequested();
        return;
    }
    if (m_completer->popup()->isVisible()
        && (isEnter || event->key() == Qt::Key_Escape || event->key() == Qt::Key_Tab || event->key() == Qt::Key_Backtab)) {
        event->ignore(); // the list takes or drops the name
        return;
    }
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::ControlModifier) {
        complete(true);
        return;
    }
    QPlainTextEdit::keyPressEvent(event);
    const QString typed = event->text();
    if (!typed.isEmpty() && (isName(typed.back()) || event->key() == Qt::Key_Backspace))
        complete(false);
    else if (!typed.isEmpty())
        m_completer->popup()->hide();
}

} // namespace lamella::ui
