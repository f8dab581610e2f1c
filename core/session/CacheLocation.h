// SPDX-License-Identifier: GPL-3.0-or-later
// Where the copy of one opened document is, for whoever keeps something beside it.
#pragma once

#include "core/import/ImporterRegistry.h"

#include <optional>

namespace lamella::core {

struct CacheLocation {
    CacheSettings settings;
    std::optional<CachedDocument> document; // known when it came from the cache,
    std::optional<CacheTicket> ticket; // else by what it is kept under

    // Nothing where it is not, or not yet, in the cache.
    [[nodiscard]] std::optional<CachedDocument> find() const
    {
        if (document || !ticket)
            return document;
        return TraceCache(settings).kept(*ticket);
    }
};

} // namespace lamella::core
