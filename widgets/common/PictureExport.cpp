// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/PictureExport.h"

#include "core/report/TableWriters.h"
#include "core/system/AtomicFile.h"
#include "widgets/common/ExportFolder.h"
#include "widgets/theme/HatchSwitch.h"
#include "widgets/theme/Theme.h"

#include <QBuffer>
#include <QComboBox>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QPixmap>
#include <QSpinBox>
#include <QSvgGenerator>
#include <QWidget>

namespace lamella::ui {

namespace {

struct PictureText {
    Q_DECLARE_TR_FUNCTIONS(PictureText)
};

constexpr int kMaxPx = 16'384; // per side
constexpr int kPadPx = 8;
constexpr int kLegendLinePx = 18;
constexpr int kEntryPx = 32; // square and distances of an entry of the legend
constexpr int kPdfDpi = 96; // one widget pixel is one unit of the page

// Resizes the view during its lifetime. Nothing is shown on screen, because control does not return to the event loop.
class Resized {
public:
    Resized(QWidget &view, QSize size, bool vector)
        : m_view(view)
        , m_before(view.size())
    {
        if (vector)
            mark(true);
        if (size != m_before)
            m_view.resize(size);
    }
    ~Resized()
    {
        if (m_view.size() != m_before)
            m_view.resize(m_before);
        mark(false);
    }
    Resized(const Resized &) = delete;
    Resized &operator=(const Resized &) = delete;

private:
    void mark(bool on)
    {
        m_view.setProperty(kVectorPicture, on ? QVariant(true) : QVariant());
        const auto children = m_view.findChildren<QWidget *>();
        for (QWidget *child : children)
            child->setProperty(kVectorPicture, on ? QVariant(true) : QVariant());
    }

    QWidget &m_view;
    QSize m_before;
};

// Lines of the legend, wrapped to the width: entries of each line.
std::vector<std::vector<std::size_t>> legendLines(const PictureFrame &frame, int width)
{
    const QFontMetrics metrics(Theme::captionFont());
    std::vector<std::vector<std::size_t>> lines;
    int used = width + 1;
    for (std::size_t i = 0; i < frame.legend.size(); ++i) {
        const int wide = metrics.horizontalAdvance(frame.legend[i].second) + kEntryPx;
        if (used + wide > width - kPadPx) {
            lines.emplace_back();
            used = kPadPx;
        }
        lines.back().push_back(i);
        used += wide;
    }
    return lines;
}

int headHeight(const PictureFrame &frame, int width)
{
    if (frame.title.isEmpty() && frame.legend.empty())
        return 0;
    const int lines = static_cast<int>(legendLines(frame, width).size());
    return 2 * kPadPx + QFontMetrics(Theme::strongFont()).height() + lines * kLegendLinePx;
}

void drawHead(QPainter &painter, const PictureFrame &frame, int width)
{
    const Theme &theme = Theme::current();
    painter.fillRect(0, 0, width, headHeight(frame, width), theme.base);
    const int line = QFontMetrics(Theme::strongFont()).height();
    painter.setFont(Theme::strongFont());
    painter.setPen(theme.text);
    painter.drawText(QRect(kPadPx, kPadPx, width - 2 * kPadPx, line), Qt::AlignLeft | Qt::AlignVCenter, frame.title);
    const int used = painter.fontMetrics().horizontalAdvance(frame.title) + 2 * kPadPx;
    painter.setFont(Theme::captionFont());
    painter.setPen(theme.text2);
    painter.drawText(
        QRect(kPadPx + used, kPadPx, width - 2 * kPadPx - used, line), Qt::AlignLeft | Qt::AlignVCenter, frame.subtitle);
    int y = kPadPx + line + 4;
    for (const auto &entries : legendLines(frame, width)) {
        int x = kPadPx;
        for (const std::size_t i : entries) {
            const auto &[brush, text] = frame.legend[i];
            painter.fillRect(QRect(x, y + 4, 10, 10), brush);
            painter.setPen(theme.text);
            const int wide = painter.fontMetrics().horizontalAdvance(text);
            painter.drawText(QRect(x + 16, y, wide + 2, kLegendLinePx), Qt::AlignLeft | Qt::AlignVCenter, text);
            x += wide + kEntryPx;
        }
        y += kLegendLinePx;
    }
}

bool drawOn(QPaintDevice &device, QWidget &view, const PictureFrame &frame)
{
    QPainter painter;
    if (!painter.begin(&device))
        return false;
    const int head = headHeight(frame, view.width());
    if (head > 0)
        drawHead(painter, frame, view.width());
    view.render(&painter, QPoint(0, head), QRegion(), QWidget::DrawWindowBackground | QWidget::DrawChildren);
    return painter.end();
}

QSize withHead(const QWidget &view, const PictureFrame &frame)
{
    return view.size() + QSize(0, headHeight(frame, view.width()));
}

bool writePng(QWidget &view, QIODevice &device, qreal scale, const PictureFrame &frame)
{
    QImage image((QSizeF(withHead(view, frame)) * scale).toSize(), QImage::Format_ARGB32_Premultiplied);
    if (image.isNull())
        return false;
    image.setDevicePixelRatio(scale);
    image.fill(Theme::current().base);
    return drawOn(image, view, frame) && image.save(&device, "PNG");
}

QString titleOf(const QWidget &view, const PictureFrame &frame)
{
    return frame.title.isEmpty() ? view.accessibleName() : frame.title + QStringLiteral(" · ") + frame.subtitle;
}

bool writeSvg(QWidget &view, QIODevice &device, const PictureFrame &frame)
{
    QSvgGenerator generator;
    generator.setOutputDevice(&device);
    generator.setSize(withHead(view, frame));
    generator.setViewBox(QRect(QPoint(), withHead(view, frame)));
    generator.setResolution(kPdfDpi);
    generator.setTitle(titleOf(view, frame));
    return drawOn(generator, view, frame);
}

bool writePdf(QWidget &view, QIODevice &device, const PictureFrame &frame)
{
    QPdfWriter writer(&device);
    writer.setResolution(kPdfDpi);
    writer.setPageSize(
        QPageSize(QSizeF(withHead(view, frame)) * 72.0 / kPdfDpi, QPageSize::Point, QString(), QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    writer.setTitle(titleOf(view, frame));
    return drawOn(writer, view, frame);
}

} // namespace

bool isVectorPicture(const QWidget &widget)
{
    return widget.property(kVectorPicture).toBool();
}

QStringList pictureEndings()
{
    return {QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf")};
}

core::Result<void> savePicture(QWidget &view, const QString &path, QSize size, qreal scale, const PictureFrame &frame)
{
    const QString ending = QFileInfo(path).suffix().toLower();
    if (!pictureEndings().contains(ending))
        return core::Error{core::ErrorCode::BadRequest, "a picture is PNG, SVG or PDF; use a name like picture.svg",
            QFile::encodeName(path).toStdString(), -1};
    if (!size.isValid())
        size = view.size();
    if (size.width() < 1 || size.height() < 1 || size.width() * scale > kMaxPx || size.height() * scale > kMaxPx)
        return core::Error{core::ErrorCode::BadRequest, "a picture has sides of 1 to 16384 pixels", {}, -1};
    const bool svg = ending == QStringLiteral("svg");
    // Drawn in memory, because the paint devices do not report write errors.
    QByteArray bytes;
    bool done = false;
    {
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        const Resized resized(view, size, ending != QStringLiteral("png"));
        setHatchesDrawn(!svg);
        done = ending == QStringLiteral("png") ? writePng(view, buffer, scale, frame)
            : ending == QStringLiteral("svg")  ? writeSvg(view, buffer, frame)
                                               : writePdf(view, buffer, frame);
    }
    setHatchesDrawn(true);
    if (!done || bytes.isEmpty())
        return core::Error{core::ErrorCode::Limit, "the picture cannot be drawn; choose a smaller size",
            QFile::encodeName(path).toStdString(), -1};
    return core::writeFileAtomically(
        QFile::encodeName(path).toStdString(), std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

core::Result<void> savePixels(const QPixmap &picture, const QString &path)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    const QByteArray ending = QFileInfo(path).suffix().toLower().toLatin1();
    if (ending.isEmpty() || !picture.save(&buffer, ending.constData()))
        return core::Error{core::ErrorCode::BadRequest, "cannot write the picture; use a name like picture.png",
            QFile::encodeName(path).toStdString(), -1};
    return core::writeFileAtomically(
        QFile::encodeName(path).toStdString(), std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

void askForPicture(QWidget &view, const QString &stem, const PictureFrame &frame, QWidget *window,
    const std::function<void(const QString &)> &done, const std::function<void(const core::Error &)> &failed)
{
    const QString folder = exportFolder();
    QString filter;
    QString path = QFileDialog::getSaveFileName(window, PictureText::tr("Save picture"),
        QDir(folder).filePath(stem + QStringLiteral(".png")), PictureText::tr("PNG (*.png);;SVG (*.svg);;PDF (*.pdf)"), &filter);
    if (path.isEmpty())
        return;
    rememberExport(path);
    if (QFileInfo(path).suffix().isEmpty())
        path += u'.' + filter.section(QStringLiteral("*."), 1, 1).chopped(1);
    QDialog dialog(window);
    dialog.setWindowTitle(PictureText::tr("Size of the picture"));
    QSpinBox wide(&dialog);
    QSpinBox tall(&dialog);
    for (QSpinBox *box : {&wide, &tall}) {
        box->setRange(64, kMaxPx);
        box->setSuffix(PictureText::tr(" px"));
        box->setSingleStep(40);
    }
    wide.setValue(view.width());
    tall.setValue(view.height());
    QComboBox scale(&dialog);
    for (const int times : {1, 2, 3, 4})
        scale.addItem(QStringLiteral("%1 ×").arg(times), times);
    scale.setToolTip(PictureText::tr("Pixels of a PNG for each pixel of the view: more for print"));
    scale.setEnabled(QFileInfo(path).suffix().toLower() == QStringLiteral("png"));
    QDialogButtonBox buttons(QDialogButtonBox::Save | QDialogButtonBox::Cancel, &dialog);
    QObject::connect(&buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
    QObject::connect(&buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    auto *form = new QFormLayout(&dialog);
    form->addRow(PictureText::tr("&Width"), &wide);
    form->addRow(PictureText::tr("&Height"), &tall);
    form->addRow(PictureText::tr("&Resolution"), &scale);
    form->addRow(&buttons);
    if (dialog.exec() != QDialog::Accepted)
        return;
    const auto saved = savePicture(view, path, QSize(wide.value(), tall.value()), scale.currentData().toInt(), frame);
    if (saved)
        done(path);
    else
        failed(saved.error());
}

} // namespace lamella::ui
