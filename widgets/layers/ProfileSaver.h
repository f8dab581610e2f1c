// SPDX-License-Identifier: GPL-3.0-or-later
// Saves the user's segmentation choices as a model profile; with --profile the command line produces the same tables from it. The
// user's profiles are in the desktop's data folder.
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

    [[nodiscard]] static QString folder(); // …/lamella/profiles; created if missing
    void ask(QWidget *window); // no effect if the user cancels
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
