// SPDX-License-Identifier: GPL-3.0-or-later
// Serves one file over HTTP on 127.0.0.1, for a browser on this machine or at the other end of an ssh tunnel. GET and HEAD of one
// path; everything else is 404, and programs of other users get no answer. Blocks its caller; clients may take as long as they like, because a browser asks its user first.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

namespace lamella::core {

struct FileService {
    std::string file;
    std::string path; // of the URL: "/4f…/trace.json.gz"
    std::string origin; // of the page that may fetch it: "https://ui.perfetto.dev"
    std::uint16_t port = 0; // 0 = any
    std::optional<std::uint32_t> user; // whose programs may connect; nothing: those of the user of this process
    std::function<void(std::uint16_t port)> listening; // called once
    std::function<void(bool whole)> served; // after each response with the file
    std::function<void(std::optional<std::uint32_t> uid)> refused; // after a connection of another user, where it is known
};

// Runs until it is stopped. Returns 0, or the errno value of the failure: of the file, or of the port.
[[nodiscard]] int serveFile(const FileService &service, const std::stop_token &stop);

// 32 hexadecimal digits that cannot be guessed; empty if the system has none.
[[nodiscard]] std::string randomToken();

} // namespace lamella::core
