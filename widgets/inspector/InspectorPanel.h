// SPDX-License-Identifier: GPL-3.0-or-later
// The inspector: the selection, its figure, the reference and the reasons for the difference, other occurrences, the distance
// from the hardware and the origin; below, its range and the available actions. A copy beside it keeps a selection for comparison.
// Everything it shows is in the table inspect. GUI
// thread; sections are computed on a worker.
#pragma once

#include "core/session/AnalysisSession.h"
#include "widgets/inspector/InspectorContent.h"
#include "widgets/inspector/RecordedValues.h"
#include "widgets/panels/PerfettoText.h"

#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>

class QHBoxLayout;
class QLabel;
class QPushButton;
class QScrollArea;
class QToolButton;

namespace lamella::ui {

class DeferUntilVisible;
class ElidedLabel;
class InspectorBody;
class JobSlot;
class MessageStrip;
class NavigationBus;
class SessionController;

class InspectorPanel : public QWidget {
    Q_OBJECT
public:
    // `kept`: what it shows whatever is selected; none: the selection.
    InspectorPanel(SessionController &controller, NavigationBus &bus, QWidget *parent = nullptr,
        const std::optional<core::Selection> &kept = {});
    ~InspectorPanel() override;

    [[nodiscard]] InspectorBody *body() const { return m_body; }
    [[nodiscard]] const InspectorContent &content() const { return m_content; }
    [[nodiscard]] const PerfettoText &perfetto() const { return m_perfetto; }
    // Keeps a copy that shows what is selected now, or removes it. Its owner places it.
    void togglePin();
    [[nodiscard]] InspectorPanel *copy() const { return m_copy; } // null: none is kept
    void copyText();

signals:
    void showInPerfettoRequested();
    void compareRequested(); // the selection with another; the button appears once a slot is connected
    void levelChosen(const lamella::ui::PassBrush &passes, const lamella::core::Selection &own,
        const lamella::core::Selection &other); // to be compared
    void viewRequested(const QString &view); // that shows more of it
    void copyChanged(); // it is kept or removed
    void removeRequested(); // of a copy, by its user
    void shown(); // something else than before

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    [[nodiscard]] const core::Selection &selection() const; // that it shows
    [[nodiscard]] const InspectorContent *detail() const; // shown in place of it; null: none
    [[nodiscard]] bool canKeep() const;
    QHBoxLayout *createFigureRow(QWidget *head);
    QWidget *createHead();
    QWidget *createRankBelow(QWidget *parent);
    void fitPath();
    void fitRank();
    QWidget *createPinRow(QWidget *parent);
    QWidget *createFoot();
    void refresh();
    void offerPasses(const core::PassSelection &own, const QRect &link);
    [[nodiscard]] std::optional<core::PassSelection> rangeWith() const;
    void load(const core::TableRequest &figures);
    void showError(const core::Error &error);
    void loadRecorded();
    void openSource(const QString &file, qint64 line);
    void showParts();
    void showContent();
    void showWaiting();
    void showPinned();
    void showRange();

    SessionController &m_controller;
    NavigationBus &m_bus;
    const std::optional<core::Selection> m_kept; // this is a copy and shows it
    std::unique_ptr<JobSlot> m_figuresJob;
    std::unique_ptr<JobSlot> m_limitsJob;
    std::unique_ptr<JobSlot> m_recordedJob;
    std::unique_ptr<JobSlot> m_lineJob; // figures of a source line that was clicked
    DeferUntilVisible *m_seen;
    QTimer m_late; // the sections take longer than they should
    QTimer m_soon; // some parts take longer than others
    std::shared_ptr<const core::ReportTable> m_figures;
    std::shared_ptr<const core::ReportTable> m_limits;
    std::optional<InspectorSection> m_recorded;
    InspectorContent m_content;
    PerfettoText m_perfetto;
    QString m_copied; // by the button beside the range
    InspectorPanel *m_copy = nullptr; // beside this
    std::optional<core::PassSelection> m_rangeWith; // chosen: time ranges are compared with this pass
    std::int64_t m_figureNs = 0;

    QLabel *m_icon = nullptr;
    ElidedLabel *m_title = nullptr;
    ElidedLabel *m_path = nullptr;
    ElidedLabel *m_pathRest = nullptr; // its second line
    QToolButton *m_pin = nullptr;
    QWidget *m_busy = nullptr;
    QLabel *m_figure = nullptr;
    ElidedLabel *m_unit = nullptr;
    ElidedLabel *m_rank = nullptr;
    ElidedLabel *m_longRank = nullptr;
    QWidget *m_rankBelow = nullptr; // has it
    QWidget *m_pinRow = nullptr;
    QPushButton *m_pinText = nullptr;
    MessageStrip *m_message = nullptr;
    QScrollArea *m_scroll = nullptr;
    InspectorBody *m_body = nullptr;
    QWidget *m_rangeRow = nullptr;
    ElidedLabel *m_range = nullptr;
    QToolButton *m_copyRange = nullptr;
    QPushButton *m_show = nullptr;
    QPushButton *m_link = nullptr;
    QPushButton *m_sql = nullptr;
    QToolButton *m_compare = nullptr;
};

} // namespace lamella::ui
