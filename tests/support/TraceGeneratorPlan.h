// SPDX-License-Identifier: GPL-3.0-or-later
// What a made-up run does, before it has times: a model, and its passes as lists of GPU work in launch order.
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
    int denseLayers = 0; // first so many layers have no experts
    int hashLayers = 0; // first so many layers route by hash
    int draftLayers = 0;
    int decoderLayers = 0; // of an encoder-decoder, behind the layers of the encoder
    int singleLayers = 0; // of a diffusion transformer: the last so many layers join their streams
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
    int configLayers = 0; // where the trace holds a slice of the model: layers of the whole
    bool firstSlice = true; // holds the embedding
    bool lastSlice = true; // holds the lm_head
    bool peersOnSide = false; // sends and receives on a stream of their own
    std::string extraConfig; // lines of the config.json
};

// "decode", as the product prints it, but not asked from the product.
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
    bool afterMain = false; // side lane: waits for the last item of the main lane, else runs beside it
    bool awaited = false; // side lane: the main lane does nothing until it has ended, so it may start where a layer has ended
    bool joins = false; // main lane: waits for the side lanes
    bool hostBound = false; // comes after a pause of the host
    bool collective = false; // all ranks meet in it
    int graphPiece = -1; // which captured graph launches it, -1 = launched by itself
    HostThread thread = HostThread::Main; // that launches it
    std::string module; // frames around the launch, outermost first: "Model_0/DecoderLayer_3/Linear_12"
};

struct PassPlan {
    StepShape shape;
    std::vector<WorkItem> items;
    std::int64_t gapBeforeNs = 0; // idle time between the pass before and this one
    int slownessPercent = 100; // cold passes and outliers are slower
    int looseWorkBefore = 0; // lone copies in the gap that belong to no pass
};

struct RunPlan {
    ModelPlan model;
    Dialect dialect;
    std::vector<PassPlan> passes;
    int devices = 1;
    bool ranks = false; // each device is a rank: a process of its own, with a clock of its own
    bool sameDeviceNumber = false; // of the ranks: each sees its device as the first one
    std::int64_t gapNs = 800; // typical pause between two kernels of a pass
    int graphs = 0; // captured graphs per pass; 0 = launched one by one
    bool cutBothEnds = false;
    int rank = 0;
    int firstDevice = 0;
    int hostPid = 4242;
    bool groupArguments = false; // on collectives
    bool looseWorkAround = true; // lone work long before the first and after the last pass
};

} // namespace lamella::test
