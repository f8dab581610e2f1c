// SPDX-License-Identifier: GPL-3.0-or-later
// Saves what the user chose about the cut as a model profile, which the command line takes by --profile and which gives the same
// tables there. Profiles of the user's live in the data folder of the desktop.
#pragma once

#include "core/base/Error.h"

#include <QObject>
#include <QString>

#include <memory>

namespace lamella::ui {

class ChoiceStack;
class JobSlot;
class SessionController;

class ProfileSaver : public QObject {
    Q_OBJECT
public:
    ProfileSaver(SessionController &controller, ChoiceStack &choices, QObject *parent = nullptr);
    ~ProfileSaver() override;

    [[nodiscard]] static QString folder(); // …/lamella/profiles; made when it is not there
    void ask(QWidget *window); // nothing happens when the user declines
    void write(const QString &path);

signals:
    void written(const QString &path);
    void failed(const lamella::core::Error &error);

private:
    SessionController &m_controller;
    ChoiceStack &m_choices;
    std::unique_ptr<JobSlot> m_job;
};

} // namespace lamella::ui
