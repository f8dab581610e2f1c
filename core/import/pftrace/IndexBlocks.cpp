// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pftrace/IndexBlocks.h"

#include "core/import/pftrace/FieldReader.h"

#include <protozero/exception.hpp>

namespace lamella::core::pftrace {

namespace {

constexpr std::size_t kLongest = 64; // of a usual event's lists; a TrackEvent limits longer ones

// The fields that recorders write first, of which it returns the type. What follows may replace them.
int takeFirst(FieldReader &fields, EventHead &head, std::size_t &categories)
{
    std::uint64_t type = 0;
    std::uint64_t category = 0;
    static_cast<void>(fields.takeNumber(kEventType, type));
    head.tracked = fields.takeNumber(kEventTrack, head.track);
    static_cast<void>(fields.takeNumber(kNameIid, head.nameId));
    categories += fields.takeNumber(kCategoryIids, category) ? 1 : 0;
    return static_cast<std::int32_t>(type);
}

// Those of a field, until there are more than `most`: one too many tells that the event is not usual.
void addFlows(FieldReader &fields, std::vector<TrackEvent::Flow> &all, std::size_t most)
{
    const Tag tag = fields.tag();
    const auto add = [&](std::uint64_t id) {
        if (all.size() <= most)
            all.push_back({id, tag == kEndingFlows || tag == kOldEndingFlows});
    };
    if (tag == kFlows || tag == kEndingFlows)
        fields.eachFixed64(add);
    else
        fields.eachVarint(add);
}

} // namespace

EventHead::EventHead(const TrackEvent &event)
    : track(event.track.value_or(0))
    , nameId(event.nameIid)
    , tracked(event.track.has_value())
    , named(!event.name.empty())
    , annotated(event.annotated)
    , begins(event.begins())
    , ends(event.ends())
{
}

[[gnu::flatten]] bool EventHead::readUsual(std::string_view trackEvent, std::vector<TrackEvent::Flow> &all)
{
    std::size_t categories = 0;
    firstFlow = static_cast<std::uint32_t>(all.size());
    FieldReader fields(trackEvent);
    int type = takeFirst(fields, *this, categories);
    while (fields.next()) {
        switch (fields.tag()) {
        case kEventType:
            type = fields.get_int32();
            break;
        case kEventTrack:
            track = fields.get_uint64();
            tracked = true;
            break;
        case kNameIid:
            nameId = fields.get_uint64();
            break;
        case kName:
            named = !fields.get_view().empty();
            break;
        case kAnnotations:
            fields.skipMessages();
            annotated = true;
            break;
        case kCategoryIids:
            fields.eachVarint([&categories](std::uint64_t) { ++categories; });
            break;
        case kCategories:
            static_cast<void>(fields.get_view());
            ++categories;
            break;
        case kFlows:
        case kEndingFlows:
        case kOldFlows:
        case kOldEndingFlows:
            addFlows(fields, all, firstFlow + kLongest);
            break;
        case kCorrelationId:
        case kGpuCorrelation:
        case kLegacyEvent:
        case kCounterValue:
        case kCounterDouble:
        case kExtraCounts:
        case kExtraReals:
        case kExtraTracks:
        case kExtraRealTracks:
            return false;
        default:
            fields.skip();
        }
    }
    flows = static_cast<std::uint32_t>(all.size()) - firstFlow;
    begins = type == kSliceBegin;
    ends = type == kSliceEnd;
    usual = (begins || ends || type == kInstant) && flows <= kLongest && categories <= kLongest;
    return usual;
}

void IndexBlock::parse()
{
    m_packets.clear();
    m_flows.clear();
    forEachPacket(bytes, [this](std::string_view one) {
        Packet &packet = m_packets.emplace_back(one);
        if (packet.fields.trackEvent.data() == nullptr || packet.fields.damaged)
            return;
        const std::size_t flows = m_flows.size();
        bool usual = false;
        try {
            usual = packet.event.readUsual(packet.fields.trackEvent, m_flows);
        } catch (const protozero::exception &) { // thrown again, and counted, in the order of the file
        }
        if (!usual) {
            packet.event = {};
            m_flows.resize(flows);
        }
    });
}

} // namespace lamella::core::pftrace
