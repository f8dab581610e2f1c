// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/roofline/OperatorModel.h"

#include <algorithm>
#include <array>

namespace lamella::core {

// Each is defined at the end of its file in operators/.
extern const OperatorModel kAttentionModel, kAttentionBackwardModel, kConvolutionModel, kConvolutionBackwardModel, kExpertModel,
    kGroupedProductModel, kProductModel, kKvStoreModel, kNormModel, kNormBackwardModel, kRotaryModel, kGatedActivationModel,
    kQuantizeModel, kSoftmaxModel, kClassLossModel, kEmbeddingModel, kPoolingModel, kPoolingBackwardModel, kReductionModel,
    kFusionModel, kListModel, kCopyModel, kSelfComparisonModel, kElementwiseModel;

namespace {

// The first that fits counts.
constexpr std::array kModels{&kAttentionBackwardModel, &kAttentionModel, &kConvolutionBackwardModel, &kConvolutionModel,
    &kExpertModel, &kGroupedProductModel, &kQuantizeModel, &kProductModel, &kKvStoreModel, &kNormBackwardModel, &kNormModel,
    &kRotaryModel, &kGatedActivationModel, &kSoftmaxModel, &kClassLossModel, &kEmbeddingModel, &kPoolingBackwardModel,
    &kPoolingModel, &kReductionModel, &kFusionModel, &kListModel, &kCopyModel, &kSelfComparisonModel, &kElementwiseModel};

} // namespace

const OperatorModel *operatorModelOf(std::string_view name)
{
    const auto found = std::find_if(kModels.begin(), kModels.end(), [name](const OperatorModel *m) { return m->fits(name); });
    return found == kModels.end() ? nullptr : *found;
}

std::string_view plainOperator(std::string_view name)
{
    const std::size_t colons = name.rfind("::");
    return colons == std::string_view::npos ? name : name.substr(colons + 2);
}

bool isOneOf(std::string_view name, std::string_view list)
{
    for (std::size_t at = 0; at < list.size();) {
        const std::size_t end = std::min(list.find('|', at), list.size());
        if (!name.empty() && list.substr(at, end - at) == name)
            return true;
        at = end + 1;
    }
    return false;
}

} // namespace lamella::core
