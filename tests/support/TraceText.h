// SPDX-License-Identifier: GPL-3.0-or-later
// A trace written as text in a test: stored in a temporary folder and opened like a user's file.
#pragma once

#include "core/import/ImporterRegistry.h"

#include <QFile>
#include <QTemporaryDir>

#include <string>
#include <string_view>

namespace lamella::test {

class TraceText {
public:
    using Opened = core::Result<std::shared_ptr<const core::TraceDocument>>;

    explicit TraceText(std::string_view bytes, const QString &name = QStringLiteral("trace.json"))
        : m_path(m_folder.filePath(name))
    {
        write(bytes);
    }
    void write(std::string_view bytes)
    {
        QFile::remove(m_path); // some file systems flush a file that is truncated and closed: slow if repeated
        QFile file(m_path);
        if (!file.open(QIODevice::WriteOnly)
            || file.write(bytes.data(), static_cast<qint64>(bytes.size())) != static_cast<qint64>(bytes.size()))
            qFatal("cannot write %s", qPrintable(m_path));
    }
    [[nodiscard]] std::string path() const { return m_path.toStdString(); }
    [[nodiscard]] Opened open(const core::ImportOptions &options = {}, const core::JobControl &control = {}) const
    {
        return core::openTrace(path(), options, control);
    }

private:
    QTemporaryDir m_folder;
    QString m_path;
};

// JSON that is easy to read in a test: ' is replaced by ".
inline std::string quoted(std::string_view text)
{
    std::string json(text);
    std::replace(json.begin(), json.end(), '\'', '"');
    return json;
}

// The events as "{"traceEvents":[...]}".
inline std::string traceObject(std::string_view events)
{
    return "{\"traceEvents\":[" + std::string(events) + "]}";
}

// Opens text that must be readable.
inline std::shared_ptr<const core::TraceDocument> openText(std::string_view text, const core::ImportOptions &options = {})
{
    const TraceText file(text);
    TraceText::Opened opened = file.open(options);
    if (!opened)
        qFatal("%s", opened.error().message().c_str());
    return *opened;
}

} // namespace lamella::test
