// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/KernelMenu.h"

#include "widgets/common/Elide.h"

#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QMenu>

namespace lamella::ui {

namespace {

constexpr qsizetype kMaxMenuChars = 60;

// lupdate only recognises the context of a class; a free function tr() would leave these texts untranslated.
struct KernelMenuText {
    Q_DECLARE_TR_FUNCTIONS(KernelMenuText)
};

} // namespace

void fillKernelMenu(QMenu &menu, const KernelMenu &entries)
{
    menu.addAction(KernelMenuText::tr("Show in &Perfetto"), &menu, entries.showInPerfetto);
    menu.addAction(KernelMenuText::tr("&Compare its layer with…"), &menu, entries.compare);
    menu.addAction(KernelMenuText::tr("Open &source"), &menu, entries.openSource);
    menu.addAction(
        KernelMenuText::tr("Copy full &name"), &menu, [name = entries.name] { QApplication::clipboard()->setText(name); });
    const QString shown = shortened(entries.shortName, Qt::ElideMiddle, kMaxMenuChars).replace(u'&', QStringLiteral("&&"));
    menu.addAction(KernelMenuText::tr("&Filter by “%1”").arg(shown), &menu, entries.filter);
}

} // namespace lamella::ui
