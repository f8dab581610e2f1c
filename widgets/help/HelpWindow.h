// SPDX-License-Identifier: GPL-3.0-or-later
// The manual in a separate window: contents and search on the left, the page on the right, back and forward.
#pragma once

#include <QUrl>
#include <QWidget>

class QAction;
class QListWidget;
class QTreeWidget;
class QStackedWidget;
class QLabel;

namespace lamella::ui {

class HelpBrowser;
class SearchField;

class HelpWindow : public QWidget {
    Q_OBJECT
public:
    explicit HelpWindow(QWidget *parent = nullptr); // always a window, also with a parent

    void showPage(const QUrl &url);
    [[nodiscard]] HelpBrowser &browser() { return *m_browser; }
    [[nodiscard]] SearchField &search() { return *m_search; }

private:
    QWidget *createSide();
    QAction *addAction(const QString &text, const char *iconName, const QList<QKeySequence> &keys);
    void fillContents();
    void showHits(const QString &words);
    void markCurrent(const QUrl &url);

    HelpBrowser *m_browser = nullptr;
    SearchField *m_search = nullptr;
    QStackedWidget *m_side = nullptr;
    QTreeWidget *m_contents = nullptr;
    QListWidget *m_hits = nullptr;
    QLabel *m_count = nullptr;
};

} // namespace lamella::ui
