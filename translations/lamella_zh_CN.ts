<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>BridgeText</name>
    <message>
        <source>Lamella — Perfetto</source>
        <translation>Lamella — Perfetto</translation>
    </message>
    <message>
        <source>Show in Perfetto</source>
        <translation>在 Perfetto 中显示</translation>
    </message>
    <message>
        <source>Opens Perfetto in another tab and hands it the trace. After that, “Show in Perfetto” in Lamella moves that tab. Keep this page open. The trace stays on this machine.</source>
        <translation>在另一标签页中打开 Perfetto 并将 trace 交给它。此后，Lamella 中的“在 Perfetto 中显示”会移动该标签页。请保持此页打开。trace 不会离开本机。</translation>
    </message>
    <message>
        <source>Open Perfetto</source>
        <translation>打开 Perfetto</translation>
    </message>
    <message>
        <source>Waiting for Lamella…</source>
        <translation>正在等待 Lamella…</translation>
    </message>
    <message>
        <source>Shown so far</source>
        <translation>已显示</translation>
    </message>
    <message>
        <source>Ready.</source>
        <translation>就绪。</translation>
    </message>
    <message>
        <source>The trace is on its way to Perfetto…</source>
        <translation>正在将 trace 交给 Perfetto…</translation>
    </message>
    <message>
        <source>The Perfetto tab follows Lamella.</source>
        <translation>Perfetto 标签页跟随 Lamella。</translation>
    </message>
    <message>
        <source>The browser has blocked the new tab. Allow pop-ups for this page, then try again.</source>
        <translation>浏览器阻止了新标签页。请允许此页弹出窗口，然后重试。</translation>
    </message>
    <message>
        <source>The Perfetto tab was closed.</source>
        <translation>Perfetto 标签页已关闭。</translation>
    </message>
    <message>
        <source>The file has changed since Lamella read it. Reload it in Lamella.</source>
        <translation>文件在 Lamella 读取后已改变。请在 Lamella 中重新加载。</translation>
    </message>
    <message>
        <source>Lamella has closed this trace. This page can be closed.</source>
        <translation>Lamella 已关闭此 trace。可以关闭此页。</translation>
    </message>
</context>
<context>
    <name>Category</name>
    <message>
        <source>GEMM</source>
        <translation>GEMM</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Linear attention</source>
        <translation>线性注意力</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV 缓存</translation>
    </message>
    <message>
        <source>Indexer</source>
        <translation>索引器</translation>
    </message>
    <message>
        <source>MoE experts</source>
        <translation>MoE 专家</translation>
    </message>
    <message>
        <source>MoE routing</source>
        <translation>MoE 路由</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Norm</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>Quantize</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>Hyper-connection</source>
        <translation>超连接</translation>
    </message>
    <message>
        <source>Elementwise</source>
        <translation>逐元素</translation>
    </message>
    <message>
        <source>RoPE</source>
        <translation>RoPE</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>访存</translation>
    </message>
    <message>
        <source>Embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>采样</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>其他</translation>
    </message>
</context>
<context>
    <name>CommandReasons</name>
    <message>
        <source>Nothing was changed that could be taken back</source>
        <translation>没有可撤销的更改</translation>
    </message>
    <message>
        <source>Nothing was taken back</source>
        <translation>没有可重做的更改</translation>
    </message>
    <message>
        <source>Nothing was open the last time</source>
        <translation>上次没有打开任何内容</translation>
    </message>
    <message>
        <source>No trace is open</source>
        <translation>未打开 trace</translation>
    </message>
    <message>
        <source>Nothing was selected before this</source>
        <translation>在此之前没有选中过内容</translation>
    </message>
    <message>
        <source>Nothing was selected after this</source>
        <translation>在此之后没有选中过内容</translation>
    </message>
    <message>
        <source>No kernel is meant by the filter</source>
        <translation>没有 kernel 符合筛选</translation>
    </message>
    <message>
        <source>No filter is typed</source>
        <translation>未输入筛选</translation>
    </message>
    <message>
        <source>No trace is offered to Perfetto</source>
        <translation>没有向 Perfetto 提供 trace</translation>
    </message>
    <message>
        <source>Nothing with a time is selected</source>
        <translation>未选中带时间的内容</translation>
    </message>
    <message>
        <source>Perfetto does not read this format</source>
        <translation>Perfetto 不支持此格式</translation>
    </message>
    <message>
        <source>Not possible with what is selected</source>
        <translation>对选中的内容不可用</translation>
    </message>
</context>
<context>
    <name>Counts</name>
    <message numerus="yes">
        <source>%1 passes</source>
        <translation>
            <numerusform>%1 次前向</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 layers</source>
        <translation>
            <numerusform>%1 层</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 kernels</source>
        <translation>
            <numerusform>%1 个 kernel</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 gaps</source>
        <translation>
            <numerusform>%1 个空隙</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 events</source>
        <translation>
            <numerusform>%1 个事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 diagnostics</source>
        <translation>
            <numerusform>%1 条诊断</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 rows</source>
        <translation>
            <numerusform>%1 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 ranks</source>
        <translation>
            <numerusform>%1 个 rank</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 bars</source>
        <translation>
            <numerusform>%1 条</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ExportText</name>
    <message>
        <source>Export all &amp;tables…</source>
        <translation>导出所有表(&amp;T)…</translation>
    </message>
    <message>
        <source>Every table as CSV and JSON into a folder</source>
        <translation>将每张表以 CSV 与 JSON 写入文件夹</translation>
    </message>
    <message>
        <source>Save report…</source>
        <translation>保存报告…</translation>
    </message>
    <message>
        <source>As HTML, Markdown, text, or as PDF to print</source>
        <translation>保存为 HTML、Markdown、文本，或用于打印的 PDF</translation>
    </message>
    <message>
        <source>Exported to %1</source>
        <translation>已导出到 %1</translation>
    </message>
</context>
<context>
    <name>FilterText</name>
    <message>
        <source>Find &amp;next</source>
        <translation>查找下一个(&amp;N)</translation>
    </message>
    <message>
        <source>Next kernel that the filter means</source>
        <translation>符合筛选的下一个 kernel</translation>
    </message>
    <message>
        <source>Find &amp;previous</source>
        <translation>查找上一个(&amp;P)</translation>
    </message>
    <message>
        <source>Previous kernel that the filter means</source>
        <translation>符合筛选的上一个 kernel</translation>
    </message>
    <message>
        <source>&amp;Keep filter</source>
        <translation>保留筛选(&amp;K)</translation>
    </message>
    <message>
        <source>Keep the filter and type another one that must hold too</source>
        <translation>保留此筛选，再输入一个须同时成立的筛选</translation>
    </message>
    <message>
        <source>C&amp;lear filter</source>
        <translation>清除筛选(&amp;L)</translation>
    </message>
    <message>
        <source>Show everything again</source>
        <translation>重新显示全部内容</translation>
    </message>
</context>
<context>
    <name>GapCause</name>
    <message>
        <source>host late</source>
        <translation>主机滞后</translation>
    </message>
    <message>
        <source>The launch call began after the gap had, or went on for most of it.</source>
        <translation>启动调用晚于空隙开始，或占去其大部分时间。</translation>
    </message>
    <message>
        <source>launch latency</source>
        <translation>启动延迟</translation>
    </message>
    <message>
        <source>Launched in time, nothing to wait for: what hardware and driver need.</source>
        <translation>启动及时且无需等待：硬件与驱动本身的开销。</translation>
    </message>
    <message>
        <source>dependency</source>
        <translation>依赖</translation>
    </message>
    <message>
        <source>Waited for a kernel of another stream, or for an event.</source>
        <translation>等待另一个流的 kernel 或某个 event。</translation>
    </message>
    <message>
        <source>synchronise</source>
        <translation>同步</translation>
    </message>
    <message>
        <source>Launched late: the host was blocked in a synchronise call.</source>
        <translation>启动偏晚：主机阻塞在同步调用中。</translation>
    </message>
    <message>
        <source>memcpy</source>
        <translation>memcpy</translation>
    </message>
    <message>
        <source>Next to a copy, or the host was blocked in a copy call.</source>
        <translation>紧邻一次拷贝，或主机阻塞在拷贝调用中。</translation>
    </message>
    <message>
        <source>graph boundary</source>
        <translation>graph 边界</translation>
    </message>
    <message>
        <source>Launched in time; one graph replay ends or another begins here.</source>
        <translation>启动及时；此处一次 graph 重放结束或另一次开始。</translation>
    </message>
    <message>
        <source>between passes</source>
        <translation>前向之间</translation>
    </message>
    <message>
        <source>The work before and after belongs to different passes.</source>
        <translation>前后的任务属于不同的前向。</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Nothing that was recorded explains it.</source>
        <translation>已有记录无法解释。</translation>
    </message>
</context>
<context>
    <name>HelpPages</name>
    <message>
        <source>en</source>
        <extracomment>Not shown: the code of this language, which names the folder of its pages of the manual (resources/help/zh_CN)</extracomment>
        <translation>zh_CN</translation>
    </message>
</context>
<context>
    <name>HelpText</name>
    <message>
        <source>&amp;Manual</source>
        <translation>手册(&amp;M)</translation>
    </message>
    <message>
        <source>The manual, at the page of the view that has the focus (%1)</source>
        <translation>手册，打开到当前焦点视图的页面 (%1)</translation>
    </message>
    <message>
        <source>F1 opens the manual here</source>
        <translation>按 F1 打开手册中的此处</translation>
    </message>
    <message>
        <source>&amp;What is this view?</source>
        <translation>此视图是什么(&amp;W)？</translation>
    </message>
    <message>
        <source>A few words on the view that has the focus</source>
        <translation>简短说明当前焦点视图</translation>
    </message>
</context>
<context>
    <name>IdleText</name>
    <message>
        <source>Gaps</source>
        <translation>空隙</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>重叠</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>假设分析</translation>
    </message>
</context>
<context>
    <name>LaunchText</name>
    <message>
        <source>Registers</source>
        <translation>寄存器</translation>
    </message>
    <message>
        <source>%1 per thread</source>
        <translation>每线程 %1 个</translation>
    </message>
    <message>
        <source>Shared mem</source>
        <translation>共享内存</translation>
    </message>
    <message>
        <source>about %1 %</source>
        <translation>约 %1 %</translation>
    </message>
    <message>
        <source>%1 blocks per SM</source>
        <translation>每 SM %1 个 block</translation>
    </message>
    <message>
        <source>Occupancy</source>
        <translation>占用率</translation>
    </message>
    <message>
        <source>Delay</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>%1 from call to start</source>
        <translation>从调用到开始 %1</translation>
    </message>
    <message>
        <source>Queued</source>
        <translation>排队</translation>
    </message>
    <message>
        <source>%1 after the call returned</source>
        <translation>调用返回后 %1</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>%1 of %2 of one launch</source>
        <translation>同一次启动中第 %1 / %2 个</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Select the operator</source>
        <translation>选中算子</translation>
    </message>
    <message>
        <source>Input types</source>
        <translation>输入类型</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Select the module</source>
        <translation>选中模块</translation>
    </message>
    <message>
        <source>Called from</source>
        <translation>调用自</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 项</translation>
    </message>
</context>
<context>
    <name>LongTip</name>
    <message>
        <source>%1 characters; copying gives all of them</source>
        <translation>共 %1 个字符；复制可得到全部</translation>
    </message>
</context>
<context>
    <name>NotesText</name>
    <message>
        <source>Save session</source>
        <translation>保存会话</translation>
    </message>
    <message>
        <source>Sessions (*.lamella)</source>
        <translation>会话 (*.lamella)</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>Session saved to %1</source>
        <translation>会话已保存到 %1</translation>
    </message>
    <message>
        <source>Select a pass, a layer, a kernel or a range first</source>
        <translation>请先选中前向、层、kernel 或范围</translation>
    </message>
    <message>
        <source>&amp;Mark selection</source>
        <translation>标记选中项(&amp;M)</translation>
    </message>
    <message>
        <source>A bookmark on what is selected</source>
        <translation>为选中项添加书签</translation>
    </message>
    <message>
        <source>A note on what is selected</source>
        <translation>为选中项写笔记</translation>
    </message>
    <message>
        <source>&amp;Save session</source>
        <translation>保存会话(&amp;S)</translation>
    </message>
    <message>
        <source>Traces, choices and notes as one file</source>
        <translation>将 trace、选择与笔记存为一个文件</translation>
    </message>
    <message>
        <source>Save session &amp;as…</source>
        <translation>会话另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>Under another name</source>
        <translation>以其他名称保存</translation>
    </message>
    <message>
        <source>N&amp;ote on selection…</source>
        <translation>为选中项写笔记(&amp;O)…</translation>
    </message>
</context>
<context>
    <name>PictureText</name>
    <message>
        <source>Save picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>PNG (*.png);;SVG (*.svg);;PDF (*.pdf)</source>
        <translation>PNG (*.png);;SVG (*.svg);;PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Size of the picture</source>
        <translation>图片尺寸</translation>
    </message>
    <message>
        <source> px</source>
        <translation> px</translation>
    </message>
    <message>
        <source>Pixels of a PNG for each pixel of the view: more for print</source>
        <translation>视图每个像素对应的 PNG 像素数：用于打印时取较大值</translation>
    </message>
    <message>
        <source>&amp;Width</source>
        <translation>宽度(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Height</source>
        <translation>高度(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Resolution</source>
        <translation>分辨率(&amp;R)</translation>
    </message>
</context>
<context>
    <name>PlaceText</name>
    <message>
        <source>pass %1</source>
        <translation>前向 %1</translation>
    </message>
    <message>
        <source>pass %1 · %2</source>
        <translation>前向 %1 · %2</translation>
    </message>
    <message>
        <source>the selected range</source>
        <translation>选中范围</translation>
    </message>
</context>
<context>
    <name>ProgramText</name>
    <message>
        <source>Steps</source>
        <translation>Step</translation>
    </message>
    <message>
        <source>No steps here</source>
        <translation>此处没有 step</translation>
    </message>
    <message>
        <source>Neither compiled programs nor steps nor forward passes were found in this trace.</source>
        <translation>此 trace 中未找到编译后的程序、step 或前向。</translation>
    </message>
    <message>
        <source>Regions of the program</source>
        <translation>程序的区域</translation>
    </message>
    <message>
        <source>No regions here</source>
        <translation>此处没有区域</translation>
    </message>
    <message>
        <source>Nothing was recorded on a device in this trace.</source>
        <translation>此 trace 中没有设备上的记录。</translation>
    </message>
    <message>
        <source>Regions</source>
        <translation>区域</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>No findings here</source>
        <translation>此处没有发现</translation>
    </message>
</context>
<context>
    <name>RanksText</name>
    <message>
        <source>Ranks</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Rank that is shown</source>
        <translation>当前显示的 rank</translation>
    </message>
    <message>
        <source>Rank that the other views show</source>
        <translation>其他视图显示的 rank</translation>
    </message>
</context>
<context>
    <name>Report</name>
    <message>
        <source>Anchor</source>
        <translation>锚点</translation>
    </message>
    <message>
        <source>Avg</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Avg busy</source>
        <translation>平均忙碌</translation>
    </message>
    <message>
        <source>Avg layer</source>
        <translation>平均层耗时</translation>
    </message>
    <message>
        <source>Avg sum</source>
        <translation>平均总和</translation>
    </message>
    <message>
        <source>Avg wall</source>
        <translation>平均跨度</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>Blocks per layer</source>
        <translation>每层块数</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>忙碌</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Chosen</source>
        <translation>选用</translation>
    </message>
    <message>
        <source>Collectives</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>Complete</source>
        <translation>完整</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>置信度</translation>
    </message>
    <message>
        <source>Correlation</source>
        <translation>关联 ID</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>End</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>End (s)</source>
        <translation>结束 (s)</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>Exposed</source>
        <translation>暴露</translation>
    </message>
    <message>
        <source>First at byte</source>
        <translation>首次字节位置</translation>
    </message>
    <message>
        <source>First layer</source>
        <translation>首层</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>Grid</translation>
    </message>
    <message>
        <source>Hidden</source>
        <translation>掩盖</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Index</source>
        <translation>序号</translation>
    </message>
    <message>
        <source>Input dims</source>
        <translation>输入形状</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>链接</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Passes</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>作用</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>样例</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>严重程度</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Side</source>
        <translation>旁路</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Start (s)</source>
        <translation>开始 (s)</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>流</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>总和</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Wall</source>
        <translation>跨度</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>理由</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>After, index</source>
        <translation>之后的序号</translation>
    </message>
    <message>
        <source>Average</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>Before, index</source>
        <translation>之前的序号</translation>
    </message>
    <message>
        <source>Behind compute</source>
        <translation>被计算掩盖</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>改变数</translation>
    </message>
    <message>
        <source>Clock offset</source>
        <translation>时钟偏移</translation>
    </message>
    <message>
        <source>Compared</source>
        <translation>参与比较</translation>
    </message>
    <message>
        <source>Confidence rests on</source>
        <translation>置信度来源</translation>
    </message>
    <message>
        <source>Count A</source>
        <translation>A 次数</translation>
    </message>
    <message>
        <source>Count B</source>
        <translation>B 次数</translation>
    </message>
    <message>
        <source>Domain</source>
        <translation>域</translation>
    </message>
    <message>
        <source>Drift</source>
        <translation>漂移</translation>
    </message>
    <message>
        <source>Evidence, event</source>
        <translation>依据的事件</translation>
    </message>
    <message>
        <source>Evidence, index</source>
        <translation>依据的序号</translation>
    </message>
    <message>
        <source>Exposed waiting</source>
        <translation>暴露等待</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>Full name A</source>
        <translation>A 全名</translation>
    </message>
    <message>
        <source>Full name B</source>
        <translation>B 全名</translation>
    </message>
    <message>
        <source>Gaps</source>
        <translation>空隙</translation>
    </message>
    <message>
        <source>Gate</source>
        <translation>门限</translation>
    </message>
    <message>
        <source>Host call</source>
        <translation>主机调用</translation>
    </message>
    <message>
        <source>Host frame</source>
        <translation>主机栈帧</translation>
    </message>
    <message>
        <source>Input types</source>
        <translation>输入类型</translation>
    </message>
    <message>
        <source>Inside</source>
        <translation>内部</translation>
    </message>
    <message>
        <source>Instances</source>
        <translation>实例数</translation>
    </message>
    <message>
        <source>Late</source>
        <translation>滞后</translation>
    </message>
    <message>
        <source>Launch − gap start</source>
        <translation>启动 − 空隙开始</translation>
    </message>
    <message>
        <source>Launch delay</source>
        <translation>启动延迟</translation>
    </message>
    <message>
        <source>Launched</source>
        <translation>启动于</translation>
    </message>
    <message>
        <source>Launched together</source>
        <translation>同次启动数</translation>
    </message>
    <message>
        <source>Layer A</source>
        <translation>A 层</translation>
    </message>
    <message>
        <source>Layer B</source>
        <translation>B 层</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>最长</translation>
    </message>
    <message>
        <source>Matches</source>
        <translation>匹配数</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>噪声</translation>
    </message>
    <message>
        <source>Noise / A</source>
        <translation>噪声 / A</translation>
    </message>
    <message>
        <source>Number from</source>
        <translation>编号来源</translation>
    </message>
    <message>
        <source>Of wall</source>
        <translation>占跨度</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>操作数</translation>
    </message>
    <message>
        <source>Own</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>Own pass</source>
        <translation>自身前向</translation>
    </message>
    <message>
        <source>Passes A</source>
        <translation>A 前向数</translation>
    </message>
    <message>
        <source>Passes B</source>
        <translation>B 前向数</translation>
    </message>
    <message>
        <source>Projected</source>
        <translation>投影</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>区域</translation>
    </message>
    <message>
        <source>Residual</source>
        <translation>残差</translation>
    </message>
    <message>
        <source>Residual p95</source>
        <translation>残差 p95</translation>
    </message>
    <message>
        <source>Same stream</source>
        <translation>同一流</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>情景</translation>
    </message>
    <message>
        <source>Serial</source>
        <translation>串行</translation>
    </message>
    <message>
        <source>Skew</source>
        <translation>偏斜</translation>
    </message>
    <message>
        <source>Slowest</source>
        <translation>最慢</translation>
    </message>
    <message>
        <source>Slowest in</source>
        <translation>最慢层数</translation>
    </message>
    <message>
        <source>Spread A</source>
        <translation>A 离散</translation>
    </message>
    <message>
        <source>Spread B</source>
        <translation>B 离散</translation>
    </message>
    <message>
        <source>Streams</source>
        <translation>逐流</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>To</source>
        <translation>到</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Wall skew</source>
        <translation>跨度偏斜</translation>
    </message>
    <message>
        <source>A time</source>
        <translation>A 时间</translation>
    </message>
    <message>
        <source>B time</source>
        <translation>B 时间</translation>
    </message>
    <message>
        <source>Of idle</source>
        <translation>占空闲</translation>
    </message>
    <message>
        <source>Δ / A</source>
        <translation>Δ / A</translation>
    </message>
    <message>
        <source>Δ = B − A</source>
        <translation>Δ = B − A</translation>
    </message>
    <message>
        <source>Δ hidden</source>
        <translation>Δ 掩盖</translation>
    </message>
    <message>
        <source>Δ serial</source>
        <translation>Δ 串行</translation>
    </message>
    <message>
        <source>Δ streams</source>
        <translation>Δ 逐流</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>分类</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>深度</translation>
    </message>
    <message>
        <source>Example</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Exclusive</source>
        <translation>独占</translation>
    </message>
    <message>
        <source>Exclusive share</source>
        <translation>独占占比</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOPs</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>操作族</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <source>Gain at most</source>
        <translation>最多可省</translation>
    </message>
    <message>
        <source>Gap before</source>
        <translation>之前空隙</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>HLO category</source>
        <translation>HLO 类别</translation>
    </message>
    <message>
        <source>Inclusive</source>
        <translation>包含</translation>
    </message>
    <message>
        <source>Interval</source>
        <translation>间隔</translation>
    </message>
    <message>
        <source>Its wall</source>
        <translation>其跨度</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Launches</source>
        <translation>启动次数</translation>
    </message>
    <message>
        <source>Main</source>
        <translation>主程序</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Of peak FLOP/s</source>
        <translation>占峰值 FLOP/s</translation>
    </message>
    <message>
        <source>Of peak GB/s</source>
        <translation>占峰值 GB/s</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>周期</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Representative</source>
        <translation>代表性</translation>
    </message>
    <message>
        <source>Run id</source>
        <translation>运行 ID</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>作用域</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Shape work</source>
        <translation>形状计算量</translation>
    </message>
    <message>
        <source>Shape work/s</source>
        <translation>形状计算量/s</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源码</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>拆分</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Step</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Step</translation>
    </message>
    <message>
        <source>TFLOP/s</source>
        <translation>TFLOP/s</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Unpaired</source>
        <translation>未配对</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Avg (MB)</source>
        <translation>平均 (MB)</translation>
    </message>
    <message>
        <source>Avg (ns)</source>
        <translation>平均 (ns)</translation>
    </message>
    <message>
        <source>B - A</source>
        <translation>B - A</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Communication (not overlapped)</source>
        <translation>通信 (未重叠)</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Core</source>
        <translation>核</translation>
    </message>
    <message>
        <source>Delta</source>
        <translation>差值</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Item</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Max (MB)</source>
        <translation>最大 (MB)</translation>
    </message>
    <message>
        <source>Med (MB)</source>
        <translation>中位数 (MB)</translation>
    </message>
    <message>
        <source>Med (ns)</source>
        <translation>中位数 (ns)</translation>
    </message>
    <message>
        <source>Min (MB)</source>
        <translation>最小 (MB)</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Not overlapped, without receive</source>
        <translation>未重叠，不含接收</translation>
    </message>
    <message>
        <source>Overlapped</source>
        <translation>重叠</translation>
    </message>
    <message>
        <source>Recomputed</source>
        <translation>重算值</translation>
    </message>
    <message>
        <source>Recomputed count</source>
        <translation>重算次数</translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation>记录值</translation>
    </message>
    <message>
        <source>Recorded count</source>
        <translation>记录次数</translation>
    </message>
    <message>
        <source>Statistic</source>
        <translation>统计量</translation>
    </message>
    <message>
        <source>StdDev (MB)</source>
        <translation>标准差 (MB)</translation>
    </message>
    <message>
        <source>StdDev (ns)</source>
        <translation>标准差 (ns)</translation>
    </message>
    <message>
        <source>Time (%)</source>
        <translation>时间 (%)</translation>
    </message>
    <message>
        <source>Total (MB)</source>
        <translation>合计 (MB)</translation>
    </message>
    <message>
        <source>Total Time</source>
        <translation>总时间</translation>
    </message>
    <message>
        <source>Busy share</source>
        <translation>忙碌占比</translation>
    </message>
    <message>
        <source>Half</source>
        <translation>半层</translation>
    </message>
    <message>
        <source>Idle before</source>
        <translation>之前空闲</translation>
    </message>
    <message>
        <source>In layer</source>
        <translation>层内位置</translation>
    </message>
    <message>
        <source>Longest kernel</source>
        <translation>最长 kernel</translation>
    </message>
    <message>
        <source>Marker</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>Of it</source>
        <translation>其中</translation>
    </message>
    <message>
        <source>Of layer</source>
        <translation>占层</translation>
    </message>
    <message>
        <source>Per layer</source>
        <translation>每层</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>名称数</translation>
    </message>
</context>
<context>
    <name>ReportText</name>
    <message>
        <source>Flow</source>
        <translation>计算流</translation>
    </message>
    <message>
        <source>In the stretch</source>
        <translation>时间段内</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Exported to %1</source>
        <translation>已导出到 %1</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>模型结构</translation>
    </message>
</context>
<context>
    <name>Table</name>
    <message>
        <source>n/a</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>TimelineText</name>
    <message>
        <source>head</source>
        <translation>头部</translation>
    </message>
    <message>
        <source>tail</source>
        <translation>尾部</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>Stream %1</source>
        <translation>流 %1</translation>
    </message>
    <message>
        <source>main</source>
        <translation>主</translation>
    </message>
    <message>
        <source>side</source>
        <translation>旁路</translation>
    </message>
    <message>
        <source>CPU %1</source>
        <translation>CPU %1</translation>
    </message>
    <message>
        <source>‹ %1, %2 earlier</source>
        <translation>‹ %1，早 %2</translation>
    </message>
    <message>
        <source>%1, %2 later ›</source>
        <translation>%1，晚 %2 ›</translation>
    </message>
    <message>
        <source>Perfetto time</source>
        <translation>Perfetto 时间</translation>
    </message>
    <message>
        <source>Passes</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>the trace</source>
        <translation>trace</translation>
    </message>
    <message>
        <source>busy %1 of %2</source>
        <translation>忙碌占 %2 的 %1</translation>
    </message>
    <message>
        <source>ranges</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>stream %1</source>
        <translation>流 %1</translation>
    </message>
    <message>
        <source>Share of L%1</source>
        <translation>占 L%1</translation>
    </message>
    <message>
        <source>process %1</source>
        <translation>进程 %1</translation>
    </message>
    <message>
        <source>thread %1</source>
        <translation>线程 %1</translation>
    </message>
    <message>
        <source>n/a: no end recorded</source>
        <translation>无：未记录结束</translation>
    </message>
    <message>
        <source>Pass P%1</source>
        <translation>前向 P%1</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>层 %1</translation>
    </message>
    <message>
        <source>Wall</source>
        <translation>跨度</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Click selects · double click zooms</source>
        <translation>单击选中 · 双击放大</translation>
    </message>
    <message>
        <source>mostly %1</source>
        <translation>以%1为主</translation>
    </message>
    <message>
        <source>From first to last</source>
        <translation>首尾跨度</translation>
    </message>
    <message>
        <source>Narrower than a pixel: double click zooms in</source>
        <translation>窄于一个像素：双击放大</translation>
    </message>
    <message>
        <source>TPU %1</source>
        <translation>TPU %1</translation>
    </message>
    <message>
        <source>NPU %1</source>
        <translation>NPU %1</translation>
    </message>
</context>
<context>
    <name>TrackText</name>
    <message>
        <source>All tracks</source>
        <translation>所有轨道</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>Un&amp;pin</source>
        <translation>取消固定(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Pin to the top</source>
        <translation>固定到顶部(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Hide</source>
        <translation>隐藏(&amp;H)</translation>
    </message>
    <message>
        <source>Move &amp;up</source>
        <translation>上移(&amp;U)</translation>
    </message>
    <message>
        <source>Move &amp;down</source>
        <translation>下移(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Show again</source>
        <translation>重新显示(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;All of them</source>
        <translation>全部(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Group by</source>
        <translation>分组方式(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Device</source>
        <translation>设备(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Process</source>
        <translation>进程(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Nothing</source>
        <translation>不分组(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;As recorded</source>
        <translation>按记录的顺序(&amp;A)</translation>
    </message>
</context>
<context>
    <name>Word</name>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>prefill</source>
        <translation>预填充</translation>
    </message>
    <message>
        <source>decode</source>
        <translation>解码</translation>
    </message>
    <message>
        <source>mixed</source>
        <translation>混合</translation>
    </message>
    <message>
        <source>draft</source>
        <translation>草稿</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>cold</source>
        <translation>冷启动</translation>
    </message>
    <message>
        <source>warm-up</source>
        <translation>预热</translation>
    </message>
    <message>
        <source>steady</source>
        <translation>稳态</translation>
    </message>
    <message>
        <source>outlier</source>
        <translation>异常</translation>
    </message>
    <message>
        <source>head</source>
        <translation>头部</translation>
    </message>
    <message>
        <source>tail</source>
        <translation>尾部</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>user</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>annotation</source>
        <translation>标注</translation>
    </message>
    <message>
        <source>profile</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>discovered</source>
        <translation>自动发现</translation>
    </message>
    <message>
        <source>begins</source>
        <translation>起始</translation>
    </message>
    <message>
        <source>ends</source>
        <translation>结尾</translation>
    </message>
    <message>
        <source>within</source>
        <translation>内部</translation>
    </message>
    <message>
        <source>outside of passes</source>
        <translation>前向之外</translation>
    </message>
    <message>
        <source>partial</source>
        <translation>不完整</translation>
    </message>
    <message>
        <source>info</source>
        <translation>信息</translation>
    </message>
    <message>
        <source>notice</source>
        <translation>注意</translation>
    </message>
    <message>
        <source>data_loss</source>
        <translation>数据丢失</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>outside</source>
        <translation>外部</translation>
    </message>
</context>
<context>
    <name>lamella::ui::AboutDialog</name>
    <message>
        <source>About Lamella</source>
        <translation>关于 Lamella</translation>
    </message>
    <message>
        <source>&lt;b&gt;Lamella %1&lt;/b&gt;&lt;p&gt;Shows which pass, which layer and which kernel of a large language model the time of a GPU goes to.&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later, without any warranty.&lt;/p&gt;</source>
        <translation>&lt;b&gt;Lamella %1&lt;/b&gt;&lt;p&gt;显示 GPU 时间花在大语言模型的哪次前向、哪一层、哪个 kernel 上。&lt;/p&gt;&lt;p&gt;自由软件，遵循 GNU 通用公共许可证第 3 版或更高版本，不提供任何担保。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Works of others</source>
        <translation>他人作品</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>许可证</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>&amp;Copy versions</source>
        <translation>复制版本信息(&amp;C)</translation>
    </message>
</context>
<context>
    <name>lamella::ui::AnchorForm</name>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Part of a kernel name, or a /regular expression/; upper and lower case are the same</source>
        <translation>kernel 名称的一部分，或 /正则表达式/；不区分大小写</translation>
    </message>
    <message>
        <source>begins its block</source>
        <translation>块的起始</translation>
    </message>
    <message>
        <source>ends its block</source>
        <translation>块的结尾</translation>
    </message>
    <message>
        <source>stands within its block</source>
        <translation>块的内部</translation>
    </message>
    <message>
        <source>How many stretches between anchors make one layer</source>
        <translation>多少段锚点间隔组成一层</translation>
    </message>
    <message>
        <source>Layers of a whole pass</source>
        <translation>一次完整前向的层数</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Choose a model config</source>
        <translation>选择模型 config</translation>
    </message>
    <message>
        <source>Choose a profile file</source>
        <translation>选择配置文件</translation>
    </message>
    <message>
        <source>&amp;Anchor</source>
        <translation>锚点(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Role</source>
        <translation>作用(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Blocks per layer</source>
        <translation>每层块数(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Layers</source>
        <translation>层(&amp;L)</translation>
    </message>
    <message>
        <source>Model &amp;config</source>
        <translation>模型 config(&amp;C)</translation>
    </message>
    <message>
        <source>Model &amp;profile</source>
        <translation>模型配置(&amp;P)</translation>
    </message>
    <message>
        <source>Model configs (*.json);;All files (*)</source>
        <translation>模型 config (*.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Model profiles (*.json);;All files (*)</source>
        <translation>模型配置 (*.json);;所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>lamella::ui::ArchitecturePanel</name>
    <message>
        <source>What the model is like</source>
        <translation>模型的结构</translation>
    </message>
    <message>
        <source>Nothing is known about the model</source>
        <translation>没有关于模型的信息</translation>
    </message>
    <message>
        <source>No model config is given, and no layers were found that would show what it is like.</source>
        <translation>未给出模型 config，也未找到能显示其结构的层。</translation>
    </message>
    <message>
        <source>of the chosen pass</source>
        <translation>选用的前向</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>%1</translation>
    </message>
</context>
<context>
    <name>lamella::ui::BoundaryEditor</name>
    <message>
        <source>Boundaries of passes and layers</source>
        <translation>前向与层的边界</translation>
    </message>
    <message>
        <source>Move %1</source>
        <translation>移动%1</translation>
    </message>
    <message>
        <source>start of P%1</source>
        <translation>P%1 的开始</translation>
    </message>
    <message>
        <source>end of P%1</source>
        <translation>P%1 的结束</translation>
    </message>
    <message>
        <source>start of the tail of P%1</source>
        <translation>P%1 尾部的开始</translation>
    </message>
    <message>
        <source>start of L%1 in P%2</source>
        <translation>P%2 中 L%1 的开始</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1，位于 %2</translation>
    </message>
    <message>
        <source>Alt with up and down chooses a boundary, with left and right moves it by a kernel, Escape ends.</source>
        <translation>Alt 加上、下键选择边界，加左、右键移动一个 kernel，Escape 结束。</translation>
    </message>
    <message>
        <source>Edit boundaries</source>
        <translation>编辑边界</translation>
    </message>
    <message>
        <source>Drag a boundary to another kernel · Alt+↑ ↓ chooses one · Alt+← → moves it by a kernel · Esc ends</source>
        <translation>将边界拖到另一个 kernel · Alt+↑ ↓ 选择 · Alt+← → 移动一个 kernel · Esc 结束</translation>
    </message>
    <message>
        <source>Cutting the trace anew…</source>
        <translation>正在重新切分 trace…</translation>
    </message>
    <message>
        <source>Looking for the boundaries…</source>
        <translation>正在查找边界…</translation>
    </message>
    <message>
        <source>There are no passes on this device whose boundaries could be moved.</source>
        <translation>此设备上没有可移动边界的前向。</translation>
    </message>
    <message>
        <source>Zoom in to move layers · </source>
        <translation>放大后可移动层 · </translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>after %1</source>
        <translation>%1 之后</translation>
    </message>
    <message>
        <source>before %1</source>
        <translation>%1 之前</translation>
    </message>
</context>
<context>
    <name>lamella::ui::BoundaryStrip</name>
    <message>
        <source>Layer boundaries in the visible range, now and proposed</source>
        <translation>可见范围内的层边界：当前与建议</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>Proposed</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>no layers in the visible range</source>
        <translation>可见范围内没有层</translation>
    </message>
</context>
<context>
    <name>lamella::ui::CategoryLegend</name>
    <message>
        <source>Categories</source>
        <translation>类别</translation>
    </message>
</context>
<context>
    <name>lamella::ui::CategoryMultiples</name>
    <message>
        <source>Layers by category</source>
        <translation>按类别的层</translation>
    </message>
    <message>
        <source>No layer selected</source>
        <translation>未选中层</translation>
    </message>
    <message>
        <source>max %1 · %2 of all</source>
        <translation>最大 %1 · 占全部 %2</translation>
    </message>
</context>
<context>
    <name>lamella::ui::ColourButton</name>
    <message>
        <source>Colour of %1: %2</source>
        <translation>%1的颜色：%2</translation>
    </message>
    <message>
        <source>Colour of %1</source>
        <translation>%1的颜色</translation>
    </message>
</context>
<context>
    <name>lamella::ui::CommandPalette</name>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>Command, “p5 l12”, “12.5 ms”, kernel</source>
        <translation>命令、“p5 l12”、“12.5 ms”、kernel</translation>
    </message>
    <message>
        <source>Command or place</source>
        <translation>命令或位置</translation>
    </message>
    <message>
        <source>What fits</source>
        <translation>匹配结果</translation>
    </message>
    <message>
        <source>Nothing fits</source>
        <translation>没有匹配项</translation>
    </message>
    <message>
        <source>↑ ↓ choose · Enter runs · Escape closes</source>
        <translation>↑ ↓ 选择 · Enter 执行 · Escape 关闭</translation>
    </message>
</context>
<context>
    <name>lamella::ui::CompareWiring</name>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Open a second trace beside this one (%1)</source>
        <translation>在此 trace 旁打开第二个 trace (%1)</translation>
    </message>
    <message>
        <source>&amp;Compare with %1 (Ctrl+click)</source>
        <translation>与 %1 对比(&amp;C) (Ctrl+单击)</translation>
    </message>
    <message>
        <source>&amp;Select %1</source>
        <translation>选中 %1(&amp;S)</translation>
    </message>
    <message>
        <source>Open a trace to compare with</source>
        <translation>打开用于对比的 trace</translation>
    </message>
    <message>
        <source>Traces (*.json *.json.gz *.gz);;All files (*)</source>
        <translation>Trace (*.json *.json.gz *.gz);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Model config of the second trace</source>
        <translation>第二个 trace 的模型 config</translation>
    </message>
    <message>
        <source>Model configs (*.json);;All files (*)</source>
        <translation>模型 config (*.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Open to co&amp;mpare…</source>
        <translation>打开以对比(&amp;M)…</translation>
    </message>
    <message>
        <source>&amp;Compare selection with…</source>
        <translation>对比选中项(&amp;C)…</translation>
    </message>
    <message>
        <source>Choose the pass or layer that the selection is compared with</source>
        <translation>选择与选中项对比的前向或层</translation>
    </message>
</context>
<context>
    <name>lamella::ui::ConfidenceBar</name>
    <message>
        <source>Confidence %1</source>
        <translation>置信度 %1</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>置信度</translation>
    </message>
</context>
<context>
    <name>lamella::ui::DiagnosticRow</name>
    <message>
        <source>
First at byte %1; a click goes there</source>
        <translation>
首次出现于字节 %1；单击跳转到该处</translation>
    </message>
    <message>
        <source>
A click shows the table</source>
        <translation>
单击显示表格</translation>
    </message>
</context>
<context>
    <name>lamella::ui::DiffLanes</name>
    <message>
        <source>A and B side by side</source>
        <translation>A 与 B 并列</translation>
    </message>
    <message>
        <source>from layer start</source>
        <translation>自层开始</translation>
    </message>
    <message>
        <source>from pass start</source>
        <translation>自前向开始</translation>
    </message>
    <message>
        <source>Δ = B − A: %1</source>
        <translation>Δ = B − A：%1</translation>
    </message>
    <message>
        <source>A: %1, B: %2; the same rows stand in the table below</source>
        <translation>A：%1，B：%2；下表为相同的行</translation>
    </message>
</context>
<context>
    <name>lamella::ui::DiffPanel</name>
    <message>
        <source>Nothing to compare yet</source>
        <translation>尚无对比内容</translation>
    </message>
    <message>
        <source>Open a trace to compare its passes and layers</source>
        <translation>打开 trace 以对比其前向与层</translation>
    </message>
    <message>
        <source>Select a pass or a layer, then Ctrl+click another one, or open a second trace.</source>
        <translation>选中一次前向或一层，再 Ctrl+单击另一个，或打开第二个 trace。</translation>
    </message>
    <message>
        <source>Open a second trace…</source>
        <translation>打开第二个 trace…</translation>
    </message>
    <message>
        <source>These cannot be compared</source>
        <translation>无法对比</translation>
    </message>
    <message>
        <source>The second trace cannot be used</source>
        <translation>第二个 trace 无法使用</translation>
    </message>
    <message>
        <source>Open another one…</source>
        <translation>打开其他 trace…</translation>
    </message>
    <message>
        <source>Looking for passes and layers…</source>
        <translation>正在识别前向与层…</translation>
    </message>
    <message>
        <source>%1 of %2, %3 s</source>
        <translation>%1 / %2，%3 秒</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>正在读取 %1</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>next one</source>
        <translation>下一个</translation>
    </message>
    <message>
        <source>same trace</source>
        <translation>同一 trace</translation>
    </message>
    <message>
        <source>Second trace: %1</source>
        <translation>第二个 trace：%1</translation>
    </message>
    <message>
        <source>Both sides are in the trace of this window. Drop a file here to compare with it.</source>
        <translation>两侧均取自此窗口的 trace。将文件拖到此处即可与其对比。</translation>
    </message>
    <message>
        <source>Swap A and B</source>
        <translation>交换 A 与 B</translation>
    </message>
    <message>
        <source>Trace to compare with</source>
        <translation>用于对比的 trace</translation>
    </message>
    <message>
        <source>&amp;Open to compare…</source>
        <translation>打开以对比(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Model config of the second trace…</source>
        <translation>第二个 trace 的模型 config(&amp;M)…</translation>
    </message>
    <message>
        <source>&amp;Close the second trace</source>
        <translation>关闭第二个 trace(&amp;C)</translation>
    </message>
    <message>
        <source>Export this comparison…</source>
        <translation>导出此对比…</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>What the rows stand for</source>
        <translation>各行的含义</translation>
    </message>
    <message>
        <source>Show or hide these rows; the sums below stay</source>
        <translation>显示或隐藏这些行；下方合计不变</translation>
    </message>
    <message>
        <source>in order</source>
        <translation>按顺序</translation>
    </message>
    <message>
        <source>Order of the rows</source>
        <translation>行的顺序</translation>
    </message>
    <message>
        <source>kernels in order</source>
        <translation>按顺序的 kernel</translation>
    </message>
    <message>
        <source>kernels by name</source>
        <translation>按名称的 kernel</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>layer types</source>
        <translation>层类型</translation>
    </message>
    <message>
        <source>categories</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>replaced kernels</source>
        <translation>被替换的 kernel</translation>
    </message>
    <message>
        <source>Aligned kernels of A and B</source>
        <translation>A 与 B 对齐后的 kernel</translation>
    </message>
    <message>
        <source>Sum, residual and wall</source>
        <translation>总和、余项与跨度</translation>
    </message>
    <message>
        <source>Compare with this trace</source>
        <translation>与此 trace 对比</translation>
    </message>
</context>
<context>
    <name>lamella::ui::DiffSidebar</name>
    <message>
        <source>The same kernels run in both.</source>
        <translation>两侧运行的 kernel 相同。</translation>
    </message>
    <message>
        <source>%1 only in A (−%2)</source>
        <translation>仅 A %1 个 (−%2)</translation>
    </message>
    <message>
        <source>%1 only in B (+%2)</source>
        <translation>仅 B %1 个 (+%2)</translation>
    </message>
    <message>
        <source>%1 replaced (%2)</source>
        <translation>替换 %1 个 (%2)</translation>
    </message>
    <message>
        <source>Kernels: %1</source>
        <translation>Kernel：%1</translation>
    </message>
    <message>
        <source>Difference by category</source>
        <translation>按类别的差异</translation>
    </message>
    <message>
        <source>A and B take equally long</source>
        <translation>A 与 B 耗时相同</translation>
    </message>
    <message>
        <source>B is faster by %1</source>
        <translation>B 快 %1</translation>
    </message>
    <message>
        <source>B is slower by %1</source>
        <translation>B 慢 %1</translation>
    </message>
    <message>
        <source>%1 of A&apos;s wall</source>
        <translation>A 跨度的 %1</translation>
    </message>
    <message>
        <source>▼ B is faster by</source>
        <translation>▼ B 更快</translation>
    </message>
    <message>
        <source>▲ B is slower by</source>
        <translation>▲ B 更慢</translation>
    </message>
    <message>
        <source>By category</source>
        <translation>按类别</translation>
    </message>
    <message>
        <source>Δ = B − A of the sums</source>
        <translation>总和之 Δ = B − A</translation>
    </message>
    <message>
        <source>more under Rows: categories</source>
        <translation>更多见“行：类别”</translation>
    </message>
    <message>
        <source>B shorter than A (−)</source>
        <translation>B 短于 A (−)</translation>
    </message>
    <message>
        <source>B longer than A (+)</source>
        <translation>B 长于 A (+)</translation>
    </message>
    <message>
        <source>replaced: other kernel, same position</source>
        <translation>替换：位置相同，kernel 不同</translation>
    </message>
    <message>
        <source>no counterpart on this side</source>
        <translation>此侧无对应项</translation>
    </message>
</context>
<context>
    <name>lamella::ui::DiffTableModel</name>
    <message>
        <source>layers without a type</source>
        <translation>无类型的层</translation>
    </message>
    <message>
        <source>all kernels that stayed the same</source>
        <translation>所有未变的 kernel</translation>
    </message>
    <message>
        <source>= same</source>
        <translation>= 相同</translation>
    </message>
    <message>
        <source>≠ replaced</source>
        <translation>≠ 替换</translation>
    </message>
    <message>
        <source>− only A</source>
        <translation>− 仅 A</translation>
    </message>
    <message>
        <source>+ only B</source>
        <translation>+ 仅 B</translation>
    </message>
    <message>
        <source>B minus A: above zero (to the right) where B takes longer</source>
        <translation>B 减 A：大于零（向右）表示 B 更久</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>A time</source>
        <translation>A 时间</translation>
    </message>
    <message>
        <source>Δ = B − A</source>
        <translation>Δ = B − A</translation>
    </message>
    <message>
        <source>B time</source>
        <translation>B 时间</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>The same kernel runs on another stream in B.</source>
        <translation>同一 kernel 在 B 中运行于另一个流。</translation>
    </message>
    <message>
        <source>Δ %1, %2 of A</source>
        <translation>Δ %1，占 A 的 %2</translation>
    </message>
    <message>
        <source>Layers, sum of the rows</source>
        <translation>层，各行总和</translation>
    </message>
    <message>
        <source>Kernels, sum of the rows</source>
        <translation>Kernel，各行总和</translation>
    </message>
    <message>
        <source>Residual: idle between layers less overlap</source>
        <translation>余项：层间空闲减重叠</translation>
    </message>
    <message>
        <source>Residual: idle less overlap</source>
        <translation>余项：空闲减重叠</translation>
    </message>
    <message>
        <source>Layer wall</source>
        <translation>层跨度</translation>
    </message>
    <message>
        <source>Trace wall</source>
        <translation>Trace 跨度</translation>
    </message>
    <message>
        <source>Pass wall</source>
        <translation>前向跨度</translation>
    </message>
    <message>
        <source>%1 of A</source>
        <translation>占 A 的 %1</translation>
    </message>
</context>
<context>
    <name>lamella::ui::DockArea</name>
    <message>
        <source>Panel in &amp;full size</source>
        <translation>面板占满窗口(&amp;F)</translation>
    </message>
    <message>
        <source>The panel that has the focus over the whole window, and back (double click on its tab)</source>
        <translation>使当前焦点面板占满整个窗口，再次执行则还原（双击其标签页）</translation>
    </message>
    <message>
        <source>Show or hide this panel</source>
        <translation>显示或隐藏此面板</translation>
    </message>
</context>
<context>
    <name>lamella::ui::DoubtBox</name>
    <message>
        <source>No layers were found</source>
        <translation>未找到层</translation>
    </message>
    <message>
        <source>These layers are doubtful</source>
        <translation>这些层存疑</translation>
    </message>
    <message>
        <source>Look at another kernel that could mark them:</source>
        <translation>试试另一个可标记层的 kernel：</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>Choose the layers…</source>
        <translation>选择层…</translation>
    </message>
    <message numerus="yes">
        <source>%1 times</source>
        <translation>
            <numerusform>%1 次</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 × %2, confidence %3
%4
%5</source>
        <translation>%1 × %2，置信度 %3
%4
%5</translation>
    </message>
</context>
<context>
    <name>lamella::ui::ElidedLabel</name>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
</context>
<context>
    <name>lamella::ui::EmptyPage</name>
    <message>
        <source>Drop to open</source>
        <translation>松开即可打开</translation>
    </message>
    <message>
        <source>Drop a trace here</source>
        <translation>将 trace 拖到此处</translation>
    </message>
    <message>
        <source>several files open in a window each</source>
        <translation>多个文件各开一个窗口</translation>
    </message>
    <message>
        <source>Copy the commands</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>Where the time of a model pass goes: pass, layer, kernel.</source>
        <translation>模型一次前向的时间花在哪里：前向、层、kernel。</translation>
    </message>
    <message>
        <source>Open trace…</source>
        <translation>打开 trace…</translation>
    </message>
    <message>
        <source>Open a trace</source>
        <translation>打开 trace</translation>
    </message>
    <message>
        <source>Open the sample trace</source>
        <translation>打开示例 trace</translation>
    </message>
    <message>
        <source>A made-up model of 32 layers: prefill and decode</source>
        <translation>虚构的 32 层模型：预填充与解码</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近打开</translation>
    </message>
    <message>
        <source>Clear list</source>
        <translation>清空列表</translation>
    </message>
    <message>
        <source>In the terminal</source>
        <translation>在终端中</translation>
    </message>
    <message>
        <source>Reads</source>
        <translation>支持格式</translation>
    </message>
    <message>
        <source>Chrome / Kineto JSON (.json, .json.gz) from PyTorch, SGLang, vLLM and others</source>
        <translation>PyTorch、SGLang、vLLM 等生成的 Chrome / Kineto JSON（.json、.json.gz）</translation>
    </message>
    <message>
        <source>Files that you open are listed here.</source>
        <translation>打开过的文件会列在这里。</translation>
    </message>
    <message>
        <source>JAX/XLA: .trace.json.gz, .xplane.pb</source>
        <translation>JAX/XLA：.trace.json.gz、.xplane.pb</translation>
    </message>
    <message>
        <source>Nsight Systems: .sqlite from nsys export, text of nsys stats; a folder of runs as a grid</source>
        <translation>Nsight Systems：nsys export 生成的 .sqlite、nsys stats 的文本；存放多次运行的文件夹显示为网格</translation>
    </message>
    <message>
        <source>Ascend: a rank&apos;s folder or a folder of ranks, kernel_details.csv, op_summary_*.csv, trace_view.json</source>
        <translation>Ascend：一个 rank 的文件夹或多个 rank 的文件夹、kernel_details.csv、op_summary_*.csv、trace_view.json</translation>
    </message>
</context>
<context>
    <name>lamella::ui::EmptyView</name>
    <message>
        <source>What can be done</source>
        <translation>可以这样做</translation>
    </message>
</context>
<context>
    <name>lamella::ui::FactGrid</name>
    <message>
        <source>Copy: %1</source>
        <translation>复制：%1</translation>
    </message>
</context>
<context>
    <name>lamella::ui::FiguresTable</name>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1, %2 whole</source>
        <translation>%1，完整 %2</translation>
    </message>
    <message>
        <source>no single kernel</source>
        <translation>无单一 kernel</translation>
    </message>
    <message>
        <source>%1, all in layers</source>
        <translation>%1，全部在层内</translation>
    </message>
    <message>
        <source>%1, %2 in layers</source>
        <translation>%1，%2 在层内</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>Proposed</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Passes</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Anchor stands at</source>
        <translation>锚点出现</translation>
    </message>
    <message>
        <source>In no pass</source>
        <translation>不在前向内</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>置信度</translation>
    </message>
    <message>
        <source>%1, %2 of the time</source>
        <translation>%1，占时间 %2</translation>
    </message>
</context>
<context>
    <name>lamella::ui::FilterStrip</name>
    <message>
        <source>%1
Press to take this filter away</source>
        <translation>%1
按下可移除此筛选</translation>
    </message>
    <message>
        <source>Filter %1, press to take it away</source>
        <translation>筛选 %1，按下可移除</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>上一个匹配</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>下一个匹配</translation>
    </message>
    <message>
        <source>List</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>All kernels that match, as a table</source>
        <translation>以表格列出所有匹配的 kernel</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Keep this filter and type another one that must hold too (Alt+Return). Back takes it away again.</source>
        <translation>保留此筛选，再输入一个须同时成立的筛选 (Alt+Return)。后退可将其移除。</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>No filter</source>
        <translation>无筛选</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>No kernel matches</source>
        <translation>没有匹配的 kernel</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 matches · %2</source>
        <comment>kernels, their sum</comment>
        <translation>
            <numerusform>%1 个匹配 · %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Kernels that match, together %1</source>
        <translation>匹配的 kernel，共 %1</translation>
    </message>
</context>
<context>
    <name>lamella::ui::FirstHints</name>
    <message>
        <source>Click a pass, layer or kernel: every view follows. W S A D zoom and move; F1 explains the view.</source>
        <translation>单击前向、层或 kernel，所有视图随之变化。W S A D 缩放与移动；F1 说明当前视图。</translation>
    </message>
    <message>
        <source>Ctrl+Shift+P finds every command, and places: “p5 l12”, “12.5 ms”, the name of a kernel.</source>
        <translation>Ctrl+Shift+P 可查找所有命令与位置：“p5 l12”、“12.5 ms”、kernel 名称。</translation>
    </message>
    <message>
        <source>Ctrl+Return shows the selection in Perfetto, at the same time on its ruler.</source>
        <translation>Ctrl+Return 在 Perfetto 中显示选中项，其标尺上的时间相同。</translation>
    </message>
    <message>
        <source>No more hints</source>
        <translation>不再提示</translation>
    </message>
</context>
<context>
    <name>lamella::ui::FlowPanel</name>
    <message>
        <source>What a layer runs</source>
        <translation>一层运行的内容</translation>
    </message>
    <message>
        <source>in order</source>
        <translation>按顺序</translation>
    </message>
    <message>
        <source>by heat</source>
        <translation>按热度</translation>
    </message>
    <message>
        <source>Order of the kernels</source>
        <translation>kernel 的顺序</translation>
    </message>
    <message>
        <source>No layer to show</source>
        <translation>没有可显示的层</translation>
    </message>
    <message>
        <source>Select a layer, or a pass that was cut into layers.</source>
        <translation>请选中一层，或一次已切分为层的前向。</translation>
    </message>
    <message>
        <source>the most typical layer of each type</source>
        <translation>每种类型最典型的层</translation>
    </message>
    <message>
        <source>%1 of %2, together %3</source>
        <translation>%2：%1，共 %3</translation>
    </message>
</context>
<context>
    <name>lamella::ui::FolderExport</name>
    <message>
        <source>Export all tables into a folder</source>
        <translation>将所有表导出到文件夹</translation>
    </message>
    <message>
        <source>Exporting all tables…</source>
        <translation>正在导出所有表…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
</context>
<context>
    <name>lamella::ui::GapHistogram</name>
    <message>
        <source>Gaps by length</source>
        <translation>按长度的空隙</translation>
    </message>
    <message>
        <source>No gap is that long.</source>
        <translation>没有这么长的空隙。</translation>
    </message>
    <message>
        <source>%1 to %2: %3, %4</source>
        <translation>%1 至 %2：%3，%4</translation>
    </message>
</context>
<context>
    <name>lamella::ui::GapPanel</name>
    <message>
        <source>Launch − gap start</source>
        <translation>启动 − 空隙开始</translation>
    </message>
    <message>
        <source>Gaps, longest first</source>
        <translation>空隙，最长在前</translation>
    </message>
    <message>
        <source>No idle time</source>
        <translation>无空闲时间</translation>
    </message>
    <message>
        <source>Something runs all the time in this part of the trace.</source>
        <translation>trace 的这一部分始终有任务在运行。</translation>
    </message>
    <message>
        <source>&amp;Export this table…</source>
        <translation>导出此表(&amp;E)…</translation>
    </message>
    <message>
        <source>Gaps of</source>
        <translation>空隙所属</translation>
    </message>
    <message>
        <source>All passes</source>
        <translation>所有前向</translation>
    </message>
    <message>
        <source>Scope of the gaps</source>
        <translation>空隙的范围</translation>
    </message>
    <message>
        <source>Shortest gap that is listed</source>
        <translation>列出的最短空隙</translation>
    </message>
    <message>
        <source>Shorter gaps are added up in one row</source>
        <translation>更短的空隙合计为一行</translation>
    </message>
    <message>
        <source>Filter by kernel or cause</source>
        <translation>按 kernel 或原因筛选</translation>
    </message>
    <message>
        <source>What the gaps add up to</source>
        <translation>空隙合计</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Each stream</source>
        <translation>每个流</translation>
    </message>
    <message>
        <source>Stream %1</source>
        <translation>流 %1</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Select the work &amp;before</source>
        <translation>选中之前的任务(&amp;B)</translation>
    </message>
    <message>
        <source>Select the work &amp;after</source>
        <translation>选中之后的任务(&amp;A)</translation>
    </message>
    <message>
        <source>Select the &amp;launch</source>
        <translation>选中启动(&amp;L)</translation>
    </message>
    <message>
        <source>Select the e&amp;vidence</source>
        <translation>选中依据(&amp;V)</translation>
    </message>
    <message>
        <source>%1 · %2 idle</source>
        <translation>%1 · 空闲 %2</translation>
    </message>
    <message>
        <source>launched %1 after the gap began</source>
        <translation>空隙开始后 %1 才启动</translation>
    </message>
    <message>
        <source>evidence: %1</source>
        <translation>依据：%1</translation>
    </message>
    <message>
        <source>meanwhile on the host: %1</source>
        <translation>同时主机上：%1</translation>
    </message>
</context>
<context>
    <name>lamella::ui::GapSummary</name>
    <message>
        <source>Causes</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Lengths</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Idle time by</source>
        <translation>空闲时间划分方式</translation>
    </message>
    <message>
        <source>Idle time by cause</source>
        <translation>按原因的空闲时间</translation>
    </message>
    <message>
        <source>Idle time by layer</source>
        <translation>按层的空闲时间</translation>
    </message>
    <message>
        <source>No idle time</source>
        <translation>无空闲时间</translation>
    </message>
    <message>
        <source>Something runs all the time in this part of the trace.</source>
        <translation>trace 的这一部分始终有任务在运行。</translation>
    </message>
</context>
<context>
    <name>lamella::ui::GeneralPage</name>
    <message>
        <source>That of the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>&amp;Language:</source>
        <translation>语言(&amp;L)：</translation>
    </message>
    <message>
        <source>Holds from the next start on.</source>
        <translation>下次启动时生效。</translation>
    </message>
    <message>
        <source>&amp;Theme:</source>
        <translation>主题(&amp;T)：</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>跟随桌面</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>At start</source>
        <translation>启动时</translation>
    </message>
    <message>
        <source>&amp;Open at start:</source>
        <translation>启动时打开(&amp;O)：</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>不打开</translation>
    </message>
    <message>
        <source>What was open last</source>
        <translation>上次打开的内容</translation>
    </message>
    <message>
        <source>&amp;When started again:</source>
        <translation>再次启动时(&amp;W)：</translation>
    </message>
    <message>
        <source>Open in the window that is there</source>
        <translation>在已有窗口中打开</translation>
    </message>
    <message>
        <source>Open another window</source>
        <translation>打开另一个窗口</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>When an open file &amp;changes:</source>
        <translation>已打开的文件改变时(&amp;C)：</translation>
    </message>
    <message>
        <source>Ask whether to reload it</source>
        <translation>询问是否重新加载</translation>
    </message>
    <message>
        <source>Reload it</source>
        <translation>重新加载</translation>
    </message>
    <message>
        <source>Do nothing</source>
        <translation>不做处理</translation>
    </message>
    <message>
        <source>&amp;Remember where I was in a trace</source>
        <translation>记住在 trace 中的位置(&amp;R)</translation>
    </message>
    <message>
        <source>Selection and zoom, by the content of the file, in the data folder of the program</source>
        <translation>选中项与缩放，按文件内容记录，存于程序的数据文件夹</translation>
    </message>
</context>
<context>
    <name>lamella::ui::GoToDialog</name>
    <message>
        <source>Go to</source>
        <translation>转到</translation>
    </message>
    <message>
        <source>&amp;Pass, layer, time or kernel:</source>
        <translation>前向、层、时间或 kernel(&amp;P)：</translation>
    </message>
    <message>
        <source>“p5”, “l12”, “p5 l12”, “p5 head”, “465.3 ms” from zero, “#1204”: the kernel with that index</source>
        <translation>“p5”、“l12”、“p5 l12”、“p5 head”、自零点起的“465.3 ms”、“#1204”（该序号的 kernel）</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>转到(&amp;G)</translation>
    </message>
    <message>
        <source>Type a place</source>
        <translation>请输入位置</translation>
    </message>
    <message>
        <source>No such place in this trace</source>
        <translation>此 trace 中没有该位置</translation>
    </message>
    <message>
        <source>Pass %1</source>
        <translation>前向 %1</translation>
    </message>
    <message>
        <source>Pass %1 · %2</source>
        <translation>前向 %1 · %2</translation>
    </message>
    <message>
        <source> — at %1, %2 long</source>
        <translation> — 位于 %1，长 %2</translation>
    </message>
</context>
<context>
    <name>lamella::ui::HeatMapChart</name>
    <message>
        <source>Heat map</source>
        <translation>热力图</translation>
    </message>
    <message>
        <source>Δ vs row median</source>
        <translation>Δ 相对行中位数</translation>
    </message>
    <message>
        <source>◥ above the scale (96th percentile)</source>
        <translation>◥ 超出色标（第 96 百分位）</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Row median</source>
        <translation>行中位数</translation>
    </message>
    <message>
        <source>vs row median</source>
        <translation>相对行中位数</translation>
    </message>
    <message>
        <source>in the colour range</source>
        <translation>在色标范围内</translation>
    </message>
    <message>
        <source>vs median of %1</source>
        <translation>相对 %1 中位数</translation>
    </message>
    <message>
        <source>Click selects</source>
        <translation>单击选中</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>representative: %1</source>
        <translation>代表性：%1</translation>
    </message>
    <message>
        <source>Mean of its layers</source>
        <translation>各层平均</translation>
    </message>
    <message>
        <source>Median of its layers</source>
        <translation>各层中位数</translation>
    </message>
    <message>
        <source>Sum of its layers</source>
        <translation>各层总和</translation>
    </message>
    <message>
        <source>A right click offers it as representative or steady</source>
        <translation>右键可设为代表性或稳态</translation>
    </message>
    <message>
        <source>%1, %2. Arrow keys move the selection.</source>
        <translation>%1，%2。方向键移动选中项。</translation>
    </message>
    <message>
        <source>%1, layer %2: no such layer</source>
        <translation>%1，层 %2：没有此层</translation>
    </message>
</context>
<context>
    <name>lamella::ui::HeatMapPanel</name>
    <message>
        <source>wall</source>
        <translation>跨度</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>忙碌</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>总和</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Open a trace to see its passes.</source>
        <translation>打开 trace 以查看各次前向。</translation>
    </message>
    <message>
        <source>One pass only: rows are the kernels of a layer, against the median of their row</source>
        <translation>仅一次前向：各行为层内的 kernel，与本行中位数比较</translation>
    </message>
    <message>
        <source>No pass has layers: rows are the kernels of a pass, columns the passes, against the median of their row</source>
        <translation>各次前向均没有层：各行为一次前向内的 kernel，各列为各次前向，与本行中位数比较</translation>
    </message>
    <message>
        <source>Kernels below 0.3 % of the time have no row here: %1</source>
        <translation>占时低于 0.3 % 的 kernel 在此不单列一行：%1</translation>
    </message>
</context>
<context>
    <name>lamella::ui::HelpBrowser</name>
    <message>
        <source>Page of the manual</source>
        <translation>手册页面</translation>
    </message>
</context>
<context>
    <name>lamella::ui::HelpWindow</name>
    <message>
        <source>Lamella manual</source>
        <translation>Lamella 手册</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Search the manual</source>
        <translation>搜索手册</translation>
    </message>
    <message>
        <source>Found in the manual</source>
        <translation>手册中的搜索结果</translation>
    </message>
    <message>
        <source>Nothing in the manual holds these words</source>
        <translation>手册中没有包含这些词的内容</translation>
    </message>
    <message numerus="yes">
        <source>%n sections</source>
        <translation>
            <numerusform>%n 节</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lamella::ui::KernelTablePanel</name>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>The kernels cannot be listed</source>
        <translation>无法列出 kernel</translation>
    </message>
    <message>
        <source>Filter by name or category</source>
        <translation>按名称或类别筛选</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Scope of the kernel table</source>
        <translation>Kernel 表的范围</translation>
    </message>
    <message>
        <source>Kernels by time</source>
        <translation>按时间排列的 kernel</translation>
    </message>
    <message numerus="yes">
        <source>%1 kernels</source>
        <comment>distinct names</comment>
        <translation>
            <numerusform>%1 个 kernel</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>No GPU work here</source>
        <translation>此处没有 GPU 任务</translation>
    </message>
    <message>
        <source>Nothing was recorded on a GPU in this part of the trace.</source>
        <translation>trace 的这一部分没有 GPU 记录。</translation>
    </message>
    <message>
        <source>Copy full &amp;name</source>
        <translation>复制全名(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Filter by “%1”</source>
        <translation>按“%1”筛选(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Export this table…</source>
        <translation>导出此表(&amp;E)…</translation>
    </message>
    <message>
        <source>names</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>What the rows stand for</source>
        <translation>各行的含义</translation>
    </message>
    <message>
        <source>One row for each kernel name</source>
        <translation>每个 kernel 名称一行</translation>
    </message>
    <message>
        <source>One row for each kernel name with the same input dims and grid</source>
        <translation>名称、输入形状与 grid 均相同的 kernel 一行</translation>
    </message>
    <message>
        <source>Over layers</source>
        <translation>各层分布</translation>
    </message>
    <message>
        <source>No kernel here matches “%1”</source>
        <translation>此处没有匹配“%1”的 kernel</translation>
    </message>
</context>
<context>
    <name>lamella::ui::LayerBarsChart</name>
    <message>
        <source>Layer bars</source>
        <translation>层柱状图</translation>
    </message>
    <message>
        <source>type %1</source>
        <translation>类型 %1</translation>
    </message>
    <message>
        <source>Wall</source>
        <translation>跨度</translation>
    </message>
    <message>
        <source>Sum of kernels</source>
        <translation>Kernel 总和</translation>
    </message>
    <message>
        <source>vs median layer</source>
        <translation>相对中位层</translation>
    </message>
    <message>
        <source>Click selects · double click zooms</source>
        <translation>单击选中 · 双击放大</translation>
    </message>
    <message>
        <source>median %1</source>
        <translation>中位数 %1</translation>
    </message>
    <message>
        <source>type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>All layers</source>
        <translation>所有层</translation>
    </message>
    <message>
        <source>Type %1</source>
        <translation>类型 %1</translation>
    </message>
    <message>
        <source>Mean wall</source>
        <translation>平均跨度</translation>
    </message>
    <message>
        <source>Mean sum of kernels</source>
        <translation>Kernel 总和的平均</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>%1; no layer selected.</source>
        <translation>%1；未选中层。</translation>
    </message>
    <message>
        <source>%1, most typical is %2</source>
        <translation>%1，最典型为 %2</translation>
    </message>
    <message>
        <source>p10 to p90, steady passes</source>
        <translation>p10 至 p90，稳态前向</translation>
    </message>
    <message>
        <source>Least to most, steady passes</source>
        <translation>最小至最大，稳态前向</translation>
    </message>
    <message>
        <source>Matches the filter</source>
        <translation>符合筛选</translation>
    </message>
    <message>
        <source>whiskers: p10 to p90 of the %1 steady passes</source>
        <translation>须线：%1 次稳态前向的 p10 至 p90</translation>
    </message>
    <message>
        <source>whiskers: least to most of the %1 steady passes</source>
        <translation>须线：%1 次稳态前向的最小至最大</translation>
    </message>
</context>
<context>
    <name>lamella::ui::LayerBarsPanel</name>
    <message>
        <source>sum</source>
        <translation>总和</translation>
    </message>
    <message>
        <source>wall</source>
        <translation>跨度</translation>
    </message>
    <message>
        <source>Height of the bars</source>
        <translation>柱高</translation>
    </message>
    <message>
        <source>sum: durations of the kernels added up · wall: from the first start to the last end</source>
        <translation>总和：kernel 时长之和 · 跨度：从最早开始到最晚结束</translation>
    </message>
    <message>
        <source>Open a trace to see its layers.</source>
        <translation>打开 trace 以查看各层。</translation>
    </message>
    <message>
        <source>No pass is selected.</source>
        <translation>未选中前向。</translation>
    </message>
    <message>
        <source>P%1 holds no layers.</source>
        <translation>P%1 中没有层。</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>groups</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>One bar a layer, or one for each type of layer</source>
        <translation>每层一柱，或每种层类型一柱</translation>
    </message>
    <message>
        <source>categories</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>groups: layers of one type together, with their mean · categories: a chart for each</source>
        <translation>分组：同类型的层归在一起并给出平均值 · 类别：每个类别一张图</translation>
    </message>
</context>
<context>
    <name>lamella::ui::LayerEditing</name>
    <message>
        <source>&amp;Analyze</source>
        <translation>分析(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Layers…</source>
        <translation>层(&amp;L)…</translation>
    </message>
    <message>
        <source>Choose which kernel marks the layers, and see what it would give</source>
        <translation>选择用哪个 kernel 标记层，并预览结果</translation>
    </message>
    <message>
        <source>&amp;Edit boundaries</source>
        <translation>编辑边界(&amp;E)</translation>
    </message>
    <message>
        <source>Move boundaries of passes and layers in the timeline</source>
        <translation>在时间线中移动前向与层的边界</translation>
    </message>
    <message>
        <source>&amp;Save as model profile…</source>
        <translation>另存为模型配置(&amp;S)…</translation>
    </message>
    <message>
        <source>Keep anchor, boundaries and steady passes in a file that the command line takes with --profile</source>
        <translation>将锚点、边界与稳态前向保存到文件，命令行用 --profile 读取</translation>
    </message>
    <message>
        <source>&amp;Diagnostics…</source>
        <translation>诊断(&amp;D)…</translation>
    </message>
    <message>
        <source>What was odd in the file, as a table</source>
        <translation>以表格列出文件中的异常</translation>
    </message>
    <message>
        <source>Saved as %1; lamella-cli takes it with --profile</source>
        <translation>已保存为 %1；lamella-cli 用 --profile 读取</translation>
    </message>
    <message>
        <source>P%1 as representative pass</source>
        <translation>以 P%1 为代表性前向</translation>
    </message>
    <message>
        <source>Treat P%1 to P%2 as steady</source>
        <translation>将 P%1 至 P%2 视为稳态</translation>
    </message>
    <message>
        <source>Steady passes by rule</source>
        <translation>按规则确定稳态前向</translation>
    </message>
    <message>
        <source>Treat as &amp;steady from here to</source>
        <translation>视为稳态，从此处到(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Use as representative pass</source>
        <translation>用作代表性前向(&amp;U)</translation>
    </message>
    <message>
        <source>Only passes of the busiest device are chosen from</source>
        <translation>仅可从最忙设备的前向中选择</translation>
    </message>
    <message>
        <source>Let the &amp;rule decide again</source>
        <translation>恢复由规则决定(&amp;R)</translation>
    </message>
    <message>
        <source>Annotated &amp;ranges…</source>
        <translation>标注范围(&amp;R)…</translation>
    </message>
    <message>
        <source>GPU work of NVTX and annotation ranges, as a table</source>
        <translation>以表格显示 NVTX 与标注范围的 GPU 任务</translation>
    </message>
</context>
<context>
    <name>lamella::ui::LayersDialog</name>
    <message>
        <source>Per layer</source>
        <translation>每层</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Kernels that could mark layers</source>
        <translation>可标记层的 kernel</translation>
    </message>
    <message>
        <source>Layers in the visible range of the timeline</source>
        <translation>时间线可见范围内的层</translation>
    </message>
    <message>
        <source>Reset to a&amp;utomatic</source>
        <translation>重置为自动(&amp;U)</translation>
    </message>
    <message>
        <source>Empty the fields and forget boundaries that were moved</source>
        <translation>清空各字段并放弃移动过的边界</translation>
    </message>
    <message>
        <source>&amp;Save as model profile…</source>
        <translation>另存为模型配置(&amp;S)…</translation>
    </message>
    <message>
        <source>Keep what is applied in a file that the command line takes with --profile</source>
        <translation>将已应用的设置保存到文件，命令行用 --profile 读取</translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>应用(&amp;A)</translation>
    </message>
    <message>
        <source>Cut the trace like this; can be undone</source>
        <translation>按此切分 trace；可撤销</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>This is what is shown. Choose a kernel above or change a field to see what it would give.</source>
        <translation>这是当前显示的结果。在上方选择 kernel 或修改字段即可预览。</translation>
    </message>
    <message>
        <source>Working it out…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>Moved boundaries do not fit another cut: %1 will be taken back.</source>
        <translation>移动过的边界不适用于新的切分：将撤回 %1 处。</translation>
    </message>
    <message>
        <source>Not applied yet.</source>
        <translation>尚未应用。</translation>
    </message>
    <message>
        <source>Layers by %1</source>
        <translation>按 %1 划分层</translation>
    </message>
    <message>
        <source>Layers by other rules</source>
        <translation>按其他规则划分层</translation>
    </message>
</context>
<context>
    <name>lamella::ui::LoadingPage</name>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Sum so far</source>
        <translation>当前总和</translation>
    </message>
    <message>
        <source>Avg</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>about %1 s left</source>
        <translation>约剩 %1 秒</translation>
    </message>
    <message>
        <source>about %1 min left</source>
        <translation>约剩 %1 分钟</translation>
    </message>
    <message>
        <source>Kernels so far</source>
        <translation>当前 kernel 数</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Stop reading the file</source>
        <translation>停止读取文件</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Kernels found so far</source>
        <translation>目前找到的 kernel</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Read and inflate</source>
        <translation>读取并解压</translation>
    </message>
    <message>
        <source>Find passes and layers</source>
        <translation>识别前向与层</translation>
    </message>
    <message>
        <source>Found so far</source>
        <translation>目前找到</translation>
    </message>
    <message>
        <source>preliminary: passes are known when the whole file is read</source>
        <translation>初步结果：读完整个文件后才能确定前向</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel 数</translation>
    </message>
    <message>
        <source>Distinct names</source>
        <translation>不同名称</translation>
    </message>
    <message>
        <source>Files that are read</source>
        <translation>正在读取的文件</translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation>无法读取</translation>
    </message>
</context>
<context>
    <name>lamella::ui::MainToolBar</name>
    <message>
        <source>Toolbar</source>
        <translation>工具栏</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Pass that is shown</source>
        <translation>当前显示的前向</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Layer that is shown</source>
        <translation>当前显示的层</translation>
    </message>
    <message>
        <source>Theme and patterns</source>
        <translation>主题与图案</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>no passes</source>
        <translation>无前向</translation>
    </message>
    <message>
        <source>no trace</source>
        <translation>无 trace</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Find or filter</source>
        <translation>查找或筛选</translation>
    </message>
    <message>
        <source>Filters all views while you type: text, /regex/, cat:attention, dur&gt;10us, stream:7, stage:decode, pass:3-5, layer:head, !text. Return goes to the next match, or to “p5 l12”, “465.3 ms”, “#1204”.</source>
        <translation>输入时筛选所有视图：文本、/正则/、cat:attention、dur&gt;10us、stream:7、stage:decode、pass:3-5、layer:head、!文本。Return 转到下一个匹配，或转到“p5 l12”、“465.3 ms”、“#1204”。</translation>
    </message>
</context>
<context>
    <name>lamella::ui::MainWindow</name>
    <message>
        <source>Passes</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>热力图</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>选中项</translation>
    </message>
    <message>
        <source>Trust</source>
        <translation>可信度</translation>
    </message>
    <message>
        <source>Open a trace</source>
        <translation>打开 trace</translation>
    </message>
    <message>
        <source>There is no pass %1 in this trace</source>
        <translation>此 trace 中没有前向 %1</translation>
    </message>
    <message>
        <source>There is no layer %1 in pass %2</source>
        <translation>前向 %2 中没有层 %1</translation>
    </message>
    <message>
        <source>There is no view “%1”</source>
        <translation>没有视图“%1”</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>pass %1</source>
        <translation>前向 %1</translation>
    </message>
    <message>
        <source>Nothing here is called “%1”</source>
        <translation>这里没有名为“%1”的内容</translation>
    </message>
    <message>
        <source>Exported to %1</source>
        <translation>已导出到 %1</translation>
    </message>
    <message>
        <source>Diff</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>矩阵</translation>
    </message>
    <message>
        <source>Traces and sessions (*.json *.json.gz *.gz *.sqlite *.pb *.csv *.txt *.nsys-rep *.lamella);;Chrome traces (*.json *.json.gz *.gz);;JAX/XLA profiles (*.xplane.pb *.trace.json.gz);;Nsight Systems (*.sqlite *.nsys-rep *.csv *.txt);;Ascend profiler (*.csv trace_view.json);;Sessions (*.lamella);;All files (*)</source>
        <translation>Trace 与会话 (*.json *.json.gz *.gz *.sqlite *.pb *.csv *.txt *.nsys-rep *.lamella);;Chrome trace (*.json *.json.gz *.gz);;JAX/XLA profile (*.xplane.pb *.trace.json.gz);;Nsight Systems (*.sqlite *.nsys-rep *.csv *.txt);;Ascend profiler (*.csv trace_view.json);;会话 (*.lamella);;所有文件 (*)</translation>
    </message>
    <message>
        <source>The export of %1 is ready</source>
        <translation>%1 的导出已就绪</translation>
    </message>
    <message>
        <source>Open the export</source>
        <translation>打开导出文件</translation>
    </message>
</context>
<context>
    <name>lamella::ui::MatrixPanel</name>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Top kernel</source>
        <translation>最耗时 kernel</translation>
    </message>
    <message>
        <source>Not GEMM</source>
        <translation>非 GEMM</translation>
    </message>
    <message>
        <source>GEMM share</source>
        <translation>GEMM 占比</translation>
    </message>
    <message>
        <source>Softmax</source>
        <translation>Softmax</translation>
    </message>
    <message>
        <source>Table of the grid</source>
        <translation>网格的表</translation>
    </message>
    <message>
        <source>Pattern of file names</source>
        <translation>文件名模式</translation>
    </message>
    <message>
        <source>pattern: …__(?&lt;model&gt;…)__(?&lt;mode&gt;FWD|FWD_BWD)__seq(?&lt;seq&gt;…)__warm(?&lt;warm&gt;…)</source>
        <translation>模式：…__(?&lt;model&gt;…)__(?&lt;mode&gt;FWD|FWD_BWD)__seq(?&lt;seq&gt;…)__warm(?&lt;warm&gt;…)</translation>
    </message>
    <message>
        <source>Regular expression with the groups model and seq, and where there are such: mode, tag, warm. Empty is the usual one. Enter reads the folder again.</source>
        <translation>含有分组 model 与 seq 的正则表达式，如有则还可含 mode、tag、warm。留空则用默认表达式。按回车重新读取文件夹。</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>Copy all five tables as Markdown</source>
        <translation>以 Markdown 复制全部五张表</translation>
    </message>
    <message>
        <source>Open a folder of runs</source>
        <translation>打开存放多次运行的文件夹</translation>
    </message>
    <message>
        <source>No grid of runs is open</source>
        <translation>未打开运行网格</translation>
    </message>
    <message>
        <source>A folder of profiles, one for each model, sequence length and mode, told by the file names; a table of statuses (*.md) beside them says what was out of memory.</source>
        <translation>存放 profile 的文件夹，每个模型、序列长度与方式各一个，由文件名区分；同目录的状态表 (*.md) 说明哪些内存不足。</translation>
    </message>
    <message>
        <source>Open a folder of runs…</source>
        <translation>打开存放多次运行的文件夹…</translation>
    </message>
    <message>
        <source>Reading the runs…</source>
        <translation>正在读取各次运行…</translation>
    </message>
    <message>
        <source>The runs cannot be shown</source>
        <translation>无法显示各次运行</translation>
    </message>
    <message>
        <source>Grid of runs</source>
        <translation>运行网格</translation>
    </message>
    <message>
        <source>Double click opens the run.</source>
        <translation>双击打开该次运行。</translation>
    </message>
</context>
<context>
    <name>lamella::ui::MessageStrip</name>
    <message>
        <source>Close this message</source>
        <translation>关闭此消息</translation>
    </message>
    <message>
        <source>No action</source>
        <translation>无操作</translation>
    </message>
</context>
<context>
    <name>lamella::ui::NoteFlags</name>
    <message>
        <source>Notes on the ruler</source>
        <translation>标尺上的笔记</translation>
    </message>
</context>
<context>
    <name>lamella::ui::NotesController</name>
    <message>
        <source>Add note</source>
        <translation>添加笔记</translation>
    </message>
    <message>
        <source>Edit note</source>
        <translation>编辑笔记</translation>
    </message>
    <message>
        <source>Delete note</source>
        <translation>删除笔记</translation>
    </message>
</context>
<context>
    <name>lamella::ui::NotesPanel</name>
    <message>
        <source>range of %1</source>
        <translation>长 %1 的范围</translation>
    </message>
    <message>
        <source>Notes on this trace</source>
        <translation>此 trace 的笔记</translation>
    </message>
    <message>
        <source>At</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>No notes on this trace yet</source>
        <translation>此 trace 尚无笔记</translation>
    </message>
    <message>
        <source>M marks what is selected, Ctrl+M writes a note on it.</source>
        <translation>M 标记选中项，Ctrl+M 为其写笔记。</translation>
    </message>
    <message>
        <source>Add note</source>
        <translation>添加笔记</translation>
    </message>
    <message>
        <source>A note on what is selected (Ctrl+M)</source>
        <translation>为选中项写笔记 (Ctrl+M)</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
</context>
<context>
    <name>lamella::ui::NsysExport</name>
    <message>
        <source>The export cannot be written to %1: %2</source>
        <translation>无法将导出写入 %1：%2</translation>
    </message>
    <message>
        <source>nsys could not be started: %1</source>
        <translation>无法启动 nsys：%1</translation>
    </message>
    <message>
        <source>nsys export ended without an export (exit code %1).</source>
        <translation>nsys export 已结束但没有产生导出（退出码 %1）。</translation>
    </message>
    <message>
        <source>nsys export failed: %1</source>
        <translation>nsys export 失败：%1</translation>
    </message>
    <message>
        <source>The export could not be put in place: %1 exists or cannot be written.</source>
        <translation>无法将导出放到目标位置：%1 已存在或无法写入。</translation>
    </message>
</context>
<context>
    <name>lamella::ui::NsysOffer</name>
    <message>
        <source>A raw report of Nsight Systems</source>
        <translation>Nsight Systems 的原始报告</translation>
    </message>
    <message>
        <source>Only Nsight Systems itself reads %1. Its export lies beside it.</source>
        <translation>只有 Nsight Systems 自身能读取 %1。其导出文件就在旁边。</translation>
    </message>
    <message>
        <source>Open the export</source>
        <translation>打开导出文件</translation>
    </message>
    <message>
        <source>Only Nsight Systems itself reads %1. Its program nsys is installed here and can export the report, which takes a while and writes a file that is often larger than the report.</source>
        <translation>只有 Nsight Systems 自身能读取 %1。此处已安装其程序 nsys，可以导出该报告；这需要一些时间，且写出的文件往往比报告更大。</translation>
    </message>
    <message>
        <source>Export and open</source>
        <translation>导出并打开</translation>
    </message>
    <message>
        <source>Starting nsys…</source>
        <translation>正在启动 nsys…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Exporting %1</source>
        <translation>正在导出 %1</translation>
    </message>
    <message>
        <source>nsys export runs: %1 written in %2 s</source>
        <translation>nsys export 正在运行：%2 秒内已写入 %1</translation>
    </message>
    <message>
        <source>Only Nsight Systems itself reads %1. An export made before is in the cache.</source>
        <translation>只有 Nsight Systems 自身能读取 %1。缓存中有之前的导出文件。</translation>
    </message>
</context>
<context>
    <name>lamella::ui::OverLayersDelegate</name>
    <message>
        <source>In %1 of %2 layers; most in %3: %4</source>
        <translation>出现于 %2 层中的 %1 层；最多者为 %3：%4</translation>
    </message>
</context>
<context>
    <name>lamella::ui::OverlapChart</name>
    <message>
        <source>Exposed and hidden time by category</source>
        <translation>按类别的暴露与掩盖时间</translation>
    </message>
    <message>
        <source>%1: %2 exposed, %3 hidden</source>
        <translation>%1：暴露 %2，掩盖 %3</translation>
    </message>
    <message>
        <source>%1 + %2 hidden</source>
        <translation>%1 + 掩盖 %2</translation>
    </message>
</context>
<context>
    <name>lamella::ui::OverlapPanel</name>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Scope of the overlap</source>
        <translation>重叠的范围</translation>
    </message>
    <message>
        <source>Overlap by category</source>
        <translation>按类别的重叠</translation>
    </message>
    <message>
        <source>No GPU work here</source>
        <translation>此处没有 GPU 任务</translation>
    </message>
    <message>
        <source>Nothing was recorded on a GPU in this part of the trace.</source>
        <translation>trace 的这一部分没有 GPU 记录。</translation>
    </message>
    <message>
        <source>&amp;Export this table…</source>
        <translation>导出此表(&amp;E)…</translation>
    </message>
    <message>
        <source>Communication: %1 exposed, %2 behind compute</source>
        <translation>通信：暴露 %1，被计算掩盖 %2</translation>
    </message>
    <message>
        <source>at once on one stream: %1</source>
        <translation>同一流上并行：%1</translation>
    </message>
    <message>
        <source>Mark exposed communication</source>
        <translation>标出暴露的通信</translation>
    </message>
    <message>
        <source>In the timeline: when collectives run and nothing else does</source>
        <translation>在时间线中：仅有集合通信运行的时段</translation>
    </message>
</context>
<context>
    <name>lamella::ui::OverviewStrip</name>
    <message>
        <source>Timeline overview</source>
        <translation>时间线概览</translation>
    </message>
    <message>
        <source>Shows where the visible range lies in the pass or the trace; drag the window to move it.</source>
        <translation>显示可见范围在前向或 trace 中的位置；拖动窗框可移动。</translation>
    </message>
    <message>
        <source>Whole trace</source>
        <translation>整个 trace</translation>
    </message>
</context>
<context>
    <name>lamella::ui::PanePanel</name>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>&amp;Export this table…</source>
        <translation>导出此表(&amp;E)…</translation>
    </message>
</context>
<context>
    <name>lamella::ui::PanelDock</name>
    <message>
        <source>Float: %1</source>
        <translation>浮动：%1</translation>
    </message>
    <message>
        <source>Hide: %1</source>
        <translation>隐藏：%1</translation>
    </message>
</context>
<context>
    <name>lamella::ui::PassTreeModel</name>
    <message>
        <source>%1 · device %2</source>
        <translation>%1 · 设备 %2</translation>
    </message>
    <message>
        <source>n/a</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Wall</source>
        <translation>跨度</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
</context>
<context>
    <name>lamella::ui::PassesPanel</name>
    <message>
        <source>Passes of the trace</source>
        <translation>trace 中的前向</translation>
    </message>
    <message>
        <source>The passes cannot be listed</source>
        <translation>无法列出前向</translation>
    </message>
    <message>
        <source>No passes found</source>
        <translation>未找到前向</translation>
    </message>
</context>
<context>
    <name>lamella::ui::PerfettoLinker</name>
    <message>
        <source>No browser has asked for the trace; it is no longer offered. Show it again to try once more.</source>
        <translation>没有浏览器请求此 trace，已停止提供。再次显示即可重试。</translation>
    </message>
    <message>
        <source>Port %1 is taken (%2), so a page of Lamella hands over the trace.</source>
        <translation>端口 %1 已被占用 (%2)，改由 Lamella 的页面转交 trace。</translation>
    </message>
    <message>
        <source>The trace cannot be offered to a browser (%1). Open %2 in Perfetto by hand; the link leads to the range.</source>
        <translation>无法向浏览器提供 trace (%1)。请在 Perfetto 中手动打开 %2；链接指向该范围。</translation>
    </message>
    <message>
        <source>trace_processor has the trace. Answer “use loaded trace” in Perfetto.</source>
        <translation>trace_processor 已加载 trace。请在 Perfetto 中选择“use loaded trace”。</translation>
    </message>
    <message>
        <source>No room for a piece of the trace: %1</source>
        <translation>没有空间存放 trace 的片段：%1</translation>
    </message>
    <message>
        <source>Cutting out %1…</source>
        <translation>正在截取%1…</translation>
    </message>
    <message>
        <source>Perfetto opens at %1 and fetches the trace from this machine. If the browser asks, allow access to the local network.</source>
        <translation>Perfetto 将打开到%1，并从本机获取 trace。如果浏览器询问，请允许访问本地网络。</translation>
    </message>
    <message>
        <source>trace_processor is not on the PATH. Get it from perfetto.dev, or send a part of the trace.</source>
        <translation>PATH 中没有 trace_processor。请从 perfetto.dev 获取，或只发送 trace 的一部分。</translation>
    </message>
    <message>
        <source>trace_processor reads the trace…</source>
        <translation>trace_processor 正在读取 trace…</translation>
    </message>
    <message>
        <source>Select a pass, a layer, a kernel or a range first</source>
        <translation>请先选中前向、层、kernel 或范围</translation>
    </message>
    <message>
        <source>Perfetto does not read %1 files</source>
        <translation>Perfetto 不支持 %1 文件</translation>
    </message>
    <message>
        <source>%1 is not there any more, so Perfetto cannot have it</source>
        <translation>%1 已不存在，无法交给 Perfetto</translation>
    </message>
    <message>
        <source>%1 has changed since it was read, so Perfetto did not get it. Reload it here first.</source>
        <translation>%1 在读取后已改变，未交给 Perfetto。请先在此重新加载。</translation>
    </message>
    <message>
        <source>%1 cannot be read, so Perfetto did not get it</source>
        <translation>无法读取 %1，未交给 Perfetto</translation>
    </message>
    <message>
        <source>The browser has broken off. If it asked for access to the local network, allow it and try again.</source>
        <translation>浏览器中断了连接。如果它曾询问是否访问本地网络，请允许后重试。</translation>
    </message>
    <message>
        <source>The browser has the trace. Nothing has left this machine.</source>
        <translation>浏览器已获得 trace。没有任何数据离开本机。</translation>
    </message>
    <message>
        <source>No browser could be started. Copy the link and open it in one.</source>
        <translation>无法启动浏览器。请复制链接并在浏览器中打开。</translation>
    </message>
    <message>
        <source>The Perfetto tab moves to %1</source>
        <translation>Perfetto 标签页移动到%1</translation>
    </message>
    <message>
        <source>Lamella&apos;s page in the browser hands over the trace; press “Open Perfetto” there if it waits</source>
        <translation>由浏览器中的 Lamella 页面转交 trace；如果它在等待，请按其中的“打开 Perfetto”</translation>
    </message>
    <message>
        <source>Press “Open Perfetto” on the page in the browser; after that, its tab follows.</source>
        <translation>请按浏览器页面中的“打开 Perfetto”；此后其标签页会跟随。</translation>
    </message>
    <message>
        <source>Perfetto has the trace. “Show in Perfetto” now moves its tab.</source>
        <translation>Perfetto 已获得 trace。“在 Perfetto 中显示”现在会移动其标签页。</translation>
    </message>
</context>
<context>
    <name>lamella::ui::PerfettoPage</name>
    <message>
        <source>Where Perfetto&apos;s page comes from; another one for a self-hosted copy</source>
        <translation>Perfetto 页面的来源；自建副本请填写其地址</translation>
    </message>
    <message>
        <source>Perfetto&apos;s &amp;address:</source>
        <translation>Perfetto 地址(&amp;A)：</translation>
    </message>
    <message>
        <source> MiB</source>
        <translation> MiB</translation>
    </message>
    <message>
        <source>Of text, after inflating</source>
        <translation>解压后的文本大小</translation>
    </message>
    <message>
        <source>Ask about traces &amp;larger than:</source>
        <translation>trace 超过此大小时询问(&amp;L)：</translation>
    </message>
    <message>
        <source>A &amp;new tab each time</source>
        <translation>每次打开新标签页(&amp;N)</translation>
    </message>
    <message>
        <source>One tab that &amp;follows the selection, through a page of Lamella</source>
        <translation>通过 Lamella 页面，用一个标签页跟随选中项(&amp;F)</translation>
    </message>
    <message>
        <source>Restore &amp;defaults</source>
        <translation>恢复默认值(&amp;D)</translation>
    </message>
    <message>
        <source>The trace is offered at 127.0.0.1 only, under an address that cannot be guessed, when you ask for it and until it is closed: at port 9001, which Perfetto&apos;s page allows, or through trace_processor when that is on the PATH. Perfetto&apos;s page itself comes from the address above.</source>
        <translation>仅在用户要求时、直到 trace 关闭为止，在 127.0.0.1 上以无法猜到的地址提供 trace：使用 Perfetto 页面允许的端口 9001，或在 PATH 中有 trace_processor 时通过它提供。Perfetto 的页面本身来自上面的地址。</translation>
    </message>
    <message>
        <source>An address like https://ui.perfetto.dev, without a path</source>
        <translation>形如 https://ui.perfetto.dev 的地址，不含路径</translation>
    </message>
</context>
<context>
    <name>lamella::ui::PerfettoWayDialog</name>
    <message>
        <source>Show a large trace in Perfetto</source>
        <translation>在 Perfetto 中显示大型 trace</translation>
    </message>
    <message>
        <source>This trace has %1 of text. A browser may run out of memory with it. What shall Perfetto get?</source>
        <translation>此 trace 有 %1 文本，浏览器可能因此耗尽内存。要将什么交给 Perfetto？</translation>
    </message>
    <message>
        <source>Only the &amp;pass around the selection</source>
        <translation>仅选中项所在的前向(&amp;P)</translation>
    </message>
    <message>
        <source>A smaller file with the same zero: times and links stay valid. It is deleted when the trace is closed.</source>
        <translation>零点相同的较小文件：时间与链接仍然有效。关闭 trace 时删除。</translation>
    </message>
    <message>
        <source>The &amp;whole file</source>
        <translation>整个文件(&amp;W)</translation>
    </message>
    <message>
        <source>As it is; the browser loads all of it.</source>
        <translation>原样；浏览器全部加载。</translation>
    </message>
    <message>
        <source>The whole file through local &amp;trace_processor</source>
        <translation>通过本地 trace_processor 处理整个文件(&amp;T)</translation>
    </message>
    <message>
        <source>trace_processor is not on the PATH.</source>
        <translation>PATH 中没有 trace_processor。</translation>
    </message>
    <message>
        <source>Starts: %1</source>
        <translation>启动：%1</translation>
    </message>
    <message>
        <source>&amp;Show</source>
        <translation>显示(&amp;S)</translation>
    </message>
</context>
<context>
    <name>lamella::ui::PerfettoWiring</name>
    <message>
        <source>Keep &amp;one tab</source>
        <translation>保持一个标签页(&amp;O)</translation>
    </message>
    <message>
        <source>Further places move the same Perfetto tab, through a page of Lamella in the browser</source>
        <translation>之后的位置通过浏览器中的 Lamella 页面移动同一个 Perfetto 标签页</translation>
    </message>
    <message>
        <source>Show only this p&amp;ass</source>
        <translation>仅显示此前向(&amp;A)</translation>
    </message>
    <message>
        <source>Cuts the pass out of the trace, with the same zero, and shows that</source>
        <translation>从 trace 中截取此前向（零点不变）并显示</translation>
    </message>
    <message>
        <source>Show through &amp;trace_processor…</source>
        <translation>通过 trace_processor 显示(&amp;T)…</translation>
    </message>
    <message>
        <source>For traces that no browser can hold</source>
        <translation>用于浏览器无法容纳的 trace</translation>
    </message>
    <message>
        <source>Stop o&amp;ffering the trace</source>
        <translation>停止提供 trace(&amp;F)</translation>
    </message>
    <message>
        <source>Ends the server on 127.0.0.1</source>
        <translation>结束 127.0.0.1 上的服务</translation>
    </message>
    <message>
        <source>Perfetto &amp;settings…</source>
        <translation>Perfetto 设置(&amp;S)…</translation>
    </message>
    <message>
        <source>Address of a self-hosted Perfetto, one tab or many, large traces</source>
        <translation>自建 Perfetto 的地址、单个或多个标签页、大型 trace</translation>
    </message>
    <message>
        <source>Copy range in s&amp;econds</source>
        <translation>以秒复制范围(&amp;E)</translation>
    </message>
    <message>
        <source>Start and end from zero, as Perfetto&apos;s ruler shows them</source>
        <translation>自零点起的开始与结束，与 Perfetto 标尺一致</translation>
    </message>
    <message>
        <source>Copy range in &amp;nanoseconds</source>
        <translation>以纳秒复制范围(&amp;N)</translation>
    </message>
    <message>
        <source>Start and end from zero</source>
        <translation>自零点起的开始与结束</translation>
    </message>
    <message>
        <source>Copy range on the trace&apos;s own cloc&amp;k</source>
        <translation>以 trace 自身时钟复制范围(&amp;K)</translation>
    </message>
    <message>
        <source>Start and end in nanoseconds, as Perfetto&apos;s raw time format shows them</source>
        <translation>以纳秒为单位的开始与结束，与 Perfetto 的原始时间格式一致</translation>
    </message>
    <message>
        <source>Copy S&amp;QL</source>
        <translation>复制 SQL(&amp;Q)</translation>
    </message>
    <message>
        <source>A query that finds this range in Perfetto</source>
        <translation>在 Perfetto 中查找此范围的查询</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>复制链接</translation>
    </message>
    <message>
        <source>Show through trace_processor</source>
        <translation>通过 trace_processor 显示</translation>
    </message>
    <message>
        <source>Start this program? It ends when the trace is closed.</source>
        <translation>启动此程序？关闭 trace 时它会结束。</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>启动(&amp;S)</translation>
    </message>
    <message>
        <source>In Perfe&amp;tto</source>
        <translation>在 Perfetto 中(&amp;T)</translation>
    </message>
</context>
<context>
    <name>lamella::ui::PerformancePage</name>
    <message>
        <source>Reopening large traces</source>
        <translation>再次打开大型 trace</translation>
    </message>
    <message>
        <source>&amp;Keep copies of large traces</source>
        <translation>保留大型 trace 的副本(&amp;K)</translation>
    </message>
    <message>
        <source>What was read of a trace with %1 of text or more is written down, so that opening the same file again takes no reading. A file that changed is read anew.</source>
        <translation>文本达到 %1 的 trace 在读取之后会保存其内容，再次打开同一文件时无需重新读取。文件改变后会重新读取。</translation>
    </message>
    <message>
        <source> GiB</source>
        <translation> GiB</translation>
    </message>
    <message>
        <source>Of all copies; those not used for longest go first</source>
        <translation>所有副本合计；最久未用的最先删除</translation>
    </message>
    <message>
        <source>At &amp;most:</source>
        <translation>最多(&amp;M)：</translation>
    </message>
    <message>
        <source>none: there is no home folder</source>
        <translation>无：没有主文件夹</translation>
    </message>
    <message>
        <source>Folder of the copies</source>
        <translation>副本所在的文件夹</translation>
    </message>
    <message>
        <source>Folder:</source>
        <translation>文件夹：</translation>
    </message>
    <message>
        <source>Used:</source>
        <translation>已用：</translation>
    </message>
    <message>
        <source>&amp;Clear</source>
        <translation>清空(&amp;C)</translation>
    </message>
    <message>
        <source>Removes all copies; the traces themselves stay</source>
        <translation>删除所有副本；trace 本身保留</translation>
    </message>
    <message>
        <source>counting…</source>
        <translation>正在统计…</translation>
    </message>
    <message>
        <source>removing…</source>
        <translation>正在删除…</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message numerus="yes">
        <source>%1 in %n copies</source>
        <translation>
            <numerusform>%1，%n 个副本</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lamella::ui::PictureWiring</name>
    <message>
        <source>Save &amp;picture…</source>
        <translation>保存图片(&amp;P)…</translation>
    </message>
    <message>
        <source>The chart with the focus, else the timeline, as PNG, SVG or PDF</source>
        <translation>将当前焦点图表（否则为时间线）保存为 PNG、SVG 或 PDF</translation>
    </message>
    <message>
        <source>Show as &amp;table</source>
        <translation>以表显示(&amp;T)</translation>
    </message>
    <message>
        <source>Copy p&amp;icture</source>
        <translation>复制图片(&amp;I)</translation>
    </message>
    <message>
        <source>Exported to %1</source>
        <translation>已导出到 %1</translation>
    </message>
    <message>
        <source>The picture is in the clipboard</source>
        <translation>图片已复制到剪贴板</translation>
    </message>
</context>
<context>
    <name>lamella::ui::PlaceField</name>
    <message>
        <source>Pass of %1</source>
        <translation>%1 的前向</translation>
    </message>
    <message>
        <source>Layer of %1</source>
        <translation>%1 的层</translation>
    </message>
    <message>
        <source>all layers</source>
        <translation>所有层</translation>
    </message>
    <message>
        <source>same layer</source>
        <translation>同一层</translation>
    </message>
</context>
<context>
    <name>lamella::ui::ProfileSaver</name>
    <message>
        <source>Save as model profile</source>
        <translation>另存为模型配置</translation>
    </message>
    <message>
        <source>Model profiles (*.json)</source>
        <translation>模型配置 (*.json)</translation>
    </message>
</context>
<context>
    <name>lamella::ui::ProgramPanel</name>
    <message>
        <source>The current row in full</source>
        <translation>当前行的完整内容</translation>
    </message>
</context>
<context>
    <name>lamella::ui::RangesDialog</name>
    <message>
        <source>How GPU work belongs to a range</source>
        <translation>GPU 任务归属范围的方式</translation>
    </message>
    <message>
        <source>launched inside it, on the same thread</source>
        <translation>在范围内、同一线程上启动</translation>
    </message>
    <message>
        <source>launched inside it, on any thread</source>
        <translation>在范围内、任一线程上启动</translation>
    </message>
    <message>
        <source>runs while it is open</source>
        <translation>在范围打开期间运行</translation>
    </message>
    <message>
        <source>Instances left out as warm-up</source>
        <translation>作为预热略去的实例数</translation>
    </message>
    <message>
        <source>&amp;Work counts that is</source>
        <translation>计入的任务(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Instances left out as warm-up</source>
        <translation>作为预热略去的实例数(&amp;I)</translation>
    </message>
</context>
<context>
    <name>lamella::ui::RankSkewChart</name>
    <message>
        <source>Skew of the ranks by layer</source>
        <translation>各层的 rank 偏斜</translation>
    </message>
    <message>
        <source>%1: starts %2 apart, waiting up to %3</source>
        <translation>%1：开始相差 %2，最长等待 %3</translation>
    </message>
    <message>
        <source>%1, slowest is rank %2</source>
        <translation>%1，最慢为 rank %2</translation>
    </message>
    <message>
        <source>slowest</source>
        <translation>最慢</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
</context>
<context>
    <name>lamella::ui::RankStripChart</name>
    <message>
        <source>The pass on every rank</source>
        <translation>每个 rank 上的此次前向</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <source>Wall</source>
        <translation>跨度</translation>
    </message>
    <message>
        <source>Own</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Clock offset</source>
        <translation>时钟偏移</translation>
    </message>
    <message>
        <source>Skew</source>
        <translation>偏斜</translation>
    </message>
    <message>
        <source>Slowest</source>
        <translation>最慢</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>Double click shows this rank in the other views.</source>
        <translation>双击在其他视图中显示此 rank。</translation>
    </message>
    <message>
        <source>common clock</source>
        <translation>统一时钟</translation>
    </message>
    <message>
        <source>rank %1 · shown</source>
        <translation>rank %1 · 当前显示</translation>
    </message>
    <message>
        <source>waits %1</source>
        <translation>等待 %1</translation>
    </message>
</context>
<context>
    <name>lamella::ui::RanksPanel</name>
    <message>
        <source>Strip</source>
        <translation>条带</translation>
    </message>
    <message>
        <source>Skew</source>
        <translation>偏斜</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Clocks</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>View of the ranks</source>
        <translation>rank 的视图</translation>
    </message>
    <message>
        <source>start skew</source>
        <translation>开始偏斜</translation>
    </message>
    <message>
        <source>longest waiting</source>
        <translation>最长等待</translation>
    </message>
    <message>
        <source>Height of the bars</source>
        <translation>柱高</translation>
    </message>
    <message>
        <source>The pass by layer and rank</source>
        <translation>按层与 rank 的此次前向</translation>
    </message>
    <message>
        <source>Ranks and their clocks</source>
        <translation>各 rank 及其时钟</translation>
    </message>
    <message>
        <source>Double click shows the rank in the other views.</source>
        <translation>双击在其他视图中显示该 rank。</translation>
    </message>
    <message>
        <source>Only one rank is open</source>
        <translation>仅打开了一个 rank</translation>
    </message>
    <message>
        <source>Open the files of several ranks at once, or their folder: their clocks are aligned by the collectives they share.</source>
        <translation>同时打开多个 rank 的文件或其所在文件夹：时钟按共有的集合通信对齐。</translation>
    </message>
    <message>
        <source>Open ranks…</source>
        <translation>打开 rank…</translation>
    </message>
    <message>
        <source>No pass is selected</source>
        <translation>未选中前向</translation>
    </message>
    <message>
        <source>The ranks cannot be compared</source>
        <translation>无法比较各 rank</translation>
    </message>
    <message>
        <source>%1 is on no other rank</source>
        <translation>其他 rank 上没有 %1</translation>
    </message>
    <message>
        <source>Show this &amp;rank</source>
        <translation>显示此 rank(&amp;R)</translation>
    </message>
    <message>
        <source>Copy &amp;rows</source>
        <translation>复制行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Export this table…</source>
        <translation>导出此表(&amp;E)…</translation>
    </message>
    <message>
        <source>What is odd about these ranks</source>
        <translation>这些 rank 的异常之处</translation>
    </message>
    <message>
        <source>Comparing the ranks…</source>
        <translation>正在比较各 rank…</translation>
    </message>
</context>
<context>
    <name>lamella::ui::RecentRow</name>
    <message>
        <source>today %1</source>
        <translation>今天 %1</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>The file is not there any more: %1</source>
        <translation>文件已不存在：%1</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>file is missing</source>
        <translation>文件缺失</translation>
    </message>
</context>
<context>
    <name>lamella::ui::Reloading</name>
    <message>
        <source>%1 has changed on disk; what is shown is what was read before</source>
        <translation>%1 在磁盘上已改变；当前显示的是之前读取的内容</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新加载</translation>
    </message>
    <message>
        <source>%1 is not there any more; what was read stays, but texts of single events cannot be read</source>
        <translation>%1 已不存在；已读取的内容保留，但无法再读取单个事件的文本</translation>
    </message>
</context>
<context>
    <name>lamella::ui::ReportPanel</name>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>As one HTML file, Markdown, text or PDF</source>
        <translation>保存为单个 HTML 文件、Markdown、文本或 PDF</translation>
    </message>
    <message>
        <source>Report on this trace</source>
        <translation>此 trace 的报告</translation>
    </message>
    <message>
        <source>Open a trace to read its report</source>
        <translation>打开 trace 以阅读其报告</translation>
    </message>
    <message>
        <source>Writing the report…</source>
        <translation>正在生成报告…</translation>
    </message>
    <message>
        <source>The report cannot be written</source>
        <translation>无法生成报告</translation>
    </message>
    <message>
        <source>The beginning only; save it to read all of it.</source>
        <translation>仅显示开头；保存后可阅读全文。</translation>
    </message>
    <message>
        <source>As it is saved, in sections</source>
        <translation>与保存的内容相同，按节显示</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>保存报告</translation>
    </message>
    <message>
        <source>HTML (*.html);;Markdown (*.md);;Text (*.txt);;PDF (*.pdf)</source>
        <translation>HTML (*.html);;Markdown (*.md);;文本 (*.txt);;PDF (*.pdf)</translation>
    </message>
    <message>
        <source>The rest of the report is not printed; save it as HTML or Markdown to have all of it.</source>
        <translation>报告的其余部分未打印；保存为 HTML 或 Markdown 可得到全文。</translation>
    </message>
</context>
<context>
    <name>lamella::ui::ReportTableModel</name>
    <message>
        <source>not recorded</source>
        <translation>未记录</translation>
    </message>
    <message>
        <source>n/a: %1</source>
        <translation>无：%1</translation>
    </message>
</context>
<context>
    <name>lamella::ui::ScopeSwitch</name>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Select a layer first</source>
        <translation>请先选中一层</translation>
    </message>
    <message>
        <source>Select a pass first</source>
        <translation>请先选中一次前向</translation>
    </message>
</context>
<context>
    <name>lamella::ui::SearchField</name>
    <message>
        <source>Nothing matches</source>
        <translation>没有匹配项</translation>
    </message>
</context>
<context>
    <name>lamella::ui::SelectionPanel</name>
    <message>
        <source>Time range</source>
        <translation>时间范围</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>kernel %1 of %2</source>
        <translation>第 %1 / %2 个 kernel</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>device %1 · stream %2</source>
        <translation>设备 %1 · 流 %2</translation>
    </message>
    <message>
        <source> · side</source>
        <translation> · 旁路</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>流</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>share of the layer</comment>
        <translation>占 %2 的 %1</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Input dims</source>
        <translation>输入形状</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>读取中…</translation>
    </message>
    <message>
        <source>n/a · not recorded</source>
        <translation>无 · 未记录</translation>
    </message>
    <message>
        <source>No CPU operator with input shapes encloses the launch</source>
        <translation>没有带输入形状的 CPU 算子包含此次启动</translation>
    </message>
    <message>
        <source>Grid, block</source>
        <translation>Grid, block</translation>
    </message>
    <message>
        <source>Select the launch</source>
        <translation>选中启动</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Wall</source>
        <translation>跨度</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>In the trace</source>
        <translation>在 trace 中</translation>
    </message>
    <message numerus="yes">
        <source>%1 times</source>
        <translation>
            <numerusform>%1 次</numerusform>
        </translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>总和</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Nothing selected</source>
        <translation>未选中任何内容</translation>
    </message>
    <message>
        <source>Click a pass, a bar, a row or a cell.</source>
        <translation>单击前向、柱、行或单元格。</translation>
    </message>
    <message>
        <source>Details of the selection</source>
        <translation>选中项详情</translation>
    </message>
    <message>
        <source>Recorded values</source>
        <translation>记录值</translation>
    </message>
    <message>
        <source>Perfetto range</source>
        <translation>Perfetto 范围</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>链接</translation>
    </message>
    <message>
        <source>Copy a link that opens Perfetto at this range</source>
        <translation>复制在 Perfetto 中打开此范围的链接</translation>
    </message>
    <message>
        <source>SQL</source>
        <translation>SQL</translation>
    </message>
    <message>
        <source>Copy a query that finds this range in Perfetto</source>
        <translation>复制在 Perfetto 中查找此范围的查询</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>End</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Start, ns</source>
        <translation>开始，ns</translation>
    </message>
    <message>
        <source>Length, ns</source>
        <translation>长度，ns</translation>
    </message>
    <message>
        <source>n/a</source>
        <translation>无</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 项</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>share of the pass</comment>
        <translation>占 %2 的 %1</translation>
    </message>
    <message>
        <source>Open Perfetto in the browser at this range (Ctrl+Return)</source>
        <translation>在浏览器中用 Perfetto 打开此范围 (Ctrl+Return)</translation>
    </message>
</context>
<context>
    <name>lamella::ui::SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Pages of the settings</source>
        <translation>设置页</translation>
    </message>
    <message>
        <source>These settings cannot be written to %1; what is changed here is forgotten when the program ends.</source>
        <translation>无法将这些设置写入 %1；此处的更改在程序退出后不会保留。</translation>
    </message>
</context>
<context>
    <name>lamella::ui::ShellWiring</name>
    <message>
        <source>Re&amp;load</source>
        <translation>重新加载(&amp;L)</translation>
    </message>
    <message>
        <source>Reads the files again from disk; the place is kept</source>
        <translation>从磁盘重新读取文件；位置保持不变</translation>
    </message>
    <message>
        <source>Restore last sessio&amp;n</source>
        <translation>恢复上次会话(&amp;N)</translation>
    </message>
    <message>
        <source>Opens what was open last</source>
        <translation>打开上次打开的内容</translation>
    </message>
    <message>
        <source>New &amp;window</source>
        <translation>新建窗口(&amp;W)</translation>
    </message>
    <message>
        <source>Another window of this program</source>
        <translation>本程序的另一个窗口</translation>
    </message>
    <message>
        <source>&amp;Command palette…</source>
        <translation>命令面板(&amp;C)…</translation>
    </message>
    <message>
        <source>Every command, place and kernel by a few letters</source>
        <translation>输入几个字母即可找到任何命令、位置与 kernel</translation>
    </message>
    <message>
        <source>&amp;Settings…</source>
        <translation>设置(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts…</source>
        <translation>键盘快捷键(&amp;K)…</translation>
    </message>
    <message>
        <source>All keys, and other ones for a command</source>
        <translation>所有按键，并可为命令改用其他按键</translation>
    </message>
    <message>
        <source>Go to</source>
        <translation>转到</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>General</source>
        <translation>常规</translation>
    </message>
    <message>
        <source>Views</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Perfetto</source>
        <translation>Perfetto</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Language, theme, colours, Perfetto, performance, shortcuts</source>
        <translation>语言、主题、颜色、Perfetto、性能、快捷键</translation>
    </message>
    <message>
        <source>Performance</source>
        <translation>性能</translation>
    </message>
</context>
<context>
    <name>lamella::ui::ShortcutsModel</name>
    <message>
        <source>Timeline, with the focus</source>
        <translation>时间线（有焦点时）</translation>
    </message>
    <message>
        <source>Zoom in, out</source>
        <translation>放大、缩小</translation>
    </message>
    <message>
        <source>Move left, right (with Shift four times as far)</source>
        <translation>左移、右移（按住 Shift 移动四倍距离）</translation>
    </message>
    <message>
        <source>Zoom to the selection</source>
        <translation>缩放到选中项</translation>
    </message>
    <message>
        <source>Whole trace</source>
        <translation>整个 trace</translation>
    </message>
    <message>
        <source>Previous, next kernel of the stream</source>
        <translation>流中上一个、下一个 kernel</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
</context>
<context>
    <name>lamella::ui::ShortcutsPage</name>
    <message>
        <source>Filter commands and keys</source>
        <translation>筛选命令与按键</translation>
    </message>
    <message>
        <source>Commands and their keys</source>
        <translation>命令及其按键</translation>
    </message>
    <message>
        <source>Keys of the command: press the new ones</source>
        <translation>命令的按键：请按下新的按键</translation>
    </message>
    <message>
        <source>&amp;Assign</source>
        <translation>指定(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;No keys</source>
        <translation>无按键(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Default</source>
        <translation>默认(&amp;D)</translation>
    </message>
    <message>
        <source>A&amp;ll defaults</source>
        <translation>全部默认(&amp;L)</translation>
    </message>
    <message>
        <source>No command fits</source>
        <translation>没有匹配的命令</translation>
    </message>
    <message>
        <source>These keys belong to the view and cannot be changed</source>
        <translation>这些按键属于视图，无法更改</translation>
    </message>
    <message>
        <source>Click into the field and press the keys that “%1” shall have</source>
        <translation>单击输入框，然后按下要给“%1”的按键</translation>
    </message>
    <message>
        <source>Single letters and signs belong to the view that has the focus; add Ctrl or Alt</source>
        <translation>单个字母与符号属于当前焦点视图；请加上 Ctrl 或 Alt</translation>
    </message>
    <message>
        <source>%1 is free</source>
        <translation>%1 未被占用</translation>
    </message>
    <message>
        <source>T&amp;ake over</source>
        <translation>改为此命令(&amp;A)</translation>
    </message>
    <message>
        <source>%1 belongs to “%2”, which would lose it</source>
        <translation>%1 属于“%2”，改用后它将失去此按键</translation>
    </message>
    <message>
        <source>All defaults</source>
        <translation>全部默认</translation>
    </message>
    <message>
        <source>Give every command its own keys back?</source>
        <translation>将所有命令的按键恢复为默认？</translation>
    </message>
    <message>
        <source>&amp;Give back</source>
        <translation>恢复(&amp;G)</translation>
    </message>
</context>
<context>
    <name>lamella::ui::SparkDelegate</name>
    <message>
        <source>median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>mean after warm-up</source>
        <translation>预热后的平均</translation>
    </message>
    <message>
        <source>mean of all</source>
        <translation>全部的平均</translation>
    </message>
    <message>
        <source>top in forward</source>
        <translation>前向中最耗时</translation>
    </message>
    <message>
        <source>top in backward</source>
        <translation>反向中最耗时</translation>
    </message>
    <message>
        <source>top but GEMM</source>
        <translation>GEMM 之外最耗时</translation>
    </message>
    <message>
        <source>share of GEMM</source>
        <translation>GEMM 占比</translation>
    </message>
    <message>
        <source>of the ten longest</source>
        <translation>最耗时十个中的 GEMM</translation>
    </message>
    <message>
        <source>softmax</source>
        <translation>softmax</translation>
    </message>
    <message>
        <source>matmul</source>
        <translation>矩阵乘</translation>
    </message>
    <message>
        <source>softmax ÷ matmul</source>
        <translation>softmax ÷ 矩阵乘</translation>
    </message>
</context>
<context>
    <name>lamella::ui::StatusFields</name>
    <message>
        <source>Cursor</source>
        <translation>光标</translation>
    </message>
    <message>
        <source>No trace open</source>
        <translation>未打开 trace</translation>
    </message>
    <message>
        <source>Memory that the trace takes</source>
        <translation>trace 占用的内存</translation>
    </message>
    <message>
        <source>Selected</source>
        <translation>选中</translation>
    </message>
</context>
<context>
    <name>lamella::ui::TableDialog</name>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Filter rows</source>
        <translation>筛选行</translation>
    </message>
</context>
<context>
    <name>lamella::ui::TableExport</name>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>HTML (*.html)</source>
        <translation>HTML (*.html)</translation>
    </message>
    <message>
        <source>Text (*.txt)</source>
        <translation>文本 (*.txt)</translation>
    </message>
    <message>
        <source>Export the table</source>
        <translation>导出表格</translation>
    </message>
    <message>
        <source>CSV for spreadsheets, formulas switched off (*.csv)</source>
        <translation>面向电子表格的 CSV，公式不生效 (*.csv)</translation>
    </message>
</context>
<context>
    <name>lamella::ui::TablePane</name>
    <message>
        <source>Nothing to list</source>
        <translation>无可列内容</translation>
    </message>
    <message>
        <source>This cannot be listed</source>
        <translation>无法列出</translation>
    </message>
    <message>
        <source>Nothing is loaded</source>
        <translation>未加载任何内容</translation>
    </message>
    <message>
        <source>No row matches the filter</source>
        <translation>没有符合筛选的行</translation>
    </message>
</context>
<context>
    <name>lamella::ui::TableTools</name>
    <message>
        <source>Show &amp;all columns</source>
        <translation>显示所有列(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Copy rows</source>
        <translation>复制行(&amp;C)</translation>
    </message>
    <message>
        <source>For a spreadsheet, with the names of the columns (Ctrl+C)</source>
        <translation>用于电子表格，含列名 (Ctrl+C)</translation>
    </message>
    <message>
        <source>Copy rows as &amp;Markdown</source>
        <translation>将行复制为 Markdown(&amp;M)</translation>
    </message>
    <message>
        <source>As a table for issues and notes (Ctrl+Shift+C)</source>
        <translation>作为表格，用于 issue 与笔记 (Ctrl+Shift+C)</translation>
    </message>
    <message>
        <source>C&amp;olumns</source>
        <translation>列(&amp;O)</translation>
    </message>
    <message>
        <source>Only the first %1 of %2 rows were copied; export the table to have all of them</source>
        <translation>仅复制了 %2 行中的前 %1 行；导出此表可得到全部</translation>
    </message>
</context>
<context>
    <name>lamella::ui::TimelinePanel</name>
    <message>
        <source>Lanes</source>
        <translation>泳道</translation>
    </message>
    <message>
        <source>Laying out the lanes…</source>
        <translation>正在排布泳道…</translation>
    </message>
    <message>
        <source>Open a trace to see its timeline.</source>
        <translation>打开 trace 以查看时间线。</translation>
    </message>
    <message>
        <source>Pass timeline</source>
        <translation>前向时间线</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Fit the whole trace</source>
        <translation>显示整个 trace</translation>
    </message>
    <message>
        <source>Filter tracks</source>
        <translation>筛选轨道</translation>
    </message>
    <message>
        <source>Tracks</source>
        <translation>轨道</translation>
    </message>
    <message>
        <source>Pin, hide, move and group tracks</source>
        <translation>固定、隐藏、移动与分组轨道</translation>
    </message>
</context>
<context>
    <name>lamella::ui::TimelineView</name>
    <message>
        <source>Pass timeline</source>
        <translation>前向时间线</translation>
    </message>
    <message>
        <source>Arrow keys or A and D pan, W and S zoom, comma and full stop step from kernel to kernel, F fits the selection, P pins a track, H hides it, Ctrl with up and down moves it.</source>
        <translation>方向键或 A、D 平移，W、S 缩放，逗号和句号逐个 kernel 移动，F 适配选中项，P 固定轨道，H 隐藏轨道，Ctrl 加上、下键移动轨道。</translation>
    </message>
</context>
<context>
    <name>lamella::ui::TraceProcessor</name>
    <message>
        <source>%1 could not be started: %2</source>
        <translation>无法启动 %1：%2</translation>
    </message>
    <message>
        <source>trace_processor has ended</source>
        <translation>trace_processor 已结束</translation>
    </message>
    <message>
        <source>trace_processor has ended: %1</source>
        <translation>trace_processor 已结束：%1</translation>
    </message>
    <message>
        <source>Port %1 is taken by another program</source>
        <translation>端口 %1 已被其他程序占用</translation>
    </message>
    <message>
        <source>trace_processor does not answer</source>
        <translation>trace_processor 没有响应</translation>
    </message>
</context>
<context>
    <name>lamella::ui::TrustPanel</name>
    <message>
        <source>Trust: evidence, coverage, diagnostics</source>
        <translation>可信度：依据、覆盖率、诊断</translation>
    </message>
    <message>
        <source>Coverage</source>
        <translation>覆盖率</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Anchor</source>
        <translation>锚点</translation>
    </message>
    <message>
        <source>No passes</source>
        <translation>无前向</translation>
    </message>
    <message>
        <source>GPU time inside passes</source>
        <translation>前向内的 GPU 时间</translation>
    </message>
    <message>
        <source>Of the summed time of all GPU work</source>
        <translation>占所有 GPU 任务时间总和</translation>
    </message>
    <message>
        <source>Named by a category rule</source>
        <translation>由类别规则命名</translation>
    </message>
    <message>
        <source>Kernels with own launch</source>
        <translation>有自身启动的 kernel</translation>
    </message>
    <message>
        <source>Of the number of GPU work items</source>
        <translation>占 GPU 任务数</translation>
    </message>
    <message>
        <source>Nothing odd in the file</source>
        <translation>文件无异常</translation>
    </message>
    <message>
        <source>Choose the layers…</source>
        <translation>选择层…</translation>
    </message>
    <message>
        <source>Unnamed kernels by time</source>
        <translation>按时间排列的未命名 kernel</translation>
    </message>
    <message>
        <source>All of it as a table</source>
        <translation>以表格显示全部</translation>
    </message>
    <message>
        <source>Steady rule</source>
        <translation>稳态规则</translation>
    </message>
    <message>
        <source>Chosen pass</source>
        <translation>选用的前向</translation>
    </message>
    <message>
        <source>Kernels without launch</source>
        <translation>无启动的 kernel</translation>
    </message>
    <message>
        <source>No launch call was recorded for them: no operator, shape or module is known</source>
        <translation>未记录其启动调用：算子、形状与模块均未知</translation>
    </message>
    <message>
        <source>Kernels in no pass</source>
        <translation>不在前向内的 kernel</translation>
    </message>
    <message>
        <source>Tables of passes and layers leave them out</source>
        <translation>前向表与层表不含这些 kernel</translation>
    </message>
    <message>
        <source>All starts and durations of GPU work are multiples of it</source>
        <translation>所有 GPU 任务的开始与时长均为其整数倍</translation>
    </message>
    <message>
        <source>Step of the clock</source>
        <translation>时钟步长</translation>
    </message>
    <message>
        <source>Against the profiler&apos;s own figures</source>
        <translation>与 profiler 自身的数据比对</translation>
    </message>
    <message>
        <source>Summary reports as a table</source>
        <translation>以表格显示汇总报告</translation>
    </message>
    <message>
        <source>Profile %1 is left out: %2</source>
        <translation>未采用配置 %1：%2</translation>
    </message>
</context>
<context>
    <name>lamella::ui::ViewCommands</name>
    <message>
        <source>To &amp;view</source>
        <translation>转到视图(&amp;V)</translation>
    </message>
    <message>
        <source>Brings the view to the front and gives it the keys</source>
        <translation>将视图置于最前并获得键盘焦点</translation>
    </message>
    <message>
        <source>Pass timeline</source>
        <translation>前向时间线</translation>
    </message>
    <message>
        <source>&amp;Next pane</source>
        <translation>下一个窗格(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Previous pane</source>
        <translation>上一个窗格(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Side panels</source>
        <translation>侧面板(&amp;S)</translation>
    </message>
    <message>
        <source>Hides the panels at the left and right, and brings them back</source>
        <translation>隐藏左右两侧的面板，再次执行则还原</translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation>全屏(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Menu bar</source>
        <translation>菜单栏(&amp;M)</translation>
    </message>
    <message>
        <source>Gives the keys to the menu bar</source>
        <translation>将键盘焦点移到菜单栏</translation>
    </message>
</context>
<context>
    <name>lamella::ui::ViewsPage</name>
    <message>
        <source>Colours of the categories</source>
        <translation>类别的颜色</translation>
    </message>
    <message>
        <source>&amp;Times along the timeline:</source>
        <translation>时间线上的时间(&amp;T)：</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>Size of te&amp;xt:</source>
        <translation>文字大小(&amp;X)：</translation>
    </message>
    <message>
        <source>&amp;Reduced motion</source>
        <translation>减少动画(&amp;R)</translation>
    </message>
    <message>
        <source>The timeline jumps instead of gliding</source>
        <translation>时间线直接跳转，不再滑动</translation>
    </message>
    <message>
        <source>&amp;Patterns on all categories</source>
        <translation>所有类别使用图案(&amp;P)</translation>
    </message>
    <message>
        <source>Tell categories apart without colour</source>
        <translation>不依赖颜色区分类别</translation>
    </message>
    <message>
        <source>GEMM</source>
        <translation>GEMM</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>MoE</source>
        <translation>MoE</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Norm</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>Elementwise</source>
        <translation>逐元素</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>访存</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>&amp;Own colours of the theme</source>
        <translation>主题的自带颜色(&amp;O)</translation>
    </message>
    <message>
        <source>For the theme that is shown. A colour should stand out from its neighbours without hue, too: the own ones are told apart with every kind of sight.</source>
        <translation>用于当前主题。颜色即使不看色相也应与相邻颜色区分开：自带颜色对各种色觉都可区分。</translation>
    </message>
</context>
<context>
    <name>lamella::ui::WhatIfPanel</name>
    <message>
        <source>Wall if some work took longer or less</source>
        <translation>部分任务变长或变短时的跨度</translation>
    </message>
    <message>
        <source>No GPU work here</source>
        <translation>此处没有 GPU 任务</translation>
    </message>
    <message>
        <source>Nothing was recorded on a GPU in this part of the trace.</source>
        <translation>trace 的这一部分没有 GPU 记录。</translation>
    </message>
    <message>
        <source>Each category removed, one after the other</source>
        <translation>逐个移除每个类别</translation>
    </message>
    <message>
        <source>&amp;Export this table…</source>
        <translation>导出此表(&amp;E)…</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Kernel name</source>
        <translation>Kernel 名称</translation>
    </message>
    <message>
        <source>Layer type</source>
        <translation>层类型</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Kind of work to change</source>
        <translation>要改变的任务种类</translation>
    </message>
    <message>
        <source>Work to change</source>
        <translation>要改变的任务</translation>
    </message>
    <message>
        <source>How long it takes, of what was recorded</source>
        <translation>相对记录值的时长</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Hide all communication</source>
        <translation>掩盖所有通信</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>text or /regex/</source>
        <translation>文本或 /正则/</translation>
    </message>
</context>
<context>
    <name>lamella::ui::WindowActions</name>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Open a trace</source>
        <translation>打开 trace</translation>
    </message>
    <message>
        <source>&amp;Close trace</source>
        <translation>关闭 trace(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Copy rows</source>
        <translation>复制行(&amp;C)</translation>
    </message>
    <message>
        <source>Copy the selected rows of the kernel table</source>
        <translation>复制 kernel 表中选中的行</translation>
    </message>
    <message>
        <source>&amp;Find…</source>
        <translation>查找(&amp;F)…</translation>
    </message>
    <message>
        <source>Find a kernel, layer or time</source>
        <translation>查找 kernel、层或时间</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>放大(&amp;I)</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>缩小(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Whole trace</source>
        <translation>整个 trace(&amp;W)</translation>
    </message>
    <message>
        <source>Zoom to &amp;selection</source>
        <translation>缩放到选中项(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;System</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>Light or dark as the desktop</source>
        <translation>浅色或深色跟随桌面</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Patterns</source>
        <translation>图案(&amp;P)</translation>
    </message>
    <message>
        <source>Tell categories apart without colour</source>
        <translation>不依赖颜色区分类别</translation>
    </message>
    <message>
        <source>&amp;Reset layout</source>
        <translation>重置布局(&amp;R)</translation>
    </message>
    <message>
        <source>All panels back where they were at first</source>
        <translation>所有面板恢复初始位置</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>后退(&amp;B)</translation>
    </message>
    <message>
        <source>Back to the selection before</source>
        <translation>回到上一个选中项</translation>
    </message>
    <message>
        <source>&amp;Forward</source>
        <translation>前进(&amp;F)</translation>
    </message>
    <message>
        <source>Forward again</source>
        <translation>再次前进</translation>
    </message>
    <message>
        <source>&amp;Previous pass</source>
        <translation>上一次前向(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Next pass</source>
        <translation>下一次前向(&amp;N)</translation>
    </message>
    <message>
        <source>Previous &amp;layer</source>
        <translation>上一层(&amp;L)</translation>
    </message>
    <message>
        <source>Next l&amp;ayer</source>
        <translation>下一层(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Go to…</source>
        <translation>转到(&amp;G)…</translation>
    </message>
    <message>
        <source>Go to a pass, a layer, a time or a kernel</source>
        <translation>转到前向、层、时间或 kernel</translation>
    </message>
    <message>
        <source>&amp;Copy Perfetto link</source>
        <translation>复制 Perfetto 链接(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;About Lamella</source>
        <translation>关于 Lamella(&amp;A)</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Show in Perfetto</source>
        <translation>在 Perfetto 中显示</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>转到(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>The file is not there any more: %1</source>
        <translation>文件已不存在：%1</translation>
    </message>
    <message>
        <source>&amp;Clear list</source>
        <translation>清空列表(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Fitting unit</source>
        <translation>自适应单位(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Seconds, as Perfetto</source>
        <translation>秒，与 Perfetto 一致(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Milliseconds</source>
        <translation>毫秒(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Nanoseconds</source>
        <translation>纳秒(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Wall clock (UTC)</source>
        <translation>墙钟时间 (UTC)(&amp;W)</translation>
    </message>
    <message>
        <source>Previous &amp;kernel of the stream</source>
        <translation>流中上一个 kernel(&amp;K)</translation>
    </message>
    <message>
        <source>Ne&amp;xt kernel of the stream</source>
        <translation>流中下一个 kernel(&amp;X)</translation>
    </message>
    <message>
        <source>Previous kernel of the &amp;same name</source>
        <translation>上一个同名 kernel(&amp;S)</translation>
    </message>
    <message>
        <source>Next kernel of the sa&amp;me name</source>
        <translation>下一个同名 kernel(&amp;M)</translation>
    </message>
    <message>
        <source>Opens Perfetto in the browser at the selection. The trace goes there from this machine.</source>
        <translation>在浏览器中用 Perfetto 打开选中项。trace 由本机直接提供。</translation>
    </message>
    <message>
        <source>Time a&amp;xis</source>
        <translation>时间轴(&amp;X)</translation>
    </message>
    <message>
        <source>Show in Pe&amp;rfetto</source>
        <translation>在 Perfetto 中显示(&amp;R)</translation>
    </message>
    <message>
        <source>Pane&amp;ls</source>
        <translation>面板(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Tools</source>
        <translation>工具(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Settings</source>
        <translation>设置(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Window</source>
        <translation>窗口(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Export table…</source>
        <translation>导出表(&amp;E)…</translation>
    </message>
    <message>
        <source>Export the table of the panel that has the focus as it is shown, else the kernel table</source>
        <translation>按当前显示导出当前焦点面板的表，否则导出 kernel 表</translation>
    </message>
</context>
<context>
    <name>lamella::ui::WithinPanel</name>
    <message>
        <source>categories</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>kernel</translation>
    </message>
    <message>
        <source>streams</source>
        <translation>流</translation>
    </message>
    <message>
        <source>What the rows stand for</source>
        <translation>各行的含义</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>What runs in the selected stretch of time</source>
        <translation>选中时间段内运行的内容</translation>
    </message>
    <message>
        <source>No stretch of time is selected</source>
        <translation>未选中时间段</translation>
    </message>
    <message>
        <source>Draw one on the ruler of the timeline, or select a pass or a layer.</source>
        <translation>请在时间线的标尺上画出一段，或选中一次前向或一层。</translation>
    </message>
    <message>
        <source>This cannot be summed</source>
        <translation>无法汇总</translation>
    </message>
    <message>
        <source>%1 from %2 on</source>
        <translation>自 %2 起 %1</translation>
    </message>
    <message>
        <source>No GPU work runs here</source>
        <translation>此处没有运行 GPU 任务</translation>
    </message>
    <message>
        <source>&amp;Export this table…</source>
        <translation>导出此表(&amp;E)…</translation>
    </message>
</context>
</TS>
