// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/desktop/LastSession.h"

#include "core/session/SessionFile.h"
#include "core/system/RegularFile.h"
#include "widgets/common/PrivateFolder.h"
#include "widgets/notes/SessionFiles.h"
#include "widgets/session/JobSlot.h"
#include "widgets/window/MainWindow.h"

#include <QDir>
#include <QEvent>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <QStandardPaths>

#include <algorithm>
#include <optional>

namespace lamella::ui {

namespace {

constexpr int kKeepDelayMs = 1500;
constexpr int kForgetDelayMs = 1500;
constexpr std::size_t kMaxWindows = 16;
constexpr std::size_t kMaxIndexBytes = 65'536;
const QString kIndex = QStringLiteral("windows.json");
const QString kFormat = QStringLiteral("lamella.last");

// Without notes, which are stored with their trace: notes of an older state would reappear beside the current ones.
std::optional<core::SessionFile> stateOf(MainWindow &window)
{
    auto state = window.sessionFiles().snapshot();
    if (state)
        state->notes.clear();
    return state;
}

} // namespace

QByteArray lastSessionToJson(const std::vector<LastWindow> &windows)
{
    QJsonArray list;
    for (const LastWindow &window : windows)
        list.append(QJsonObject{
            {QStringLiteral("state"), QFileInfo(window.stateFile).fileName()}, {QStringLiteral("session"), window.session}});
    return QJsonDocument(
        QJsonObject{{QStringLiteral("format"), kFormat}, {QStringLiteral("version"), 1}, {QStringLiteral("windows"), list}})
        .toJson();
}

std::vector<LastWindow> lastSessionFromJson(const QByteArray &text, const QString &folder)
{
    std::vector<LastWindow> windows;
    const QJsonObject object = QJsonDocument::fromJson(text).object();
    if (object.value(QStringLiteral("format")).toString() != kFormat || object.value(QStringLiteral("version")).toInt() != 1)
        return windows;
    const QJsonArray list = object.value(QStringLiteral("windows")).toArray();
    for (const auto &entry : list) {
        const QString name = entry.toObject().value(QStringLiteral("state")).toString();
        const bool inside = !name.isEmpty() && !name.contains(u'/') && !name.contains(QChar(0)) && !name.startsWith(u'.');
        if (inside && windows.size() < kMaxWindows)
            windows.push_back({folder + u'/' + name, entry.toObject().value(QStringLiteral("session")).toString()});
    }
    return windows;
}

QString LastSession::usualFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/last");
}

LastSession::LastSession(const QString &folder, QObject *parent)
    : QObject(parent)
    , m_folder(folder)
    , m_lock(folder + QStringLiteral(".lock"))
{
    QDir().mkpath(QFileInfo(folder).path());
    m_lock.setStaleLockTime(0); // never stale: the program may run for days
    if (!m_lock.tryLock(0))
        return;
    const QString aside = folder + QStringLiteral("-before");
    if (QFileInfo::exists(folder + u'/' + kIndex)) {
        QDir(aside).removeRecursively();
        QDir().rename(folder, aside);
    }
    const std::string index = core::firstBytes(QFile::encodeName(aside + u'/' + kIndex).toStdString(), kMaxIndexBytes);
    m_previous = lastSessionFromJson(QByteArray::fromStdString(index), aside);
    std::erase_if(m_previous, [](const LastWindow &window) { return !QFileInfo::exists(window.stateFile); });
}

LastSession::~LastSession() = default;

void LastSession::add(MainWindow &window)
{
    if (!m_lock.isLocked())
        return;
    auto kept = std::make_unique<Kept>();
    Kept *one = kept.get();
    one->window = &window;
    one->file = QStringLiteral("window-%1.lamella").arg(m_number++);
    one->job = std::make_unique<JobSlot>(window.controller().pool());
    one->delay = std::make_unique<QTimer>();
    one->delay->setSingleShot(true);
    one->delay->setInterval(kKeepDelayMs);
    connect(one->delay.get(), &QTimer::timeout, this, [this, one] { keep(*one); });
    connect(&window.controller(), &SessionController::sessionChanged, one->delay.get(), qOverload<>(&QTimer::start));
    connect(&window.sessionFiles(), &SessionFiles::saved, one->delay.get(), qOverload<>(&QTimer::start));
    window.installEventFilter(this);
    // A window closed while the program keeps running is no longer part of the session; one closed because the program exits is.
    connect(&window, &QObject::destroyed, this,
        [this, file = one->file] { QTimer::singleShot(kForgetDelayMs, this, [this, file] { forget(file); }); });
    m_windows.push_back(std::move(kept));
}

void LastSession::keep(Kept &one)
{
    if (one.window.isNull())
        return;
    const auto state = stateOf(*one.window);
    one.session = one.window->sessionFiles().path();
    if (!state) {
        one.job->cancel();
        one.there = false;
        QFile::remove(m_folder + u'/' + one.file);
        writeIndex();
        return;
    }
    makePrivateFolder(m_folder);
    one.job->start<bool>([file = QString(m_folder + u'/' + one.file), state = *state](
                             const core::JobControl &) { return SessionFiles::writeSnapshot(file, state); },
        [this, &one](const core::Result<bool> &written) {
            one.there = written.has_value();
            writeIndex();
        });
}

void LastSession::forget(const QString &file)
{
    QFile::remove(m_folder + u'/' + file);
    std::erase_if(m_windows, [&file](const std::unique_ptr<Kept> &one) { return one->file == file; });
    writeIndex();
}

void LastSession::writeIndex()
{
    std::vector<LastWindow> windows;
    for (const auto &one : m_windows)
        if (one->there)
            windows.push_back({one->file, one->session});
    makePrivateFolder(m_folder);
    QSaveFile index(m_folder + u'/' + kIndex); // some hundred bytes
    if (index.open(QIODevice::WriteOnly) && index.write(lastSessionToJson(windows)) >= 0)
        index.commit();
}

void LastSession::keepNow(Kept &one)
{
    one.delay->stop();
    one.job->cancel();
    const auto state = one.window.isNull() ? std::nullopt : stateOf(*one.window);
    if (!state)
        return;
    one.session = one.window->sessionFiles().path();
    makePrivateFolder(m_folder);
    one.there = SessionFiles::writeSnapshot(m_folder + u'/' + one.file, *state).has_value();
}

void LastSession::flush()
{
    for (const auto &one : m_windows)
        keepNow(*one);
    writeIndex();
}

bool LastSession::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Close)
        for (const auto &one : m_windows)
            if (one->window == watched && (one->delay->isActive() || one->job->running())) {
                keepNow(*one);
                writeIndex();
            }
    return QObject::eventFilter(watched, event);
}

} // namespace lamella::ui
