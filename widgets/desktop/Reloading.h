// SPDX-License-Identifier: GPL-3.0-or-later
// Reloads the open files by command, or when they changed on disk, depending on the settings. Restores the place as far as it
// still exists.
#pragma once

#include <QObject>
#include <QStringList>

namespace lamella::ui {

class FileWatch;
class MainWindow;
class PlaceKeeper;

class Reloading : public QObject {
    Q_OBJECT
public:
    Reloading(MainWindow &window, PlaceKeeper &places);

    void reload();
    [[nodiscard]] FileWatch &watch() { return *m_watch; }

private:
    void followSession();
    void tellChanged(const QString &file);
    void tellGone(const QString &file);

    MainWindow &m_window;
    PlaceKeeper &m_places;
    FileWatch *m_watch = nullptr;
    QStringList m_files; // of the current trace
};

} // namespace lamella::ui
