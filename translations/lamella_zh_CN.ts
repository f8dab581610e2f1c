<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
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
    <name>Counts</name>
    <message>
        <source>1 pass</source>
        <translation>1 次前向</translation>
    </message>
    <message>
        <source>%1 passes</source>
        <translation>%1 次前向</translation>
    </message>
    <message>
        <source>1 layer</source>
        <translation>1 层</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 层</translation>
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
        <translation>排名</translation>
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
        <source>%1 layers</source>
        <translation>%1 层</translation>
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
        <source>%1 events</source>
        <translation>%1 个事件</translation>
    </message>
    <message>
        <source>From first to last</source>
        <translation>首尾跨度</translation>
    </message>
    <message>
        <source>Narrower than a pixel: double click zooms in</source>
        <translation>窄于一个像素：双击放大</translation>
    </message>
</context>
<context>
    <name>TipWords</name>
    <message>
        <source>1 kernel</source>
        <translation>1 个 kernel</translation>
    </message>
    <message>
        <source>%1 kernels</source>
        <translation>%1 个 kernel</translation>
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
</context>
<context>
    <name>lamella::ui::CategoryLegend</name>
    <message>
        <source>Categories</source>
        <translation>类别</translation>
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
    <name>lamella::ui::HeatMapChart</name>
    <message>
        <source>Heat map</source>
        <translation>热力图</translation>
    </message>
    <message>
        <source>%1 rows, %2 layers. Arrow keys move the selection.</source>
        <translation>%1 行，%2 层。方向键移动选中项。</translation>
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
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>前向</translation>
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
    <message>
        <source>Select a layer first</source>
        <translation>请先选中一层</translation>
    </message>
    <message>
        <source>Select a pass first</source>
        <translation>请先选中一次前向</translation>
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
        <source>No kernel matches “%1”</source>
        <translation>没有匹配“%1”的 kernel</translation>
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
        <source>Copy &amp;row</source>
        <translation>复制行(&amp;R)</translation>
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
</context>
<context>
    <name>lamella::ui::LayerBarsChart</name>
    <message>
        <source>Layer bars</source>
        <translation>层柱状图</translation>
    </message>
    <message>
        <source>%1 layers; no layer selected.</source>
        <translation>%1 层；未选中层。</translation>
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
        <source>%1 events · %2 diagnostics</source>
        <translation>%1 个事件 · %2 条诊断</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel 数</translation>
    </message>
    <message>
        <source>Distinct names</source>
        <translation>不同名称</translation>
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
        <source>Find kernel, layer or time</source>
        <translation>查找 kernel、层或时间</translation>
    </message>
    <message>
        <source>Filters the kernel table while you type. Return goes to “p5 l12”, “head”, “465.3 ms”, “#1204”, or to the first kernel that matches.</source>
        <translation>输入时筛选 kernel 表。按回车跳转到“p5 l12”、“head”、“465.3 ms”、“#1204”或第一个匹配的 kernel。</translation>
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
        <source>Traces (*.json *.json.gz *.gz);;All files (*)</source>
        <translation>Trace (*.json *.json.gz *.gz);;所有文件 (*)</translation>
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
        <source>Perfetto opens at this range. Load %1 there; the link is in the clipboard too.</source>
        <translation>Perfetto 将在此范围打开。请在其中加载 %1；链接也已复制到剪贴板。</translation>
    </message>
    <message>
        <source>No browser could be started. The link is in the clipboard.</source>
        <translation>无法启动浏览器。链接已复制到剪贴板。</translation>
    </message>
    <message>
        <source>Exported to %1</source>
        <translation>已导出到 %1</translation>
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
    <message>
        <source>%1 layers</source>
        <translation>%1 层</translation>
    </message>
    <message>
        <source>1 pass</source>
        <translation>1 次前向</translation>
    </message>
    <message>
        <source>%1 passes</source>
        <translation>%1 次前向</translation>
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
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>模块</translation>
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
    <message>
        <source>%1 times</source>
        <translation>%1 次</translation>
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
        <source>Open Perfetto in the browser at this range; load the same file there (Ctrl+Return)</source>
        <translation>在浏览器中用 Perfetto 打开此范围；请在其中加载同一文件 (Ctrl+Return)</translation>
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
        <source>%1 kernels</source>
        <translation>%1 个 kernel</translation>
    </message>
    <message>
        <source>%1 diagnostics</source>
        <translation>%1 条诊断</translation>
    </message>
    <message>
        <source>%1 events</source>
        <translation>%1 个事件</translation>
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
</context>
<context>
    <name>lamella::ui::TimelineView</name>
    <message>
        <source>Pass timeline</source>
        <translation>前向时间线</translation>
    </message>
    <message>
        <source>Arrow keys or A and D pan, W and S zoom, comma and full stop step from kernel to kernel, F fits the selection.</source>
        <translation>方向键或 A、D 平移，W、S 缩放，逗号和句号逐个 kernel 移动，F 适配选中项。</translation>
    </message>
</context>
<context>
    <name>lamella::ui::TrustPanel</name>
    <message>
        <source>Confidence %1</source>
        <translation>置信度 %1</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>置信度</translation>
    </message>
    <message>
        <source>
First at byte %1</source>
        <translation>
首次出现于字节 %1</translation>
    </message>
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
        <source>&amp;Export kernel table…</source>
        <translation>导出 kernel 表(&amp;E)…</translation>
    </message>
    <message>
        <source>Export the kernel table as it is shown</source>
        <translation>按当前显示导出 kernel 表</translation>
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
        <source>Show in &amp;Perfetto</source>
        <translation>在 Perfetto 中显示(&amp;P)</translation>
    </message>
    <message>
        <source>Open Perfetto in the browser at the selected range; load the same file there</source>
        <translation>在浏览器中用 Perfetto 打开选中范围；请在其中加载同一文件</translation>
    </message>
    <message>
        <source>&amp;Copy Perfetto link</source>
        <translation>复制 Perfetto 链接(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
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
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
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
        <source>About Lamella</source>
        <translation>关于 Lamella</translation>
    </message>
    <message>
        <source>&lt;b&gt;Lamella %1&lt;/b&gt;&lt;p&gt;Shows which pass, which layer and which kernel of a large language model the time of a GPU goes to.&lt;/p&gt;&lt;p&gt;Built with Qt %2. Free software under the GNU General Public License, version 3 or later.&lt;/p&gt;</source>
        <translation>&lt;b&gt;Lamella %1&lt;/b&gt;&lt;p&gt;显示 GPU 时间花在大语言模型的哪次前向、哪一层、哪个 kernel 上。&lt;/p&gt;&lt;p&gt;基于 Qt %2 构建。自由软件，遵循 GNU 通用公共许可证第 3 版或更高版本。&lt;/p&gt;</translation>
    </message>
</context>
</TS>
