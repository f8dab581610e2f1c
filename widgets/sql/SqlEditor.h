// SPDX-License-Identifier: GPL-3.0-or-later
// The field for a query: several lines, names completed while they are typed (Ctrl+Space asks for them), Ctrl+Enter runs it.
#pragma once

#include <QPlainTextEdit>

class QCompleter;

namespace lamella::ui {

class SqlEditor : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit SqlEditor(QWidget *parent = nullptr);

    [[nodiscard]] QString query() const { return toPlainText(); }
    void setQuery(const QString &query); // can be undone
    // Selects the place that an error names; 1 = first character of the query.
    void showPlace(int character);
    [[nodiscard]] QCompleter *completer() const { return m_completer; }

signals:
    void runRequested();

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    [[nodiscard]] QString wordBeforeCursor() const;
    void complete(bool asked);
    void insert(const QString &name);
    void setLook();

    QCompleter *m_completer = nullptr;
};

// Names that a query may use, for completion: tables, then columns, functions and words of the language.
[[nodiscard]] QStringList sqlNames();

} // namespace lamella::ui
