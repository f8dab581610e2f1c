// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layers/ProfileSaver.h"

#include "core/profile/ModelProfile.h"
#include "widgets/common/UiText.h"
#include "widgets/session/ChoiceStack.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/SessionController.h"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QStandardPaths>

namespace lamella::ui {

ProfileSaver::ProfileSaver(SessionController &controller, ChoiceStack &choices, QObject *parent)
    : QObject(parent)
    , m_controller(controller)
    , m_choices(choices)
    , m_job(std::make_unique<JobSlot>(controller.pool()))
{
}

ProfileSaver::~ProfileSaver() = default;

QString ProfileSaver::folder()
{
    const QDir data(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation));
    QString folder = data.filePath(QStringLiteral("lamella/profiles"));
    QDir().mkpath(folder);
    return folder;
}

void ProfileSaver::ask(QWidget *window)
{
    if (!m_controller.session())
        return;
    const QString stem = traceStem(m_controller.path());
    QString path = QFileDialog::getSaveFileName(window, tr("Save as model profile"),
        QDir(folder()).filePath(stem + QStringLiteral(".json")), tr("Model profiles (*.json)"));
    if (path.isEmpty())
        return;
    if (QFileInfo(path).suffix().isEmpty())
        path += QStringLiteral(".json");
    write(path);
}

// Uses the newest choices, whose segmentation may not exist yet.
void ProfileSaver::write(const QString &path)
{
    const auto session = m_controller.session();
    if (!session)
        return;
    m_job->start<QString>(
        [session, options = m_choices.choices(), path](const core::JobControl &) -> core::Result<QString> {
            const auto chosen = session->withOptions(options);
            if (!chosen)
                return chosen.error();
            const QFileInfo info(path);
            const std::string title =
                "Layers of " + QFileInfo(QString::fromStdString(session->document().source.path)).fileName().toStdString();
            const std::string file = QFile::encodeName(path).toStdString();
            const auto done = core::writeProfile((*chosen)->asProfile(stdtext(info.completeBaseName()), title), file);
            if (!done)
                return done.error();
            // Reports a profile that cannot be read back now rather than when it is needed.
            if (const auto read = core::profilesWith(file); !read)
                return read.error();
            return path;
        },
        [this](const core::Result<QString> &result) {
            if (result)
                emit written(*result);
            else
                emit failed(result.error());
        });
}

} // namespace lamella::ui
