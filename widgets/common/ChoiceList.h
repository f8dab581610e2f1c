// SPDX-License-Identifier: GPL-3.0-or-later
// A list below a button: typing keeps the lines that contain the text, Enter or a click chooses. Texts are requested when they
// are shown; filtering searches many lines in slices, so that a list of 10^5 passes opens and filters without a pause. Deletes
// itself when closed. GUI thread.
#pragma once

#include <QFrame>
#include <QString>

#include <functional>
#include <vector>

class QListView;
class QTimer;

namespace lamella::ui {

class SearchField;

struct Choices {
    int count = 0;
    std::function<QString(int)> text; // of the line with that index
};

class ChoiceList : public QFrame {
    Q_OBJECT
public:
    // `chosen` is called with the index of the line.
    ChoiceList(Choices lines, int current, std::function<void(int)> chosen, QWidget *parent);

    void popupBelow(const QWidget &button);
    void popupBelow(const QWidget &view, const QRect &part); // a part of what it shows

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    class Lines;
    void filter(const QString &text);
    void filterSlice();
    void choose();

    Choices m_lines;
    std::function<void(int)> m_chosen;
    QString m_wanted; // text that the lines contain; empty = all lines
    int m_next = 0; // first line that the filter has not searched yet
    SearchField *m_field = nullptr;
    Lines *m_model = nullptr;
    QListView *m_view = nullptr;
    QTimer *m_slices = nullptr;
};

} // namespace lamella::ui
