// SPDX-License-Identifier: GPL-3.0-or-later
// Waits until a window shows all of its data, saves a picture of it and quits the program.
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>

#include <optional>

class QWidget;

namespace lamella::ui {
class MainWindow;
}

namespace lamella {

class Screenshot : public QObject {
    Q_OBJECT
public:
    Screenshot(ui::MainWindow &window, QString path, QObject *parent = nullptr);

    // The view for vector files (SVG, PDF); empty: the timeline. PNG shows the whole window.
    void setView(const QString &name) { m_view = name; }
    // What the window was asked to start with: without that pass or layer there is no picture, but exit code 2.
    void setPlace(std::optional<int> pass, std::optional<int> layer)
    {
        m_pass = pass;
        m_layer = layer;
    }

private:
    [[nodiscard]] QWidget &picture() const; // the widget for m_view
    void check();
    void finish();

    ui::MainWindow &m_window;
    QString m_path;
    QString m_view;
    std::optional<int> m_pass;
    std::optional<int> m_layer;
    QTimer m_timer;
    int m_quietTurns = 0;
};

} // namespace lamella
