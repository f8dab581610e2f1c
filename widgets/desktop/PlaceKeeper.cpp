// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/desktop/PlaceKeeper.h"

#include "core/session/Fingerprint.h"
#include "widgets/desktop/PlaceStore.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/SessionController.h"
#include "widgets/session/TimeRangeControl.h"
#include "widgets/settings/GeneralSettings.h"

#include <QEvent>
#include <QFile>

#include <utility>

namespace lamella::ui {

PlaceKeeper::PlaceKeeper(const PlaceParts &parts, QObject *window)
    : QObject(window)
    , m_parts(parts)
    , m_read(std::make_unique<JobSlot>(parts.controller.pool()))
    , m_write(std::make_unique<JobSlot>(parts.controller.pool()))
{
    constexpr int kDelayMs = 1000;
    window->installEventFilter(this);
    m_delay.setSingleShot(true);
    m_delay.setInterval(kDelayMs);
    connect(&m_delay, &QTimer::timeout, this, &PlaceKeeper::save);
    connect(&parts.bus, &NavigationBus::selectionChanged, this, &PlaceKeeper::change);
    connect(&parts.range, &TimeRangeControl::visibleRangeChanged, this, &PlaceKeeper::change);
    // After the window's own handler, which sets the initial selection of a new trace.
    connect(&parts.controller, &SessionController::sessionChanged, this, &PlaceKeeper::followSession);
}

PlaceKeeper::~PlaceKeeper() = default;

bool PlaceKeeper::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == parent() && event->type() == QEvent::Close)
        flush();
    return QObject::eventFilter(watched, event);
}

std::optional<TracePlace> PlaceKeeper::now() const
{
    const auto document = m_parts.controller.document();
    if (!document)
        return std::nullopt;
    TracePlace place = placeOf(*document, m_parts.controller.segmentation().get(), m_parts.bus.selection(),
        m_parts.bus.selectedRange(), m_parts.range.visibleRange());
    if (m_parts.orders)
        place.orders = m_parts.orders();
    return place;
}

std::optional<TracePlace> PlaceKeeper::toKeep() const
{
    auto place = now();
    if (const auto session = m_parts.controller.session(); place && session) {
        place->config = QFile::decodeName(session->options().configPath.c_str());
        place->capture = QFile::decodeName(session->options().companions.capture.c_str());
        place->annotations = QFile::decodeName(session->options().companions.annotations.c_str());
        place->roofline = session->options().roofline;
    }
    return place;
}

void PlaceKeeper::followSession()
{
    const auto document = m_parts.controller.document();
    if (document == m_document) {
        change(); // segmented again, perhaps with another model config
        return;
    }
    flush();
    m_read->cancel();
    m_document = document;
    m_fingerprint.clear();
    m_unsaved = false;
    m_wanted = {};
    if (!document)
        return;
    const bool elsewhere = m_parts.startedElsewhere();
    const auto next = std::exchange(m_next, std::nullopt);
    if (m_parts.order) // those of the trace before are not for this one
        m_parts.order(next ? next->orders : std::map<QString, QString>{});
    if (next && !elsewhere)
        go(*next);
    m_first = now();
    if (!GeneralSettings::load().rememberPlaces)
        return;
    const bool mayGo = !elsewhere && m_first.has_value();
    m_read->start<Known>(
        [path = document->source.path, folder = placeFolder()](const core::JobControl &) -> core::Result<Known> {
            auto fingerprint = core::fileFingerprint(path);
            if (!fingerprint)
                return fingerprint.error();
            Known known{*fingerprint, readPlace(folder, *fingerprint)};
            return known;
        },
        [this, mayGo](core::Result<Known> known) {
            if (!known)
                return; // the file no longer exists, so the place cannot be stored
            m_fingerprint = known->fingerprint;
            // Does not move users who have navigated meanwhile.
            const bool still = now() == m_first;
            if (m_parts.order && still)
                m_parts.order(known->place ? known->place->orders : std::map<QString, QString>{});
            if (known->place && mayGo && still)
                go(*known->place);
            else if (m_unsaved)
                m_delay.start();
        });
}

void PlaceKeeper::go(const TracePlace &place)
{
    const auto document = m_parts.controller.document();
    const auto segmentation = m_parts.controller.segmentation();
    const core::Selection selection = selectionAt(place, *document, *segmentation, *m_parts.controller.names());
    if (!std::holds_alternative<std::monostate>(selection))
        m_parts.bus.select(selection, this);
    const core::TimeRange visible = visibleRangeAt(place, *document);
    if (visible == core::TimeRange{})
        return;
    m_parts.range.setVisibleRange(visible);
    m_wanted = m_parts.isBusy() ? visible : core::TimeRange{};
}

void PlaceKeeper::viewsSettled()
{
    const core::TimeRange wanted = std::exchange(m_wanted, {});
    if (wanted != core::TimeRange{} && m_document && m_parts.controller.document() == m_document)
        m_parts.range.setVisibleRange(wanted);
}

void PlaceKeeper::change()
{
    if (!m_document || m_parts.controller.document() != m_document)
        return;
    m_unsaved = true;
    m_delay.start();
}

void PlaceKeeper::save()
{
    const auto place = toKeep();
    if (m_fingerprint.empty() || !place || !m_unsaved || !GeneralSettings::load().rememberPlaces)
        return;
    m_unsaved = false;
    m_write->start<bool>([folder = placeFolder(), fingerprint = m_fingerprint, place = *place](
                             const core::JobControl &) { return writePlace(folder, fingerprint, place); },
        [](const core::Result<bool> &) {}); // if the folder is not writable, places are not remembered; nothing to do here
}

void PlaceKeeper::flush()
{
    m_delay.stop();
    if (!m_unsaved || m_fingerprint.empty() || !m_document || m_parts.controller.document() != m_document)
        return;
    if (const auto place = toKeep(); place && GeneralSettings::load().rememberPlaces)
        (void)writePlace(placeFolder(), m_fingerprint, *place);
    m_unsaved = false;
}

} // namespace lamella::ui
