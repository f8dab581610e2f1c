// SPDX-License-Identifier: GPL-3.0-or-later
// One GpuRenderStageEvent: a kernel, copy or range on a queue of a GPU (gpu_render_stage_event.proto of Perfetto v58).
#pragma once

#include "core/import/pftrace/JsonOut.h"
#include "core/import/pftrace/PftracePackets.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace lamella::core::pftrace {

using Dimensions = std::array<std::uint32_t, 3>; // of a grid or block

// Queues and stages that recorders before Perfetto v15 list once for the whole trace.
struct StageSpecs {
    std::vector<std::string_view> queues;
    std::vector<std::string_view> stages;
};

// A name and a value that a stage has beside its fields.
struct ExtraValue {
    std::string_view name;
    std::string_view value;
};
// Throws protozero::exception on damage.
[[nodiscard]] ExtraValue extraValueOf(std::string_view message);
// Which of the arguments that are else added to a stage one of its extra values states, as bits.
enum StatedArgs : std::uint8_t { kStatesDevice = 1, kStatesStream = 2, kStatesCorrelation = 4 };
[[nodiscard]] std::uint8_t statedArgs(const ExtraValue &extra);

// The texts lie in the bytes of the trace.
struct RenderStage {
    std::uint64_t eventId = 0;
    std::optional<std::int64_t> durationNs; // none: a point in time
    std::int64_t gpu = 0;
    std::uint64_t queueId = 0;
    std::string_view queue; // name, such as "[07] stream 7"
    std::string_view stage; // name, such as "Kernel"
    std::string_view name; // of the event; empty if the stage names it
    bool plainName = false; // `name` is known to be written to JSON unchanged
    bool compute = false;
    bool listsSpecs = false; // see addSpecs()
    bool internedQueue = false;
    std::uint64_t cut = 0; // entries of its lists that are not kept
    bool lacksNames = false; // refers to names that are missing in the file
    std::optional<Dimensions> grid;
    std::optional<Dimensions> block;
    std::vector<std::string_view> extra; // messages
    std::vector<std::string_view> launchArgs; // messages

    // All but the lists (of extra and launch arguments), or with them. Throws protozero::exception on damage.
    void readHead(std::string_view bytes, const Sequence &sequence, const StageSpecs &specs);
    void read(std::string_view bytes, const Sequence &sequence, const StageSpecs &specs);
    [[nodiscard]] bool isEvent() const { return eventId != 0 || durationNs || !queue.empty() || !stage.empty(); }
    // The category that PyTorch's profiler gives such work: kernel, gpu_memcpy, gpu_memset, gpu_user_annotation; the stage's name
    // for events of graphs that are no work. It lives as long as the states of the sequences, and 16 bytes behind it can be read.
    [[nodiscard]] std::string_view category() const;

private:
    struct StageIds;
    template <bool kLists> void readFields(std::string_view bytes, const Sequence &sequence, const StageSpecs &specs);
    void readLaunch(std::string_view bytes);
    template <typename T> void append(std::vector<T> &list, T value);
    void resolve(const StageIds &ids, const Sequence &sequence, const StageSpecs &specs);
};

// Adds the queues and stages that such an event lists, with copies of their names in `states`. Throws protozero::exception on
// damage.
void addSpecs(std::string_view stage, StageSpecs &specs, PacketStates &states);
// The number in the name of a queue: 7 of "[07] stream 7", of "CUDA Stream 7 (Device 0)" and of "queue 7".
[[nodiscard]] std::optional<std::int64_t> streamNumber(std::string_view queue);
// The name that PyTorch gives such a text in JSON: the page expects numbers under short names.
[[nodiscard]] inline std::string_view nameOfExtra(std::string_view recorded)
{
    return recorded == "device id" ? "device"
        : recorded == "stream id"  ? "stream"
        : recorded == "context id" ? "context"
                                   : recorded;
}
// A number of the launch as a member of a JSON object; returns where its value begins. Throws protozero::exception on damage.
std::size_t appendLaunchArg(JsonOut &out, std::string_view arg, const Sequence &sequence);

} // namespace lamella::core::pftrace
