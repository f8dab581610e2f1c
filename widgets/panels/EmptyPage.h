// SPDX-License-Identifier: GPL-3.0-or-later
// Start page of a window without a trace: open, drop, recent files, and the terminal equivalent.
#pragma once

#include <QWidget>

class QScrollArea;
class QVBoxLayout;

namespace lamella::ui {

class RecentFiles;

class EmptyPage : public QWidget {
    Q_OBJECT
public:
    explicit EmptyPage(RecentFiles &recent, QWidget *parent = nullptr);

    void setDropTarget(bool on); // a file that can be opened is dragged over the window

signals:
    void openRequested();
    void fileRequested(const QString &path);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *createHeading();
    QWidget *createOpenColumn();
    QWidget *createRecentColumn();
    QWidget *createFooter();
    void fillRecent();
    void placePage();

    RecentFiles &m_recent;
    QWidget *m_drop = nullptr;
    QScrollArea *m_scroll = nullptr;
    QVBoxLayout *m_column = nullptr;
    QVBoxLayout *m_recentRows = nullptr;
    QWidget *m_clear = nullptr;
};

} // namespace lamella::ui
