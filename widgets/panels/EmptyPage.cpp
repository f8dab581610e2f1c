// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/EmptyPage.h"

#include "widgets/common/ElidedLabel.h"
#include "widgets/common/FactGrid.h"
#include "widgets/common/Icons.h"
#include "widgets/common/LinkButton.h"
#include "widgets/common/PlainText.h"
#include "widgets/panels/RecentRow.h"
#include "widgets/session/RecentFiles.h"
#include "widgets/theme/StylePaint.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr TextPx kPageWidth{880};
constexpr TextPx kTop{88}; // if there is room
constexpr TextPx kMinTop{24};
constexpr int kSidePx = 24;
constexpr TextPx kOpenColumn{296};

// Path beside the installed program, or beside a build folder within the source tree.
QString sampleTrace()
{
    const QDir program(QCoreApplication::applicationDirPath());
    for (const char *folder : {"../share/lamella/sample", "../../../resources/sample"}) {
        const QString path =
            program.absoluteFilePath(QString::fromLatin1(folder) + QStringLiteral("/lamella-sample.trace.json.gz"));
        if (QFileInfo::exists(path))
            return QDir::cleanPath(path);
    }
    return {};
}

class DropArea : public QWidget {
public:
    explicit DropArea(QWidget *parent)
        : QWidget(parent)
    {
        followTextSize(*this, [this] { setMinimumHeight(148_px); });
    }
    void setActive(bool active)
    {
        m_active = active;
        update();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Theme &theme = Theme::current();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setBrush(theme.window);
        painter.setPen(m_active ? QPen(theme.accent, 2) : QPen(theme.separatorStrong, 1, Qt::DashLine));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), kControlRadius, kControlRadius);
        constexpr TextPx kIcon{24};
        const int middle = height() / 2;
        painter.drawPixmap((width() - kIcon) / 2, middle - 38_px,
            iconPixmap(QStringLiteral("open"), m_active ? theme.accent : theme.text2, kIcon, devicePixelRatioF()));
        painter.setPen(m_active ? theme.accent : theme.text);
        painter.drawText(QRect(0, middle - 8_px, width(), 22_px), Qt::AlignCenter,
            m_active ? EmptyPage::tr("Drop to open") : EmptyPage::tr("Drop a trace here"));
        painter.setFont(Theme::captionFont());
        painter.setPen(theme.text2);
        painter.drawText(
            QRect(0, middle + 16_px, width(), 20_px), Qt::AlignCenter, EmptyPage::tr("several files or a folder: the ranks of one job"));
    }

private:
    bool m_active = false;
};

class CodeBox : public QWidget {
public:
    CodeBox(const QStringList &lines, QWidget *parent)
        : QWidget(parent)
        , m_lines(lines)
    {
        followTextSize(*this, [this] { setFixedHeight((static_cast<int>(m_lines.size()) + 1) * 18_px); });
        setAccessibleName(lines.join(QStringLiteral("; ")));
        auto *copy = new QToolButton(this);
        copy->setIcon(icon(QStringLiteral("copy")));
        copy->setToolTip(EmptyPage::tr("Copy the commands"));
        copy->setAccessibleName(copy->toolTip());
        connect(copy, &QToolButton::clicked, this, [lines] { QApplication::clipboard()->setText(lines.join(u'\n')); });
        auto *layout = new QHBoxLayout(this);
        layout->setContentsMargins(0, 0, 6, 0);
        layout->addStretch(1);
        layout->addWidget(copy, 0, Qt::AlignVCenter);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        const Theme &theme = Theme::current();
        QPainter painter(this);
        drawBox(painter, rect(), theme.window, theme.separator);
        painter.setFont(Theme::monoFont());
        painter.setPen(theme.text);
        for (int i = 0; i < m_lines.size(); ++i)
            painter.drawText(
                QRect(12_px, 9_px + i * 18_px, width() - 48_px, 18_px), Qt::AlignVCenter | Qt::TextSingleLine, m_lines[i]);
    }

private:
    QStringList m_lines;
};

class Logo : public QWidget {
public:
    explicit Logo(QWidget *parent)
        : QWidget(parent)
        , m_icon(QStringLiteral(":/icons/lamella.svg"))
    {
        fixSize(*this, 56_px, 56_px);
        setAccessibleName(QStringLiteral("Lamella"));
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        m_icon.paint(&painter, rect());
    }

private:
    QIcon m_icon;
};

} // namespace

EmptyPage::EmptyPage(RecentFiles &recent, QWidget *parent)
    : QWidget(parent)
    , m_recent(recent)
{
    auto *sheet = new QWidget(this);
    auto *page = new QWidget(sheet);
    followTextSize(*page, [page] { page->setMaximumWidth(kPageWidth); });
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(0, kMinTop, 0, 24);
    column->setSpacing(0);
    m_column = column;
    column->addWidget(createHeading());
    column->addSpacing(32);
    auto *columns = new QHBoxLayout;
    columns->setSpacing(32);
    columns->addWidget(createOpenColumn(), 0, Qt::AlignTop);
    columns->addWidget(createRecentColumn(), 1, Qt::AlignTop);
    column->addLayout(columns);
    column->addSpacing(40);
    column->addWidget(separatorLine(page));
    column->addSpacing(16);
    column->addWidget(createFooter());
    column->addStretch(1);
    auto *sides = new QHBoxLayout(sheet);
    sides->setContentsMargins(kSidePx, 0, kSidePx, 0);
    sides->addStretch(1);
    sides->addWidget(page, 1000);
    sides->addStretch(1);
    // In a low window the page scrolls instead of being squeezed.
    m_scroll = new QScrollArea(this);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->viewport()->setAutoFillBackground(false);
    m_scroll->setWidget(sheet); // the sheet would fill it
    sheet->setAutoFillBackground(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_scroll);
    connect(&recent, &RecentFiles::changed, this, &EmptyPage::fillRecent);
    fillRecent();
}

QWidget *EmptyPage::createHeading()
{
    auto *box = new QWidget(this);
    auto *row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(16);
    row->addWidget(new Logo(box));
    auto *text = new QVBoxLayout;
    text->setSpacing(2);
    auto *name = new ElidedLabel(QStringLiteral("Lamella"), ElidedLabel::Rank::Text, box);
    setTextFont(*name, &Theme::titleFont);
    text->addStretch(1);
    text->addWidget(name);
    text->addWidget(
        new ElidedLabel(tr("Where the time of a model pass goes: pass, layer, kernel."), ElidedLabel::Rank::Secondary, box));
    text->addStretch(1);
    row->addLayout(text, 1);
    return box;
}

QWidget *EmptyPage::createOpenColumn()
{
    auto *box = new QWidget(this);
    fixWidth(*box, kOpenColumn);
    auto *column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    m_drop = new DropArea(box);
    column->addWidget(m_drop);
    auto *row = new QHBoxLayout;
    row->setSpacing(8);
    auto *open = new QPushButton(icon(QStringLiteral("open")), tr("Open trace…"), box);
    open->setObjectName(QStringLiteral("openButton"));
    open->setProperty("primary", true);
    open->setAccessibleName(tr("Open a trace"));
    row->addWidget(open);
    auto *hint = new ElidedLabel(QStringLiteral("Ctrl+O"), ElidedLabel::Rank::Secondary, box);
    setTextFont(*hint, &Theme::captionFont);
    row->addWidget(hint, 1);
    column->addLayout(row);
    connect(open, &QPushButton::clicked, this, &EmptyPage::openRequested);
    if (const QString sample = sampleTrace(); !sample.isEmpty()) {
        column->addSpacing(4);
        auto *link = new LinkButton(tr("Open the sample trace"), box);
        link->setIconName(QStringLiteral("layers"));
        column->addWidget(link, 0, Qt::AlignLeft);
        auto *note = new ElidedLabel(tr("A made-up model of 32 layers: prefill and decode"), ElidedLabel::Rank::Secondary, box);
        setTextFont(*note, &Theme::captionFont);
        column->addWidget(note);
        connect(link, &QToolButton::clicked, this, [this, sample] { emit fileRequested(sample); });
    }
    return box;
}

QWidget *EmptyPage::createRecentColumn()
{
    auto *box = new QWidget(this);
    auto *column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto *heading = new QHBoxLayout;
    heading->setContentsMargins(8, 2, 8, 2);
    heading->addWidget(sectionTitle(tr("Recent"), box), 1);
    auto *clear = new LinkButton(tr("Clear list"), box);
    heading->addWidget(clear);
    m_clear = clear;
    column->addLayout(heading);
    column->addWidget(separatorLine(box));
    m_recentRows = new QVBoxLayout;
    m_recentRows->setSpacing(0);
    column->addLayout(m_recentRows);
    connect(clear, &QToolButton::clicked, &m_recent, &RecentFiles::clear);
    return box;
}

QWidget *EmptyPage::createFooter()
{
    auto *box = new QWidget(this);
    auto *row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(48);
    auto *terminal = new QVBoxLayout;
    terminal->setSpacing(8);
    terminal->addWidget(sectionTitle(tr("In the terminal"), box));
    terminal->addWidget(new CodeBox({QStringLiteral("lamella-cli layers trace.json.gz --pass auto --format text"),
                                        QStringLiteral("lamella-cli kernels trace.json.gz --top 20 --format csv")},
        box));
    terminal->addStretch(1);
    row->addLayout(terminal, 2);
    auto *reads = new QVBoxLayout;
    reads->setSpacing(8);
    reads->addWidget(sectionTitle(tr("Reads"), box));
    for (const QString &format : {tr("Chrome / Kineto JSON (.json, .json.gz) from PyTorch, SGLang, vLLM and others"),
             tr("Perfetto: .pftrace; JAX/XLA: .trace.json.gz, .xplane.pb"),
             tr("Nsight Systems: .sqlite from nsys export, text of nsys stats; a folder of runs as a grid"),
             tr("Memory of PyTorch: snapshots (.pickle) and raw timelines (.raw.json.gz)"),
             tr("Ascend: a rank's folder or a folder of ranks, kernel_details.csv, op_summary_*.csv, trace_view.json")}) {
        auto *label = plainLabel(format, box);
        label->setWordWrap(true);
        setTextFont(*label, &Theme::captionFont);
        label->setForegroundRole(QPalette::PlaceholderText);
        reads->addWidget(label);
    }
    reads->addStretch(1);
    row->addLayout(reads, 1);
    return box;
}

void EmptyPage::fillRecent()
{
    while (QLayoutItem *item = m_recentRows->takeAt(0)) {
        if (item->widget() != nullptr) {
            item->widget()->hide();
            item->widget()->deleteLater();
        }
        delete item;
    }
    m_clear->setVisible(!m_recent.files().empty());
    if (m_recent.files().empty()) {
        auto *none = new ElidedLabel(tr("Files that you open are listed here."), ElidedLabel::Rank::Secondary, this);
        none->setContentsMargins(8, 0, 8, 0);
        fixHeight(*none, 40_px);
        m_recentRows->addWidget(none);
    }
    for (const RecentFile &file : m_recent.files()) {
        auto *row = new RecentRow(file, this);
        connect(row, &RecentRow::clicked, this, [this, path = file.path] { emit fileRequested(path); });
        m_recentRows->addWidget(row);
    }
    placePage();
}

// Keeps some distance from the top, unless that would require scrolling.
void EmptyPage::placePage()
{
    QMargins margins = m_column->contentsMargins();
    const int wide = std::min<int>(kPageWidth, width() - 2 * kSidePx); // the page itself may not be laid out yet
    const int rest = m_column->heightForWidth(wide) - margins.top();
    margins.setTop(std::clamp<int>(height() - rest, kMinTop, kTop));
    m_column->setContentsMargins(margins);
}

void EmptyPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    placePage();
}

void EmptyPage::setDropTarget(bool on)
{
    static_cast<DropArea *>(m_drop)->setActive(on);
}

void EmptyPage::paintEvent(QPaintEvent *)
{
    QPainter(this).fillRect(rect(), Theme::current().base);
}

} // namespace lamella::ui
