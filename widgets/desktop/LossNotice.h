// SPDX-License-Identifier: GPL-3.0-or-later
// Warns on opening a trace if a part of its file could not be read, because that is not visible otherwise. The message stays
// until it is closed; the list of passes continues to show it.
#pragma once

#include <QObject>

#include <memory>

namespace lamella::core {
struct TraceDocument;
}

namespace lamella::ui {

class MainWindow;

class LossNotice : public QObject {
    Q_OBJECT
public:
    explicit LossNotice(MainWindow &window);

private:
    void look();

    MainWindow &m_window;
    std::weak_ptr<const core::TraceDocument> m_told; // shown once per opened trace
};

} // namespace lamella::ui
