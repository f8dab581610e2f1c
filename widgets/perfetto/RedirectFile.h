// SPDX-License-Identifier: GPL-3.0-or-later
// A page on disk that leads the browser to an address. Every user of a machine can read the command lines of all programs, so an
// address that lets its holder read the trace must not stand on one; the name of this file may. GUI thread.
#pragma once

#include <QString>
#include <QTemporaryDir>
#include <QUrl>

#include <memory>

namespace lamella::ui {

class RedirectFile {
public:
    RedirectFile();

    // Address of a new file (mode 0600, in a folder of mode 0700) that leads to `target`. Empty: it could not be written, see
    // problem().
    [[nodiscard]] QUrl write(const QUrl &target);
    [[nodiscard]] const QString &problem() const { return m_problem; }
    void remove() { m_folder.reset(); } // all of them

private:
    QString m_parent;
    std::unique_ptr<QTemporaryDir> m_folder;
    int m_files = 0;
    QString m_problem;
};

} // namespace lamella::ui
