// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/diff/Pairing.h"

#include <algorithm>
#include <map>
#include <set>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxByType = 2000; // layers; bounds the cost table, far above any model

void pairInOrder(std::vector<PassRef> &a, std::vector<PassRef> &b, std::vector<PassPair> &pairs)
{
    const std::size_t both = std::min(a.size(), b.size());
    for (std::size_t i = 0; i < both; ++i)
        pairs.push_back({a[i], b[i]});
    a.erase(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(both));
    b.erase(b.begin(), b.begin() + static_cast<std::ptrdiff_t>(both));
}

bool earlier(const PassRef &a, const PassRef &b)
{
    return std::pair(a.device, a.pass->number) < std::pair(b.device, b.pass->number);
}

bool isLayer(int number)
{
    return number >= 0;
}

bool typesTell(const LayerList &a, const LayerList &b)
{
    std::set<std::string_view> typesA;
    for (const std::string &type : a.types)
        if (!type.empty())
            typesA.insert(type);
    return std::any_of(b.types.begin(), b.types.end(), [&typesA](const std::string &type) { return typesA.count(type) > 0; });
}

struct Layers {
    std::vector<int> numbers;
    std::vector<std::string_view> types;
};

Layers layersOnly(const LayerList &list)
{
    Layers layers;
    for (std::size_t i = 0; i < list.numbers.size(); ++i) {
        if (!isLayer(list.numbers[i]))
            continue;
        layers.numbers.push_back(list.numbers[i]);
        layers.types.push_back(list.types[i]);
    }
    return layers;
}

void pairByNumber(const Layers &a, const Layers &b, std::vector<LayerPair> &pairs)
{
    std::map<int, LayerPair> byNumber;
    for (const int layer : a.numbers)
        byNumber[layer].a = layer;
    for (const int layer : b.numbers)
        byNumber[layer].b = layer;
    for (const auto &[unused, pair] : byNumber)
        pairs.push_back(pair);
}

// Dynamic programming. `a` must not be longer than `b`, so that swapped sides give the same result.
std::vector<LayerPair> pairByType(const Layers &a, const Layers &b)
{
    constexpr int kAlone = 3;
    constexpr int kOtherType = 4; // cheaper than leaving two layers unpaired
    const std::size_t columns = b.numbers.size() + 1;
    std::vector<int> cost((a.numbers.size() + 1) * columns);
    const auto pairing = [&](std::size_t i, std::size_t j) { return a.types[i - 1] == b.types[j - 1] ? 0 : kOtherType; };
    for (std::size_t i = 0; i <= a.numbers.size(); ++i)
        for (std::size_t j = 0; j < columns; ++j) {
            int &here = cost[i * columns + j];
            if (i == 0 || j == 0) {
                here = kAlone * static_cast<int>(i + j);
                continue;
            }
            here = std::min({cost[(i - 1) * columns + j - 1] + pairing(i, j), cost[(i - 1) * columns + j] + kAlone,
                cost[i * columns + j - 1] + kAlone});
        }
    std::vector<LayerPair> back;
    std::size_t i = a.numbers.size();
    std::size_t j = b.numbers.size();
    while (i > 0 || j > 0) {
        const int here = cost[i * columns + j];
        if (i > 0 && j > 0 && here == cost[(i - 1) * columns + j - 1] + pairing(i, j)) {
            back.push_back({a.numbers[i - 1], b.numbers[j - 1]});
            --i;
            --j;
        } else if (i > 0 && here == cost[(i - 1) * columns + j] + kAlone) {
            back.push_back({a.numbers[--i], kNoCounterpart});
        } else {
            back.push_back({kNoCounterpart, b.numbers[--j]});
        }
    }
    std::reverse(back.begin(), back.end());
    return back;
}

} // namespace

PassPairing pairPasses(std::span<const PassRef> a, std::span<const PassRef> b)
{
    PassPairing result;
    if (a.size() == 1 && b.size() == 1) {
        result.pairs.push_back({a.front(), b.front()});
        return result;
    }
    using Key = std::pair<Stage, std::pair<bool, PassState>>;
    const auto key = [](const PassRef &ref) { return Key{ref.pass->stage, {ref.pass->complete, ref.pass->state}}; };
    std::map<Key, std::pair<std::vector<PassRef>, std::vector<PassRef>>> alike;
    for (const PassRef &ref : a)
        alike[key(ref)].first.push_back(ref);
    for (const PassRef &ref : b)
        alike[key(ref)].second.push_back(ref);
    std::map<Stage, std::pair<std::vector<PassRef>, std::vector<PassRef>>> left;
    for (auto &[k, passes] : alike) {
        pairInOrder(passes.first, passes.second, result.pairs);
        auto &rest = left[k.first];
        rest.first.insert(rest.first.end(), passes.first.begin(), passes.first.end());
        rest.second.insert(rest.second.end(), passes.second.begin(), passes.second.end());
    }
    for (auto &[unused, passes] : left) {
        std::sort(passes.first.begin(), passes.first.end(), earlier);
        std::sort(passes.second.begin(), passes.second.end(), earlier);
        pairInOrder(passes.first, passes.second, result.pairs);
        result.onlyA.insert(result.onlyA.end(), passes.first.begin(), passes.first.end());
        result.onlyB.insert(result.onlyB.end(), passes.second.begin(), passes.second.end());
    }
    std::sort(result.pairs.begin(), result.pairs.end(), [](const PassPair &x, const PassPair &y) { return earlier(x.a, y.a); });
    std::sort(result.onlyA.begin(), result.onlyA.end(), earlier);
    std::sort(result.onlyB.begin(), result.onlyB.end(), earlier);
    return result;
}

LayerList layerList(const Segmentation &segmentation, const PassRef &ref)
{
    const DeviceSegmentation &device = segmentation.devices[ref.device.value];
    LayerList list;
    const auto add = [&list](int number, std::string type) {
        list.numbers.push_back(number);
        list.types.push_back(std::move(type));
    };
    add(kHeadLayer, {});
    for (int i = 0; i < ref.pass->layers; ++i) {
        const LayerSpan &span = device.layers[ref.pass->firstLayer + static_cast<std::uint32_t>(i)];
        const bool typed = span.type >= 0 && static_cast<std::size_t>(span.type) < device.typeNames.size();
        add(span.layer, typed ? device.typeNames[static_cast<std::size_t>(span.type)] : std::string());
    }
    add(kTailLayer, {});
    list.modelLayers = ref.pass->expectedLayers > 0 ? ref.pass->expectedLayers : ref.pass->layers;
    return list;
}

std::vector<LayerPair> pairLayers(const LayerList &a, const LayerList &b)
{
    const auto has = [](const LayerList &list, int number) {
        return std::find(list.numbers.begin(), list.numbers.end(), number) != list.numbers.end();
    };
    std::vector<LayerPair> pairs;
    const auto pairEnds = [&](int number) {
        const LayerPair pair{has(a, number) ? number : kNoCounterpart, has(b, number) ? number : kNoCounterpart};
        if (pair != LayerPair{})
            pairs.push_back(pair);
    };
    pairEnds(kHeadLayer);
    const Layers layersA = layersOnly(a);
    const Layers layersB = layersOnly(b);
    const bool byType = a.modelLayers != b.modelLayers && layersA.numbers.size() <= kMaxByType
        && layersB.numbers.size() <= kMaxByType && typesTell(a, b);
    if (!byType) {
        pairByNumber(layersA, layersB, pairs);
    } else if (layersA.numbers.size() <= layersB.numbers.size()) {
        const std::vector<LayerPair> found = pairByType(layersA, layersB);
        pairs.insert(pairs.end(), found.begin(), found.end());
    } else {
        for (const LayerPair &pair : pairByType(layersB, layersA))
            pairs.push_back({pair.b, pair.a});
    }
    pairEnds(kTailLayer);
    return pairs;
}

int counterpartOf(int layer, const LayerList &a, const LayerList &b)
{
    for (const LayerPair &pair : pairLayers(a, b))
        if (pair.a == layer)
            return pair.b;
    return kNoCounterpart;
}

} // namespace lamella::core
