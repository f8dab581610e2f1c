// SPDX-License-Identifier: GPL-3.0-or-later
// A list below a button: typing keeps the lines that contain the text, Enter or a click chooses. Deletes itself when closed.
// GUI thread.
#pragma once

#include <QFrame>
#include <QStringList>

#include <functional>
#include <vector>

class QListView;
class QStringListModel;

namespace lamella::ui {

class SearchField;

class ChoiceList : public QFrame {
    Q_OBJECT
public:
    // `chosen` is called with the index of the line in `lines`.
    ChoiceList(QStringList lines, int current, std::function<void(int)> chosen, QWidget *parent);

    void popupBelow(const QWidget &button);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void filter(const QString &text);
    void choose();

    QStringList m_lines;
    std::function<void(int)> m_chosen;
    std::vector<int> m_shown; // indices into m_lines
    SearchField *m_field = nullptr;
    QStringListModel *m_model = nullptr;
    QListView *m_view = nullptr;
};

} // namespace lamella::ui
