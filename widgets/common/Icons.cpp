// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/Icons.h"

#include "widgets/theme/Theme.h"

#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

#include <cmath>

namespace lamella::ui {

namespace {

// Queries the theme on each paint, so icons need no notification of theme changes.
class MaskIconEngine : public QIconEngine {
public:
    explicit MaskIconEngine(QString name)
        : m_name(std::move(name))
    {
    }

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State state) override
    {
        const int size = qMin(rect.width(), rect.height());
        const QPixmap image = iconPixmap(m_name, colour(mode, state), size, painter->device()->devicePixelRatioF());
        painter->drawPixmap(rect.x() + (rect.width() - size) / 2, rect.y() + (rect.height() - size) / 2, image);
    }
    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        return iconPixmap(m_name, colour(mode, state), qMin(size.width(), size.height()), 1);
    }
    QPixmap scaledPixmap(const QSize &size, QIcon::Mode mode, QIcon::State state, qreal scale) override
    {
        const int side = static_cast<int>(std::lround(qMin(size.width(), size.height()) / scale));
        return iconPixmap(m_name, colour(mode, state), side, scale);
    }
    [[nodiscard]] QIconEngine *clone() const override { return new MaskIconEngine(m_name); }

private:
    static QColor colour(QIcon::Mode mode, QIcon::State state)
    {
        const Theme &theme = Theme::current();
        if (mode == QIcon::Disabled)
            return theme.disabled;
        return mode == QIcon::Active || state == QIcon::On ? theme.text : theme.text2;
    }

    QString m_name;
};

} // namespace

QIcon icon(const QString &name)
{
    return QIcon(new MaskIconEngine(name));
}

QPixmap iconPixmap(const QString &name, const QColor &color, int size, qreal devicePixelRatio)
{
    const QString key =
        QStringLiteral("lamella-icon/%1/%2/%3/%4").arg(name, color.name(QColor::HexArgb)).arg(size).arg(devicePixelRatio);
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap))
        return pixmap;
    const int pixels = qMax(1, static_cast<int>(std::lround(size * devicePixelRatio)));
    pixmap = QPixmap(pixels, pixels);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    QSvgRenderer renderer(QStringLiteral(":/icons/") + name + QStringLiteral(".svg"));
    Q_ASSERT_X(renderer.isValid(), "icon", qPrintable(name));
    renderer.render(&painter);
    painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
    painter.fillRect(pixmap.rect(), color);
    painter.end();
    pixmap.setDevicePixelRatio(devicePixelRatio);
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

} // namespace lamella::ui
