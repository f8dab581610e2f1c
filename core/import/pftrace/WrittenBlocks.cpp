// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pftrace/WrittenBlocks.h"

#include "core/import/pftrace/FieldReader.h"
#include "core/import/pftrace/WrittenFields.h"

#include <limits>
#include <protozero/exception.hpp>

namespace lamella::core::pftrace {

namespace {

std::int64_t numberOf(FieldReader fields)
{
    while (fields.next()) {
        if (fields.tag() == kAnnotationInt || fields.tag() == kAnnotationUint)
            return fields.get_int64();
        fields.skip();
    }
    return 0;
}

void readArg(std::string_view annotation, WrittenArg &arg)
{
    std::size_t item = 0;
    FieldReader fields(annotation);
    while (fields.next()) {
        switch (fields.tag()) {
        case kAnnotationNameIid:
            arg.nameId = fields.get_uint64();
            arg.named = true;
            break;
        case kAnnotationInt:
            arg.number = fields.get_int64();
            break;
        case kAnnotationString:
            arg.text = {fields.get_view(), 0};
            break;
        case kAnnotationStringIid:
            arg.text = {{}, fields.get_uint64()};
            break;
        case kAnnotationArray: {
            const std::int64_t number = numberOf(fields.get_message());
            if (item < arg.triple.size() && number >= 0 && number <= std::numeric_limits<std::uint32_t>::max())
                arg.triple[item] = static_cast<std::uint32_t>(number);
            ++item;
            break;
        }
        default:
            fields.skip();
        }
    }
}

} // namespace

bool WrittenEvent::isOfDocument() const
{
    if (!tracked || kind == Kind::End || trackUse(track) == TrackUse::Analysis)
        return false;
    return kind != Kind::Counter || trackLane(track) % kSeriesPerCounter == 0; // further series are of the event before
}

void WrittenBlock::parse()
{
    m_packets.clear();
    m_args.clear();
    forEachPacket(bytes, [this](std::string_view one) {
        Packet &packet = m_packets.emplace_back(one);
        if (packet.fields.trackEvent.data() != nullptr && !packet.fields.damaged)
            read(packet.fields.trackEvent, packet.event);
    });
}

[[gnu::flatten]] void WrittenBlock::read(std::string_view trackEvent, WrittenEvent &event)
{
    event.firstArg = static_cast<std::uint32_t>(m_args.size());
    event.damaged = true;
    try {
        m_event.read(trackEvent);
        event.damaged = false;
        event.tracked = m_event.track.has_value();
        event.track = m_event.track.value_or(0);
        event.kind = m_event.begins()  ? WrittenEvent::Kind::Begin
            : m_event.ends()           ? WrittenEvent::Kind::End
            : m_event.type == kCounter ? WrittenEvent::Kind::Counter
                                       : WrittenEvent::Kind::Other;
        if (!event.isOfDocument())
            return;
        event.name = m_event.name.empty() ? TextReference{{}, m_event.nameIid} : TextReference{m_event.name, 0};
        event.categorized = !m_event.categoryIids.empty();
        if (event.categorized)
            event.categoryId = m_event.categoryIids.front();
        if (!m_event.flows.empty())
            event.launch = static_cast<std::uint32_t>(m_event.flows.front().id >> 32);
        for (const std::string_view annotation : m_event.annotations)
            readArg(annotation, m_args.emplace_back());
        event.args = static_cast<std::uint32_t>(m_event.annotations.size());
    } catch (const protozero::exception &) {
        event.argsDamaged = true;
    }
}

} // namespace lamella::core::pftrace
