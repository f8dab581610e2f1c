// SPDX-License-Identifier: GPL-3.0-or-later
// Writes an XSpace as the Chrome trace that the XLA profiler would export, independently of the product's reader.
#pragma once

#include <cstdint>
#include <cstdio>
#include <map>
#include <protozero/pbf_reader.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lamella::test {

namespace xspace {

inline std::string json(std::string_view text)
{
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (byte < 0x20) {
            char code[8];
            std::snprintf(code, sizeof code, "\\u%04x", byte);
            out += code;
        } else {
            out += c;
        }
    }
    return out + "\"";
}

inline std::string microseconds(std::int64_t ps)
{
    char text[64];
    std::snprintf(
        text, sizeof text, "%lld.%06lld", static_cast<long long>(ps / 1'000'000), static_cast<long long>(ps % 1'000'000));
    return text;
}

using Names = std::map<std::int64_t, std::string>;
using Args = std::map<std::string, std::string>;

struct Kind {
    std::string name;
    std::string display;
    std::vector<std::string> stats;
};

} // namespace xspace

// Every argument is text, as in the real export.
inline std::string chromeOfXSpace(const std::string &bytes)
{
    using namespace xspace;
    std::string events;
    int pid = 0;
    protozero::pbf_reader space(bytes);
    while (space.next(1)) {
        const std::string plane = space.get_string();
        ++pid;
        std::string planeName;
        Names stats;
        std::map<std::int64_t, Kind> kinds;
        protozero::pbf_reader head(plane);
        const auto entry = [](protozero::pbf_reader pair) {
            std::pair<std::int64_t, std::string> found;
            while (pair.next()) {
                if (pair.tag() == 1)
                    found.first = pair.get_int64();
                else
                    found.second = pair.get_string();
            }
            return found;
        };
        while (head.next()) {
            if (head.tag() == 2) {
                planeName = head.get_string();
            } else if (head.tag() == 4) {
                const auto [id, message] = entry(head.get_message());
                Kind kind;
                protozero::pbf_reader reader(message);
                while (reader.next()) {
                    if (reader.tag() == 2)
                        kind.name = reader.get_string();
                    else if (reader.tag() == 4)
                        kind.display = reader.get_string();
                    else if (reader.tag() == 5)
                        kind.stats.push_back(reader.get_string());
                    else
                        reader.skip();
                }
                kinds[id] = kind;
            } else if (head.tag() == 5) {
                const auto [id, message] = entry(head.get_message());
                protozero::pbf_reader reader(message);
                while (reader.next(2))
                    stats[id] = reader.get_string();
            } else {
                head.skip();
            }
        }
        events += "{\"ph\":\"M\",\"pid\":" + std::to_string(pid)
            + ",\"name\":\"process_name\",\"args\":{\"name\":" + json(planeName) + "}},\n";
        protozero::pbf_reader lines(plane);
        while (lines.next(3)) {
            const std::string line = lines.get_string();
            std::int64_t tid = 0;
            std::int64_t startNs = 0;
            std::string name;
            std::string display;
            protozero::pbf_reader fields(line);
            while (fields.next()) {
                if (fields.tag() == 1)
                    tid = fields.get_int64();
                else if (fields.tag() == 2)
                    name = fields.get_string();
                else if (fields.tag() == 3)
                    startNs = fields.get_int64();
                else if (fields.tag() == 11)
                    display = fields.get_string();
                else
                    fields.skip();
            }
            const std::string place = "\"pid\":" + std::to_string(pid) + ",\"tid\":" + std::to_string(tid);
            events += "{\"ph\":\"M\"," + place
                + ",\"name\":\"thread_name\",\"args\":{\"name\":" + json(display.empty() ? name : display) + "}},\n";
            protozero::pbf_reader members(line);
            while (members.next(4)) {
                std::int64_t kindId = 0;
                std::int64_t offset = 0;
                std::int64_t duration = 0;
                std::vector<std::string> own;
                protozero::pbf_reader event = members.get_message();
                while (event.next()) {
                    if (event.tag() == 1)
                        kindId = event.get_int64();
                    else if (event.tag() == 2)
                        offset = event.get_int64();
                    else if (event.tag() == 3)
                        duration = event.get_int64();
                    else if (event.tag() == 4)
                        own.push_back(event.get_string());
                    else
                        event.skip();
                }
                const Kind &kind = kinds[kindId];
                Args args;
                if (!kind.display.empty())
                    args["long_name"] = kind.name;
                const auto add = [&](const std::string &bytesOfStat) {
                    protozero::pbf_reader stat(bytesOfStat);
                    std::int64_t id = 0;
                    std::string value;
                    bool opaque = false;
                    while (stat.next()) {
                        switch (stat.tag()) {
                        case 1:
                            id = stat.get_int64();
                            break;
                        case 2:
                            value = std::to_string(stat.get_double());
                            break;
                        case 3:
                            value = std::to_string(stat.get_uint64());
                            break;
                        case 4:
                            value = std::to_string(stat.get_int64());
                            break;
                        case 5:
                            value = stat.get_string();
                            break;
                        case 7:
                            value = stats[stat.get_int64()];
                            break;
                        default:
                            opaque = true;
                            stat.skip();
                        }
                    }
                    args[stats[id]] = opaque ? "<opaque bytes>" : value;
                };
                for (const std::string &stat : kind.stats)
                    add(stat);
                for (const std::string &stat : own)
                    add(stat);
                events += "{\"ph\":\"X\"," + place + ",\"ts\":" + microseconds(startNs * 1000 + offset)
                    + ",\"dur\":" + microseconds(duration) + ",\"name\":" + json(kind.display.empty() ? kind.name : kind.display)
                    + ",\"args\":{";
                bool first = true;
                for (const auto &[key, value] : args) {
                    events += (first ? "" : ",") + json(key) + ":" + json(value);
                    first = false;
                }
                events += "}},\n";
            }
        }
    }
    return "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[" + events + "{}]}";
}

} // namespace lamella::test
