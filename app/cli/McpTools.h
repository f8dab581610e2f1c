// SPDX-License-Identifier: GPL-3.0-or-later
// The tools for agents (serve --mcp): each tool is a command line, whose output is the answer.
#pragma once

#include "app/cli/CliOptions.h"
#include "app/cli/SessionStore.h"
#include "core/profile/JsonValue.h"

#include <stop_token>
#include <string>
#include <vector>

namespace lamella::cli {

struct ToolAnswer {
    std::string text; // the output of the command, or the reason why it failed
    std::string note; // a note that the text was shortened; empty otherwise
    bool failed = false;
};

struct ToolArgument;
struct CommandWords;

class McpTools {
public:
    // folders: folders below which files may be read, with links resolved.
    McpTools(std::vector<std::string> folders, CliOptions server)
        : m_folders(std::move(folders))
        , m_server(std::move(server))
    {
    }
    // The JSON list of tools with the schemas of their arguments.
    [[nodiscard]] static std::string list();
    // Errors: BadRequest if there is no such tool, or for arguments that it does not have. An error message of the command itself
    // is an answer.
    [[nodiscard]] core::Result<ToolAnswer> call(
        const std::string &tool, const core::JsonValue &arguments, const std::stop_token &stop);

private:
    [[nodiscard]] core::Result<std::string> allowed(const std::string &path) const;
    [[nodiscard]] core::Result<void> linksAllowed(const std::string &folder) const;
    [[nodiscard]] core::Result<void> add(const ToolArgument &argument, const core::JsonValue &value, CommandWords &line) const;
    ToolAnswer run(const std::vector<std::string> &words, const std::string &query, const std::stop_token &stop);

    std::vector<std::string> m_folders;
    CliOptions m_server; // of which the cache is taken over
    SessionStore m_sessions;
};

} // namespace lamella::cli
