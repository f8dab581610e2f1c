// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the open files again: by command, or when they changed on disk, as the settings say. The place is kept as far as it is
// still there.
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
    QStringList m_files; // of what is shown
};

} // namespace lamella::ui
