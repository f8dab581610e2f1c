// SPDX-License-Identifier: GPL-3.0-or-later
// What a synthetic run does, before times are assigned: a model, and its passes as lists of GPU work in launch order.
#pragma once

#include "core/analysis/Segmentation.h"
#include "tests/support/TraceGeneratorVocabulary.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::test {

enum class ModelFamily : std::uint8_t { Dense, Moe, Mla, MixedRatios };
enum class SideStreams : std::uint8_t { None, SharedExperts, DeepEp, DeepEpAndOffload };

struct ModelPlan {
    ModelFamily family = ModelFamily::Dense;
    std::string type; // model_type of the config
    int layers = 0;
    int denseLayers = 0; // the first n layers have no experts
    int hashLayers = 0; // the first n layers route by hash
    int draftLayers = 0;
    int decoderLayers = 0; // of an encoder-decoder, after the layers of the encoder
    int singleLayers = 0; // of a diffusion transformer: the last n layers join their streams
    int hidden = 4096;
    int experts = 0;
    int tensorParallel = 1;
    bool sharedExperts = false;
    SideStreams sideStreams = SideStreams::None;
    std::vector<int> ratios; // compress_ratios
    // One letter per layer: a attention, s sliding window, g gated delta net, k Kimi delta attention, m MLA (each with a
    // feed-forward half), M Mamba, * attention, - MLP, E experts (one half only). Empty: all alike.
    std::string blocks;
    bool sandwichNorms = false; // a norm before and after each half
    int configLayers = 0; // if the trace contains a slice of the model: layers of the whole model
    bool firstSlice = true; // contains the embedding
    bool lastSlice = true; // contains the lm_head
    bool peersOnSide = false; // sends and receives on a separate stream
    std::string extraConfig; // additional lines of the config.json
};

// "decode", as printed by the product, but defined independently of it.
[[nodiscard]] std::string_view stageText(core::Stage stage);

enum class WorkKind : std::uint8_t { Kernel, Memcpy, Memset };
enum class Lane : std::uint8_t { Main, Shared, Communication, Copy };
inline constexpr std::size_t kLanes = 4;

enum class HostThread : std::uint8_t { Main, Autograd };

struct WorkItem {
    std::string name;
    std::string_view op; // cpu_op that launches it
    std::string dims; // of the inputs of the cpu_op
    std::int64_t typicalNs = 0;
    WorkKind kind = WorkKind::Kernel;
    Lane lane = Lane::Main;
    int layer = core::kHeadLayer;
    bool afterMain = false; // side lane: waits for the last item of the main lane, else runs concurrently
    bool awaited = false; // side lane: the main lane is idle until it has ended, so it may start at the end of a layer
    bool joins = false; // main lane: waits for the side lanes
    bool hostBound = false; // after a pause of the host
    bool collective = false; // synchronises all ranks
    int graphPiece = -1; // captured graph that launches it, -1 = launched individually
    HostThread thread = HostThread::Main; // that launches it
    std::string module; // frames around the launch, outermost first: "Model_0/DecoderLayer_3/Linear_12"
};

struct PassPlan {
    StepShape shape;
    std::vector<WorkItem> items;
    std::int64_t gapBeforeNs = 0; // idle time between the previous pass and this one
    int slownessPercent = 100; // cold passes and outliers are slower
    int looseWorkBefore = 0; // isolated copies in the gap that belong to no pass
};

struct RunPlan {
    ModelPlan model;
    Dialect dialect;
    std::vector<PassPlan> passes;
    int devices = 1;
    bool ranks = false; // each device is a rank: a separate process with its own clock
    bool sameDeviceNumber = false; // of ranks: each sees its device as the first one
    std::int64_t gapNs = 800; // typical pause between two kernels of a pass
    int graphs = 0; // captured graphs per pass; 0 = launched individually
    bool truncateBothEnds = false;
    int rank = 0;
    int firstDevice = 0;
    int hostPid = 4242;
    bool groupArguments = false; // on collectives
    bool looseWorkAround = true; // isolated work long before the first and after the last pass
};

} // namespace lamella::test
