// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of a Perfetto trace that Lamella wrote, parsed as far as they are without what earlier packets declare.
#pragma once

#include "core/import/pftrace/PacketBlocks.h"
#include "core/import/pftrace/PftraceEvent.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace lamella::core::pftrace {

// A text of its own, or, if data() is null, an interned one.
struct TextReference {
    std::string_view text = "";
    std::uint64_t id = 0;
};

struct WrittenArg {
    bool named = false;
    std::uint64_t nameId = 0;
    std::int64_t number = 0;
    TextReference text;
    std::array<std::uint32_t, 3> triple{};
};

struct WrittenEvent {
    enum class Kind : std::uint8_t { Begin, End, Counter, Other };
    Kind kind = Kind::Other;
    bool damaged = false;
    bool argsDamaged = false;
    bool tracked = false;
    bool categorized = false;
    std::uint32_t launch = 0; // number of the launch; 0 = none
    std::uint64_t track = 0;
    TextReference name;
    std::uint64_t categoryId = 0;
    std::uint32_t firstArg = 0; // of the block
    std::uint32_t args = 0;

    [[nodiscard]] bool isMark() const { return kind == Kind::Begin || kind == Kind::End; }
    // False for those that only Perfetto shows, and for ends.
    [[nodiscard]] bool isOfDocument() const;
};

class WrittenBlock : public PacketBlock {
public:
    struct Packet {
        PacketFields fields;
        WrittenEvent event; // if it has one

        explicit Packet(std::string_view bytes)
            : fields(bytes)
        {
        }
    };

    void parse();
    [[nodiscard]] const std::vector<Packet> &packets() const { return m_packets; }
    [[nodiscard]] std::span<const WrittenArg> args(const WrittenEvent &event) const
    {
        return std::span(m_args).subspan(event.firstArg, event.args);
    }

private:
    void read(std::string_view trackEvent, WrittenEvent &event);

    std::vector<Packet> m_packets;
    std::vector<WrittenArg> m_args;
    TrackEvent m_event;
};

} // namespace lamella::core::pftrace
