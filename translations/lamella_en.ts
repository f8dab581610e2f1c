<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Counts</name>
    <message numerus="yes">
        <source>%1 bars</source>
        <translation>
            <numerusform>%1 bar</numerusform>
            <numerusform>%1 bars</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 diagnostics</source>
        <translation>
            <numerusform>%1 diagnostic</numerusform>
            <numerusform>%1 diagnostics</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 events</source>
        <translation>
            <numerusform>%1 event</numerusform>
            <numerusform>%1 events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 gaps</source>
        <translation>
            <numerusform>%1 gap</numerusform>
            <numerusform>%1 gaps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 kernels</source>
        <translation>
            <numerusform>%1 kernel</numerusform>
            <numerusform>%1 kernels</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 layers</source>
        <translation>
            <numerusform>%1 layer</numerusform>
            <numerusform>%1 layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 passes</source>
        <translation>
            <numerusform>%1 pass</numerusform>
            <numerusform>%1 passes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 passes on %2 devices</source>
        <translation>
            <numerusform>%1 pass on %2 devices</numerusform>
            <numerusform>%1 passes on %2 devices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 ranks</source>
        <translation>
            <numerusform>%1 rank</numerusform>
            <numerusform>%1 ranks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 rows</source>
        <translation>
            <numerusform>%1 row</numerusform>
            <numerusform>%1 rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OverviewText</name>
    <message numerus="yes">
        <source>%1 tokens</source>
        <translation>
            <numerusform>%1 token</numerusform>
            <numerusform>%1 tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 requests</source>
        <translation>
            <numerusform>%1 request</numerusform>
            <numerusform>%1 requests</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lamella::ui::DoubtBox</name>
    <message numerus="yes">
        <source>%1 times</source>
        <translation>
            <numerusform>%1 time</numerusform>
            <numerusform>%1 times</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lamella::ui::FilterStrip</name>
    <message numerus="yes">
        <source>%1 matches · %2</source>
        <comment>kernels, their sum</comment>
        <translation>
            <numerusform>%1 match · %2</numerusform>
            <numerusform>%1 matches · %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lamella::ui::HelpWindow</name>
    <message numerus="yes">
        <source>%n sections</source>
        <translation>
            <numerusform>%n section</numerusform>
            <numerusform>%n sections</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lamella::ui::KernelTablePanel</name>
    <message numerus="yes">
        <source>%1 kernels and copies</source>
        <translation>
            <numerusform>%1 kernel or copy</numerusform>
            <numerusform>%1 kernels and copies</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 names</source>
        <translation>
            <numerusform>%1 name</numerusform>
            <numerusform>%1 names</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lamella::ui::OverlapChart</name>
    <message numerus="yes">
        <source>%n more in the table</source>
        <translation>
            <numerusform>%n more in the table</numerusform>
            <numerusform>%n more in the table</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lamella::ui::PerformancePage</name>
    <message numerus="yes">
        <source>%1 in %n entries</source>
        <translation>
            <numerusform>%1 in %n entry</numerusform>
            <numerusform>%1 in %n entries</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lamella::ui::AdvicePanel</name>
    <message numerus="yes">
        <source>Gains are upper bounds by the streams of this trace; what overlaps is counted once in their sum. %n rule(s) found nothing: </source>
        <translation>
            <numerusform>Gains are upper bounds by the streams of this trace; what overlaps is counted once in their sum. %n rule found nothing: </numerusform>
            <numerusform>Gains are upper bounds by the streams of this trace; what overlaps is counted once in their sum. %n rules found nothing: </numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MomentText</name>
    <message numerus="yes">
        <source>%1 blocks</source>
        <translation>
            <numerusform>%1 block</numerusform>
            <numerusform>%1 blocks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 lines keep memory from pass to pass: %2.</source>
        <translation>
            <numerusform>%1 line keeps memory from pass to pass: %2.</numerusform>
            <numerusform>%1 lines keep memory from pass to pass: %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lamella::ui::RankHeatMap</name>
    <message numerus="yes">
        <source>mean of %n passes</source>
        <translation>
            <numerusform>mean of %n pass</numerusform>
            <numerusform>mean of %n passes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lamella::ui::MemoryTables</name>
    <message numerus="yes">
        <source>%1 failed allocations</source>
        <translation>
            <numerusform>%1 failed allocation</numerusform>
            <numerusform>%1 failed allocations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lamella::ui::RooflinePanel</name>
    <message numerus="yes">
        <source>%1 rows without FLOPs are in the list alone</source>
        <translation>
            <numerusform>%1 row without FLOPs is in the list alone</numerusform>
            <numerusform>%1 rows without FLOPs are in the list alone</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lamella::ui::RooflineHints</name>
    <message numerus="yes">
        <source>%n row(s) whose FLOPs and bytes are not known; the time saved is at most theirs</source>
        <translation>
            <numerusform>%n row whose FLOPs and bytes are not known; the time saved is at most its own</numerusform>
            <numerusform>%n rows whose FLOPs and bytes are not known; the time saved is at most theirs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lamella::ui::ScopeSwitch</name>
    <message numerus="yes">
        <source>%n passes in the brush of the pass strip; Esc there clears it</source>
        <translation>
            <numerusform>%n pass in the brush of the pass strip; Esc there clears it</numerusform>
            <numerusform>%n passes in the brush of the pass strip; Esc there clears it</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TraceWords</name>
    <message numerus="yes">
        <source>%1 steps on %2 devices</source>
        <translation>
            <numerusform>%1 step on %2 devices</numerusform>
            <numerusform>%1 steps on %2 devices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 steps</source>
        <translation>
            <numerusform>%1 step</numerusform>
            <numerusform>%1 steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 ops</source>
        <translation>
            <numerusform>%1 op</numerusform>
            <numerusform>%1 ops</numerusform>
        </translation>
    </message>
</context>
</TS>
