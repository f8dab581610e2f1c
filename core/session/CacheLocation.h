// SPDX-License-Identifier: GPL-3.0-or-later
// Where the cache entry of an opened document is, to store other data beside it.
#pragma once

#include "core/import/ImporterRegistry.h"

#include <optional>

namespace lamella::core {

struct CacheLocation {
    CacheSettings settings;
    std::optional<CachedDocument> document; // set if the document came from the cache,
    std::optional<CacheTicket> ticket; // else the key under which it is being stored

    // Empty if the document is not (or not yet) in the cache.
    [[nodiscard]] std::optional<CachedDocument> find() const
    {
        if (document || !ticket)
            return document;
        return TraceCache(settings).stored(*ticket);
    }
};

} // namespace lamella::core
