// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/summary/FileHash.h"

#include "core/base/Sha256.h"
#include "core/base/WorkerThreads.h"
#include "core/import/OpenedFile.h"

#include <cstddef>
#include <string_view>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::size_t kStep = std::size_t{1} << 20;

Result<std::string> fileSha256(const std::string &path, const std::stop_token &stop, const std::stop_token &dropped)
{
    const auto file = openRegularFile(path);
    if (!file)
        return file.error();
    Sha256 hash;
    std::string part(kStep, '\0');
    for (;;) {
        if (stop.stop_requested() || dropped.stop_requested())
            return Error{ErrorCode::Cancelled, "cancelled", path, -1};
        const Transfer got = file->handle.read(part.data(), kStep);
        if (got.error != 0)
            return Error{ErrorCode::Io, "cannot be read", path, -1};
        hash.add(std::string_view(part.data(), got.bytes));
        if (got.bytes < kStep)
            break;
    }
    return hash.hex();
}

} // namespace

FileHash::FileHash(std::string path, const JobControl &control)
    : m_control(control)
    , m_state(std::make_shared<State>())
{
    m_state->path = std::move(path);
    m_thread = startInBackground(
        [state = m_state, stop = control.stop] { state->found = fileSha256(state->path, stop, state->dropped.get_token()); });
}

FileHash::~FileHash()
{
    m_state->dropped.request_stop();
}

Result<std::string> FileHash::hex()
{
    if (m_thread.joinable())
        m_thread.join();
    if (!m_state->found) // no thread, or out of memory
        m_state->found = fileSha256(m_state->path, m_control.stop, m_state->dropped.get_token());
    return *m_state->found;
}

} // namespace lamella::core
