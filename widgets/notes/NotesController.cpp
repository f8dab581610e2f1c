// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/notes/NotesController.h"

#include "core/base/Saturate.h"
#include "core/session/Fingerprint.h"
#include "widgets/common/PrivateFolder.h"
#include "widgets/common/UiText.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/SessionController.h"

#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <QUndoCommand>

#include <algorithm>

namespace lamella::ui {

struct NotesController::Stored {
    std::string fingerprint;
    std::vector<core::Note> notes;
    std::optional<core::Error> error; // the notes file is damaged
};

// Stores the whole lists before and after: notes are few, and undo then always works.
class NotesController::Change : public QUndoCommand {
public:
    Change(NotesController &owner, const QString &text, std::vector<core::Note> after)
        : QUndoCommand(text)
        , m_owner(owner)
        , m_before(owner.m_notes)
        , m_after(std::move(after))
    {
    }
    void undo() override { m_owner.assign(m_before, true); }
    void redo() override { m_owner.assign(m_after, true); }

private:
    NotesController &m_owner;
    std::vector<core::Note> m_before;
    std::vector<core::Note> m_after;
};

namespace {

core::Result<void> writeStored(
    const std::string &path, const std::string &trace, const std::string &fingerprint, const std::vector<core::Note> &notes)
{
    const QString name = QString::fromStdString(path);
    if (notes.empty()) { // no notes: the file is removed
        QFile::remove(name);
        return {};
    }
    makePrivateFolder(QFileInfo(name).path());
    return core::writeNotes(path, trace, fingerprint, notes);
}

} // namespace

NotesController::NotesController(SessionController &controller, NavigationBus &bus, QObject *parent)
    : QObject(parent)
    , m_controller(controller)
    , m_bus(bus)
    , m_load(std::make_unique<JobSlot>(controller.pool()))
    , m_save(std::make_unique<JobSlot>(controller.pool()))
{
    constexpr int kSaveDelayMs = 500;
    m_saveDelay.setSingleShot(true);
    m_saveDelay.setInterval(kSaveDelayMs);
    connect(&m_saveDelay, &QTimer::timeout, this, &NotesController::save);
    connect(&controller, &SessionController::sessionChanged, this, &NotesController::followSession);
}

NotesController::~NotesController()
{
    if (m_unsaved && !m_fingerprint.empty() && m_document) // the latest changes must not be lost with the window
        (void)writeStored(storagePath(m_fingerprint).toStdString(), m_document->source.path, m_fingerprint, m_notes).has_value();
}

QString NotesController::storagePath(const std::string &fingerprint)
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/notes/") + qtext(fingerprint)
        + QStringLiteral(".json");
}

void NotesController::followSession()
{
    const auto document = m_controller.document();
    if (document == m_document)
        return;
    if (m_unsaved)
        save();
    m_saveDelay.stop();
    m_document = document;
    m_fingerprint.clear();
    m_undo.clear();
    assign({}, false);
    m_load->cancel();
    if (!document)
        return;
    m_load->start<Stored>(
        [path = document->source.path](const core::JobControl &) -> core::Result<Stored> {
            auto fingerprint = core::fileFingerprint(path);
            if (!fingerprint)
                return fingerprint.error();
            Stored stored{*fingerprint, {}, {}};
            const QString file = storagePath(*fingerprint);
            if (!QFileInfo::exists(file))
                return stored;
            auto notes = core::readNotes(file.toStdString());
            if (notes)
                stored.notes = std::move(*notes);
            else
                stored.error = notes.error();
            // A damaged file is kept under another name, so that new notes can be saved.
            if (stored.error && stored.error->code != core::ErrorCode::BadRequest)
                QFile::rename(file, file + QStringLiteral(".damaged"));
            return stored;
        },
        [this](core::Result<Stored> stored) {
            if (stored)
                loaded(std::move(*stored));
            else
                emit failed(stored.error());
        });
}

void NotesController::loaded(Stored stored)
{
    if (stored.error)
        emit failed(*stored.error);
    if (stored.error && stored.error->code == core::ErrorCode::BadRequest)
        return; // of a newer version: without a fingerprint it is not overwritten
    m_fingerprint = std::move(stored.fingerprint);
    // Notes made before the file was read are kept.
    std::vector<core::Note> notes = std::move(stored.notes);
    const bool more = !m_notes.empty();
    for (const core::Note &note : m_notes)
        if (std::find(notes.begin(), notes.end(), note) == notes.end())
            notes.push_back(note);
    assign(std::move(notes), more);
    take(std::exchange(m_taken, {}));
}

void NotesController::take(const std::vector<core::Note> &notes)
{
    std::vector<core::Note> all = m_notes;
    for (const core::Note &note : notes)
        if (std::find(all.begin(), all.end(), note) == all.end())
            all.push_back(note);
    if (all.size() > m_notes.size())
        assign(std::move(all), true);
}

void NotesController::assign(std::vector<core::Note> notes, bool save)
{
    core::sortNotes(notes);
    m_notes = std::move(notes);
    if (save) {
        m_unsaved = true;
        m_saveDelay.start();
    } else {
        m_unsaved = false;
    }
    emit notesChanged();
}

void NotesController::change(const QString &what, std::vector<core::Note> notes)
{
    m_undo.push(new Change(*this, what, std::move(notes)));
}

void NotesController::save()
{
    if (m_fingerprint.empty() || !m_document)
        return;
    m_unsaved = false;
    using Nothing = bool;
    m_save->start<Nothing>(
        [path = storagePath(m_fingerprint).toStdString(), trace = m_document->source.path, fingerprint = m_fingerprint,
            notes = m_notes](const core::JobControl &) -> core::Result<Nothing> {
            auto written = writeStored(path, trace, fingerprint, notes);
            if (!written)
                return written.error();
            return true;
        },
        [this](const core::Result<Nothing> &written) {
            if (!written)
                emit failed(written.error());
        });
}

std::optional<core::Note> NotesController::noteAt(const core::Selection &selection) const
{
    if (!m_document || std::holds_alternative<core::NameSelection>(selection) || std::holds_alternative<std::monostate>(selection)
        || !core::partsOf(selection).empty())
        return std::nullopt;
    const core::TimeRange range = m_bus.rangeOf(selection);
    core::Note note;
    note.startNs = core::subtractSaturated(range.begin.value, m_document->zero());
    note.durationNs = std::max<std::int64_t>(0, range.length().value);
    const auto device = [this](core::DeviceId id) {
        return id.value < m_document->devices.size() ? m_document->devices[id.value].number : -1;
    };
    if (const auto *pass = std::get_if<core::PassSelection>(&selection)) {
        note.kind = core::NoteKind::Pass;
        note.device = device(pass->device);
        note.pass = pass->pass;
    } else if (const auto *layer = std::get_if<core::LayerSelection>(&selection)) {
        note.kind = core::NoteKind::Layer;
        note.device = device(layer->device);
        note.pass = layer->pass;
        note.layer = layer->layer;
    } else if (const auto *kernel = std::get_if<core::KernelSelection>(&selection)) {
        const std::uint32_t row = kernel->kernel.value;
        const auto segmentation = m_controller.segmentation();
        note.kind = core::NoteKind::Kernel;
        note.kernel = row;
        note.device = device(m_document->deviceOf(kernel->kernel));
        note.what = m_document->text(m_document->kernels.name[row]);
        if (segmentation && row < segmentation->passOf.size()) {
            note.pass = segmentation->passOf[row];
            note.layer = segmentation->layerOf[row];
        }
    }
    return note;
}

int NotesController::add(const core::Note &note)
{
    if (std::find(m_notes.begin(), m_notes.end(), note) != m_notes.end() || m_notes.size() >= core::kMaxNotes)
        return -1;
    std::vector<core::Note> notes = m_notes;
    notes.push_back(note);
    change(tr("Add note"), std::move(notes));
    return static_cast<int>(std::find(m_notes.begin(), m_notes.end(), note) - m_notes.begin());
}

void NotesController::setText(int row, const QString &text)
{
    if (row < 0 || row >= static_cast<int>(m_notes.size()))
        return;
    std::vector<core::Note> notes = m_notes;
    std::string &target = notes[static_cast<std::size_t>(row)].text;
    constexpr qsizetype kMaxCharacters = 10'000;
    const std::string wanted = text.left(kMaxCharacters).toStdString();
    if (target == wanted)
        return;
    target = wanted;
    change(tr("Edit note"), std::move(notes));
}

void NotesController::remove(int row)
{
    if (row < 0 || row >= static_cast<int>(m_notes.size()))
        return;
    std::vector<core::Note> notes = m_notes;
    notes.erase(notes.begin() + row);
    change(tr("Delete note"), std::move(notes));
}

// The note's target if it still exists, else its time range.
core::Selection NotesController::selectionOf(const core::Note &note) const
{
    const auto segmentation = m_controller.segmentation();
    core::DeviceId device;
    for (std::uint32_t d = 0; d < m_document->devices.size(); ++d)
        if (m_document->devices[d].number == note.device)
            device = core::DeviceId(d);
    const std::int64_t start = core::addSaturated(m_document->zero(), note.startNs);
    if (note.kind == core::NoteKind::Kernel && note.kernel >= 0 && note.kernel < m_document->kernels.size()
        && m_document->kernels.start[static_cast<std::size_t>(note.kernel)] == start)
        return core::KernelSelection{core::KernelId(static_cast<std::uint32_t>(note.kernel))};
    const bool there = segmentation && device.valid() && segmentation->pass(device, note.pass) != nullptr;
    if (note.kind == core::NoteKind::Layer && there
        && (note.layer < 0 || segmentation->layer(device, note.pass, note.layer) != nullptr))
        return core::LayerSelection{device, note.pass, note.layer};
    if (note.kind == core::NoteKind::Pass && there)
        return core::PassSelection{device, note.pass};
    return core::RangeSelection{{{start}, {core::addSaturated(start, std::max<std::int64_t>(note.durationNs, 1))}}};
}

void NotesController::jump(int row)
{
    if (m_document && row >= 0 && row < static_cast<int>(m_notes.size()))
        m_bus.select(selectionOf(m_notes[static_cast<std::size_t>(row)]), this);
}

} // namespace lamella::ui
