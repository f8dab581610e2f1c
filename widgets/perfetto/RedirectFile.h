// SPDX-License-Identifier: GPL-3.0-or-later
// A local HTML page that redirects the browser to a URL. All users of a machine can read command lines, so a URL that grants
// access to the trace must not be an argument; the name of this file may be. GUI thread.
#pragma once

#include <QString>
#include <QTemporaryDir>
#include <QUrl>

#include <memory>

namespace lamella::ui {

class RedirectFile {
public:
    RedirectFile();

    // URL of a new file (mode 0600, in a folder of mode 0700) that redirects to `target`. Empty if it could not be written, see
    // problem().
    [[nodiscard]] QUrl write(const QUrl &target);
    [[nodiscard]] const QString &problem() const { return m_problem; }
    void remove() { m_folder.reset(); } // removes all files

private:
    QString m_parent;
    std::unique_ptr<QTemporaryDir> m_folder;
    int m_files = 0;
    QString m_problem;
};

} // namespace lamella::ui
