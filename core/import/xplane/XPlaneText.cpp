// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/xplane/XPlaneText.h"

#include "core/base/Format.h"
#include "core/base/Message.h"
#include "core/import/JsonText.h"
#include "core/import/xplane/XPlaneFields.h"
#include "core/import/xplane/XPlaneStats.h"

#include <charconv>
#include <cmath>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lamella::core {

using namespace xplane;

namespace {

constexpr std::size_t kLongestText = std::size_t{1} << 20; // per stat
constexpr std::size_t kMaxStats = 4096; // per event
constexpr std::size_t kMaxBytes = std::size_t{16} << 20; // of all stats of an event

void appendQuoted(std::string &out, std::string_view raw)
{
    out += '"';
    for (const char c : cleanSample(raw, kLongestText)) {
        if (c == '"' || c == '\\')
            out += '\\';
        out += c;
    }
    out += '"';
}

std::string jsonOf(const StatValue &value)
{
    std::string text;
    if (value.number) {
        text = value.isUnsigned ? std::to_string(static_cast<std::uint64_t>(*value.number)) : std::to_string(*value.number);
    } else if (value.real && std::isfinite(*value.real)) {
        char digits[64];
        text.assign(digits, std::to_chars(digits, digits + sizeof digits, *value.real).ptr);
    } else if (!value.bytes.empty()) {
        appendQuoted(text, "<" + std::to_string(value.bytes.size()) + " bytes>");
    } else {
        appendQuoted(text, value.text);
    }
    return text;
}

class Args {
public:
    void add(const StatNames &names, std::string_view stat)
    {
        if (m_values.size() >= kMaxStats || m_bytes >= kMaxBytes) {
            ++m_left;
            return;
        }
        const StatValue value = names.read(stat);
        const std::string_view known = names.name(value.id);
        set(known.empty() ? "stat " + std::to_string(value.id) : std::string(known), jsonOf(value));
    }
    void set(std::string key, std::string json)
    {
        m_bytes += key.size() + json.size(); // counts repeated stats too, because they cost as much to read
        const auto [it, added] = m_rows.try_emplace(key, m_values.size());
        if (added)
            m_values.emplace_back(std::move(key), std::move(json));
        else
            m_values[it->second].second = std::move(json);
    }
    void append(std::string &out) const
    {
        out += "{";
        for (std::size_t i = 0; i < m_values.size(); ++i) {
            out += i == 0 ? "" : ", ";
            appendQuoted(out, m_values[i].first);
            out += ": " + m_values[i].second;
        }
        if (m_left > 0)
            out += std::string(m_values.empty() ? "" : ", ") + "\"more\": \"" + std::to_string(m_left) + " more stats\"";
        out += "}";
    }

private:
    std::vector<std::pair<std::string, std::string>> m_values; // in file order
    std::unordered_map<std::string, std::size_t> m_rows; // of m_values, by key
    std::size_t m_bytes = 0;
    std::size_t m_left = 0; // stats not read
};

struct Kind {
    std::string_view name;
    std::string_view display;
    std::vector<std::string_view> stats;
};

// entries: those of the plane's map of event metadata that have the id of the kind.
Kind kindOf(const std::vector<std::string_view> &entries)
{
    Kind kind;
    for (const std::string_view entry : entries) {
        protozero::pbf_message<MetadataField> metadata(entry.data(), entry.size());
        while (metadata.next()) {
            switch (metadata.tag_and_type()) {
            case protozero::tag_and_type(MetadataField::Name, protozero::pbf_wire_type::length_delimited):
                kind.name = viewOf(metadata.get_view());
                break;
            case protozero::tag_and_type(MetadataField::DisplayName, protozero::pbf_wire_type::length_delimited):
                kind.display = viewOf(metadata.get_view());
                break;
            case protozero::tag_and_type(MetadataField::Stats, protozero::pbf_wire_type::length_delimited):
                kind.stats.push_back(viewOf(metadata.get_view()));
                break;
            default:
                metadata.skip();
            }
        }
    }
    return kind;
}

using Kinds = std::unordered_map<std::int64_t, std::vector<std::string_view>>;

std::string eventJson(const StatNames &names, const Kinds &kinds, std::string_view event)
{
    std::int64_t metadata = 0;
    std::string times;
    std::vector<std::string_view> stats;
    protozero::pbf_message<EventField> message(event.data(), event.size());
    while (message.next()) {
        switch (message.tag_and_type()) {
        case protozero::tag_and_type(EventField::MetadataId, protozero::pbf_wire_type::varint):
            metadata = message.get_int64();
            break;
        case protozero::tag_and_type(EventField::OffsetPs, protozero::pbf_wire_type::varint):
            times += ", \"offset_ps\": " + std::to_string(message.get_int64());
            break;
        case protozero::tag_and_type(EventField::DurationPs, protozero::pbf_wire_type::varint):
            times += ", \"duration_ps\": " + std::to_string(message.get_int64());
            break;
        case protozero::tag_and_type(EventField::Stats, protozero::pbf_wire_type::length_delimited):
            stats.push_back(viewOf(message.get_view()));
            break;
        default:
            message.skip();
        }
    }
    const auto entries = kinds.find(metadata);
    const Kind kind = entries == kinds.end() ? Kind{} : kindOf(entries->second);
    Args args;
    if (!kind.display.empty()) {
        std::string text;
        appendQuoted(text, kind.name);
        args.set("long_name", std::move(text));
    }
    for (const std::string_view stat : kind.stats)
        args.add(names, stat);
    for (const std::string_view stat : stats)
        args.add(names, stat);
    std::string out = "{\"name\": ";
    appendQuoted(out, kind.display.empty() ? kind.name : kind.display);
    out += times + ", \"args\": ";
    args.append(out);
    return out + "}";
}

} // namespace

struct XPlaneEvents::Plane {
    explicit Plane(std::string_view message)
        : bytes(message)
    {
    }
    void index()
    {
        protozero::pbf_message<PlaneField> fields(bytes.data(), bytes.size());
        while (fields.next()) {
            switch (fields.tag_and_type()) {
            case protozero::tag_and_type(PlaneField::StatMetadata, protozero::pbf_wire_type::length_delimited):
                names.add(viewOf(fields.get_view()));
                break;
            case protozero::tag_and_type(PlaneField::EventMetadata, protozero::pbf_wire_type::length_delimited): {
                const Entry entry = entryOf(viewOf(fields.get_view()));
                kinds[entry.key].push_back(entry.value);
                break;
            }
            default:
                fields.skip();
            }
        }
        indexed = true;
    }

    std::string_view bytes;
    bool indexed = false;
    StatNames names;
    Kinds kinds;
};

XPlaneEvents::XPlaneEvents(std::string bytes)
    : m_bytes(std::move(bytes))
{
}

XPlaneEvents::~XPlaneEvents() = default;

XPlaneEvents::Plane *XPlaneEvents::planeOf(std::string_view event)
{
    if (!m_listed) {
        m_planes.clear();
        protozero::pbf_message<Space> space(m_bytes.data(), m_bytes.size());
        while (space.next(Space::Planes, protozero::pbf_wire_type::length_delimited))
            m_planes.push_back(std::make_unique<Plane>(viewOf(space.get_view())));
        m_listed = true;
    }
    for (const std::unique_ptr<Plane> &plane : m_planes)
        if (event.data() >= plane->bytes.data() && event.data() + event.size() <= plane->bytes.data() + plane->bytes.size())
            return plane.get();
    return nullptr;
}

Result<std::string> XPlaneEvents::json(std::int64_t offset, std::uint32_t length)
{
    const Error none{ErrorCode::BadRequest, "there is no event at this position", {}, offset};
    if (offset < 0 || static_cast<std::uint64_t>(offset) > m_bytes.size()
        || length > m_bytes.size() - static_cast<std::uint64_t>(offset))
        return none;
    const std::string_view event = std::string_view(m_bytes).substr(static_cast<std::size_t>(offset), length);
    try {
        Plane *const plane = planeOf(event);
        if (plane == nullptr)
            return none;
        if (!plane->indexed)
            plane->index();
        return eventJson(plane->names, plane->kinds, event);
    } catch (const protozero::exception &fault) {
        return Error{ErrorCode::Syntax, msg("damaged: %1", std::string(fault.what())), {}, offset};
    }
}

} // namespace lamella::core
