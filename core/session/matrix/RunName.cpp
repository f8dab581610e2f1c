// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/matrix/RunName.h"

#include "core/base/Message.h"

namespace lamella::core {

Result<RunNamePattern> RunNamePattern::parse(const std::string &pattern)
{
    RunNamePattern result;
    // The limit of matching steps that PCRE has bounds a bad pattern.
    result.m_expression.setPattern(
        QRegularExpression::anchoredPattern(pattern.empty() ? QString::fromLatin1(kUsual) : QString::fromStdString(pattern)));
    if (!result.m_expression.isValid())
        return Error{ErrorCode::BadRequest,
            msg("invalid pattern at character %1: %2", result.m_expression.patternErrorOffset(),
                result.m_expression.errorString().toStdString()),
            {}, -1};
    const QStringList groups = result.m_expression.namedCaptureGroups();
    for (const char *needed : {"model", "seq"}) {
        if (!groups.contains(QLatin1String(needed)))
            return Error{ErrorCode::BadRequest,
                msg("the pattern has no group (?<%1>…); it needs model and seq, and may have tag, mode and warm", needed), {},
                -1};
    }
    return result;
}

std::optional<RunName> RunNamePattern::match(const std::string &fileName) const
{
    const QRegularExpressionMatch found = m_expression.match(QString::fromStdString(fileName));
    if (!found.hasMatch())
        return std::nullopt;
    RunName name;
    bool isNumber = false;
    name.sequence = found.captured(QStringLiteral("seq")).toLongLong(&isNumber);
    if (!isNumber)
        return std::nullopt;
    name.model = found.captured(QStringLiteral("model")).toStdString();
    name.tag = found.captured(QStringLiteral("tag")).toStdString();
    name.mode = found.captured(QStringLiteral("mode")).toUpper().toStdString();
    bool hasWarmUp = false;
    const uint warmUp = found.captured(QStringLiteral("warm")).toUInt(&hasWarmUp);
    if (hasWarmUp)
        name.warmUp = warmUp;
    return name;
}

} // namespace lamella::core
