<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>NoLayersText</name>
    <message>
        <source>Open a trace to see its layers.</source>
        <translation>打开 trace 以查看其层。</translation>
    </message>
    <message>
        <source>No passes found</source>
        <translation>未找到前向</translation>
    </message>
    <message>
        <source>%1 has no layers</source>
        <translation>%1 没有层</translation>
    </message>
    <message>
        <source>Other passes have layers; in this one nothing begins one.</source>
        <translation>其他前向有层；此前向中没有可作为层起点的内容。</translation>
    </message>
    <message>
        <source>No layers were found: nothing that begins one was recognised.</source>
        <translation>未找到层：没有识别出可作为层起点的内容。</translation>
    </message>
    <message>
        <source>Choose a boundary…</source>
        <translation>选择边界…</translation>
    </message>
    <message>
        <source>No layers found</source>
        <translation>未找到层</translation>
    </message>
</context>
<context>
    <name>Controls</name>
    <message>
        <source>a config.json (link in Roofline)</source>
        <translation>config.json（Roofline 中的链接）</translation>
    </message>
    <message>
        <source>“Peaks” in Roofline</source>
        <translation>Roofline 中的“峰值”</translation>
    </message>
    <message>
        <source>“Tokens” in Roofline</source>
        <translation>Roofline 中的“Token”</translation>
    </message>
    <message>
        <source>“Context” in Roofline</source>
        <translation>Roofline 中的“上下文”</translation>
    </message>
    <message>
        <source>Analyze › Layers…</source>
        <translation>“分析 › 层…”</translation>
    </message>
    <message>
        <source>a capture trace beside this file</source>
        <translation>放在此文件旁的 capture trace</translation>
    </message>
</context>
<context>
    <name>AdviceText</name>
    <message>
        <source>%1: that it failed is recorded</source>
        <translation>%1：失败本身已记录</translation>
    </message>
    <message>
        <source>%1: that the bytes went back and were asked for again is recorded, what that costs is not</source>
        <translation>%1：这些字节还回后又被取回已有记录，其代价没有</translation>
    </message>
    <message>
        <source>bytes that it is about</source>
        <translation>所涉及的字节</translation>
    </message>
    <message>
        <source>with %1 more</source>
        <translation>另含 %1 个</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>How sure</source>
        <translation>把握</translation>
    </message>
    <message>
        <source>What to change</source>
        <translation>如何更改</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>after, at best</source>
        <translation>之后，最好情况</translation>
    </message>
    <message>
        <source>certain: the same work could be fewer kernels</source>
        <translation>确定：同样的工作可以用更少的 kernel 完成</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>在 %1 中</translation>
    </message>
    <message>
        <source>launched in %1</source>
        <translation>启动于 %1</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>likely: what it brings depends on what else limits the pass</source>
        <translation>很可能：能带来多少取决于还有什么限制该前向</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>gain: of the wall of the pass</source>
        <translation>收益：相对于该前向的跨度</translation>
    </message>
    <message>
        <source>rule %1 · %2</source>
        <translation>规则 %1 · %2</translation>
    </message>
    <message>
        <source>to check: the time is measured, its cause is not</source>
        <translation>待检查：时间已测得，原因未测得</translation>
    </message>
    <message>
        <source>together</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>who has it: %1</source>
        <translation>已有此功能者：%1</translation>
    </message>
    <message>
        <source>gain: memory of the device</source>
        <translation>收益：设备的内存</translation>
    </message>
    <message>
        <source>certain: the bytes are recorded</source>
        <translation>确定：字节数已记录</translation>
    </message>
    <message>
        <source>likely: what it brings depends on where blocks in use lie</source>
        <translation>很可能：能带来多少取决于使用中的块位于何处</translation>
    </message>
    <message>
        <source>to check: the bytes are recorded, why they stay is not</source>
        <translation>待检查：字节数已记录，保留的原因没有</translation>
    </message>
</context>
<context>
    <name>ArgsText</name>
    <message>
        <source>Search in &amp;args…</source>
        <translation>在参数中搜索(&amp;A)…</translation>
    </message>
    <message>
        <source>Find events by their recorded args, in the whole trace</source>
        <translation>按事件记录的内容在整个 trace 中查找</translation>
    </message>
    <message>
        <source>Next event by args</source>
        <translation>下一个参数匹配的事件</translation>
    </message>
    <message>
        <source>Next event whose args contain the text</source>
        <translation>参数中含有该文本的下一个事件</translation>
    </message>
    <message>
        <source>Previous event by args</source>
        <translation>上一个参数匹配的事件</translation>
    </message>
    <message>
        <source>Previous event whose args contain the text</source>
        <translation>参数中含有该文本的上一个事件</translation>
    </message>
</context>
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
        <source>The browser has blocked the new tab. Allow pop-ups for this page, then try again.</source>
        <translation>浏览器阻止了新标签页。请允许此页弹出窗口，然后重试。</translation>
    </message>
    <message>
        <source>The Perfetto tab was closed.</source>
        <translation>Perfetto 标签页已关闭。</translation>
    </message>
    <message>
        <source>The Perfetto tab has been reloaded and has no trace now. “Open Perfetto” hands it over again.</source>
        <translation>Perfetto 标签页已重新加载，现在没有 trace。按“打开 Perfetto”可再次交给它。</translation>
    </message>
    <message>
        <source>The browser has not enough memory for this trace. Show a pass of it instead.</source>
        <translation>浏览器内存不足，容不下此 trace。请改为只显示其中一次前向。</translation>
    </message>
    <message>
        <source>The file has changed since Lamella read it. Reload it in Lamella.</source>
        <translation>文件在 Lamella 读取后已改变。请在 Lamella 中重新加载。</translation>
    </message>
    <message>
        <source>Lamella has closed this trace. This page can be closed.</source>
        <translation>Lamella 已关闭此 trace。可以关闭此页。</translation>
    </message>
    <message>
        <source>Opens Perfetto and hands it the trace. After that, “Show in Perfetto” in Lamella moves it. Keep this page open. The trace stays on this machine.</source>
        <translation>打开 Perfetto 并转交 trace。此后，Lamella 中的“在 Perfetto 中显示”会移动它。请保持此页面打开。trace 不会离开本机。</translation>
    </message>
    <message>
        <source>Perfetto follows Lamella.</source>
        <translation>Perfetto 正跟随 Lamella。</translation>
    </message>
    <message>
        <source>Perfetto is not reachable. Check the network, or set another address of Perfetto in Lamella.</source>
        <translation>无法访问 Perfetto。请检查网络，或在 Lamella 中设置 Perfetto 的其他地址。</translation>
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
        <source>Hadamard</source>
        <translation>Hadamard 变换</translation>
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
        <source>There is nothing to undo</source>
        <translation>没有可撤销的操作</translation>
    </message>
    <message>
        <source>There is nothing to redo</source>
        <translation>没有可重做的操作</translation>
    </message>
    <message>
        <source>There is no last session to restore</source>
        <translation>没有可恢复的上次会话</translation>
    </message>
    <message>
        <source>No trace is open</source>
        <translation>未打开 trace</translation>
    </message>
    <message>
        <source>There is no earlier selection</source>
        <translation>在此之前没有选中过内容</translation>
    </message>
    <message>
        <source>There is no later selection</source>
        <translation>在此之后没有选中过内容</translation>
    </message>
    <message>
        <source>The filter matches no kernel</source>
        <translation>没有 kernel 符合筛选</translation>
    </message>
    <message>
        <source>The filter is empty</source>
        <translation>筛选为空</translation>
    </message>
    <message>
        <source>No trace is offered to Perfetto</source>
        <translation>没有向 Perfetto 提供 trace</translation>
    </message>
    <message>
        <source>The selection has no time</source>
        <translation>未选中带时间的内容</translation>
    </message>
    <message>
        <source>Perfetto does not read this format</source>
        <translation>Perfetto 不支持此格式</translation>
    </message>
    <message>
        <source>Nothing to show in this trace</source>
        <translation>此 trace 中没有内容</translation>
    </message>
    <message>
        <source>Not possible for this selection</source>
        <translation>对选中的内容不可用</translation>
    </message>
    <message>
        <source>The args were not searched, or nothing was found</source>
        <translation>尚未在参数中搜索文本，或没有参数含有该文本</translation>
    </message>
    <message>
        <source>The selection has no position in Perfetto</source>
        <translation>未选中可在 Perfetto 中定位的内容</translation>
    </message>
    <message>
        <source>There is no GPU work in this file that could begin a layer</source>
        <translation>此文件中没有 GPU 工作，没有可作为层起点的内容</translation>
    </message>
</context>
<context>
    <name>CopyText</name>
    <message>
        <source>The cache is switched off.</source>
        <translation>缓存已关闭。</translation>
    </message>
    <message>
        <source>Not cached: small files and folders are always read directly.</source>
        <translation>未缓存：小文件和文件夹总是直接读取。</translation>
    </message>
    <message>
        <source>Opened from the cache.</source>
        <translation>已从缓存打开。</translation>
    </message>
    <message>
        <source>Read from the file and cached.</source>
        <translation>已从文件读取，并写入缓存。</translation>
    </message>
    <message>
        <source>Read from the file and not cached: %1.</source>
        <translation>已从文件读取，未能写入缓存：%1。</translation>
    </message>
</context>
<context>
    <name>Core</name>
    <message>
        <source>%1 asked for where the driver has %2 and the largest free block %3; %4 are free in %5 ranges</source>
        <translation>请求 %1，而驱动仅有 %2，最大空闲块为 %3；共 %5 段空闲，合计 %4</translation>
    </message>
    <message>
        <source>%1 asked for where the driver has %2; which blocks are free is not recorded</source>
        <translation>请求 %1，而驱动仅有 %2；哪些块空闲没有记录</translation>
    </message>
    <message>
        <source>%1 asked for where the largest free block has %2; %3 are free in %4 ranges; what the driver has is not recorded</source>
        <translation>请求 %1，而最大空闲块为 %2；共 %4 段空闲，合计 %3；驱动有多少没有记录</translation>
    </message>
    <message>
        <source>%1 asked for; what is free is not recorded</source>
        <translation>请求 %1；当时有多少空闲没有记录</translation>
    </message>
    <message>
        <source>%1 calls of one name take %2 to %3, median %4; their size is not recorded</source>
        <translation>%1 次同名调用耗时 %2 到 %3，中位数 %4；其大小没有记录</translation>
    </message>
    <message>
        <source>%1 kernel names</source>
        <translation>%1 个 kernel 名称</translation>
    </message>
    <message>
        <source>%1 more were not looked at</source>
        <translation>另有 %1 次未查看</translation>
    </message>
    <message>
        <source>%1 of %2 of the device, %3</source>
        <translation>设备 %2 中的 %1，占 %3</translation>
    </message>
    <message>
        <source>%1 of %2 samples of the file have their innermost function only, so that callers have less than they took.</source>
        <translation>文件的 %2 个样本中有 %1 个只有最内层函数，因此调用者的数值偏小。</translation>
    </message>
    <message>
        <source>%1 of P%2</source>
        <translation>占 P%2 的 %1</translation>
    </message>
    <message>
        <source>%1 of memory</source>
        <translation>内存 %1</translation>
    </message>
    <message>
        <source>%1 of the device</source>
        <translation>占设备的 %1</translation>
    </message>
    <message>
        <source>%1 of the file have no time and are left out.</source>
        <translation>文件中有 %1没有时间，未计入。</translation>
    </message>
    <message>
        <source>%1 call chain</source>
        <translation>%1 条调用链</translation>
    </message>
    <message>
        <source>%1 call chains</source>
        <translation>%1 条调用链</translation>
    </message>
    <message>
        <source>%1 kernel</source>
        <translation>%1 个 kernel</translation>
    </message>
    <message>
        <source>%1 of the file are deeper than 4,096 functions; the outermost are left out.</source>
        <translation>文件中有 %1 深于 4,096 个函数；最外层的函数未列入。</translation>
    </message>
    <message>
        <source>%1 requests to the driver for %2 of the %3 that had gone back to it</source>
        <translation>曾还给驱动 %3，其中 %2 又经 %1 次请求取回</translation>
    </message>
    <message>
        <source>%1 selected</source>
        <translation>选中 %1 项</translation>
    </message>
    <message>
        <source>%1 stay without the call chain of their launch: there are too many chains.</source>
        <translation>%1 没有其启动的调用链：调用链过多。</translation>
    </message>
    <message>
        <source>%1 to %2 of memory</source>
        <translation>内存 %1 到 %2</translation>
    </message>
    <message>
        <source>Allocated - freed</source>
        <translation>分配减去释放</translation>
    </message>
    <message>
        <source>Allocated; negative: freed</source>
        <translation>分配；负数为释放</translation>
    </message>
    <message>
        <source>An allocation failed</source>
        <translation>一次分配失败</translation>
    </message>
    <message>
        <source>At most %1 of memory</source>
        <translation>内存最多 %1</translation>
    </message>
    <message>
        <source>Collectives that are alike take unequally long: ranks arrive late</source>
        <translation>同类集合通信耗时不一：有 rank 迟到</translation>
    </message>
    <message>
        <source>Experts that are alike take unequally long: tokens are spread unevenly</source>
        <translation>同类专家 kernel 耗时不一：token 分布不均</translation>
    </message>
    <message>
        <source>Let segments grow instead of adding new ones, use fewer different sizes, release caches between phases.</source>
        <translation>让段增长而不是新增段，减少不同的大小，在各阶段之间释放缓存。</translation>
    </message>
    <message>
        <source>Look at what these lines keep: lists of tensors, losses without .item() or detach(), caches without a bound.</source>
        <translation>查看这些代码行保留了什么：张量列表、未用 .item() 或 detach() 的损失、没有上限的缓存。</translation>
    </message>
    <message>
        <source>Lower the peak before a longer prompt or a larger batch fails: smaller chunks, activation checkpointing, a smaller cache.</source>
        <translation>在更长的提示或更大的批次失败之前降低峰值：更小的分块、激活重计算、更小的缓存。</translation>
    </message>
    <message>
        <source>Memory goes back to the driver and is asked for again</source>
        <translation>内存还给驱动后又被取回</translation>
    </message>
    <message>
        <source>Memory grows: lines keep what they allocate</source>
        <translation>内存增长：有代码行保留其所分配的内存</translation>
    </message>
    <message>
        <source>More memory is reserved than is used at once</source>
        <translation>预留的内存多于同时使用的内存</translation>
    </message>
    <message>
        <source>No empty_cache() inside of the loop, expandable segments, a pool as large as the peak.</source>
        <translation>循环内不调用 empty_cache()，使用可扩展的段，内存池与峰值同大。</translation>
    </message>
    <message>
        <source>Not idle: for another %1 work runs that is not of the chosen part (other-work).</source>
        <translation>不是空闲：另有 %1 运行着不属于所选部分的任务 (other-work)。</translation>
    </message>
    <message>
        <source>Of a finding about memory: the bytes that it is about, at most</source>
        <translation>关于内存的发现：所涉及的字节，至多</translation>
    </message>
    <message>
        <source>Of a finding about memory: what is reserved, held or asked for</source>
        <translation>关于内存的发现：所预留、持有或请求的内存</translation>
    </message>
    <message>
        <source>One row would need more time on this device than it took: there the model, the tokens or the peaks are wrong, or the data was in a cache.</source>
        <translation>1 行在该设备上所需的时间超过实测时间：模型、token 数或峰值有误，或者数据在缓存中。</translation>
    </message>
    <message>
        <source>Release what is held at that time or ask for less: smaller batch or chunks, expandable segments where memory is free but in pieces.</source>
        <translation>释放当时持有的内存或减少请求：更小的批次或分块；空闲内存零碎时使用可扩展的段。</translation>
    </message>
    <message>
        <source>Rules about memory were not asked: %1</source>
        <translation>未询问关于内存的规则：%1</translation>
    </message>
    <message>
        <source>The bytes that it is about, at least</source>
        <translation>所涉及的字节，至少</translation>
    </message>
    <message>
        <source>The bytes that it is about, at most</source>
        <translation>所涉及的字节，至多</translation>
    </message>
    <message>
        <source>The peak is near what the device has</source>
        <translation>峰值接近设备的内存</translation>
    </message>
    <message>
        <source>There was room, but not for this request: a limit of the process, another stream or another pool.</source>
        <translation>空间是有的，但不能用于此请求：进程有上限，或空闲内存属于另一个流或内存池。</translation>
    </message>
    <message>
        <source>What was free is not all recorded, so that it is not known what was in the way.</source>
        <translation>当时的空闲内存没有全部记录，因此不知道原因何在。</translation>
    </message>
    <message>
        <source>a table of samples is damaged</source>
        <translation>样本表已损坏</translation>
    </message>
    <message>
        <source>an archive of which only a part can be listed: an entry is damaged, or there are more than 100,000; unpack it and open the folder</source>
        <translation>只能列出一部分内容的归档：某个条目已损坏，或条目超过 100,000 个；请解包后打开文件夹</translation>
    </message>
    <message>
        <source>%1 sample</source>
        <translation>%1 个样本</translation>
    </message>
    <message>
        <source>%1 samples</source>
        <translation>%1 个样本</translation>
    </message>
    <message>
        <source>%1 samples, too few to know what time one stands for.</source>
        <translation>%1 个样本，太少，无法得知一个样本代表多长时间。</translation>
    </message>
    <message>
        <source>Advice together, by pass</source>
        <translation>建议合计，按前向</translation>
    </message>
    <message>
        <source>CPU samples could not be read: %1</source>
        <translation>无法读取 CPU 样本：%1</translation>
    </message>
    <message>
        <source>CPU samples of host threads in the sense of GPU time; add up to all samples</source>
        <translation>主机线程的 CPU 样本，含义同 GPU 时间；合计为全部样本</translation>
    </message>
    <message>
        <source>Findings that are certain</source>
        <translation>确定的发现</translation>
    </message>
    <message>
        <source>Findings that are likely</source>
        <translation>很可能的发现</translation>
    </message>
    <message>
        <source>Findings that are measured, but whose cause is not</source>
        <translation>已测得但原因未测得的发现</translation>
    </message>
    <message>
        <source>Function that most CPU samples of the launching thread in the gap are in</source>
        <translation>空隙期间启动线程的多数 CPU 样本所在的函数</translation>
    </message>
    <message>
        <source>Host time in the calls that launched its work, added up</source>
        <translation>启动其任务的调用所占主机时间之和</translation>
    </message>
    <message>
        <source>Host time is estimated: %1 samples, one in %2 of each running thread, threads added up.</source>
        <translation>主机时间为估计值：%1 个样本，每个运行中的线程每 %2 一个，各线程相加。</translation>
    </message>
    <message>
        <source>Of all findings together at best, what overlaps counted once</source>
        <translation>所有发现合计至多节省的时间，重叠部分计一次</translation>
    </message>
    <message>
        <source>Of all findings together at worst, what overlaps counted once</source>
        <translation>所有发现合计至少节省的时间，重叠部分计一次</translation>
    </message>
    <message>
        <source>Of the operator that launched it, or of the nearest around it that recorded them; of a graph replay from a companion</source>
        <translation>取自启动它的算子，或外层最近的有记录者；graph 重放取自配套文件</translation>
    </message>
    <message>
        <source>Of the pass</source>
        <translation>该前向的</translation>
    </message>
    <message>
        <source>Time in synchronising calls of the launching threads between its first and last launch</source>
        <translation>启动线程在其首次与末次启动之间处于同步调用中的时间</translation>
    </message>
    <message>
        <source>Wall with all of it, at best</source>
        <translation>全部采用后的跨度，最好情况</translation>
    </message>
    <message>
        <source>advice cannot be listed by %1; use finding, rule or pass</source>
        <translation>advice 不能按 %1 列出；请用 finding、rule 或 pass</translation>
    </message>
    <message>
        <source>at best no more is reserved than is allocated at once while recorded; at worst nothing goes, if blocks in use lie in every segment</source>
        <translation>最好情况下预留的不多于记录期间同时分配的；若每个段中都有使用中的块，最差情况下没有收益</translation>
    </message>
    <message>
        <source>at best no more is reserved than is allocated at once while recorded; at worst only segments go in which no block lies while recorded</source>
        <translation>最好情况下预留的不多于记录期间同时分配的；最差情况下只有记录期间始终没有块的段可以归还</translation>
    </message>
    <message>
        <source>at best none of it stays, without that of the last pass; at worst all of it is needed (a cache that fills)</source>
        <translation>最好情况下全部不再保留，最后一次前向的除外；最差情况下全部都需要（逐渐填满的缓存）</translation>
    </message>
    <message>
        <source>at best none of it stays, without that of the last tenth; at worst all of it is needed (a cache that fills)</source>
        <translation>最好情况下全部不再保留，最后十分之一时段的除外；最差情况下全部都需要（逐渐填满的缓存）</translation>
    </message>
    <message>
        <source>at best nothing goes back; at worst others need it in between. These bytes are moved, not saved</source>
        <translation>最好情况下不再归还；最差情况下其间有他者需要。这些字节是来回移动的，并非节省的</translation>
    </message>
    <message>
        <source>at most %1 can be selected together</source>
        <translation>最多可同时选中 %1 项</translation>
    </message>
    <message>
        <source>at most this much was lacking; what was free is not all recorded</source>
        <translation>所缺的至多为此数；当时的空闲内存没有全部记录</translation>
    </message>
    <message>
        <source>device %1</source>
        <translation>设备 %1</translation>
    </message>
    <message>
        <source>failed allocations: %1</source>
        <translation>失败的分配：%1</translation>
    </message>
    <message>
        <source>from the first to the last</source>
        <translation>从第一个到最后一个</translation>
    </message>
    <message>
        <source>held before pass %1: %2, before pass %3: %4</source>
        <translation>第 %1 次前向之前持有 %2，第 %3 次之前 %4</translation>
    </message>
    <message>
        <source>in %1 of %2 passes blocks of %3 stay: %4 in all</source>
        <translation>%2 次前向中有 %1 次留下 %3 的块：共 %4</translation>
    </message>
    <message>
        <source>in %1 of %2 tenths of the time blocks of %3 stay: %4 in all</source>
        <translation>时间的 %2 个十分之一中有 %1 个留下 %3 的块：共 %4</translation>
    </message>
    <message>
        <source>it is about memory</source>
        <translation>与内存有关</translation>
    </message>
    <message>
        <source>it is about time</source>
        <translation>与时间有关</translation>
    </message>
    <message>
        <source>its samples have no call chain</source>
        <translation>其样本没有调用链</translation>
    </message>
    <message>
        <source>lines or operators: %1</source>
        <translation>代码行或算子：%1</translation>
    </message>
    <message>
        <source>n/a, it does not run in this pass</source>
        <translation>n/a，它在此前向中没有运行</translation>
    </message>
    <message>
        <source>no CPU samples in the chosen part</source>
        <translation>所选部分没有 CPU 样本</translation>
    </message>
    <message>
        <source>no CPU samples recorded</source>
        <translation>未记录 CPU 样本</translation>
    </message>
    <message>
        <source>no Python frame or call chain recorded around the launch; record with_stack (PyTorch), --cudabacktrace (nsys)</source>
        <translation>启动调用外未记录 Python 帧或调用链；采集时用 with_stack（PyTorch）、--cudabacktrace（nsys）</translation>
    </message>
    <message>
        <source>no call chain recorded with the sample</source>
        <translation>样本没有记录调用链</translation>
    </message>
    <message>
        <source>no gaps</source>
        <translation>没有空隙</translation>
    </message>
    <message>
        <source>no kernel runs in them</source>
        <translation>其中没有 kernel 运行</translation>
    </message>
    <message>
        <source>no launch recorded for some of its work</source>
        <translation>其部分任务没有记录启动</translation>
    </message>
    <message>
        <source>no memory events are recorded; switch on profile_memory when recording</source>
        <translation>没有记录内存事件；录制时请打开 profile_memory</translation>
    </message>
    <message>
        <source>no sample of the launching thread in the gap</source>
        <translation>空隙期间没有启动线程的样本</translation>
    </message>
    <message>
        <source>not of the pass</source>
        <translation>不属于该前向</translation>
    </message>
    <message>
        <source>nothing stands out</source>
        <translation>没有突出之处</translation>
    </message>
    <message>
        <source>nothing that all their kernels share</source>
        <translation>其所有 kernel 没有共同之处</translation>
    </message>
    <message>
        <source>of all %1 lines or operators together %2</source>
        <translation>全部 %1 个代码行或算子合计 %2</translation>
    </message>
    <message>
        <source>on several devices, so no busy time of one</source>
        <translation>位于多个设备，因此没有单个设备的忙碌时间</translation>
    </message>
    <message>
        <source>only a whole snapshot says which blocks are free</source>
        <translation>只有完整的快照才说明哪些块空闲</translation>
    </message>
    <message>
        <source>other work runs</source>
        <translation>其他任务在运行</translation>
    </message>
    <message>
        <source>replayed as a graph: one launch for many layers</source>
        <translation>以 graph 重放：一次启动对应许多层</translation>
    </message>
    <message>
        <source>requests: %1</source>
        <translation>请求：%1</translation>
    </message>
    <message>
        <source>samples do not count calls</source>
        <translation>样本不计调用次数</translation>
    </message>
    <message>
        <source>samples name functions, no modules</source>
        <translation>样本给出函数，不给出模块</translation>
    </message>
    <message>
        <source>samples name functions, no operators</source>
        <translation>样本给出函数，不给出算子</translation>
    </message>
    <message>
        <source>saved; lacking: for an allocation that failed; or moved: to the driver and back</source>
        <translation>saved：可节省；lacking：失败的分配所缺；moved：还给驱动又取回</translation>
    </message>
    <message>
        <source>the file does not say it</source>
        <translation>文件没有说明</translation>
    </message>
    <message>
        <source>the file records none</source>
        <translation>文件未记录内存</translation>
    </message>
    <message>
        <source>the largest request that there was room for; as much has to be released, or asked for in smaller pieces</source>
        <translation>当时能满足的最大请求；须释放差额，或分成更小的请求</translation>
    </message>
    <message>
        <source>the launch of some of its work has no times</source>
        <translation>其部分任务的启动没有时间</translation>
    </message>
    <message>
        <source>the longest of them</source>
        <translation>其中最长者</translation>
    </message>
    <message>
        <source>the row has no label</source>
        <translation>该行没有标签</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 等，另有 %2 个</translation>
    </message>
    <message>
        <source>%1 events of other devices or the host are left out; --device all shows them.</source>
        <translation>略去了其他设备或主机的 %1 个事件；--device all 会显示它们。</translation>
    </message>
    <message>
        <source>%1 files are not in the grid because the pattern of runs does not match their whole names, for example %2.</source>
        <translation>有 %1 个文件不在任何单元格中，因为运行的模式不匹配其完整名称，例如 %2。</translation>
    </message>
    <message>
        <source>%1 is not the number of a device; give one, or all</source>
        <translation>%1 不是设备编号；请给出编号，或 all</translation>
    </message>
    <message>
        <source>%1 records have no known action or form, or no size, and are left out.</source>
        <translation>%1 条记录没有已知的动作或形式，或没有大小，已略去。</translation>
    </message>
    <message>
        <source>%1 more rows in the whole report</source>
        <translation>完整报告中还有 %1 行</translation>
    </message>
    <message>
        <source>A begin event of GPU work is never closed, so its duration is unknown: it is shown on its track, but does not count as a kernel.</source>
        <translation>GPU 任务的开始事件没有对应的结束事件，时长未知：它显示在其轨道上，但不算作 kernel。</translation>
    </message>
    <message>
        <source>A packet of the Perfetto trace is damaged; it was skipped. Copy or record the file again.</source>
        <translation>Perfetto trace 的一个数据包已损坏，已跳过。请重新复制或录制文件。</translation>
    </message>
    <message>
        <source>A step is a pass of the stage with most passes: %1.</source>
        <translation>一个 step 即前向最多的阶段的一次前向：%1。</translation>
    </message>
    <message>
        <source>Allocations and frees</source>
        <translation>分配与释放</translation>
    </message>
    <message>
        <source>An event has no time on the clock of the trace, because no clock snapshot relates the two; it was skipped.</source>
        <translation>某个事件在 trace 的时钟上没有时间，因为没有时钟快照将两者关联；该事件已跳过。</translation>
    </message>
    <message>
        <source>An event refers to names in packets that the recorder dropped; it was skipped or has no name. Record with a larger buffer.</source>
        <translation>某个事件引用了录制程序丢弃的数据包中的名称，已跳过或没有名称。请用更大的缓冲区录制。</translation>
    </message>
    <message>
        <source>An event of the Perfetto trace is of a kind that only old versions of Chrome wrote; it was skipped.</source>
        <translation>Perfetto trace 中某个事件属于只有旧版 Chrome 写入的类型，已跳过。</translation>
    </message>
    <message>
        <source>The Perfetto trace holds counters of GPUs, such as power, temperature and clocks; they are not shown here.</source>
        <translation>Perfetto trace 中有 GPU 的计数器，例如功率、温度和频率；此处不显示。</translation>
    </message>
    <message>
        <source>An event has more arguments, or longer texts in them, than are read; the others are not shown.</source>
        <translation>某个事件的参数或其中的文本超出读取上限；其余部分不显示。</translation>
    </message>
    <message>
        <source>Arguments that were recorded at the end of an event are not shown; those of its beginning are.</source>
        <translation>在事件结束处记录的参数不显示；开始处的参数会显示。</translation>
    </message>
    <message>
        <source>Blocks of memory</source>
        <translation>内存块</translation>
    </message>
    <message>
        <source>Busy time ÷ wall time, of the same passes</source>
        <translation>同一些前向的忙碌时间 ÷ 跨度</translation>
    </message>
    <message>
        <source>By allocations here</source>
        <translation>由此处的分配</translation>
    </message>
    <message>
        <source>By frees here</source>
        <translation>由此处的释放</translation>
    </message>
    <message>
        <source>Complete passes of this stage</source>
        <translation>该阶段的完整前向</translation>
    </message>
    <message>
        <source>Partial passes of this stage, which do not count</source>
        <translation>该阶段的不完整前向，不计入</translation>
    </message>
    <message>
        <source>no pass of the stage is complete</source>
        <translation>该阶段没有完整的前向</translation>
    </message>
    <message>
        <source>Device %1: %2</source>
        <translation>设备 %1：%2</translation>
    </message>
    <message>
        <source>Device %1: %2 allocated before the first event, at most %3, at %4.</source>
        <translation>设备 %1：第一个事件之前已分配 %2，最多 %3，位于 %4。</translation>
    </message>
    <message>
        <source>FLOPs, bytes or peak rates are not known</source>
        <translation>FLOP、字节或峰值速率未知</translation>
    </message>
    <message>
        <source>From one to the other</source>
        <translation>从一者到另一者</translation>
    </message>
    <message>
        <source>Held from the driver afterwards</source>
        <translation>此后从驱动程序预留</translation>
    </message>
    <message>
        <source>Idle time at the edges of the capture is no finding and left out of the window: %1 before the first pass, %2 after the last.</source>
        <translation>采集边缘的空闲时间不作为发现，也不计入窗口：第一次前向之前 %1，最后一次之后 %2。</translation>
    </message>
    <message>
        <source>In all rows: %1.</source>
        <translation>所有行中：%1。</translation>
    </message>
    <message>
        <source>In use by tensors afterwards</source>
        <translation>此后由张量使用</translation>
    </message>
    <message>
        <source>In use or waiting to be freed</source>
        <translation>使用中或等待释放</translation>
    </message>
    <message>
        <source>Innermost operator or call of the thread</source>
        <translation>该线程最内层的算子或调用</translation>
    </message>
    <message>
        <source>Innermost source line of the thread</source>
        <translation>该线程最内层的源代码行</translation>
    </message>
    <message>
        <source>JSON that has neither a model_type nor architectures nor any size of a model</source>
        <translation>既无 model_type、也无 architectures、也无任何模型尺寸的 JSON</translation>
    </message>
    <message>
        <source>Long text is shortened at …; CSV and JSON have all of it, --wide more.</source>
        <translation>过长的文本在 … 处缩短；CSV 与 JSON 含有全文，--wide 显示更多。</translation>
    </message>
    <message>
        <source>Memory by layer</source>
        <translation>按层的内存</translation>
    </message>
    <message>
        <source>Memory by lifetime</source>
        <translation>按生存期的内存</translation>
    </message>
    <message>
        <source>Memory by module</source>
        <translation>按模块的内存</translation>
    </message>
    <message>
        <source>Memory by part of the model</source>
        <translation>按模型部分的内存</translation>
    </message>
    <message>
        <source>Memory by operator</source>
        <translation>按算子的内存</translation>
    </message>
    <message>
        <source>Memory by source line</source>
        <translation>按源代码行的内存</translation>
    </message>
    <message>
        <source>Memory over time</source>
        <translation>内存随时间的变化</translation>
    </message>
    <message>
        <source>Most at one time of what was allocated here</source>
        <translation>此处分配的内存同时存在的最大值</translation>
    </message>
    <message>
        <source>Not shown: %1. --wide shows all columns, --columns ID,ID these.</source>
        <translation>未显示：%1。--wide 显示所有列，--columns ID,ID 显示这些列。</translation>
    </message>
    <message>
        <source>Number as recorded, or host</source>
        <translation>记录的编号，或 host</translation>
    </message>
    <message>
        <source>Of the allocation or free</source>
        <translation>分配或释放的时间</translation>
    </message>
    <message>
        <source>Of the window of the device, without idle time at the edges of the capture</source>
        <translation>占设备的窗口，不含采集边缘的空闲时间</translation>
    </message>
    <message>
        <source>Of what was allocated here, at the peak of the device</source>
        <translation>此处分配的内存，在设备峰值时</translation>
    </message>
    <message>
        <source>Operator, module, source line, or lifetime</source>
        <translation>算子、模块、源代码行或生存期</translation>
    </message>
    <message>
        <source>Passes by stage</source>
        <translation>按阶段的前向</translation>
    </message>
    <message>
        <source>Perfetto trace (protobuf)</source>
        <translation>Perfetto trace (protobuf)</translation>
    </message>
    <message>
        <source>Run: %1</source>
        <translation>运行：%1</translation>
    </message>
    <message>
        <source>Size of the block</source>
        <translation>块的大小</translation>
    </message>
    <message>
        <source>Stage of the passes</source>
        <translation>前向的阶段</translation>
    </message>
    <message>
        <source>That allocated it</source>
        <translation>分配者</translation>
    </message>
    <message>
        <source>The Perfetto trace holds data of other kinds, such as scheduling, logs or heap samples; they are not shown here.</source>
        <translation>Perfetto trace 还含有其他种类的数据，例如调度、日志或堆采样；此处不显示。</translation>
    </message>
    <message>
        <source>The file ends inside a row of its table: the rows that should follow are missing. Copy or export the file again.</source>
        <translation>文件在表的一行中间结束：其后应有的行缺失。请重新复制或导出该文件。</translation>
    </message>
    <message>
        <source>Copies and collectives in flight overlap the operations of the device: they belong to no pass and do not count as its busy or idle time. The table collectives shows how much of them is exposed.</source>
        <translation>进行中的拷贝与集合通信与设备的操作并行：它们不属于任何前向，也不计入其忙碌或空闲时间。collectives 表说明其中暴露的部分。</translation>
    </message>
    <message>
        <source>Metadata names processes or threads that have no events. 65536 of them are kept; the names of the others are not shown.</source>
        <translation>元数据命名了没有任何事件的进程或线程。保留其中 65536 个；其余的名称不予显示。</translation>
    </message>
    <message>
        <source>TensorFlow writes GPU work on the track of its stream and once more on that of all streams (stream:all) or of all copies (memcpy). It is counted once, on its stream.</source>
        <translation>TensorFlow 将 GPU 任务写在所属流的轨道上，并在所有流（stream:all）或所有拷贝（memcpy）的轨道上再写一次。只计一次，归于其所属的流。</translation>
    </message>
    <message>
        <source>Mode %1 is neither FWD (inference) nor FWD_BWD (training): the Markdown document of all tables leaves it out. Let the group (?&lt;mode&gt;…) of the pattern match one of these, in any case.</source>
        <translation>方式 %1 既非 FWD（推理）也非 FWD_BWD（训练）：全部表的 Markdown 文档不含它。请让模式的组 (?&lt;mode&gt;…) 匹配其中之一，不区分大小写。</translation>
    </message>
    <message>
        <source>One file is not in the grid because the pattern of runs does not match its whole name: %1.</source>
        <translation>有一个文件不在任何单元格中，因为运行的模式不匹配其完整名称：%1。</translation>
    </message>
    <message>
        <source>The file holds no memory events; record it with memory profiling on.</source>
        <translation>文件不含内存事件；请在录制时打开内存分析。</translation>
    </message>
    <message>
        <source>The trace lasts from %1 to %2; nothing was recorded outside of it.</source>
        <translation>trace 从 %1 到 %2，此外没有记录。</translation>
    </message>
    <message>
        <source>The file records no blocks, only bytes by category; --by category and --by time need none.</source>
        <translation>文件不记录内存块，只有各类别的字节数；--by category 与 --by time 不需要内存块。</translation>
    </message>
    <message>
        <source>Nothing that was allocated in the trace is held at its end.</source>
        <translation>在 trace 中分配的内存到结束时都已释放。</translation>
    </message>
    <message>
        <source>The recorder dropped packets because its buffer was full: events are missing. Record with a larger buffer.</source>
        <translation>录制程序因缓冲区已满而丢弃了数据包：缺少事件。请用更大的缓冲区录制。</translation>
    </message>
    <message>
        <source>There are no layers in this trace; --by module, line and op need none.</source>
        <translation>此 trace 中没有层；--by module、line 与 op 不需要层。</translation>
    </message>
    <message>
        <source>Time of the allocation</source>
        <translation>分配的时间</translation>
    </message>
    <message>
        <source>Time of the free</source>
        <translation>释放的时间</translation>
    </message>
    <message>
        <source>Time that the hardware needs at least ÷ wall time, of the same passes</source>
        <translation>同一些前向中，硬件至少需要的时间 ÷ 跨度</translation>
    </message>
    <message>
        <source>Types of layers</source>
        <translation>层的类型</translation>
    </message>
    <message>
        <source>a JSON array</source>
        <translation>JSON 数组</translation>
    </message>
    <message>
        <source>a brief report is written as text or markdown</source>
        <translation>简短报告以 text 或 markdown 写出</translation>
    </message>
    <message>
        <source>a gzip file</source>
        <translation>gzip 文件</translation>
    </message>
    <message>
        <source>a model profile, which --profile takes</source>
        <translation>模型配置（用于 --profile）</translation>
    </message>
    <message>
        <source>a trace</source>
        <translation>trace</translation>
    </message>
    <message>
        <source>a zip archive</source>
        <translation>zip 归档</translation>
    </message>
    <message>
        <source>a zstd file</source>
        <translation>zstd 文件</translation>
    </message>
    <message>
        <source>allocated before the trace</source>
        <translation>在 trace 之前分配</translation>
    </message>
    <message>
        <source>an SQLite database</source>
        <translation>SQLite 数据库</translation>
    </message>
    <message>
        <source>an empty file</source>
        <translation>空文件</translation>
    </message>
    <message>
        <source>begins like zstd, but nothing can be decompressed; copy the file again</source>
        <translation>开头像 zstd，但无法解压任何内容；请重新复制文件</translation>
    </message>
    <message>
        <source>binary data</source>
        <translation>二进制数据</translation>
    </message>
    <message>
        <source>column %1 is named twice; name it once</source>
        <translation>列 %1 给出了两次；请只给一次</translation>
    </message>
    <message>
        <source>column %1 is not in this table%2; it has %3</source>
        <translation>此表中没有列 %1%2；有 %3</translation>
    </message>
    <message>
        <source>compute; communication and copy: while nothing computes; wait: for a transfer or another device; in_flight: transfers run and no operation does; idle_inside and idle_between: of programs or passes; idle_edges: before the first and after the last pass</source>
        <translation>compute；communication 与 copy：没有计算时；wait：等待传输或另一设备；in_flight：传输在进行而没有操作运行；idle_inside 与 idle_between：程序或前向之内与之间；idle_edges：第一次前向之前与最后一次之后</translation>
    </message>
    <message>
        <source>damaged pack</source>
        <translation>损坏的 pack</translation>
    </message>
    <message>
        <source>damaged packet</source>
        <translation>损坏的数据包</translation>
    </message>
    <message>
        <source>device wait</source>
        <translation>设备等待</translation>
    </message>
    <message>
        <source>collective part</source>
        <translation>集合通信的组成部分</translation>
    </message>
    <message>
        <source>container operation</source>
        <translation>容器操作</translation>
    </message>
    <message>
        <source>products repeat, and nothing attends or norms: these are steps of a small network, not layers; name a boundary with --anchor</source>
        <translation>重复的是矩阵乘，没有注意力也没有归一化：这些是一个小网络的步骤，而不是层；请用 --anchor 指定边界</translation>
    </message>
    <message>
        <source>each repetition holds an embedding lookup, so whole passes repeat, as in a recommender; name a boundary with --anchor</source>
        <translation>每次重复都含有一次 embedding 查表，因此重复的是整个前向（如推荐模型）；请用 --anchor 指定边界</translation>
    </message>
    <message>
        <source>cut arguments</source>
        <translation>截去的参数</translation>
    </message>
    <message>
        <source>end arguments</source>
        <translation>结束处的参数</translation>
    </message>
    <message>
        <source>holds no metadata of a run: write one object of at most %1 texts, numbers or booleans, or rename it</source>
        <translation>不含运行的元数据：请写一个由至多 %1 个文本、数字或布尔值组成的对象，或将其改名</translation>
    </message>
    <message>
        <source>host-late, launch-latency, dependency, sync, memcpy, graph-boundary, between-passes, capture-edge, other-work, launch-blocked, unknown</source>
        <translation>host-late、launch-latency、dependency、sync、memcpy、graph-boundary、between-passes、capture-edge、other-work、launch-blocked、unknown</translation>
    </message>
    <message>
        <source>incomplete packet</source>
        <translation>不完整的数据包</translation>
    </message>
    <message>
        <source>less than %1 of the GPU time</source>
        <translation>不到 GPU 时间的 %1</translation>
    </message>
    <message>
        <source>gpu counters</source>
        <translation>GPU 计数器</translation>
    </message>
    <message>
        <source>lost packets</source>
        <translation>丢失的数据包</translation>
    </message>
    <message>
        <source>n/a (head_dim is not known; give --config)</source>
        <translation>n/a（head_dim 未知；请用 --config 给出）</translation>
    </message>
    <message>
        <source>n/a in all rows: %1.</source>
        <translation>所有行均为 n/a：%1。</translation>
    </message>
    <message>
        <source>needs a window of more than 128 MiB to be decompressed; run zstd -d --long=31 first</source>
        <translation>解压需要大于 128 MiB 的窗口；请先运行 zstd -d --long=31</translation>
    </message>
    <message>
        <source>no Python line is recorded around it</source>
        <translation>没有记录其所在的 Python 行</translation>
    </message>
    <message>
        <source>no file fits the pattern of runs: there is none</source>
        <translation>没有文件符合运行的模式：一个文件也没有</translation>
    </message>
    <message>
        <source>no operator is recorded around it</source>
        <translation>没有记录其所在的算子</translation>
    </message>
    <message>
        <source>not a model config but %1; give the config.json of the model, or leave it out</source>
        <translation>不是模型的 config，而是%1；请给出模型的 config.json，或不使用此选项</translation>
    </message>
    <message>
        <source>not an attention operator</source>
        <translation>不是 attention 算子</translation>
    </message>
    <message>
        <source>not freed in the trace</source>
        <translation>在 trace 中未释放</translation>
    </message>
    <message>
        <source>only FLOPs are recorded</source>
        <translation>只记录了 FLOPs</translation>
    </message>
    <message>
        <source>only snapshots record it</source>
        <translation>仅快照会记录</translation>
    </message>
    <message>
        <source>other phases</source>
        <translation>其他事件类型</translation>
    </message>
    <message>
        <source>other packets</source>
        <translation>其他数据包</translation>
    </message>
    <message>
        <source>registers per thread</source>
        <translation>每线程寄存器数</translation>
    </message>
    <message>
        <source>scopes of gradients</source>
        <translation>梯度的作用域</translation>
    </message>
    <message>
        <source>spans several of them</source>
        <translation>属于多个</translation>
    </message>
    <message>
        <source>stage unknown: neither programs nor operations indicate it</source>
        <translation>阶段未知：没有程序或操作说明其用途</translation>
    </message>
    <message>
        <source>text that is not JSON; it begins with &apos;%1&apos;</source>
        <translation>非 JSON 的文本，开头为 &apos;%1&apos;</translation>
    </message>
    <message>
        <source>the config has no layer count, and no attention shows layers; name a boundary with --anchor</source>
        <translation>config 没有层数，也没有 attention 表明层的存在；请用 --anchor 指定边界</translation>
    </message>
    <message>
        <source>the event states no total</source>
        <translation>该事件没有说明总量</translation>
    </message>
    <message>
        <source>the pattern of runs does not match the whole of any file name, for example %1; give one with --pattern, with .* where more may stand, and the groups (?&lt;model&gt;…), (?&lt;seq&gt;…) and (?&lt;mode&gt;…)</source>
        <translation>运行的模式不匹配任何文件的完整名称，例如 %1；请用 --pattern 给出，其前后还有内容时加上 .*，并使用组 (?&lt;model&gt;…)、(?&lt;seq&gt;…) 与 (?&lt;mode&gt;…)</translation>
    </message>
    <message>
        <source>then %1 are free in %2 ranges, the largest %3, and %4 in segments without a block</source>
        <translation>此时空闲 %1，共 %2 段，最大 %3，其中 %4 在没有块的段中</translation>
    </message>
    <message>
        <source>there is no device %1</source>
        <translation>没有设备 %1</translation>
    </message>
    <message>
        <source>there is no pass %1</source>
        <translation>没有前向 %1</translation>
    </message>
    <message>
        <source>there was room, but not for this request (limit, stream or pool)</source>
        <translation>空间是有的，但不能用于此请求（上限、流或内存池）</translation>
    </message>
    <message>
        <source>to select several takes two that differ; for one use --pass, --layer or --kernel</source>
        <translation>选中多项至少需要两个不同的项；只选一项请用 --pass、--layer 或 --kernel</translation>
    </message>
    <message>
        <source>too few samples to know what time one stands for</source>
        <translation>样本太少，无法得知一个样本代表多长时间</translation>
    </message>
    <message>
        <source>training step: nothing recorded distinguishes forward from backward</source>
        <translation>训练 step：没有记录能区分前向与反向</translation>
    </message>
    <message>
        <source>A: %1; B: %2</source>
        <translation>A：%1；B：%2</translation>
    </message>
    <message>
        <source>cold and warm-up passes left out: A %1, B %2</source>
        <translation>未计入的冷启动与预热前向：A %1 次，B %2 次</translation>
    </message>
    <message>
        <source>passes of more than 1.5 times the median: A has %1, B has %2</source>
        <translation>超过中位数 1.5 倍的前向：A 有 %1 次，B 有 %2 次</translation>
    </message>
    <message>
        <source>passes of this stage: A has %1, B has %2, less than half</source>
        <translation>该阶段的前向：A 有 %1 次，B 有 %2 次，不足一半</translation>
    </message>
    <message>
        <source>passes of this stage: A has none, B has %1</source>
        <translation>该阶段的前向：A 没有，B 有 %1 次</translation>
    </message>
    <message>
        <source>passes of this stage: A has %1, B has none</source>
        <translation>该阶段的前向：A 有 %1 次，B 没有</translation>
    </message>
    <message>
        <source>slower, faster, unchanged (within the noise), not_judged; only_a, only_b, fewer_passes, incomplete, no_common_stage, other_model, other_device, other_count</source>
        <translation>slower 变慢、faster 变快、unchanged 不变（在噪声内）、not_judged 不判断；only_a 仅 A、only_b 仅 B、fewer_passes 前向不足、incomplete 不完整、no_common_stage 无共同阶段、other_model 模型不同、other_device 设备不同、other_count 数量不同</translation>
    </message>
    <message>
        <source>nothing to compare</source>
        <translation>没有可对比的内容</translation>
    </message>
    <message>
        <source>no stage has passes in both traces that can be compared</source>
        <translation>两个 trace 中没有可对比前向的共同阶段</translation>
    </message>
    <message>
        <source>not covered by the gate</source>
        <translation>门限不检查此行</translation>
    </message>
    <message>
        <source>median, mean and p90 of the walls of passes; busy = time of all GPU work; stage, passes, model, device, count = what one side lacks or has otherwise</source>
        <translation>median 中位数、mean 均值、p90：前向跨度的统计量；busy = 所有 GPU 任务的时间；stage、passes、model、device、count = 一侧缺少或不同之处</translation>
    </message>
    <message>
        <source>fail: slower by more than the noise and by more than --fail-above, or a verdict from only_a on; allowed: such a verdict with --allow-missing; pass; empty without --fail-above</source>
        <translation>fail：变慢超过噪声且超过 --fail-above，或结论为 only_a 及其后各项；allowed：此类结论且使用了 --allow-missing；pass；未给 --fail-above 时为空</translation>
    </message>
    <message>
        <source>fail, pass, or allowed with --allow-missing; empty without --fail-above</source>
        <translation>fail 不通过、pass 通过，或使用 --allow-missing 时 allowed 允许；未给 --fail-above 时为空</translation>
    </message>
    <message>
        <source>complete passes on one side, only partial ones on the other</source>
        <translation>一侧有完整前向，另一侧只有不完整的前向</translation>
    </message>
    <message>
        <source>about the whole trace</source>
        <translation>针对整个 trace</translation>
    </message>
    <message>
        <source>Reason of the verdict, if the times do not show it</source>
        <translation>时间本身未说明时，结论的依据</translation>
    </message>
    <message>
        <source>The measure of B&apos;s passes</source>
        <translation>B 的前向的该项数值</translation>
    </message>
    <message>
        <source>The measure of A&apos;s passes</source>
        <translation>A 的前向的该项数值</translation>
    </message>
    <message>
        <source>Stage of the passes compared; trace = all GPU work, or the job as a whole</source>
        <translation>所对比前向的阶段；trace = 所有 GPU 任务，或整个作业</translation>
    </message>
    <message>
        <source>Passes of A that count: for a median the steady ones, for mean and P90 all complete ones except cold and warm-up</source>
        <translation>计入的 A 的前向数：中位数为稳态前向，均值与 P90 为除冷启动与预热之外的所有完整前向</translation>
    </message>
    <message>
        <source>Pass of A nearest to the median: the one that auto selects</source>
        <translation>A 中最接近中位数的前向：即 auto 所取</translation>
    </message>
    <message>
        <source>Of A&apos;s figure</source>
        <translation>占 A 的数值</translation>
    </message>
    <message>
        <source>Differences up to here may be chance: three standard errors of the two figures, at least 1 % of A; 2 % of A where a side has fewer than 4 passes</source>
        <translation>至此为止的差值可能是偶然波动：两侧数值之差的三倍标准误，至少为 A 的 1 %；一侧少于 4 次前向时为 A 的 2 %</translation>
    </message>
    <message>
        <source>Gate: passed; it fails when median, mean or P90 of a stage is slower by more than %1 of A and by more than the noise; what one side lacks is allowed.</source>
        <translation>门限：通过；当某阶段的中位数、均值或 P90 变慢超过 A 的 %1 且超过噪声时，不通过；允许一侧缺少的内容。</translation>
    </message>
    <message>
        <source>Gate: passed; it fails when median, mean or P90 of a stage is slower by more than %1 of A and by more than the noise, or when one side lacks what the other has.</source>
        <translation>门限：通过；当某阶段的中位数、均值或 P90 变慢超过 A 的 %1 且超过噪声，或一侧缺少另一侧所有的内容时，不通过。</translation>
    </message>
    <message>
        <source>Gate: failed; it fails when median, mean or P90 of a stage is slower by more than %1 of A and by more than the noise; what one side lacks is allowed.</source>
        <translation>门限：不通过；当某阶段的中位数、均值或 P90 变慢超过 A 的 %1 且超过噪声时，不通过；允许一侧缺少的内容。</translation>
    </message>
    <message>
        <source>Gate: failed; it fails when median, mean or P90 of a stage is slower by more than %1 of A and by more than the noise, or when one side lacks what the other has.</source>
        <translation>门限：不通过；当某阶段的中位数、均值或 P90 变慢超过 A 的 %1 且超过噪声，或一侧缺少另一侧所有的内容时，不通过。</translation>
    </message>
    <message>
        <source>Bytes and rates exclude %1 transfer without a known size, in rows where sized is less than count.</source>
        <translation>字节数与速率不含 %1 次大小未知的传输（在 sized 小于 count 的行中）。</translation>
    </message>
    <message>
        <source>Bytes and rates exclude %1 transfers without a known size, in rows where sized is less than count.</source>
        <translation>字节数与速率不含 %1 次大小未知的传输（在 sized 小于 count 的行中）。</translation>
    </message>
    <message>
        <source>Bytes over the time from begin to end of those</source>
        <translation>字节数除以这些传输从开始到结束的时间</translation>
    </message>
    <message>
        <source>Of count: those whose bytes are known; bytes and rates cover only these</source>
        <translation>次数中已知字节数的；字节数与速率只涉及它们</translation>
    </message>
    <message>
        <source>Of the elements</source>
        <translation>元素的类型</translation>
    </message>
    <message>
        <source>Tasks that wait for another stream, record an event or mark the profiler are shown on the timeline, but they are not work.</source>
        <translation>等待其他流、记录事件或标记 profiler 的任务显示在时间线上，但不是计算工作。</translation>
    </message>
    <message>
        <source>Transfers inside a collective belong to its span; they are shown on the timeline, but are not work of their own.</source>
        <translation>集合通信内部的传输属于该集合通信的区间；它们显示在时间线上，但不单独计为工作。</translation>
    </message>
    <message>
        <source>Operations that contain others (loops, calls, conditionals) are not kernels; the operations inside them are. The tables of operations and regions count their exclusive time.</source>
        <translation>包含其他算子的算子（循环、调用、条件分支）不算 kernel，其内部运行的才算。算子表和区域表计入只属于它们自身的时间。</translation>
    </message>
    <message>
        <source>Participating processes</source>
        <translation>参与的进程数</translation>
    </message>
    <message>
        <source>Ranks of the group, or replica groups, as recorded</source>
        <translation>组内的 rank，或 replica groups，按记录值</translation>
    </message>
    <message>
        <source>Residual: A %1 idle minus %2 during which kernels overlap; B %3 idle minus %4 during which kernels overlap.</source>
        <translation>残差：A 空闲 %1，减去 kernel 重叠的 %2；B 空闲 %3，减去 kernel 重叠的 %4。</translation>
    </message>
    <message>
        <source>%1 kernel runs on another stream in B and counts as the same.</source>
        <translation>%1 个 kernel 在 B 中运行于另一个流，仍计为相同。</translation>
    </message>
    <message>
        <source>%1 kernels run on another stream in B and count as the same.</source>
        <translation>%1 个 kernel 在 B 中运行于另一个流，仍计为相同。</translation>
    </message>
    <message>
        <source>Other model: A is %1, B is %2.</source>
        <translation>模型不同：A 为 %1，B 为 %2。</translation>
    </message>
    <message>
        <source>Other hardware: A ran on %1, B on %2.</source>
        <translation>硬件不同：A 运行于 %1，B 运行于 %2。</translation>
    </message>
    <message>
        <source>Other format: A is %1, B is %2; the tools may record different things.</source>
        <translation>格式不同：A 为 %1，B 为 %2；不同工具记录的内容可能不同。</translation>
    </message>
    <message>
        <source>A ran on a %1, B on a %2: kernels of different processors cannot be paired, so this compares layers and categories.</source>
        <translation>A 的处理器类型为 %1，B 为 %2：两者的 kernel 无法配对，因此对比层与类别。</translation>
    </message>
    <message>
        <source>All GPU work compared by kernel name, without passes and layers: %1.</source>
        <translation>全部 GPU 任务按 kernel 名称对比，不区分前向与层：%1。</translation>
    </message>
    <message>
        <source>A has no passes</source>
        <translation>A 没有前向</translation>
    </message>
    <message>
        <source>B has no passes</source>
        <translation>B 没有前向</translation>
    </message>
    <message>
        <source>A has no passes (%1)</source>
        <translation>A 没有前向（%1）</translation>
    </message>
    <message>
        <source>B has no passes (%1)</source>
        <translation>B 没有前向（%1）</translation>
    </message>
    <message>
        <source>Left out, no counterpart: %1 pass of A: %2.</source>
        <translation>无对应项而略去：A 的 %1 次前向：%2。</translation>
    </message>
    <message>
        <source>Left out, no counterpart: %1 passes of A: %2.</source>
        <translation>无对应项而略去：A 的 %1 次前向：%2。</translation>
    </message>
    <message>
        <source>Left out, no counterpart: %1 pass of B: %2.</source>
        <translation>无对应项而略去：B 的 %1 次前向：%2。</translation>
    </message>
    <message>
        <source>Left out, no counterpart: %1 passes of B: %2.</source>
        <translation>无对应项而略去：B 的 %1 次前向：%2。</translation>
    </message>
    <message>
        <source>Layer counts differ: %1 layer of A and %2 of B have no counterpart; all their kernels count as only_a or only_b.</source>
        <translation>层数不同：A 有 %1 层、B 有 %2 层没有对应项；其中的 kernel 均计为仅 A 或仅 B。</translation>
    </message>
    <message>
        <source>Layer counts differ: %1 layers of A and %2 of B have no counterpart; all their kernels count as only_a or only_b.</source>
        <translation>层数不同：A 有 %1 层、B 有 %2 层没有对应项；其中的 kernel 均计为仅 A 或仅 B。</translation>
    </message>
    <message>
        <source>%1 pair of layers of different types.</source>
        <translation>%1 对层的类型不同。</translation>
    </message>
    <message>
        <source>%1 pairs of layers of different types.</source>
        <translation>%1 对层的类型不同。</translation>
    </message>
    <message>
        <source>%1 pair of layers is too long and too different for the best alignment; it was aligned at kernels that occur once.</source>
        <translation>%1 对层过长且差异过大，无法求最优对齐；其对齐以仅出现一次的 kernel 为准。</translation>
    </message>
    <message>
        <source>%1 pairs of layers are too long and too different for the best alignment; they were aligned at kernels that occur once.</source>
        <translation>%1 对层过长且差异过大，无法求最优对齐；其对齐以仅出现一次的 kernel 为准。</translation>
    </message>
    <message>
        <source>B has no pass of the stage of A&apos;s pass (%1), so this compares different stages.</source>
        <translation>B 中没有与 A 的前向同阶段（%1）的前向，因此对比的是不同阶段。</translation>
    </message>
    <message>
        <source>A: %1.</source>
        <translation>A：%1。</translation>
    </message>
    <message>
        <source>B: %1.</source>
        <translation>B：%1。</translation>
    </message>
    <message>
        <source>Rank %1 shares too few collectives with the others (%2 recorded): its clock was aligned by the start of the first common pass, so its skew is unreliable.</source>
        <translation>rank %1 与其他 rank 共有的集合通信过少（记录到 %2 次）：其时钟按第一个共同前向的开始设定，因此其偏斜参考价值不大。</translation>
    </message>
    <message>
        <source>Rank %1 has nothing in common with rank %2 to align the clocks on; they were used as recorded.</source>
        <translation>rank %1 与 rank %2 没有可用于对齐时钟的共同内容；时钟按原样采用。</translation>
    </message>
    <message>
        <source>Rank %1: the collectives of rank %2 repeat so evenly that another shift fits as well; its offset is uncertain.</source>
        <translation>rank %1：rank %2 的集合通信间隔过于均匀，另一种偏移同样吻合；其偏移并不可靠。</translation>
    </message>
    <message>
        <source>Rank %1: the ends of matching collectives are %2 apart (median), more than ranks that leave a collective together should be.</source>
        <translation>rank %1：对应的集合通信结束时刻相差 %2（中位数），超过了同时离开集合通信的 rank 应有的差距。</translation>
    </message>
    <message>
        <source>Rank %1: only %2 of %3 collectives have a counterpart; its offset is uncertain.</source>
        <translation>rank %1：%3 次集合通信中仅 %2 次有对应者；其偏移依据不足。</translation>
    </message>
    <message>
        <source>%1: %2 of own time above the median of the ranks in each pass (%3 of its wall), %4 of it in %5 (%6).</source>
        <translation>%1：每次前向的自身时间比各 rank 的中位数多 %2（其跨度的 %3），其中 %4 在%5（%6）。</translation>
    </message>
    <message>
        <source>%1: %2 of own time above the median of the ranks in each pass (%3 of its wall), over all layers, most in %4 (%5).</source>
        <translation>%1：每次前向的自身时间比各 rank 的中位数多 %2（其跨度的 %3），分布于所有层，最多的是%4（%5）。</translation>
    </message>
    <message>
        <source>%1 does not say which rank it is; it was given number %2.</source>
        <translation>%1 未说明是哪个 rank；编号定为 %2。</translation>
    </message>
    <message>
        <source>Of %1 ranks %2 are open; missing: %3.</source>
        <translation>%1 个 rank 中打开了 %2 个；缺少：%3。</translation>
    </message>
    <message>
        <source>%1 has %2 devices: device %3, with the most GPU work, was used, %4 ignored; open the file alone to see them as ranks.</source>
        <translation>%1 含有 %2 个设备：采用 GPU 任务最多的设备 %3，略去 %4；单独打开该文件即可将各设备视为 rank。</translation>
    </message>
    <message>
        <source>%1 is the same recording as %2 and was ignored.</source>
        <translation>%1 与 %2 是同一次录制，已略去。</translation>
    </message>
    <message>
        <source>%1 could not be read whole: %2</source>
        <translation>%1 未能完整读取：%2</translation>
    </message>
    <message>
        <source>Rank %1 is there twice: %2 was used, %3 ignored; open it alone to see it.</source>
        <translation>rank %1 出现两次：采用 %2，略去 %3；如需查看请单独打开。</translation>
    </message>
    <message>
        <source>%1 is not a trace and was ignored.</source>
        <translation>%1 不是 trace，已略去。</translation>
    </message>
    <message>
        <source>%1 cannot be used: %2</source>
        <translation>%1 无法使用：%2</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>%1 无法读取：%2</translation>
    </message>
    <message>
        <source>%1 has changed since the session was saved; notes may be misplaced.</source>
        <translation>%1 在会话保存之后已改变；笔记的位置可能有偏差。</translation>
    </message>
    <message>
        <source>Statuses are from %1.</source>
        <translation>状态取自 %1。</translation>
    </message>
    <message>
        <source>Two runs of %1, %2, seq %3; the first one counts, not %4.</source>
        <translation>%1、%2、seq %3 有两次运行；采用第一次，而非 %4。</translation>
    </message>
    <message>
        <source>%1: the longest forward takes more than three times the median, so the mean of all is not meaningful.</source>
        <translation>%1：最长的一次前向超过中位数的三倍，因此总平均值参考价值不大。</translation>
    </message>
    <message>
        <source>%1: the first %2 steps count as warm-up (%3).</source>
        <translation>%1：前 %2 个 Step 计为预热（%3）。</translation>
    </message>
    <message>
        <source>What a rank holds in full before or after, added up; see the manual for each kind</source>
        <translation>一个 rank 在之前或之后完整持有的字节数之和；各种类的定义见手册</translation>
    </message>
    <message>
        <source>a copy has no group</source>
        <translation>复制没有组</translation>
    </message>
    <message>
        <source>a copy moves bytes</source>
        <translation>复制的是字节</translation>
    </message>
    <message>
        <source>algbw times the bus factor that nccl-tests defines for the kind and the group size</source>
        <translation>algbw 乘以每字节在链路上传输的量，按 nccl-tests 的定义</translation>
    </message>
    <message>
        <source>elements are recorded, but not their type</source>
        <translation>记录了元素个数，未记录其类型</translation>
    </message>
    <message>
        <source>elements are recorded, but not the kind of collective</source>
        <translation>记录了元素个数，未记录对其做了什么</translation>
    </message>
    <message>
        <source>Grid of runs, table %1</source>
        <translation>运行网格，表 %1</translation>
    </message>
    <message>
        <source>%1 of %2 whole passes have %3 layers</source>
        <translation>%2 次完整前向中有 %1 次为 %3 层</translation>
    </message>
    <message>
        <source>layers of one type run %1 the same kernels in the same order</source>
        <translation>同类型的层有 %1 按相同顺序运行相同的 kernel</translation>
    </message>
    <message>
        <source>many products run before the first or behind the last layer of a pass: another network may be there</source>
        <translation>一次前向的第一层之前或最后一层之后有许多矩阵乘运行：那里可能是另一个网络</translation>
    </message>
    <message>
        <source>several convolutions run between most passes: they may be parts of one network, as of a U-Net</source>
        <translation>多数前向之间有若干卷积运行：它们可能是同一网络（如 U-Net）的各部分</translation>
    </message>
    <message>
        <source>layers of two quite different kinds follow each other in one pass: they may belong to two networks</source>
        <translation>一次前向中有两类差别很大的层先后出现：它们可能属于两个网络</translation>
    </message>
    <message>
        <source>most layers hold several feed-forward blocks with norms before them: they may be several layers each</source>
        <translation>多数层含有多个前置归一化的前馈块：每个可能是多个层</translation>
    </message>
    <message>
        <source>%1 of the forward and backward kernels are of passes in which no layers were found</source>
        <translation>前向与反向的 kernel 中有 %1 属于未找到层的各次</translation>
    </message>
    <message>
        <source>%1 of the layers of a stage hold a fifth more or fewer kernels than the same layers of its other passes</source>
        <translation>某一阶段有 %1 的层，其 kernel 数比该阶段其他各次中的同一层多或少五分之一以上</translation>
    </message>
    <message>
        <source>neighbouring layers run %1 the same kernels in the same order</source>
        <translation>相邻的层有 %1 按相同顺序运行相同的 kernel</translation>
    </message>
    <message>
        <source>not defined for this kind</source>
        <translation>此种类没有定义</translation>
    </message>
    <message>
        <source>the recorded sizes contradict one another</source>
        <translation>所记录的大小互相矛盾</translation>
    </message>
    <message>
        <source>the size of the group is not recorded</source>
        <translation>未记录组的大小</translation>
    </message>
    <message>
        <source>the size of this type is not known</source>
        <translation>此类型的大小未知</translation>
    </message>
    <message>
        <source>they take no time</source>
        <translation>它们不占时间</translation>
    </message>
    <message>
        <source>this rank holds %1 of the %2 layers of the config: it hands its work to another rank of a pipeline</source>
        <translation>config 有 %2 层，此 rank 持有其中 %1 层：其结果交给流水线的下一个 rank</translation>
    </message>
    <message>
        <source>the kernels show %1 layers in a pass, not the %2 that were asked for</source>
        <translation>kernel 显示每次前向为 %1 层，而非所要求的 %2 层</translation>
    </message>
    <message>
        <source>the config has experts, and no kernel belongs to any: it may be that of another model</source>
        <translation>config 含专家，但没有属于专家的 kernel：它可能是另一个模型的 config</translation>
    </message>
    <message>
        <source>kernels belong to experts, and the config has none: it may be that of another model</source>
        <translation>有属于专家的 kernel，但 config 不含专家：它可能是另一个模型的 config</translation>
    </message>
    <message>
        <source>%1 of the layers begin with another kernel than others of their type</source>
        <translation>%1 的层起始 kernel 与同类型的其他层不同</translation>
    </message>
    <message>
        <source>the config says %1 layers too</source>
        <translation>config 同样为 %1 层</translation>
    </message>
    <message>
        <source>the config says %1 layers, the kernels show %2</source>
        <translation>config 为 %1 层，而 kernel 显示为 %2 层</translation>
    </message>
    <message>
        <source>the config says %1 layers, and no pass shows all of them whole</source>
        <translation>配置为 %1 层，但没有哪次前向完整地显示出所有层</translation>
    </message>
    <message>
        <source>another number of layers explains the kernels nearly as well</source>
        <translation>另一个层数几乎同样能解释这些 kernel</translation>
    </message>
    <message>
        <source>%1 of the GPU time between the first and the last pass belongs to no pass</source>
        <translation>第一次与最后一次前向之间有 %1 的 GPU 时间不属于任何前向</translation>
    </message>
    <message>
        <source>%1 of %2 layer boundaries were found by comparison with other layers</source>
        <translation>%2 个层边界中有 %1 个是与其他层对比得出的</translation>
    </message>
    <message>
        <source>there is a single whole pass, and no other one to compare it with</source>
        <translation>只有一次完整的前向，没有其他前向可与之对比</translation>
    </message>
    <message>
        <source>%1 streams run micro-batches of the same passes at the same time</source>
        <translation>%1 个流同时运行相同前向的微批次</translation>
    </message>
    <message>
        <source>%1 streams run passes of their own at the same time</source>
        <translation>%1 个流同时运行各自的前向</translation>
    </message>
    <message>
        <source>two micro-batches on streams of their own</source>
        <translation>两个微批次在各自的流上</translation>
    </message>
    <message>
        <source>neither an embedding before the layers nor lm_head or sampling behind them shows where passes begin</source>
        <translation>层之前没有嵌入，层之后也没有 lm_head 或采样，无法表明前向从何处开始</translation>
    </message>
    <message>
        <source>the largest layer holds %1 kernels, the usual one %2</source>
        <translation>最大的层有 %1 个 kernel，通常的层有 %2 个</translation>
    </message>
    <message>
        <source>%1 of the GPU time lies outside of the layers</source>
        <translation>%1 的 GPU 时间在层之外</translation>
    </message>
    <message>
        <source>passes of other lengths explain the kernels with a probability of %1</source>
        <translation>以其他长度的前向解释这些 kernel 的概率为 %1</translation>
    </message>
    <message>
        <source>%1 of the attention kernels run on other streams, beside these passes</source>
        <translation>%1 的注意力 kernel 在其他流上运行，与这些前向同时进行</translation>
    </message>
    <message>
        <source>each half of a layer may be a layer by itself: no pass is whole, and no attention parts them</source>
        <translation>每层的一半也可能自成一层：没有完整的前向，也没有注意力将其区分</translation>
    </message>
    <message>
        <source>two micro-batches take turns: without an end of the pass nothing tells whether one is half a layer ahead</source>
        <translation>两个微批次交替运行：没有前向的首尾，无法得知其中一个是否领先半层</translation>
    </message>
    <message>
        <source>%1 pass boundaries are based only on counting layers</source>
        <translation>%1 个前向边界仅靠层数计数得出</translation>
    </message>
    <message>
        <source>%1 of the kernels run backward or update weights, outside of a backward or optimizer stage</source>
        <translation>%1 的 kernel 在反向或优化器阶段之外执行反向计算或更新权重</translation>
    </message>
    <message>
        <source>%1 of %2 annotated steps hold exactly one pass</source>
        <translation>%2 个带标注的 Step 中有 %1 个恰好包含一次前向</translation>
    </message>
    <message>
        <source>%1 layers in a pass are more than known models have: they may be parts of layers</source>
        <translation>一次前向 %1 层，多于已知的模型：它们可能只是层的一部分</translation>
    </message>
    <message>
        <source>passes are the ranges &apos;%1&apos;, joined by launches or, on a device&apos;s own lines, by time</source>
        <translation>前向取自范围“%1”，按启动关联；设备自身轨道上的范围则按时间</translation>
    </message>
    <message>
        <source>stages by %1 for %2 of the kernels; names contradict %3</source>
        <translation>阶段由%1判定，覆盖 %2 的 kernel；名称与之矛盾的占 %3</translation>
    </message>
    <message>
        <source>%1 forward, %2 backward and %3 optimizer passes</source>
        <translation>%1 次前向、%2 次反向与 %3 次优化器</translation>
    </message>
    <message>
        <source>%1 further forward passes without a backward pass, before or after training</source>
        <translation>训练之前或之后另有 %1 次没有反向的前向</translation>
    </message>
    <message>
        <source>%1 of the backward kernels are in the layer that both autograd&apos;s calls and the kernel names indicate</source>
        <translation>%1 的反向 kernel 所在的层，autograd 调用与 kernel 名称所指一致</translation>
    </message>
    <message>
        <source>%1 boundary is where the user set it</source>
        <translation>%1 个边界位于用户设定的位置</translation>
    </message>
    <message>
        <source>%1 boundaries are where the user set them</source>
        <translation>%1 个边界位于用户设定的位置</translation>
    </message>
    <message>
        <source>the %1 that was set at %2 no longer exists: this segmentation has no such pass or layer</source>
        <translation>设定于 %2 的%1已不存在：此次切分没有该前向或该层</translation>
    </message>
    <message>
        <source>the %1 that was set at %2 fits no kernel of the main stream, so it stays where it was found</source>
        <translation>设定于 %2 的%1与主流的任何 kernel 都不相符，因此保持在找到的位置</translation>
    </message>
    <message>
        <source>the %1 that was set at %2 would pass the boundary next to it, so it stops there</source>
        <translation>设定于 %2 的%1会越过相邻的边界，因此止于该处</translation>
    </message>
    <message>
        <source>the %1 that was set at %2 is not there: no passes were found on that device</source>
        <translation>设定于 %2 的%1不存在：该设备上未找到前向</translation>
    </message>
    <message>
        <source>repeats %1 times, but outside of every layer found</source>
        <translation>重复 %1 次，但均在已找到的层之外</translation>
    </message>
    <message>
        <source>once in %1 of the layers, %2 of its hits lie inside layers</source>
        <translation>在 %1 的层中各出现一次，%2 的命中位于层内</translation>
    </message>
    <message>
        <source>%1 times in %2 of the layers, %3 of its hits lie inside layers</source>
        <translation>在 %2 的层中各出现 %1 次，%3 的命中位于层内</translation>
    </message>
    <message>
        <source>%1 of %2 layers</source>
        <translation>%1 / %2 层</translation>
    </message>
    <message>
        <source>%1 of %2 layers, truncated by the capture</source>
        <translation>%1 / %2 层，被采集截断</translation>
    </message>
    <message>
        <source>%1 of %2 layers in the middle of the capture</source>
        <translation>采集中途仅 %1 / %2 层</translation>
    </message>
    <message>
        <source>%1 of its layers run the same kernels as another layer</source>
        <translation>其 %1 的层与另一层运行相同的 kernel</translation>
    </message>
    <message>
        <source>%1 of its whole layers run the same kernels as another layer</source>
        <translation>其完整的层中 %1 与另一层运行相同的 kernel</translation>
    </message>
    <message>
        <source>%1 layers, which no other whole pass and no config confirm</source>
        <translation>%1 层，没有其他完整的前向或 config 印证</translation>
    </message>
    <message>
        <source>a layer that the capture truncated is compared with none</source>
        <translation>被采集截断的层未与任何层对比</translation>
    </message>
    <message>
        <source>%1 of its time is outside of its layers</source>
        <translation>其 %1 的时间在层之外</translation>
    </message>
    <message>
        <source>%1 layer boundaries found by comparison</source>
        <translation>%1 个层边界由对比得出</translation>
    </message>
    <message>
        <source>%1 layer boundary found by comparison</source>
        <translation>%1 个层边界由对比得出</translation>
    </message>
    <message>
        <source>partial (%1 of %2 layers)</source>
        <translation>不完整（%1 / %2 层）</translation>
    </message>
    <message>
        <source>%1 missing anchor bridged</source>
        <translation>补接了 %1 个缺失的锚点</translation>
    </message>
    <message>
        <source>%1 missing anchors bridged</source>
        <translation>补接了 %1 个缺失的锚点</translation>
    </message>
    <message>
        <source>%1 boundary set by the user</source>
        <translation>%1 个边界由用户设定</translation>
    </message>
    <message>
        <source>%1 boundaries set by the user</source>
        <translation>%1 个边界由用户设定</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Step %1</translation>
    </message>
    <message>
        <source>%1 request</source>
        <translation>%1 个请求</translation>
    </message>
    <message>
        <source>%1 requests</source>
        <translation>%1 个请求</translation>
    </message>
    <message>
        <source>%1 token</source>
        <translation>%1 个 token</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 个 token</translation>
    </message>
    <message>
        <source>outlier above %1</source>
        <translation>超过 %1 为离群</translation>
    </message>
    <message>
        <source>median of %1 steady passes (%2)</source>
        <translation>%1 次稳态前向的中位（%2）</translation>
    </message>
    <message>
        <source>the only steady pass (%1)</source>
        <translation>唯一的稳态前向（%1）</translation>
    </message>
    <message>
        <source>the only complete pass (%1)</source>
        <translation>唯一完整的前向（%1）</translation>
    </message>
    <message>
        <source>median of %1 complete passes (%2): too few or too uneven for a steady run</source>
        <translation>%1 次完整前向（%2）的中位：数量过少或过于不均，无法构成稳态段</translation>
    </message>
    <message>
        <source>pass %1: %2</source>
        <translation>前向 %1：%2</translation>
    </message>
    <message>
        <source>pass %1 of device %2: %3</source>
        <translation>设备 %2 的前向 %1：%3</translation>
    </message>
    <message>
        <source>the rules are about passes, and none was found</source>
        <translation>规则针对前向，而未找到前向</translation>
    </message>
    <message>
        <source>no passes were found, so this is the whole trace (%1)</source>
        <translation>未找到前向，因此为整个 trace（%1）</translation>
    </message>
    <message>
        <source>no passes were found (%1)</source>
        <translation>未找到前向（%1）</translation>
    </message>
    <message>
        <source>no kernel name matches the anchor &apos;%1&apos;; the table &apos;anchors&apos; lists kernels that could mark layers</source>
        <translation>没有 kernel 名称与锚点“%1”匹配；锚点表列出了可标记层的 kernel</translation>
    </message>
    <message>
        <source>NOT: %1</source>
        <translation>不符：%1</translation>
    </message>
    <message>
        <source>cannot be read: %1</source>
        <translation>无法读取：%1</translation>
    </message>
    <message>
        <source>cannot be read (%1)</source>
        <translation>无法读取（%1）</translation>
    </message>
    <message>
        <source>cannot be opened (%1); check the path and the permissions</source>
        <translation>无法打开（%1）；请检查路径与权限</translation>
    </message>
    <message>
        <source>cannot be written (%1); choose another place or free some space</source>
        <translation>无法写入（%1）；请换一个位置或腾出空间</translation>
    </message>
    <message>
        <source>cannot be made a folder (%1); choose another place</source>
        <translation>无法创建文件夹（%1）；请换一个位置</translation>
    </message>
    <message>
        <source>cannot be made a folder (%1); choose another place with --cache-dir</source>
        <translation>无法创建文件夹（%1）；请用 --cache-dir 换一个位置</translation>
    </message>
    <message>
        <source>not a readable SQLite database (%1); export it again</source>
        <translation>不是可读取的 SQLite 数据库（%1）；请重新导出</translation>
    </message>
    <message>
        <source>takes more than %1 MB of memory to read; record a shorter trace, cut out one pass where there is more memory (lamella-cli extract), or set LAMELLA_MAX_MEMORY_MEGABYTES (0 = no limit)</source>
        <translation>读取所需内存超过 %1 MB；请缩短录制时间，在内存更大的机器上截取一次前向（lamella-cli extract），或设置 LAMELLA_MAX_MEMORY_MEGABYTES（0 = 不限）</translation>
    </message>
    <message>
        <source>takes more memory to read than this machine can spare (%1 MB so far, %2 MB are left); record a shorter trace, cut out one pass where there is more memory (lamella-cli extract), or set LAMELLA_MAX_MEMORY_MEGABYTES (0 = no limit)</source>
        <translation>读取所需内存超过本机可提供的量（已用 %1 MB，剩余 %2 MB）；请缩短录制时间，在内存更大的机器上截取一次前向（lamella-cli extract），或设置 LAMELLA_MAX_MEMORY_MEGABYTES（0 = 不限）</translation>
    </message>
    <message>
        <source>more than %1 bytes to read; record a shorter trace, or set LAMELLA_MAX_GIGABYTES (0 = no limit)</source>
        <translation>需读取的内容超过 %1 字节；请缩短录制时间，或设置 LAMELLA_MAX_GIGABYTES（0 = 不限）</translation>
    </message>
    <message>
        <source>inflates to more than %1 times its size, which no recorded trace does; inflate it yourself if you trust it, or set LAMELLA_MAX_RATIO (0 = no limit)</source>
        <translation>解压后超过原大小的 %1 倍，实际录制的 trace 不会如此；如确信无误请自行解压，或设置 LAMELLA_MAX_RATIO（0 = 不限）</translation>
    </message>
    <message>
        <source>not a trace: a JSON object without traceEvents (its keys: %1); record it with a profiler that writes Chrome traces</source>
        <translation>不是 trace：没有 traceEvents 的 JSON 对象（其键：%1）；请用能写出 Chrome trace 的 profiler 录制</translation>
    </message>
    <message>
        <source>not a trace: a JSON list of something other than events; open the .json or .json.gz that the profiler wrote</source>
        <translation>不是 trace：内容并非事件的 JSON 列表；请打开 profiler 写出的 .json 或 .json.gz</translation>
    </message>
    <message>
        <source>not a trace: text that begins with &quot;%1&quot;; open the .json or .json.gz that the profiler wrote</source>
        <translation>不是 trace：以“%1”开头的文本；请打开 profiler 写出的 .json 或 .json.gz</translation>
    </message>
    <message>
        <source>a table of rocprofv3 without the columns of a timeline (Start_Timestamp, End_Timestamp, and Kernel_Name, Function or Direction), or with a damaged header; open its _kernel_trace.csv, or record it again</source>
        <translation>rocprofv3 的一张表，没有时间线的列（Start_Timestamp、End_Timestamp，以及 Kernel_Name、Function 或 Direction），或表头已损坏；请打开其 _kernel_trace.csv，或重新录制</translation>
    </message>
    <message>
        <source>not a trace: looks like %1</source>
        <translation>不是 trace：看起来是%1</translation>
    </message>
    <message>
        <source>a raw report of Nsight Systems, which only its own program reads; its export lies beside it: open %1</source>
        <translation>Nsight Systems 的原始报告，只有其自身程序能读取；其导出文件就在旁边：请打开 %1</translation>
    </message>
    <message>
        <source>a raw report of Nsight Systems %1, which only its own program reads; its export lies beside it: open %2</source>
        <translation>Nsight Systems %1 的原始报告，只有其自身程序能读取；其导出文件就在旁边：请打开 %2</translation>
    </message>
    <message>
        <source>a raw report of Nsight Systems, which only its own program reads; run: nsys export --type sqlite --output %1 and open the result</source>
        <translation>Nsight Systems 的原始报告，只有其自身程序能读取；请运行 nsys export --type sqlite --output %1 并打开结果</translation>
    </message>
    <message>
        <source>a raw report of Nsight Systems %1, which only its own program reads; run: nsys export --type sqlite --output %2 and open the result</source>
        <translation>Nsight Systems %1 的原始报告，只有其自身程序能读取；请运行 nsys export --type sqlite --output %2 并打开结果</translation>
    </message>
    <message>
        <source>damaged: %1</source>
        <translation>已损坏：%1</translation>
    </message>
    <message>
        <source>is no file of the format %1</source>
        <translation>不是 %1 格式的文件</translation>
    </message>
    <message>
        <source>type of layer</source>
        <translation>层类型</translation>
    </message>
    <message>
        <source>unknown clock</source>
        <translation>未知的时钟</translation>
    </message>
    <message>
        <source>walls added up</source>
        <translation>跨度之和</translation>
    </message>
    <message>
        <source>was written by a newer version of this program (format %1, known up to %2); update to open it</source>
        <translation>由本程序的更新版本写出（格式 %1，本程序最高支持 %2）；请更新后打开</translation>
    </message>
    <message>
        <source>tracks.%1 must be a list of at most 20000 texts</source>
        <translation>tracks.%1 必须是最多 20000 个文本的列表</translation>
    </message>
    <message>
        <source>tracks.%1 must hold texts</source>
        <translation>tracks.%1 必须由文本组成</translation>
    </message>
    <message>
        <source>compress_ratios has %1 entries, but there are %2 layers and %3 draft layers</source>
        <translation>compress_ratios 有 %1 项，但共有 %2 层与 %3 个草稿层</translation>
    </message>
    <message>
        <source>pattern &quot;%1&quot;: %2</source>
        <translation>模式“%1”：%2</translation>
    </message>
    <message>
        <source>%1 (at character %2)</source>
        <translation>%1（在第 %2 个字符处）</translation>
    </message>
    <message>
        <source>longer than %1 bytes</source>
        <translation>长于 %1 字节</translation>
    </message>
    <message>
        <source>unknown member; allowed are %1, comment</source>
        <translation>未知的成员；允许的有 %1、comment</translation>
    </message>
    <message>
        <source>must be a text of %1 to 512 bytes</source>
        <translation>必须是 %1 至 512 字节的文本</translation>
    </message>
    <message>
        <source>must be a whole number from %1 to %2</source>
        <translation>必须是 %1 至 %2 的整数</translation>
    </message>
    <message>
        <source>must be an array of at most %1 entries</source>
        <translation>必须是最多 %1 项的数组</translation>
    </message>
    <message>
        <source>must be an object of at most %1 texts</source>
        <translation>必须是最多 %1 个文本的对象</translation>
    </message>
    <message>
        <source>names no pattern; known are %1</source>
        <translation>不是已有模式的名称；已有：%1</translation>
    </message>
    <message>
        <source>more than %1 regular expressions in one file</source>
        <translation>单个文件中的正则表达式超过 %1 个</translation>
    </message>
    <message>
        <source>more than %1 files: the others are not read</source>
        <translation>文件超过 %1 个：其余的未读取</translation>
    </message>
    <message>
        <source>must be one of %1</source>
        <translation>必须是以下之一：%1</translation>
    </message>
    <message>
        <source>is missing; must be one of %1</source>
        <translation>缺失；必须是以下之一：%1</translation>
    </message>
    <message>
        <source>profile %1 is not known; known are %2</source>
        <translation>未知的配置 %1；已有：%2</translation>
    </message>
    <message>
        <source>inherits too much: the profiles of a folder or file may have %1 rules from others</source>
        <translation>继承过多：一个文件夹或文件中的配置最多可从其他配置继承 %1 条规则</translation>
    </message>
    <message>
        <source>extends itself through %1, or more than %2 profiles deep</source>
        <translation>经由 %1 扩展到自身，或配置的扩展超过 %2 级</translation>
    </message>
    <message>
        <source>must be an array of at most %1 boundaries</source>
        <translation>必须是最多 %1 个边界的数组</translation>
    </message>
    <message>
        <source>cannot hold the parts of the workbook (%1); free some space there, or export CSV</source>
        <translation>无法存放工作簿的各部分（%1）；请在该处腾出空间，或导出 CSV</translation>
    </message>
    <message>
        <source>the table %1 has %2 columns, a sheet of a spreadsheet only %3; export CSV or JSON</source>
        <translation>表 %1 有 %2 列，电子表格的工作表最多 %3 列；请导出 CSV 或 JSON</translation>
    </message>
    <message>
        <source>A step is a launch of the main program, the one with the most time: %1.</source>
        <translation>一个 Step 即主程序（耗时最多者）的一次启动：%1。</translation>
    </message>
    <message>
        <source>A step lasts as long as this program was recorded to run. A pass is measured from its first to its last operation, with those of other programs that belong to it.</source>
        <translation>Step 的时长为记录到的该程序运行时间；前向则从其第一个操作算到最后一个操作，包括属于它的其他程序的操作。</translation>
    </message>
    <message>
        <source>No line of programs is recorded: a launch is a row of operations of one module in which none comes again. The main program is %1.</source>
        <translation>未记录程序轨道：一次启动为同一模块中没有重复的一串操作。主程序为 %1。</translation>
    </message>
    <message>
        <source>%1 marks of steps carry no whole number and are left out.</source>
        <translation>%1 个 Step 标记没有整数编号，已略去。</translation>
    </message>
    <message>
        <source>Other stages, with their launches: %1. See steps --by program.</source>
        <translation>其他阶段及其启动次数：%1。参见按程序列出的 Step。</translation>
    </message>
    <message>
        <source>Other programs, with their launches: %1. See steps --by program.</source>
        <translation>其他程序及其启动次数：%1。参见按程序列出的 Step。</translation>
    </message>
    <message>
        <source>%1 steps were left out at the beginning as warm-up.</source>
        <translation>开头的 %1 个 Step 作为预热被略去。</translation>
    </message>
    <message>
        <source>%1 passes that the capture shows only in part were left out.</source>
        <translation>只录到一部分的 %1 次前向被略去。</translation>
    </message>
    <message>
        <source>Of device %1, one of %2; --device all adds up all of them, and shares are then of their common sum.</source>
        <translation>仅设备 %1，共 %2 个设备；选择全部设备则累加所有设备，占比以其共同总和为基准。</translation>
    </message>
    <message>
        <source>%1 operations overlap another of their line without lying inside of it; neither loses time to the other.</source>
        <translation>%1 个操作与同一轨道上的另一操作重叠但不嵌套；两者的时间均不扣减。</translation>
    </message>
    <message>
        <source>Time with a region: %1.</source>
        <translation>有区域的时间：%1。</translation>
    </message>
    <message>
        <source>Attribution %1 gives busy times that differ by more than 10 % for %2 of %3 range (%4).</source>
        <translation>归属方式 %1 得到的忙碌时间在 %3 个范围中有 %2 个相差超过 10 %（%4）。</translation>
    </message>
    <message>
        <source>Attribution %1 gives busy times that differ by more than 10 % for %2 of %3 ranges (%4).</source>
        <translation>归属方式 %1 得到的忙碌时间在 %3 个范围中有 %2 个相差超过 10 %（%4）。</translation>
    </message>
    <message>
        <source>Left out as warm-up: the first %1 instance of each range.</source>
        <translation>作为预热略去：每个范围的前 %1 个实例。</translation>
    </message>
    <message>
        <source>Left out as warm-up: the first %1 instances of each range.</source>
        <translation>作为预热略去：每个范围的前 %1 个实例。</translation>
    </message>
    <message>
        <source>%1 GPU operation has no recorded launch and belong to no range.</source>
        <translation>%1 个 GPU 操作没有启动记录，不属于任何范围。</translation>
    </message>
    <message>
        <source>%1 GPU operations have no recorded launch and belong to no range.</source>
        <translation>%1 个 GPU 操作没有启动记录，不属于任何范围。</translation>
    </message>
    <message>
        <source>%1, %2 of the window of the device</source>
        <translation>%1，占设备窗口的 %2</translation>
    </message>
    <message>
        <source>%1: %2 execution, %3; runs at %4 of the peak that bounds it; gain: if it ran at that peak</source>
        <translation>%1：执行 %2 次，%3；达到其瓶颈峰值的 %4；收益：假定达到该峰值</translation>
    </message>
    <message>
        <source>%1: %2 executions, %3; runs at %4 of the peak that bounds it; gain: if it ran at that peak</source>
        <translation>%1：执行 %2 次，%3；达到其瓶颈峰值的 %4；收益：假定达到该峰值</translation>
    </message>
    <message>
        <source>%1: %2 execution, %3; by its FLOPs and bytes it needs %4 at the peaks of the device, which is longer and cannot be; gain: for a tenth less of it</source>
        <translation>%1：执行 %2 次，%3；按其 FLOPs 和字节在设备峰值下需要 %4，比实际更长，这不可能；收益：假定减少十分之一</translation>
    </message>
    <message>
        <source>%1: %2 executions, %3; by their FLOPs and bytes they need %4 at the peaks of the device, which is longer and cannot be; gain: for a tenth less of them</source>
        <translation>%1：执行 %2 次，%3；按其 FLOPs 和字节在设备峰值下需要 %4，比实际更长，这不可能；收益：假定减少十分之一</translation>
    </message>
    <message>
        <source>%1: %2 executions, %3; FLOPs and bytes are known for %4 of that time, which runs at %5 of the peak that bounds it; gain: if that part ran at that peak</source>
        <translation>%1：执行 %2 次，%3；其中 %4 的时间已知 FLOPs 和字节，这部分达到其瓶颈峰值的 %5；收益：假定这部分达到该峰值</translation>
    </message>
    <message>
        <source>While nothing computes: %1; gain: if all of it were hidden</source>
        <translation>没有计算运行时：%1；收益：假定全部被掩盖</translation>
    </message>
    <message>
        <source>While nothing computes: %1; gain: if as much of it were hidden as there is compute without it, %2</source>
        <translation>没有计算运行时：%1；收益：假定计算（%2）能掩盖的部分全部被掩盖</translation>
    </message>
    <message>
        <source>In operations that wait, or with transfers in flight alone: %1; gain: if none of it were waited for</source>
        <translation>在等待的操作中，或仅有传输进行时：%1；收益：假定无需等待</translation>
    </message>
    <message>
        <source>No operation runs: %1; gain: if none of it were idle</source>
        <translation>没有操作运行：%1；收益：假定没有空闲</translation>
    </message>
    <message>
        <source>Before %1: %2 gap, %3; longest %4; gain: if there were none</source>
        <translation>%1 之前：%2 个空隙，%3；最长 %4；收益：假定没有空隙</translation>
    </message>
    <message>
        <source>Before %1: %2 gaps, %3; longest %4; gain: if there were none</source>
        <translation>%1 之前：%2 个空隙，%3；最长 %4；收益：假定没有空隙</translation>
    </message>
    <message>
        <source>%1 steps: median %2, P90 %3, ratio %4; gain: if every step took the median</source>
        <translation>%1 个 Step：中位数 %2，P90 %3，比值 %4；收益：假定每个 Step 均为中位数</translation>
    </message>
    <message>
        <source>Busiest %1, least busy %2; gain: if those two shared the difference</source>
        <translation>最忙 %1，最闲 %2；收益：假定两者均分其差距</translation>
    </message>
    <message>
        <source>filter: %1</source>
        <translation>筛选：%1</translation>
    </message>
    <message>
        <source>category %1 is not known; use %2</source>
        <translation>未知的类别 %1；可用：%2</translation>
    </message>
    <message>
        <source>cat: wants a category; use %1</source>
        <translation>cat: 后需要类别；可用：%1</translation>
    </message>
    <message>
        <source>stage %1 is not known; use prefill, decode, mixed, draft, forward, backward, optimizer or unknown</source>
        <translation>未知的阶段 %1；可用：prefill、decode、mixed、draft、forward、backward、optimizer 或 unknown</translation>
    </message>
    <message>
        <source>stage: wants a stage; use prefill, decode, mixed, draft, forward, backward, optimizer or unknown</source>
        <translation>stage: 后需要阶段；可用：prefill、decode、mixed、draft、forward、backward、optimizer 或 unknown</translation>
    </message>
    <message>
        <source>%1: wants numbers, such as %2 or %3</source>
        <translation>%1: 后需要数字，例如 %2 或 %3</translation>
    </message>
    <message>
        <source>%1: wants numbers, such as %2 or %3, head or tail</source>
        <translation>%1: 后需要数字，例如 %2 或 %3，或者 head、tail</translation>
    </message>
    <message>
        <source>the regular expression is longer than %1 bytes</source>
        <translation>正则表达式长于 %1 字节</translation>
    </message>
    <message>
        <source>/%1/: %2</source>
        <translation>/%1/：%2</translation>
    </message>
    <message>
        <source>more than %1 terms</source>
        <translation>条件超过 %1 个</translation>
    </message>
    <message>
        <source>filter: table %1 does not support %2: it has no column %3</source>
        <translation>筛选：表 %1 无法按 %2 筛选：没有 %3 列</translation>
    </message>
    <message>
        <source>device %1 is not in this trace; it has %2</source>
        <translation>此 trace 中没有设备 %1；现有：%2</translation>
    </message>
    <message>
        <source>device %1 is not in this trace; it has no GPU work</source>
        <translation>此 trace 中没有设备 %1；其中没有 GPU 任务</translation>
    </message>
    <message>
        <source>stream %1 is not on the chosen device; it has %2</source>
        <translation>所选设备上没有流 %1；现有：%2</translation>
    </message>
    <message>
        <source>stream %1 is not on the chosen device; there is no GPU work</source>
        <translation>所选设备上没有流 %1；没有 GPU 任务</translation>
    </message>
    <message>
        <source>there are passes 0 to %1</source>
        <translation>现有前向 0 至 %1</translation>
    </message>
    <message>
        <source>the chosen passes have layers 0 to %1, head and tail</source>
        <translation>所选前向有第 0 至 %1 层，以及头部与尾部</translation>
    </message>
    <message>
        <source>pass %1 is not in this trace; %2</source>
        <translation>此 trace 中没有前向 %1；%2</translation>
    </message>
    <message>
        <source>no pass is steady; %1</source>
        <translation>没有处于稳态的前向；%1</translation>
    </message>
    <message>
        <source>pass %1 is not a pass; use auto, all, trace, steady, N or N-M (%2)</source>
        <translation>%1 不是有效的前向；可用：auto、all、trace、steady、N 或 N-M（%2）</translation>
    </message>
    <message>
        <source>no chosen pass is of stage %1; %2</source>
        <translation>所选前向中没有阶段为%1的；%2</translation>
    </message>
    <message>
        <source>layer %1 is not a layer; use all, N, N-M, head or tail (%2)</source>
        <translation>%1 不是有效的层；可用：all、N、N-M、head 或 tail（%2）</translation>
    </message>
    <message>
        <source>layer %1 is not a layer; use all, N, N-M, a list of those, head or tail (%2)</source>
        <translation>%1 不是有效的层；可用：all、N、N-M、由其组成的列表、head 或 tail（%2）</translation>
    </message>
    <message>
        <source>layer %1 is not there; %2</source>
        <translation>没有第 %1 层；%2</translation>
    </message>
    <message>
        <source>scale %1: %2</source>
        <translation>缩放 %1：%2</translation>
    </message>
    <message>
        <source>category %1 is not known; use one of %2</source>
        <translation>未知的类别 %1；可用：%2</translation>
    </message>
    <message>
        <source>a flow cannot be ordered by %1; use heat or execution</source>
        <translation>计算流程不能按 %1 排序；可用：heat 或 execution</translation>
    </message>
    <message>
        <source>metric %1 is not known; use one of %2</source>
        <translation>未知的指标 %1；可用：%2</translation>
    </message>
    <message>
        <source>steps cannot be listed by %1; use step or program</source>
        <translation>Step 不能按 %1 列出；可用：step 或 program</translation>
    </message>
    <message>
        <source>a time range cannot be summed by %1; use category, kernel or stream</source>
        <translation>时间段不能按 %1 汇总；可用：category、kernel 或 stream</translation>
    </message>
    <message>
        <source>pipes cannot be grouped by %1; use type or category</source>
        <translation>流水线不能按 %1 分组；可用：type 或 category</translation>
    </message>
    <message>
        <source>profile %1 is not known; use the path of a profile file</source>
        <translation>未知的配置 %1；请给出配置文件的路径</translation>
    </message>
    <message>
        <source>profile %1 is not known; use %2 or the path of a file</source>
        <translation>未知的配置 %1；可用：%2，或文件的路径</translation>
    </message>
    <message>
        <source>invalid anchor pattern: %1; give TEXT or /REGEX/</source>
        <translation>锚点无效：%1；请给出文本或 /正则表达式/</translation>
    </message>
    <message>
        <source>--layer names %1 layers and --with-layer %2; name as many on both sides</source>
        <translation>--layer 指定了 %1 层，--with-layer 指定了 %2 层；两侧层数须相同</translation>
    </message>
    <message>
        <source>view %1 is not known; use sequence, kernel, layer, type, category or replaced</source>
        <translation>未知的视图 %1；可用：sequence、kernel、layer、type、category 或 replaced</translation>
    </message>
    <message>
        <source>there is no rank %1; there are %2</source>
        <translation>没有 rank %1；现有：%2</translation>
    </message>
    <message>
        <source>table %1 is not known; use one of %2</source>
        <translation>未知的表 %1；可用：%2</translation>
    </message>
    <message>
        <source>report %1 is not known; use %2</source>
        <translation>未知的报告 %1；可用：%2</translation>
    </message>
    <message>
        <source>the file has no report %1; it has %2</source>
        <translation>文件中没有报告 %1；现有：%2</translation>
    </message>
    <message>
        <source>table %1 of a grid is not known; use a, b, c, d or e</source>
        <translation>未知的网格表 %1；可用：a、b、c、d 或 e</translation>
    </message>
    <message>
        <source>invalid pattern at character %1: %2</source>
        <translation>模式在第 %1 个字符处有误：%2</translation>
    </message>
    <message>
        <source>invalid pattern: %1</source>
        <translation>模式有误：%1</translation>
    </message>
    <message>
        <source>names of groups have letters, digits and _, and each name occurs once</source>
        <translation>分组名由字母、数字和 _ 组成，且每个名称只能出现一次</translation>
    </message>
    <message>
        <source>look-around is not supported</source>
        <translation>不支持环视</translation>
    </message>
    <message>
        <source>the pattern has no group (?&lt;%1&gt;…); it needs model and seq, and may have tag, mode and warm</source>
        <translation>模式中没有分组 (?&lt;%1&gt;…)；须有 model 与 seq，还可含 tag、mode 与 warm</translation>
    </message>
    <message>
        <source>pass %1 has no kernel that matches the anchor; name one with --anchor, or use --window pass</source>
        <translation>前向 %1 中没有作为锚点的 kernel；请用 --anchor 指定，或使用 --window pass</translation>
    </message>
    <message>
        <source>Shown: %1</source>
        <translation>显示范围：%1</translation>
    </message>
    <message>
        <source>Shown of the trace: %1</source>
        <translation>trace 的显示范围：%1</translation>
    </message>
    <message>
        <source>No passes were found: %1</source>
        <translation>未找到前向：%1</translation>
    </message>
    <message>
        <source>No passes: %1</source>
        <translation>没有前向：%1</translation>
    </message>
    <message>
        <source>No layers were found: %1</source>
        <translation>未找到层：%1</translation>
    </message>
    <message>
        <source>%1 of %2 rows.</source>
        <translation>%2 行中的 %1 行。</translation>
    </message>
    <message>
        <source>%1 of these run in flight beside the work of their device (%2 in sum); ops and families leave them out.</source>
        <translation>其中 %1 个在途传输与设备上的工作并行（合计 %2）；ops 与 families 不计入它们。</translation>
    </message>
    <message>
        <source>Only work that matches %1 counts; shares refer to that.</source>
        <translation>仅计入符合 %1 的任务；占比以其为基准。</translation>
    </message>
    <message>
        <source>Idle: %1 in %2.</source>
        <translation>空闲：%1，共 %2。</translation>
    </message>
    <message>
        <source>Idle: %1 in %2, each stream by itself.</source>
        <translation>空闲：%1，共 %2，各流分别计算。</translation>
    </message>
    <message>
        <source>Idle: %1 in %2 of the chosen stream.</source>
        <translation>空闲：%1，所选流上共 %2。</translation>
    </message>
    <message>
        <source>%1 gap</source>
        <translation>%1 个空隙</translation>
    </message>
    <message>
        <source>%1 gaps</source>
        <translation>%1 个空隙</translation>
    </message>
    <message>
        <source>Gaps: %1</source>
        <translation>空隙：%1</translation>
    </message>
    <message>
        <source>Communication: %1 busy, %2 of it behind compute, %3 exposed.</source>
        <translation>通信：忙碌 %1，其中 %2 被计算掩盖，%3 暴露。</translation>
    </message>
    <message>
        <source>On one stream at once (programmatic dependent launch): %1.</source>
        <translation>同一流上同时运行（PDL，程序化依赖启动）：%1。</translation>
    </message>
    <message>
        <source>No layer %1 in the chosen passes.</source>
        <translation>所要求的范围内没有第 %1 层。</translation>
    </message>
    <message>
        <source>From %1 to %2, %3; kernels that cross an end count with the part inside.</source>
        <translation>从 %1 到 %2，共 %3；跨越端点的 kernel 只计入区间内的部分。</translation>
    </message>
    <message>
        <source>No work matches %1.</source>
        <translation>%1 未改变任何内容。</translation>
    </message>
    <message>
        <source>Passes by layers: %1</source>
        <translation>按层的前向：%1</translation>
    </message>
    <message>
        <source>%1 of layer %2</source>
        <translation>第 %2 层的%1</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>pass %1</source>
        <translation>前向 %1</translation>
    </message>
    <message>
        <source>%1 passes</source>
        <translation>%1 次前向</translation>
    </message>
    <message>
        <source>%1 on device %2</source>
        <translation>设备 %2 上的%1</translation>
    </message>
    <message>
        <source>Bottleneck: %1, %2 of the wall of %3 (%4 of %5).</source>
        <translation>瓶颈：%1，占%3跨度的 %2（%4 / %5）。</translation>
    </message>
    <message>
        <source>Likely next target: idle time (%1 of the wall, %2), see gaps</source>
        <translation>下一步可能的优化目标：空闲时间（占跨度的 %1，%2），参见空隙</translation>
    </message>
    <message>
        <source>Likely next target: exposed communication (%1 of the wall, %2), see overlap</source>
        <translation>下一步可能的优化目标：暴露的通信（占跨度的 %1，%2），参见重叠</translation>
    </message>
    <message>
        <source>Likely next target: %1</source>
        <translation>下一步可能的优化目标：%1</translation>
    </message>
    <message>
        <source>Likely next target in %1 (%2): idle time (%3 of the wall, %4), see gaps</source>
        <translation>%1（%2）中下一步可能的优化目标：空闲时间（占跨度的 %3，%4），参见空隙</translation>
    </message>
    <message>
        <source>Likely next target in %1 (%2): exposed communication (%3 of the wall, %4), see overlap</source>
        <translation>%1（%2）中下一步可能的优化目标：暴露的通信（占跨度的 %3，%4），参见重叠</translation>
    </message>
    <message>
        <source>Likely next target in %1 (%2): %3</source>
        <translation>%1（%2）中下一步可能的优化目标：%3</translation>
    </message>
    <message>
        <source>longest work: %1</source>
        <translation>最耗时的任务：%1</translation>
    </message>
    <message>
        <source>exposed communication %1.</source>
        <translation>暴露的通信 %1。</translation>
    </message>
    <message>
        <source>exposed communication %1, idle %2.</source>
        <translation>暴露的通信 %1，空闲 %2。</translation>
    </message>
    <message>
        <source>idle %1.</source>
        <translation>空闲 %1。</translation>
    </message>
    <message>
        <source>%1 in %2 (%3 of the wall, %4, %5 of it %6)</source>
        <translation>%2中的%1（占跨度的 %3，%4，其中 %5 为 %6）</translation>
    </message>
    <message>
        <source>%1 in %2 (%3 of the wall, %4)</source>
        <translation>%2中的%1（占跨度的 %3，%4）</translation>
    </message>
    <message>
        <source>%1 (%2 of the wall, %3, %4 of it %5)</source>
        <translation>%1（占跨度的 %2，%3，其中 %4 为 %5）</translation>
    </message>
    <message>
        <source>%1 (%2 of the wall, %3)</source>
        <translation>%1（占跨度的 %2，%3）</translation>
    </message>
    <message>
        <source>the layer of type %1</source>
        <translation>类型 %1 的层</translation>
    </message>
    <message>
        <source>the %1 layers of type %2</source>
        <translation>类型 %2 的 %1 层</translation>
    </message>
    <message>
        <source>%1 of the GPU time</source>
        <translation>占 GPU 时间的 %1</translation>
    </message>
    <message>
        <source>trace: layers of pass %1, complete</source>
        <translation>trace：前向 %1 的层，完整</translation>
    </message>
    <message>
        <source>trace: layers of pass %1, which the capture truncates</source>
        <translation>trace：前向 %1 的层，被采集截断</translation>
    </message>
    <message>
        <source>evidence %1</source>
        <translation>依据：%1</translation>
    </message>
    <message>
        <source>trace: kernels of category %1, %2</source>
        <translation>trace：类别 %1 的 kernel，%2</translation>
    </message>
    <message>
        <source>trace: kernels of category %1, longest %2</source>
        <translation>trace：类别 %1 的 kernel，最长的为 %2</translation>
    </message>
    <message>
        <source>trace: kernels of category communication, longest %1</source>
        <translation>trace：通信类 kernel，最长的为 %1</translation>
    </message>
    <message>
        <source>trace: last dimension of the input of the first norm in %1</source>
        <translation>trace：%1 中第一个归一化的输入的末维</translation>
    </message>
    <message>
        <source>trace: %1</source>
        <translation>trace：%1</translation>
    </message>
    <message>
        <source>no model config given (--config)</source>
        <translation>未提供模型 config (--config)</translation>
    </message>
    <message>
        <source>no model config given (--config; there is one beside the trace: %1)</source>
        <translation>未提供模型 config (--config；trace 旁有一个：%1)</translation>
    </message>
    <message>
        <source>by device: %1</source>
        <translation>各设备：%1</translation>
    </message>
    <message>
        <source>number %1</source>
        <translation>编号 %1</translation>
    </message>
    <message>
        <source>%1 summed over all GPU work</source>
        <translation>所有 GPU 任务合计 %1</translation>
    </message>
    <message>
        <source>%1 damaged rows were left out.</source>
        <translation>%1 个损坏的行已略去。</translation>
    </message>
    <message>
        <source>Recomputed from the rows of %1; communication is left out, as in op_statistic.csv.</source>
        <translation>由 %1 的各行重算；与 op_statistic.csv 一致，不含通信。</translation>
    </message>
    <message>
        <source>Recomputed from the rows of %1; Bubble and Preparing need more than its rows.</source>
        <translation>由 %1 的各行重算；Bubble 与 Preparing 还需要其他信息。</translation>
    </message>
    <message>
        <source>No op_statistic.csv beside %1.</source>
        <translation>%1 旁没有 op_statistic.csv。</translation>
    </message>
    <message>
        <source>No step_trace_time.csv beside %1.</source>
        <translation>%1 旁没有 step_trace_time.csv。</translation>
    </message>
    <message>
        <source>%1 of %2 figures are equal to those recorded.</source>
        <translation>%2 项数据中有 %1 项与记录一致。</translation>
    </message>
    <message>
        <source>%1 rows of the files beside the trace could not be read.</source>
        <translation>trace 旁文件中有 %1 行无法读取。</translation>
    </message>
    <message>
        <source>what has to go so that %1 of the device stay free</source>
        <translation>须减少的量，使设备保留 %1 空闲</translation>
    </message>
    <message>
        <source>what was needed before the recording is not known</source>
        <translation>记录之前需要多少内存不得而知</translation>
    </message>
    <message>
        <source>while recorded, %1 reserved at most where at most %2 are allocated at once: %3 more</source>
        <translation>记录期间最多预留 %1，而同时分配的最多为 %2：多出 %3</translation>
    </message>
    <message>
        <source>within %1 ns counts as equal</source>
        <translation>相差不超过 %1 ns 视为一致</translation>
    </message>
    <message>
        <source>Types beyond the first %1 are combined as (others).</source>
        <translation>前 %1 种之外的类型合并为 (others)。</translation>
    </message>
    <message>
        <source>nsys stats: %1</source>
        <translation>nsys stats：%1</translation>
    </message>
    <message>
        <source>Reports of the file: %1 (--by).</source>
        <translation>文件中的报告：%1（--by）。</translation>
    </message>
    <message>
        <source>Left out by nsys stats: %1 more.</source>
        <translation>被 nsys stats 略去：另有 %1 项。</translation>
    </message>
    <message>
        <source>Left out by nsys stats: %1</source>
        <translation>被 nsys stats 略去：%1</translation>
    </message>
    <message>
        <source>%1 more reports of the file were not read.</source>
        <translation>文件中另有 %1 个报告未读取。</translation>
    </message>
    <message>
        <source>It has no report of kernels (cuda_gpu_kern_sum); it has %1.</source>
        <translation>其中没有 kernel 报告 (cuda_gpu_kern_sum)；现有：%1。</translation>
    </message>
    <message>
        <source>en</source>
        <extracomment>The code of the language, such as zh_CN; while it is not translated, sentences of core stay English</extracomment>
        <translation>zh_CN</translation>
    </message>
    <message>
        <source>&apos;\&apos; at the end</source>
        <translation>“\”出现在末尾</translation>
    </message>
    <message>
        <source>(kernel without a name)</source>
        <translation>（无名称的 kernel）</translation>
    </message>
    <message>
        <source>0 to 1, from the checks in why</source>
        <translation>0 到 1，由 why 列中的检查得出</translation>
    </message>
    <message>
        <source>0 to 1: how probable it is that its kernels are in the right layers</source>
        <translation>0 到 1：kernel 归入各层的把握程度</translation>
    </message>
    <message>
        <source>0 to 1: number and share of matches, residual, whether another shift fits as well</source>
        <translation>0 到 1：匹配的数量与占比、残差，以及是否有另一种偏移同样吻合</translation>
    </message>
    <message>
        <source>1; more where shorter ones are added up</source>
        <translation>1；若把较短的空隙合并则更多</translation>
    </message>
    <message>
        <source>95th percentile of that distance</source>
        <translation>该距离的第 95 百分位</translation>
    </message>
    <message>
        <source>A begin event (B) is never closed; it runs to the end of the trace.</source>
        <translation>开始事件 (B) 一直没有结束；按持续到 trace 末尾处理。</translation>
    </message>
    <message>
        <source>There is a closing bracket between two events; it was ignored.</source>
        <translation>两个事件之间有一个右括号；已忽略。</translation>
    </message>
    <message>
        <source>A collective is in the table twice, on a stream and without one; the copy without a stream does not count as work.</source>
        <translation>同一次集合通信在表中出现两次，一次带流、一次不带流；不带流的副本不计入任务。</translation>
    </message>
    <message>
        <source>A comma is missing between two events; both were read.</source>
        <translation>两个事件之间缺少逗号；两者均已读取。</translation>
    </message>
    <message>
        <source>There is a comma before a closing bracket or brace; it was ignored.</source>
        <translation>右括号前有一个逗号；已忽略。</translation>
    </message>
    <message>
        <source>A complete event (X) has no duration; as in Perfetto it does not count.</source>
        <translation>完整事件 (X) 没有时长；与 Perfetto 一致，不计入。</translation>
    </message>
    <message>
        <source>A duration is not a number or ends further from zero than 2.3e18 ns (the year 2043); the event is treated as one without a duration.</source>
        <translation>时长不是数字，或结束时间距零点超过 2.3e18 ns（2043 年）；该事件按无时长处理。</translation>
    </message>
    <message>
        <source>A duration is negative; it was set to zero.</source>
        <translation>时长为负；已置为零。</translation>
    </message>
    <message>
        <source>A has none of it</source>
        <translation>A 中没有</translation>
    </message>
    <message>
        <source>A has nothing to compare with</source>
        <translation>A 中没有可对比的内容</translation>
    </message>
    <message>
        <source>A part of the pack behind its text is damaged; the trace was read from the text, which is complete. Copy or pack it again.</source>
        <translation>压缩包中文本之后的部分已损坏；已从完整的文本读取 trace。请重新复制或重新打包。</translation>
    </message>
    <message>
        <source>A part of the protobuf file is damaged or truncated; everything before the damage was read. Copy or record the file again.</source>
        <translation>protobuf 文件有一部分损坏或被截断；损坏之前的内容已读取。请重新复制或录制文件。</translation>
    </message>
    <message>
        <source>A profile file with &quot;universal&quot; rules names them: see lamella-cli profiles --help.</source>
        <translation>可在配置文件的“universal”规则中为其命名：参见 lamella-cli profiles --help。</translation>
    </message>
    <message>
        <source>A row of a file beside the trace is too large; the rows after it were not read.</source>
        <translation>trace 旁某个文件的一行过大；其后的行未读取。</translation>
    </message>
    <message>
        <source>A row of the kernel table is too large; the rows after it were not read.</source>
        <translation>kernel 表的一行过大；其后的行未读取。</translation>
    </message>
    <message>
        <source>A row of the table is truncated, or its start or duration is not a time; it was skipped.</source>
        <translation>表中某行被截断，或其开始时间、时长不是时间；已略去。</translation>
    </message>
    <message>
        <source>A start with its done is one</source>
        <translation>start 与对应的 done 合计为一次</translation>
    </message>
    <message>
        <source>A column of the database is computed by an expression in the file, which is not run; it reads as empty.</source>
        <translation>数据库的一列由文件中的表达式计算，该表达式不会运行；该列读作空。</translation>
    </message>
    <message>
        <source>computed column</source>
        <translation>计算列</translation>
    </message>
    <message>
        <source>a database of more than 10,000 tables, which no profiler writes</source>
        <translation>数据库超过 10,000 张表，没有分析器会写出这样的文件</translation>
    </message>
    <message>
        <source>was being changed when it was copied or its program ended: its journal (-journal) lies beside it, and without it a state could be shown that never was; open it once with sqlite3, which puts back what was not finished, then again</source>
        <translation>在复制时或其程序结束时正被修改：其日志（-journal）在旁边，缺少它可能显示从未存在的状态；请先用 sqlite3 打开一次以撤销未完成的更改，然后再打开</translation>
    </message>
    <message>
        <source>has changes that are not in it yet: its write-ahead log (-wal) lies beside it; close the program that writes it, or run sqlite3 FILE &apos;PRAGMA wal_checkpoint(TRUNCATE)&apos;, then open it again</source>
        <translation>尚有未并入的更改：其预写日志（-wal）在旁边；请关闭写入它的程序，或运行 sqlite3 FILE &apos;PRAGMA wal_checkpoint(TRUNCATE)&apos;，然后再打开</translation>
    </message>
    <message>
        <source>is being written by another program, which has locked it; wait until that program has ended, then open it again</source>
        <translation>正被另一程序写入并锁定；请等该程序结束后再打开</translation>
    </message>
    <message>
        <source>A table of the database is damaged; its rows before the damage were read. Export or copy the file again.</source>
        <translation>数据库的一张表已损坏；损坏之前的行已读取。请重新导出或复制文件。</translation>
    </message>
    <message>
        <source>The tables have headers but no rows: nothing was recorded, or the files were truncated. Record or copy them again.</source>
        <translation>各表有表头但没有行：没有录到内容，或文件被截断。请重新录制或复制。</translation>
    </message>
    <message>
        <source>The JSON text is damaged or ends too early; the records before that were read. Export or copy the file again.</source>
        <translation>JSON 文本已损坏或过早结束；此前的记录已读取。请重新导出或复制文件。</translation>
    </message>
    <message>
        <source>A text contains a malformed escape or half a surrogate pair, shown as the replacement character.</source>
        <translation>文本含有错误的转义或不成对的代理项，以替换字符显示。</translation>
    </message>
    <message>
        <source>A text contains raw or escaped control characters, which are shown as spaces.</source>
        <translation>文本含有原始或转义的控制字符，以空格显示。</translation>
    </message>
    <message>
        <source>A text is not valid UTF-8; the bytes in question are shown as the replacement character.</source>
        <translation>文本不是有效的 UTF-8；有问题的字节以替换字符显示。</translation>
    </message>
    <message>
        <source>A took no time</source>
        <translation>A 未耗时</translation>
    </message>
    <message>
        <source>A top-level value beside the events is too large to be kept and was skipped.</source>
        <translation>事件之外的某个顶层值过大，无法保留，已跳过。</translation>
    </message>
    <message>
        <source>A start is not a number or lies further from zero than 2.3e18 ns (the year 2043); the event is kept, but it cannot be placed.</source>
        <translation>开始时间不是数字，或距零点超过 2.3e18 ns（2043 年）；事件已保留，但无法定位到时间轴。</translation>
    </message>
    <message>
        <source>Above zero: the launch call began after the gap</source>
        <translation>大于零：启动调用晚于空隙开始</translation>
    </message>
    <message>
        <source>Accelerator core</source>
        <translation>加速核</translation>
    </message>
    <message>
        <source>Accelerator core; empty with --by category</source>
        <translation>加速核；按类别分组时为空</translation>
    </message>
    <message>
        <source>Achieved: these bytes over the exclusive time of the executions, of kernels over that of their calls</source>
        <translation>实际达到：这些字节数 / 执行的独占时间；kernel 则为其调用的时间</translation>
    </message>
    <message>
        <source>Achieved: recorded bytes over the exclusive time of those that record them</source>
        <translation>实际达到：记录的字节数 / 有记录的操作的独占时间</translation>
    </message>
    <message>
        <source>Achieved: these operations over the exclusive time of the executions, of kernels over that of their calls</source>
        <translation>实际达到：这些运算量 / 执行的独占时间；kernel 则为其调用的时间</translation>
    </message>
    <message>
        <source>Achieved: recorded operations over the exclusive time of those that record them</source>
        <translation>实际达到：记录的运算量 / 有记录的操作的独占时间</translation>
    </message>
    <message>
        <source>Added up</source>
        <translation>累加值</translation>
    </message>
    <message>
        <source>An asynchronous begin event (b) is never closed; it runs to the end of the trace.</source>
        <translation>异步开始事件 (b) 一直没有结束；按持续到 trace 末尾处理。</translation>
    </message>
    <message>
        <source>An asynchronous end event (e) has no open begin event of the same id; it was ignored.</source>
        <translation>异步结束事件 (e) 没有相同 id 的未结束开始事件；已忽略。</translation>
    </message>
    <message>
        <source>An end event (E) has no begin event of that name open on its thread; it was ignored.</source>
        <translation>结束事件 (E) 在其线程上没有同名的未结束开始事件；已忽略。</translation>
    </message>
    <message>
        <source>An event has no phase (ph); it is kept, but it is on no track and counts nowhere.</source>
        <translation>事件没有 phase (ph)；已保留，但不属于任何轨道，也不计入任何统计。</translation>
    </message>
    <message>
        <source>An event of a phase that needs a time has no ts; it is kept, but it cannot be placed.</source>
        <translation>需要时间的事件没有 ts；已保留，但无法定位到时间轴。</translation>
    </message>
    <message>
        <source>As Streams, with all changed work hidden behind the rest: a lower bound</source>
        <translation>同“逐流”，并假定所有改动的任务都被其余任务掩盖：下界</translation>
    </message>
    <message>
        <source>As it can be given to --anchor</source>
        <translation>可直接用作锚点的写法</translation>
    </message>
    <message>
        <source>As nsys stats wrote it</source>
        <translation>nsys stats 写出的原样</translation>
    </message>
    <message>
        <source>As recorded</source>
        <translation>记录值</translation>
    </message>
    <message>
        <source>As recorded, from first start to last end</source>
        <translation>记录值，从最早开始到最晚结束</translation>
    </message>
    <message>
        <source>As recorded, or computed from the file</source>
        <translation>记录值，或由文件计算得出</translation>
    </message>
    <message>
        <source>As stated, or as found</source>
        <translation>文件所述，或分析所得</translation>
    </message>
    <message>
        <source>As the compiler recorded it</source>
        <translation>编译器记录的原样</translation>
    </message>
    <message>
        <source>As the file name says</source>
        <translation>取自文件名</translation>
    </message>
    <message>
        <source>As the file says</source>
        <translation>文件所述</translation>
    </message>
    <message>
        <source>Ascend kernel table</source>
        <translation>Ascend kernel 表</translation>
    </message>
    <message>
        <source>Ascend kernel table (CSV)</source>
        <translation>Ascend kernel 表 (CSV)</translation>
    </message>
    <message>
        <source>B has nothing</source>
        <translation>B 中没有</translation>
    </message>
    <message>
        <source>B minus A, of A&apos;s time in the same row</source>
        <translation>B 减 A，占同一行中 A 时间的比例</translation>
    </message>
    <message>
        <source>B minus A: above zero where B is slower</source>
        <translation>B 减 A：大于零表示 B 更慢</translation>
    </message>
    <message>
        <source>B minus A: above zero where B takes longer. Rows and residual add up to the total</source>
        <translation>B 减 A：大于零表示 B 耗时更长。各行与残差之和等于总计</translation>
    </message>
    <message>
        <source>Begin to end of the launch on this device</source>
        <translation>该设备上从启动开始到结束</translation>
    </message>
    <message>
        <source>Busy minus computing</source>
        <translation>忙碌减去计算</translation>
    </message>
    <message>
        <source>Busy minus exposed</source>
        <translation>忙碌减去暴露</translation>
    </message>
    <message>
        <source>Busy, of the length of the time range</source>
        <translation>忙碌时间占该时间段长度的比例</translation>
    </message>
    <message>
        <source>By linear interpolation</source>
        <translation>线性插值</translation>
    </message>
    <message>
        <source>Byte in the inflated text of the first one</source>
        <translation>首次出现处在解压后文本中的字节位置</translation>
    </message>
    <message>
        <source>Bytes added up / 1e6</source>
        <translation>累加的字节数 / 1e6</translation>
    </message>
    <message>
        <source>Bytes that are not compressed data follow the compressed data; they were ignored.</source>
        <translation>压缩数据之后还有非压缩数据的字节；已忽略。</translation>
    </message>
    <message>
        <source>What is known of the gap where the cause is unknown</source>
        <translation>原因未知时，该空隙的已知情况</translation>
    </message>
    <message>
        <source>the cause is known</source>
        <translation>原因已知</translation>
    </message>
    <message>
        <source>launched %1 before the gap began</source>
        <translation>启动早于空隙开始 %1</translation>
    </message>
    <message>
        <source>launched %1 after the gap began; the work began %2 later</source>
        <translation>空隙开始 %1 后启动；任务又过 %2 才开始</translation>
    </message>
    <message>
        <source>launched %1 before the gap began; the launch call went on for %2 of it</source>
        <translation>启动早于空隙开始 %1；启动调用占去其中 %2</translation>
    </message>
    <message>
        <source>launch recorded %1 after the work began: its clock differs</source>
        <translation>启动记录晚于任务开始 %1：其时钟不同</translation>
    </message>
    <message>
        <source>exists already and would be replaced by a description of the extracted passes; choose another name for --output</source>
        <translation>已存在，会被所提取前向的说明覆盖；请为 --output 另选名称</translation>
    </message>
    <message>
        <source>Call or kernel that is the evidence of the cause</source>
        <translation>判定原因所依据的调用或 kernel</translation>
    </message>
    <message>
        <source>Candidates for the layer boundary</source>
        <translation>层边界的候选锚点</translation>
    </message>
    <message>
        <source>Clock of this rank minus clock of the reference rank, at the zero of the reference&apos;s trace</source>
        <translation>该 rank 的时钟减去参考 rank 的时钟，取参考 rank 的 trace 零点处</translation>
    </message>
    <message>
        <source>Collectives and copies</source>
        <translation>集合通信与拷贝</translation>
    </message>
    <message>
        <source>Collectives in it on this rank</source>
        <translation>该 rank 上其中的集合通信次数</translation>
    </message>
    <message>
        <source>Collectives of this rank</source>
        <translation>该 rank 的集合通信次数</translation>
    </message>
    <message>
        <source>Collectives with a counterpart on the rank it was aligned with</source>
        <translation>在用于对齐的 rank 上有对应者的集合通信次数</translation>
    </message>
    <message>
        <source>Communication is not hidden</source>
        <translation>通信未被掩盖</translation>
    </message>
    <message>
        <source>Communication minus what is not overlapped</source>
        <translation>通信减去未重叠部分</translation>
    </message>
    <message>
        <source>Communication other than receives, outside computing</source>
        <translation>除接收外、在计算之外的通信</translation>
    </message>
    <message>
        <source>Communication(Not Overlapped and Exclude Receive)</source>
        <translation>通信（未重叠且不含接收）</translation>
    </message>
    <message>
        <source>Compare a slow step with a typical one; look for checkpoints, evaluation and input at a fixed distance.</source>
        <translation>将慢的 step 与典型的 step 对比；留意按固定间隔出现的 checkpoint、评估与数据输入。</translation>
    </message>
    <message>
        <source>Compiled program, or stage of the forward pass</source>
        <translation>编译后的程序，或前向的阶段</translation>
    </message>
    <message>
        <source>Compiled program, or stage of the forward passes</source>
        <translation>编译后的程序，或前向的阶段</translation>
    </message>
    <message>
        <source>Compiled program: names of operations are unique only within a program</source>
        <translation>编译后的程序：名称跨程序没有可比性</translation>
    </message>
    <message>
        <source>Compute flow</source>
        <translation>计算流程</translation>
    </message>
    <message>
        <source>Compute work by type and core</source>
        <translation>按类型与核统计的计算任务</translation>
    </message>
    <message>
        <source>Computing, communication and free time of each step</source>
        <translation>每个 Step 的计算、通信与空闲时间</translation>
    </message>
    <message>
        <source>Device number as recorded</source>
        <translation>记录中的设备号</translation>
    </message>
    <message>
        <source>Device number as recorded; min, median and max over the devices where there are several</source>
        <translation>记录中的设备号；有多个设备时为各设备的最小值、中位数与最大值</translation>
    </message>
    <message>
        <source>Devices compute unequally long</source>
        <translation>各设备的计算时间不均</translation>
    </message>
    <message>
        <source>Difference, B − A</source>
        <translation>差异，B − A</translation>
    </message>
    <message>
        <source>Distinct names</source>
        <translation>不同名称数</translation>
    </message>
    <message>
        <source>Durations added up</source>
        <translation>时长累加</translation>
    </message>
    <message>
        <source>Durations added up; parallel streams count twice</source>
        <translation>时长累加；并行的流会重复计入</translation>
    </message>
    <message>
        <source>Durations added up; walls of layers in the views layer and type</source>
        <translation>时长累加；在“层”与“层类型”视图中为层的跨度</translation>
    </message>
    <message>
        <source>Durations minus what ran inside</source>
        <translation>时长减去其内部嵌套的部分</translation>
    </message>
    <message>
        <source>Durations of the category&apos;s GPU work, added up</source>
        <translation>该类别 GPU 任务的时长累加</translation>
    </message>
    <message>
        <source>Each device is measured against its own window; the host has another clock and is not included.</source>
        <translation>每个设备以自身的窗口为基准；主机不在设备时钟上，不参与统计。</translation>
    </message>
    <message>
        <source>End minus start</source>
        <translation>结束减开始</translation>
    </message>
    <message>
        <source>End of its last GPU work</source>
        <translation>其最后一个 GPU 任务的结束</translation>
    </message>
    <message>
        <source>Estimate of the time it could give back, on that device</source>
        <translation>该设备上可能省下的时间的估计</translation>
    </message>
    <message>
        <source>Even out shards, experts or sequence lengths.</source>
        <translation>使分片、专家或序列长度更均衡。</translation>
    </message>
    <message>
        <source>Events have a phase that is not shown (samples, object snapshots, old asynchronous steps); they are kept.</source>
        <translation>有些事件的 phase 不予显示（采样、对象快照、旧式异步步骤）；已保留。</translation>
    </message>
    <message>
        <source>Every kernel has a category.</source>
        <translation>每个 kernel 都有类别。</translation>
    </message>
    <message>
        <source>Every moment counts once, in the order of the parts: they add up to the window</source>
        <translation>每一时刻按各部分的先后顺序只计一次：总和等于窗口</translation>
    </message>
    <message>
        <source>Exclusive times of its operations added up, whether something else ran meanwhile or not</source>
        <translation>其操作的独占时间累加，无论同时是否有其他任务运行</translation>
    </message>
    <message>
        <source>Exclusive times of those added up</source>
        <translation>这些操作的独占时间累加</translation>
    </message>
    <message>
        <source>FWD inference, FWD_BWD training</source>
        <translation>FWD 为推理，FWD_BWD 为训练</translation>
    </message>
    <message>
        <source>Families of operations</source>
        <translation>操作族</translation>
    </message>
    <message>
        <source>Field of the model config, or where the trace shows it</source>
        <translation>模型 config 的字段，或 trace 中的依据</translation>
    </message>
    <message>
        <source>File and line</source>
        <translation>文件与行号</translation>
    </message>
    <message>
        <source>Find what it waits for: input, a host callback, or the launch of its program.</source>
        <translation>查明它在等待什么：数据输入、主机回调，还是其程序的启动。</translation>
    </message>
    <message>
        <source>First start to last end</source>
        <translation>最早开始到最晚结束</translation>
    </message>
    <message>
        <source>First start to last end of the operations, added up over the instances</source>
        <translation>各实例中操作的最早开始到最晚结束，累加</translation>
    </message>
    <message>
        <source>First start to last end on the device</source>
        <translation>该设备上的最早开始到最晚结束</translation>
    </message>
    <message>
        <source>First start to last end on this rank</source>
        <translation>该 rank 上的最早开始到最晚结束</translation>
    </message>
    <message>
        <source>Floating point operations of one execution of which they are known: as the compiler counts them, else by shapes or config</source>
        <translation>一次已知其运算量的执行的浮点运算：按编译器的计数，否则按形状或 config</translation>
    </message>
    <message>
        <source>From begin to end, added up</source>
        <translation>从开始到结束，累加</translation>
    </message>
    <message>
        <source>From its start to the start of the next step on this device</source>
        <translation>从其开始到该设备上下一个 Step 的开始</translation>
    </message>
    <message>
        <source>From the end of the launch before it, whichever program that was</source>
        <translation>从前一次启动（不论哪个程序）的结束算起</translation>
    </message>
    <message>
        <source>From the launch call to its start</source>
        <translation>从启动调用到其开始</translation>
    </message>
    <message>
        <source>From the launch call to the start of the work after</source>
        <translation>从启动调用到空隙之后的任务开始</translation>
    </message>
    <message>
        <source>From the model config, else learned from the kernels (A, B, ...)</source>
        <translation>取自模型 config，否则由 kernel 归纳（A、B……）</translation>
    </message>
    <message>
        <source>From the rows of the kernel table</source>
        <translation>由 kernel 表的各行得出</translation>
    </message>
    <message>
        <source>From the start of its layer to its start</source>
        <translation>从其所在层的开始到其开始</translation>
    </message>
    <message>
        <source>From the zero of the trace</source>
        <translation>从 trace 的零点算起</translation>
    </message>
    <message>
        <source>From the zero that Perfetto shows</source>
        <translation>从 Perfetto 显示的零点算起</translation>
    </message>
    <message>
        <source>GPU operations in all instances</source>
        <translation>所有实例中的 GPU 操作数</translation>
    </message>
    <message>
        <source>GPU work is outside of all passes: tables of passes and layers exclude it. `--pass trace` includes it; another anchor may find more passes.</source>
        <translation>有 GPU 任务不在任何前向内：前向表与层表不含这些任务。选择整个 trace 的范围可全部包含；换一个锚点或许能找到更多前向。</translation>
    </message>
    <message>
        <source>GPU work of annotated ranges</source>
        <translation>标注范围内的 GPU 任务</translation>
    </message>
    <message>
        <source>GPU work of the layer</source>
        <translation>该层的 GPU 任务数</translation>
    </message>
    <message>
        <source>GPU work of the same launch call; more than 1: a graph</source>
        <translation>同一次启动调用的 GPU 任务数；大于 1 即为 graph</translation>
    </message>
    <message>
        <source>GPU work is in the file twice, with the same stream, name and times: it is counted twice in sums and counts, once in busy times. Use the files of one rank only, or record again.</source>
        <translation>同一 GPU 任务在文件中出现两次，流、名称与时间均相同：在总和与次数中计两次，在忙碌时间中计一次。请只取一个 rank 的文件，或重新录制。</translation>
    </message>
    <message>
        <source>GPU work: kernels, copies, sets</source>
        <translation>GPU 任务数：kernel、拷贝、置数</translation>
    </message>
    <message>
        <source>Hidden minus wall; below zero is shorter</source>
        <translation>“掩盖”减跨度；小于零表示更短</translation>
    </message>
    <message>
        <source>Host thread that entered the range</source>
        <translation>进入该范围的主机线程</translation>
    </message>
    <message>
        <source>How GPU work is attributed: same-thread, any-thread (by launch) or window (by time)</source>
        <translation>GPU 任务的归属方式：same-thread（同线程）、any-thread（按启动）或 window（按时间）</translation>
    </message>
    <message>
        <source>How many</source>
        <translation>个数</translation>
    </message>
    <message>
        <source>How much faster this rank&apos;s clock runs than the reference&apos;s, parts per million</source>
        <translation>该 rank 的时钟比参考 rank 快多少，百万分之一</translation>
    </message>
    <message>
        <source>How often it was seen</source>
        <translation>出现次数</translation>
    </message>
    <message>
        <source>Id shared with the launch</source>
        <translation>与启动调用共有的 ID</translation>
    </message>
    <message>
        <source>Idle time by cause</source>
        <translation>按原因统计的空闲时间</translation>
    </message>
    <message>
        <source>Idle time by layer</source>
        <translation>按层统计的空闲时间</translation>
    </message>
    <message>
        <source>Idle time by length of the gap</source>
        <translation>按空隙长度统计的空闲时间</translation>
    </message>
    <message>
        <source>Idle time by region of the program</source>
        <translation>按程序区域统计的空闲时间</translation>
    </message>
    <message>
        <source>Idle time by the work after</source>
        <translation>按空隙之后的任务统计的空闲时间</translation>
    </message>
    <message>
        <source>Long gaps before one operation</source>
        <translation>某个操作之前有较长的空隙</translation>
    </message>
    <message>
        <source>In collectives: duration minus the shortest duration of the same collective over the ranks, added up</source>
        <translation>集合通信内：时长减去各 rank 上同一次集合通信的最短时长，累加</translation>
    </message>
    <message>
        <source>In it, including those that contain others</source>
        <translation>其中的操作数，包含嵌套了其他操作的操作</translation>
    </message>
    <message>
        <source>In operations that wait for the end of one</source>
        <translation>在等待其结束的操作中的时间</translation>
    </message>
    <message>
        <source>In the time range</source>
        <translation>时间段内</translation>
    </message>
    <message>
        <source>In this tree, from 1</source>
        <translation>在该树中的深度，从 1 开始</translation>
    </message>
    <message>
        <source>In words</source>
        <translation>文字说明</translation>
    </message>
    <message>
        <source>Innermost call or operator on the launching thread in the middle of the wait</source>
        <translation>等待中点处，启动线程上最内层的调用或算子</translation>
    </message>
    <message>
        <source>Innermost module around that launch, else annotation, else operator; without launch the scope of the work after</source>
        <translation>该启动外的最内层模块，否则为标注，否则为算子；没有启动时为其后任务的作用域</translation>
    </message>
    <message>
        <source>Innermost module around the launch, else annotation, else operator; without launch the scope of the work after</source>
        <translation>启动外的最内层模块，否则为标注，否则为算子；没有启动时为其后任务的作用域</translation>
    </message>
    <message>
        <source>Innermost nn.Module around the launch</source>
        <translation>启动外的最内层 nn.Module</translation>
    </message>
    <message>
        <source>Innermost operator around the launch</source>
        <translation>启动外的最内层算子</translation>
    </message>
    <message>
        <source>Innermost python frame there at that time</source>
        <translation>当时该处最内层的 python 栈帧</translation>
    </message>
    <message>
        <source>Inside collectives, mean over the passes compared</source>
        <translation>集合通信内，参与对比的前向的平均值</translation>
    </message>
    <message>
        <source>Is B slower than A?</source>
        <translation>B 是否比 A 慢？</translation>
    </message>
    <message>
        <source>It is near what the hardware gives: do less of it (fusion, lower precision, smaller shapes).</source>
        <translation>已接近硬件极限：请减少其工作量（融合、更低精度、更小的形状）。</translation>
    </message>
    <message>
        <source>Kernel, layer, type or category in A</source>
        <translation>A 中的 kernel、层、类型或类别</translation>
    </message>
    <message>
        <source>Kernels by name</source>
        <translation>按名称统计的 kernel</translation>
    </message>
    <message>
        <source>Kernels by name and shape</source>
        <translation>按名称与形状统计的 kernel</translation>
    </message>
    <message>
        <source>Kernels by name without number</source>
        <translation>按去掉编号的名称统计的 kernel</translation>
    </message>
    <message>
        <source>Kernels of A in this row</source>
        <translation>该行中 A 的 kernel 数</translation>
    </message>
    <message>
        <source>Kernels of B in this row</source>
        <translation>该行中 B 的 kernel 数</translation>
    </message>
    <message>
        <source>Several processes recorded the same device number for devices of their own, as ranks do that see one GPU each. The first one keeps the number, the others have free ones here.</source>
        <translation>多个进程为各自的设备记录了相同的编号（只能看到一个 GPU 的 rank 会这样）。第一个进程保留该编号，其他进程在此使用空闲的编号。</translation>
    </message>
    <message>
        <source>as recorded: %1</source>
        <translation>如记录：%1</translation>
    </message>
    <message>
        <source>Kernels of a stream are not in time order in the file; they were sorted.</source>
        <translation>同一流的 kernel 在文件中未按时间顺序排列；已排序。</translation>
    </message>
    <message>
        <source>Kernels of category communication</source>
        <translation>通信类 kernel 数</translation>
    </message>
    <message>
        <source>Kernels of one stream overlap (the next one is launched before the end, or times are rounded): they are drawn in extra lanes and counted once in busy times.</source>
        <translation>同一流上的 kernel 有重叠（下一个在前一个结束之前启动，或时间经过取整）：画在额外的行上，在忙碌时间中只计一次。</translation>
    </message>
    <message>
        <source>Kernels of the main device that match</source>
        <translation>主设备上匹配的 kernel 数</translation>
    </message>
    <message>
        <source>Kernels one by one</source>
        <translation>逐个 kernel</translation>
    </message>
    <message>
        <source>Kernels that run in the time range, also those that cross its ends</source>
        <translation>在该时间段内运行的 kernel 数，包含被其端点截断的 kernel</translation>
    </message>
    <message>
        <source>Kernels that take longer or shorter</source>
        <translation>时长变长或变短的 kernel 数</translation>
    </message>
    <message>
        <source>Kernels without a category</source>
        <translation>没有类别的 kernel</translation>
    </message>
    <message>
        <source>Last start of this step on any device minus the first</source>
        <translation>该 Step 在各设备上最晚的开始减去最早的开始</translation>
    </message>
    <message>
        <source>Latest start minus earliest start over the ranks, clocks aligned</source>
        <translation>时钟对齐后，各 rank 最晚的开始减去最早的开始</translation>
    </message>
    <message>
        <source>Launch grid x,y,z</source>
        <translation>启动的 grid x,y,z</translation>
    </message>
    <message>
        <source>Layer number in the model; head = before layer 0, tail = after the last layer</source>
        <translation>模型中的层号；头部 = 第 0 层之前，尾部 = 最后一层之后</translation>
    </message>
    <message>
        <source>Layer of A&apos;s kernel</source>
        <translation>A 的 kernel 所在层</translation>
    </message>
    <message>
        <source>Layer of B&apos;s kernel</source>
        <translation>B 的 kernel 所在层</translation>
    </message>
    <message>
        <source>Layer type</source>
        <translation>层类型</translation>
    </message>
    <message>
        <source>Layers by type</source>
        <translation>按类型统计的层</translation>
    </message>
    <message>
        <source>Layers found</source>
        <translation>找到的层数</translation>
    </message>
    <message>
        <source>Layers of a complete pass that it gives</source>
        <translation>由它得到的一次完整前向的层数</translation>
    </message>
    <message>
        <source>Layers of the passes compared in which this rank is the slowest</source>
        <translation>参与对比的前向中，该 rank 最慢的层数</translation>
    </message>
    <message>
        <source>Layers of the type in the chosen passes</source>
        <translation>所选前向中该类型的层数</translation>
    </message>
    <message>
        <source>Layers of this type in the chosen passes</source>
        <translation>所选前向中该类型的层数</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>最小值</translation>
    </message>
    <message>
        <source>Length of the longest</source>
        <translation>最长空隙的长度</translation>
    </message>
    <message>
        <source>Length of the time range minus busy</source>
        <translation>时间段的长度减去忙碌</translation>
    </message>
    <message>
        <source>Length of the union of these parts</source>
        <translation>上述部分的并集长度</translation>
    </message>
    <message>
        <source>Lengths added up</source>
        <translation>长度累加</translation>
    </message>
    <message>
        <source>Lengths from here on are in the next row</source>
        <translation>从此长度起计入下一行</translation>
    </message>
    <message>
        <source>Longest exclusive time</source>
        <translation>最长的独占时间</translation>
    </message>
    <message>
        <source>Longest of these parts</source>
        <translation>其中最长者</translation>
    </message>
    <message>
        <source>Longest projected time</source>
        <translation>最长的投影时间</translation>
    </message>
    <message>
        <source>Longest wall minus shortest wall over the ranks</source>
        <translation>各 rank 中最长的跨度减去最短的跨度</translation>
    </message>
    <message>
        <source>Look at its tiling, layout and precision; measure it by itself before and after a change.</source>
        <translation>检查其分块、布局与精度；改动前后单独测量。</translation>
    </message>
    <message>
        <source>Look at the first rows of ops; compare with another recording.</source>
        <translation>查看操作表的前几行；与另一次录制对比。</translation>
    </message>
    <message>
        <source>Mean busy time of a layer</source>
        <translation>每层的平均忙碌时间</translation>
    </message>
    <message>
        <source>Mean duration</source>
        <translation>平均时长</translation>
    </message>
    <message>
        <source>Mean exclusive time</source>
        <translation>平均独占时间</translation>
    </message>
    <message>
        <source>Mean from begin to end</source>
        <translation>从开始到结束的平均值</translation>
    </message>
    <message>
        <source>Mean of the durations added up</source>
        <translation>时长累加值的平均</translation>
    </message>
    <message>
        <source>Mean of the rows that have it, weighted by their durations</source>
        <translation>有该值的各行的平均，按时长加权</translation>
    </message>
    <message>
        <source>Mean of the parts inside the time range</source>
        <translation>时间段内部分的平均值</translation>
    </message>
    <message>
        <source>Mean over the passes compared</source>
        <translation>参与对比的前向的平均值</translation>
    </message>
    <message>
        <source>Mean projected time of an instance</source>
        <translation>单个实例的平均投影时间</translation>
    </message>
    <message>
        <source>Mean wall of a launch</source>
        <translation>单次启动的平均跨度</translation>
    </message>
    <message>
        <source>Mean wall of a layer</source>
        <translation>每层的平均跨度</translation>
    </message>
    <message>
        <source>Mean wall of the layers found</source>
        <translation>已找到的层的平均跨度</translation>
    </message>
    <message>
        <source>Median distance between the ends of matching collectives, clocks aligned</source>
        <translation>时钟对齐后，对应的集合通信结束时刻之间距离的中位数</translation>
    </message>
    <message>
        <source>Median duration</source>
        <translation>时长的中位数</translation>
    </message>
    <message>
        <source>Median projected time</source>
        <translation>投影时间的中位数</translation>
    </message>
    <message>
        <source>Model architecture</source>
        <translation>模型架构</translation>
    </message>
    <message>
        <source>More is slower</source>
        <translation>越大越慢</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>Most frequent distance between heavy steps, if it comes at least twice</source>
        <translation>较重的 Step 之间最常见的间隔，须至少出现两次</translation>
    </message>
    <message>
        <source>Much time is spent waiting for transfers or other devices</source>
        <translation>大量时间用于等待传输或其他设备</translation>
    </message>
    <message>
        <source>NVTX domain; empty is the default one</source>
        <translation>NVTX 域；空为默认域</translation>
    </message>
    <message>
        <source>Name without its number</source>
        <translation>去掉编号的名称</translation>
    </message>
    <message>
        <source>Name without return type, namespaces and arguments</source>
        <translation>不含返回类型、命名空间与参数的名称</translation>
    </message>
    <message>
        <source>Names that end in … were shortened by nsys stats; its CSV has them whole.</source>
        <translation>以“…”结尾的名称被 nsys stats 缩短；其 CSV 中有完整名称。</translation>
    </message>
    <message>
        <source>Neither programs nor passes are known: all idle time counts as between them.</source>
        <translation>程序与前向均未知：所有空闲都计为其间的空闲。</translation>
    </message>
    <message>
        <source>Neither programs nor steps nor forward passes are in this trace.</source>
        <translation>此 trace 中既没有程序，也没有 Step 或前向。</translation>
    </message>
    <message>
        <source>No collective and no copy is in this trace.</source>
        <translation>此 trace 中没有集合通信，也没有拷贝。</translation>
    </message>
    <message>
        <source>No device ran anything in this trace.</source>
        <translation>此 trace 中没有设备运行过任何任务。</translation>
    </message>
    <message>
        <source>No launch call was recorded for this GPU work, so no operator, shape or module is known for it. Record CPU activities too.</source>
        <translation>这些 GPU 任务没有记录到启动调用，因此算子、形状与模块均未知。录制时请同时记录 CPU 活动。</translation>
    </message>
    <message>
        <source>No line of programs is recorded: a step is what the profiler marked as one.</source>
        <translation>未记录程序轨道：以 profiler 标记的 Step 为准。</translation>
    </message>
    <message>
        <source>No model config is given (--config): only what the trace shows.</source>
        <translation>未提供模型 config：仅显示 trace 中可见的内容。</translation>
    </message>
    <message>
        <source>No modules or ranges are recorded: regions are stage, layer and category; work outside of passes is listed under its own name.</source>
        <translation>未记录模块或范围：区域为阶段、层与类别；前向之外的任务列在其自身名称下。</translation>
    </message>
    <message>
        <source>No part, operation, gap or spread of steps is above its threshold</source>
        <translation>没有任何部分、操作、空隙或 Step 的离散度超过阈值</translation>
    </message>
    <message>
        <source>No pass was found on two ranks.</source>
        <translation>没有前向同时出现在两个 rank 上。</translation>
    </message>
    <message>
        <source>Partial passes left out on their rank, as they are complete on others: %1.</source>
        <translation>在所属 rank 上不完整、而在其他 rank 上完整，因而未计入的前向：%1。</translation>
    </message>
    <message>
        <source>No rank stands out: none is 1 % of the wall above the median of the ranks&apos; own times.</source>
        <translation>没有 rank 明显偏慢：各 rank 自身时间均未超出中位数达跨度的 1 %。</translation>
    </message>
    <message>
        <source>No rule names the category of this GPU work, so it counts as other. Add rules in a profile.</source>
        <translation>没有规则命名这些 GPU 任务的类别，因此计为“其他”。可在配置文件中添加规则。</translation>
    </message>
    <message>
        <source>Where no stage has passes in both traces, the busy time of all GPU work of the device is compared; its noise cannot be estimated and is taken as 2 %.</source>
        <translation>没有任何阶段在两个 trace 中都有前向时，对比该设备全部 GPU 任务的忙碌时间；其噪声无法估计，取 2 %。</translation>
    </message>
    <message>
        <source>B is slower on none of the %1 devices.</source>
        <translation>B 在 %1 个设备上都没有变慢。</translation>
    </message>
    <message>
        <source>Of the %1 devices, B is slower on these of A: %2.</source>
        <translation>%1 个设备中，B 在 A 的以下设备上变慢：%2。</translation>
    </message>
    <message>
        <source>Device %1 of A has no counterpart in B; it is not compared.</source>
        <translation>A 的设备 %1 在 B 中没有对应者，未作对比。</translation>
    </message>
    <message>
        <source>Device %1 of B has no counterpart in A; it is not compared.</source>
        <translation>B 的设备 %1 在 A 中没有对应者，未作对比。</translation>
    </message>
    <message>
        <source>Of A, as recorded</source>
        <translation>A 中的编号，如记录</translation>
    </message>
    <message>
        <source>Of B that it is compared with</source>
        <translation>与之对比的 B 的设备</translation>
    </message>
    <message>
        <source>about the job as a whole</source>
        <translation>针对整个作业</translation>
    </message>
    <message>
        <source>No step was left out as warm-up (--skip K leaves out the first K).</source>
        <translation>没有 Step 作为预热被略去（命令行 --skip K 可略去前 K 个）。</translation>
    </message>
    <message>
        <source>Not a trace of the Ascend profiler with a kernel table (kernel_details.csv, op_summary_*.csv).</source>
        <translation>不是带有 kernel 表（kernel_details.csv、op_summary_*.csv）的 Ascend profiler trace。</translation>
    </message>
    <message>
        <source>No problems were found.</source>
        <translation>未发现异常。</translation>
    </message>
    <message>
        <source>Nothing stands out</source>
        <translation>没有突出的问题</translation>
    </message>
    <message>
        <source>Number in start order over all GPU work of the trace; ties in file order</source>
        <translation>在整个 trace 的全部 GPU 任务中按开始时间的序号；相同时按文件顺序</translation>
    </message>
    <message>
        <source>Number in start order over all GPU work, as in kernels --each</source>
        <translation>在全部 GPU 任务中按开始时间的序号，与逐个 kernel 的表一致</translation>
    </message>
    <message>
        <source>Number of the event in the file, where the evidence is on the host</source>
        <translation>依据在主机侧时，该事件在文件中的序号</translation>
    </message>
    <message>
        <source>Number of the launch of the main program on its device, from 0; for step marks their own number</source>
        <translation>该设备上主程序启动的序号，从 0 开始；Step 标记则为其自身编号</translation>
    </message>
    <message>
        <source>Number of the pass on its device, from 0 in time order</source>
        <translation>该设备上前向的序号，按时间从 0 开始</translation>
    </message>
    <message>
        <source>Number of the pass on the reference rank</source>
        <translation>参考 rank 上的前向序号</translation>
    </message>
    <message>
        <source>Number of the pass on this rank</source>
        <translation>该 rank 上的前向序号</translation>
    </message>
    <message>
        <source>Number of the rank in the job</source>
        <translation>任务中的 rank 编号</translation>
    </message>
    <message>
        <source>Number of the row</source>
        <translation>行号</translation>
    </message>
    <message>
        <source>Of A</source>
        <translation>占 A 的比例</translation>
    </message>
    <message>
        <source>Of avg_sum_ns: the category&apos;s part of the GPU time of these layers</source>
        <translation>占平均总和的比例：该类别在这些层的 GPU 时间中的份额</translation>
    </message>
    <message>
        <source>Of busy: nothing computes on the device</source>
        <translation>忙碌时间中：设备上没有计算在运行</translation>
    </message>
    <message>
        <source>Of busy: nothing of another category runs on the device meanwhile</source>
        <translation>忙碌时间中：设备上同时没有其他类别在运行</translation>
    </message>
    <message>
        <source>Of busy: the device computes meanwhile</source>
        <translation>忙碌时间中：设备同时在计算</translation>
    </message>
    <message>
        <source>Of busy: work of another category that is neither communication nor a copy runs meanwhile</source>
        <translation>忙碌时间中：同时有既非通信也非拷贝的其他类别任务在运行</translation>
    </message>
    <message>
        <source>Of it: nothing else runs on this rank, mean over the passes compared</source>
        <translation>其中：该 rank 上没有其他任务运行，参与对比的前向的平均值</translation>
    </message>
    <message>
        <source>Of kernels --each</source>
        <translation>逐个 kernel 的表中的序号</translation>
    </message>
    <message>
        <source>Of kernels --each, where the evidence is GPU work</source>
        <translation>逐个 kernel 的表中的序号，依据为 GPU 任务时</translation>
    </message>
    <message>
        <source>Of operations without a deeper region</source>
        <translation>未指明更深区域的操作</translation>
    </message>
    <message>
        <source>Of sum: the work before belongs to the layer too</source>
        <translation>总和中：空隙之前的任务也属于该层</translation>
    </message>
    <message>
        <source>Of sum: work before it on its own stream still ran (programmatic dependent launch)</source>
        <translation>总和中：同一流上前一个任务仍在运行（PDL，程序化依赖启动）</translation>
    </message>
    <message>
        <source>Of the compute time of the device, communication left out</source>
        <translation>占该设备计算时间的比例，不含通信</translation>
    </message>
    <message>
        <source>Of the compute time of the trace</source>
        <translation>占该 trace 计算时间的比例</translation>
    </message>
    <message>
        <source>Of the durations of its layer, added up, on all streams</source>
        <translation>占其所在层在所有流上的时长累加的比例</translation>
    </message>
    <message>
        <source>Of the exclusive time of all operations of the same devices</source>
        <translation>占相同设备上全部操作独占时间的比例</translation>
    </message>
    <message>
        <source>Of the idle time of what is shown, its wall minus its busy time</source>
        <translation>占所显示空闲时间（跨度减忙碌时间）的比例</translation>
    </message>
    <message>
        <source>Of the launch, as recorded</source>
        <translation>该次启动，记录值</translation>
    </message>
    <message>
        <source>Of the layer: from the model config, else learned (A, B, ...)</source>
        <translation>层的类型：取自模型 config，否则归纳得出（A、B……）</translation>
    </message>
    <message>
        <source>Of the operator that launched it</source>
        <translation>启动它的算子的输入类型</translation>
    </message>
    <message>
        <source>Of the operator that launched it, or of the nearest around it that recorded them</source>
        <translation>启动它的算子的输入形状，或其外层最近一个有记录的算子的</translation>
    </message>
    <message>
        <source>Of the peak of the main memory that the profiler recorded</source>
        <translation>占 profiler 所记录的主存峰值的比例</translation>
    </message>
    <message>
        <source>Of the peak that the profiler recorded for the device</source>
        <translation>占 profiler 所记录的设备峰值的比例</translation>
    </message>
    <message>
        <source>Of the same base</source>
        <translation>基准相同</translation>
    </message>
    <message>
        <source>Of the steady steps</source>
        <translation>占稳态 Step 的比例</translation>
    </message>
    <message>
        <source>Of the sum of all GPU work in the chosen passes, layers and streams</source>
        <translation>占所选前向、层与流中全部 GPU 任务总和的比例</translation>
    </message>
    <message>
        <source>Of the sum of its pass; with --pass trace of the sum of the trace</source>
        <translation>占其所在前向总和的比例；范围为整个 trace 时占 trace 总和的比例</translation>
    </message>
    <message>
        <source>Of the total time of this report</source>
        <translation>占此报告总时间的比例</translation>
    </message>
    <message>
        <source>Of the waiting: nothing else runs on this rank meanwhile</source>
        <translation>等待中：该 rank 上同时没有其他任务运行</translation>
    </message>
    <message>
        <source>Of the wall of the chosen passes</source>
        <translation>占所选前向跨度的比例</translation>
    </message>
    <message>
        <source>Of the wall of the chosen passes; all rows add up to it</source>
        <translation>所选前向的跨度中的时间；各行之和等于该跨度</translation>
    </message>
    <message>
        <source>Of the wall: no operation runs</source>
        <translation>跨度中：没有操作运行</translation>
    </message>
    <message>
        <source>Of the wall: the device computes, communicates or copies; busy elsewhere includes its waiting</source>
        <translation>跨度中设备在计算、通信或复制的时间；别处的“忙碌”还包括其等待</translation>
    </message>
    <message>
        <source>Of the wall: waits for a transfer that was started before, or for another device</source>
        <translation>跨度中：等待此前开始的传输，或等待其他设备</translation>
    </message>
    <message>
        <source>Of the walls of all launches of all programs</source>
        <translation>占所有程序全部启动跨度的比例</translation>
    </message>
    <message>
        <source>Of the walls; the wall of a step is the mean over the devices</source>
        <translation>各 Step 的跨度；一个 Step 的跨度为各设备的平均值</translation>
    </message>
    <message>
        <source>Of the window of the same device</source>
        <translation>占同一设备窗口的比例</translation>
    </message>
    <message>
        <source>Of these, also found on another rank</source>
        <translation>其中也能在其他 rank 上找到的次数</translation>
    </message>
    <message>
        <source>Of these, recorded as a start and a done</source>
        <translation>其中：分为 start 与 done 的次数</translation>
    </message>
    <message>
        <source>Different input dims, where operations are kernels</source>
        <translation>操作为 kernel 时，不同输入各维的数目</translation>
    </message>
    <message>
        <source>compiled: a name has one shape</source>
        <translation>编译的程序：每个名称只有一种形状</translation>
    </message>
    <message>
        <source>Compiled: shape of the output, several separated by |, [] for a scalar; else the input dims with the most time</source>
        <translation>编译的程序：其输出的形状，多个之间以 | 分隔，[] 表示标量；否则为耗时最多的输入各维</translation>
    </message>
    <message>
        <source>On all devices</source>
        <translation>所有设备合计</translation>
    </message>
    <message>
        <source>On the clock of the reference rank, from the zero of its trace</source>
        <translation>以参考 rank 的时钟计，从其 trace 的零点算起</translation>
    </message>
    <message>
        <source>One operation takes much of the time</source>
        <translation>单个操作占用大量时间</translation>
    </message>
    <message>
        <source>Only one rank is open; give the files of the others too.</source>
        <translation>只打开了一个 rank；请同时打开其他 rank 的文件。</translation>
    </message>
    <message>
        <source>Operation with the most time</source>
        <translation>耗时最多的操作</translation>
    </message>
    <message>
        <source>Operation without work of its own at the end of these gaps (a constant, the start of a copy)</source>
        <translation>自身没有实际任务、却使其前的空隙终止的操作（常量、拷贝的开始）</translation>
    </message>
    <message>
        <source>Operations in the region and below</source>
        <translation>该区域及其下级的操作数</translation>
    </message>
    <message>
        <source>Operations that differ in their number</source>
        <translation>仅编号不同的操作数</translation>
    </message>
    <message>
        <source>Overlap by category</source>
        <translation>按类别统计的重叠</translation>
    </message>
    <message>
        <source>Overlap it with computation, or change what is sharded where; see the table collectives.</source>
        <translation>使其与计算重叠，或调整分片方式与位置；参见集合通信表。</translation>
    </message>
    <message>
        <source>Pairs of layers in which the row occurs</source>
        <translation>出现该行的层对数</translation>
    </message>
    <message>
        <source>Passes of this rank</source>
        <translation>该 rank 的前向数</translation>
    </message>
    <message>
        <source>Passes that it gives</source>
        <translation>由它得到的前向数</translation>
    </message>
    <message>
        <source>Perfetto does not read this format</source>
        <translation>Perfetto 不读取此格式</translation>
    </message>
    <message>
        <source>Position in its layer: by duration, or with --by execution by start</source>
        <translation>在其所在层中的位置：按时长，或按执行顺序时按开始</translation>
    </message>
    <message>
        <source>Programs</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Provenance</source>
        <translation>来源信息</translation>
    </message>
    <message>
        <source>Ranges for Perfetto</source>
        <translation>用于 Perfetto 的范围</translation>
    </message>
    <message>
        <source>Rank %1 is the one the others wait for</source>
        <translation>其他 rank 都在等待 rank %1</translation>
    </message>
    <message>
        <source>Rank %1 takes longest, though the others do not wait for it</source>
        <translation>rank %1 用时最长，但其他 rank 并不在等待它</translation>
    </message>
    <message>
        <source>Rank with the longest own time</source>
        <translation>自身时间最长的 rank</translation>
    </message>
    <message>
        <source>Rank that waits least, where others wait: the last to arrive, by its own time or because it began late</source>
        <translation>其他 rank 等待时等待最少的 rank：最后到达者，因自身时间长或开始得晚</translation>
    </message>
    <message>
        <source>no rank has a longer own time than all others</source>
        <translation>没有哪个 rank 的自身时间比其他所有 rank 都长</translation>
    </message>
    <message>
        <source>no rank waits less than all others</source>
        <translation>没有哪个 rank 的等待比其他所有 rank 都少</translation>
    </message>
    <message>
        <source>Ranks and their clocks</source>
        <translation>各 rank 及其时钟</translation>
    </message>
    <message>
        <source>Ranks, layer by layer</source>
        <translation>各 rank，逐层</translation>
    </message>
    <message>
        <source>Ranks, pass by pass</source>
        <translation>各 rank，逐前向</translation>
    </message>
    <message>
        <source>Raw value: nanoseconds, bytes, counts, shares of 1</source>
        <translation>原始值：纳秒、字节、个数、以 1 为整体的占比</translation>
    </message>
    <message>
        <source>Read and written by one execution of which they are known: as the compiler counts them, else by shapes or config</source>
        <translation>一次已知其字节数的执行读写的字节：按编译器的计数，否则按形状或 config</translation>
    </message>
    <message>
        <source>Recomputed - recorded</source>
        <translation>重算值 − 记录值</translation>
    </message>
    <message>
        <source>Recomputed figures against the files beside the trace</source>
        <translation>重算值与 trace 旁文件的比对</translation>
    </message>
    <message>
        <source>Regions are the modules and ranges that were open on the launching thread; work launched outside of them is listed under its own name.</source>
        <translation>区域为启动线程上处于打开状态的模块与范围；启动不在其中的任务列在其自身名称下。</translation>
    </message>
    <message>
        <source>Regions are the scopes that the compiler recorded. An operation of several scopes is listed where they diverge; one without a scope is listed under its own name.</source>
        <translation>区域为编译器记录的作用域。由多个作用域构成的操作列在它们的分叉处；没有作用域的操作列在其自身名称下。</translation>
    </message>
    <message>
        <source>Regions of the program</source>
        <translation>程序的区域</translation>
    </message>
    <message>
        <source>Rows of the kernel table</source>
        <translation>kernel 表的行数</translation>
    </message>
    <message>
        <source>Scopes of the source program, outermost first, separated by =&gt;</source>
        <translation>源程序的作用域，从最外层到最内层，以 =&gt; 分隔</translation>
    </message>
    <message>
        <source>Seconds on Perfetto&apos;s ruler</source>
        <translation>Perfetto 标尺上的秒数</translation>
    </message>
    <message>
        <source>Serial minus wall; below zero is shorter</source>
        <translation>“串行”减跨度；小于零表示更短</translation>
    </message>
    <message>
        <source>Short name</source>
        <translation>短名称</translation>
    </message>
    <message>
        <source>Short name of the kernel that takes most of it</source>
        <translation>其中耗时最多的 kernel 的短名称</translation>
    </message>
    <message>
        <source>Shorter than the threshold, whatever the cause.</source>
        <translation>短于阈值，不论原因。</translation>
    </message>
    <message>
        <source>Shortest</source>
        <translation>最短</translation>
    </message>
    <message>
        <source>Shortest exclusive time</source>
        <translation>最短的独占时间</translation>
    </message>
    <message>
        <source>Shortest length of the row</source>
        <translation>该行的最短长度</translation>
    </message>
    <message>
        <source>Shortest of these parts</source>
        <translation>其中最短者</translation>
    </message>
    <message>
        <source>Shortest projected time</source>
        <translation>最短的投影时间</translation>
    </message>
    <message>
        <source>Shown by category: kernels of different processors cannot be paired.</source>
        <translation>按类别显示：不同处理器的 kernel 无法配对。</translation>
    </message>
    <message>
        <source>Stable name</source>
        <translation>固定名称</translation>
    </message>
    <message>
        <source>Stable name of the fact</source>
        <translation>该项的固定名称</translation>
    </message>
    <message>
        <source>Stable name of the diagnostic</source>
        <translation>该诊断的固定名称</translation>
    </message>
    <message>
        <source>Stable name; found.* is what the trace shows</source>
        <translation>固定名称；found.* 表示由 trace 得出</translation>
    </message>
    <message>
        <source>Stage minus busy</source>
        <translation>Stage 减去忙碌</translation>
    </message>
    <message>
        <source>Standard deviation of a sample</source>
        <translation>样本标准差</translation>
    </message>
    <message>
        <source>Standard deviation of a sample (n - 1)</source>
        <translation>样本标准差 (n - 1)</translation>
    </message>
    <message>
        <source>Standard deviation of one pass: 1.4826 times the median absolute deviation, trend taken out</source>
        <translation>单次前向的标准差：去除趋势后，绝对离差中位数的 1.4826 倍</translation>
    </message>
    <message>
        <source>Start minus the earliest start over the ranks</source>
        <translation>开始减去各 rank 中最早的开始</translation>
    </message>
    <message>
        <source>Start of its first GPU work</source>
        <translation>其第一个 GPU 任务的开始</translation>
    </message>
    <message>
        <source>Start of its first GPU work, from the zero that Perfetto shows</source>
        <translation>其第一个 GPU 任务的开始，从 Perfetto 显示的零点算起</translation>
    </message>
    <message>
        <source>Start transfers earlier, keep the data on the device, or even out the work of the devices.</source>
        <translation>更早开始传输、让数据留在设备上，或使各设备的工作量更均衡。</translation>
    </message>
    <message>
        <source>Starts without a done, and dones without a start</source>
        <translation>没有 done 的 start，以及没有 start 的 done</translation>
    </message>
    <message>
        <source>Step Id of the rows; empty where no schedule was in use</source>
        <translation>各行的 Step Id；未使用 schedule 时为空</translation>
    </message>
    <message>
        <source>Step classes</source>
        <translation>Step 分类</translation>
    </message>
    <message>
        <source>Step nearest to the median</source>
        <translation>最接近中位数的 Step</translation>
    </message>
    <message>
        <source>Steps differ in length</source>
        <translation>各 Step 长短不一</translation>
    </message>
    <message>
        <source>Stream number as recorded</source>
        <translation>记录中的流编号</translation>
    </message>
    <message>
        <source>Stream of the work after the gap</source>
        <translation>空隙之后的任务所在的流</translation>
    </message>
    <message>
        <source>Streams as a share of the wall as recorded</source>
        <translation>“逐流”占记录跨度的比例</translation>
    </message>
    <message>
        <source>Streams minus wall; below zero is shorter</source>
        <translation>“逐流”减跨度；小于零表示更短</translation>
    </message>
    <message>
        <source>Blocks between anchors that make a layer</source>
        <translation>构成一层的锚点间隔段数</translation>
    </message>
    <message>
        <source>Sum / count</source>
        <translation>总和 / 次数</translation>
    </message>
    <message>
        <source>Sum by number of gaps</source>
        <translation>总和除以空隙数</translation>
    </message>
    <message>
        <source>Summaries compared</source>
        <translation>汇总对比</translation>
    </message>
    <message>
        <source>Text follows the end of the trace; it was ignored.</source>
        <translation>trace 结束之后还有文本；已忽略。</translation>
    </message>
    <message>
        <source>Text of the annotation</source>
        <translation>标注的文本</translation>
    </message>
    <message>
        <source>Text of the first one, at most 120 bytes</source>
        <translation>首次出现处的文本，最多 120 字节</translation>
    </message>
    <message>
        <source>Text that is not a valid event was left out, up to the next event that can be read.</source>
        <translation>不是有效事件的文本已略去，直至下一个可读取的事件。</translation>
    </message>
    <message>
        <source>That it is about</source>
        <translation>所涉及的对象</translation>
    </message>
    <message>
        <source>Shape work over the exclusive time in seconds; not a measure of the hardware</source>
        <translation>上述量除以独占时间的秒数；并非硬件性能的度量</translation>
    </message>
    <message>
        <source>The checks that it is based on, one sentence each</source>
        <translation>其背后的各项检查，每项一句</translation>
    </message>
    <message>
        <source>No layers were found in the chosen passes; kernels --each lists their work.</source>
        <translation>所选前向中未找到层；kernels --each 列出其中的任务。</translation>
    </message>
    <message>
        <source>The compressed data is damaged; everything before the damage was read. Copy or record the file again.</source>
        <translation>压缩数据已损坏；损坏之前的内容已全部读取。请重新复制或录制文件。</translation>
    </message>
    <message>
        <source>The checksum that the archive states of this file is another one: bytes have changed since it was packed. Copy or pack it again.</source>
        <translation>归档中记录的此文件校验和与内容不符：打包之后有字节发生了变化。请重新复制或打包。</translation>
    </message>
    <message>
        <source>The compressed file stops before its end; everything up to that point was read. Copy or record the file again.</source>
        <translation>压缩文件提前结束；此前的内容已全部读取。请重新复制或录制文件。</translation>
    </message>
    <message>
        <source>The database has a view or virtual table. It is not read, because reading it would run an expression or code that the file names; export the report again.</source>
        <translation>数据库中有视图或虚拟表。它不会被读取，因为读取会运行文件中指定的表达式或代码；请重新导出报告。</translation>
    </message>
    <message>
        <source>The database has a table that is not shown here: samples, counters or states, not work or calls.</source>
        <translation>数据库中有一张表不在此显示：内容是采样、计数器或状态，而非任务或调用。</translation>
    </message>
    <message>
        <source>The device idles</source>
        <translation>设备处于空闲</translation>
    </message>
    <message>
        <source>The file begins with a UTF-8 byte order mark, which was skipped; Perfetto refuses such a file.</source>
        <translation>文件以 UTF-8 字节顺序标记开头，已跳过；Perfetto 拒绝读取此类文件。</translation>
    </message>
    <message>
        <source>The file has more than one traceEvents list; only the first one was read. The count is of the events in the others.</source>
        <translation>文件含有多个 traceEvents 列表；仅读取了第一个，计数为其余列表中的事件数。</translation>
    </message>
    <message>
        <source>The file has summary tables and no timeline: there are no passes, layers or gaps. Export the report with nsys export --type sqlite and open the result.</source>
        <translation>文件只有汇总表，没有时间线：没有前向、层与空隙。请用 nsys export --type sqlite 导出报告并打开结果。</translation>
    </message>
    <message>
        <source>The file has summary tables of nsys stats and no timeline; for the rest run nsys export --type sqlite on the report and open the result.</source>
        <translation>文件只有 nsys stats 的汇总表，没有时间线；如需其余内容，请对报告运行 nsys export --type sqlite 并打开结果。</translation>
    </message>
    <message>
        <source>The file stops inside an event, which was left out.</source>
        <translation>文件在某个事件中间结束，该事件已略去。</translation>
    </message>
    <message>
        <source>The host and the launches were read from trace_view.json beside the table; its counters and derived lanes are not shown.</source>
        <translation>主机与启动信息读自该表旁的 trace_view.json；其计数器与派生轨道不显示。</translation>
    </message>
    <message>
        <source>The list of events has no closing bracket, as if the recorder was stopped while writing. All complete events were read.</source>
        <translation>事件列表没有右括号：录制器在写入时被停止就会如此。所有完整的事件均已读取。</translation>
    </message>
    <message>
        <source>The file ends inside its list of events: what should follow is missing. All complete events were read. Copy or record the file again.</source>
        <translation>文件在事件列表中途结束：其后的内容缺失。所有完整的事件均已读取。请重新拷贝或录制该文件。</translation>
    </message>
    <message>
        <source>The file ends before its closing brace: keys that should follow the events are missing. Copy or record the file again.</source>
        <translation>文件在右花括号之前结束：事件之后的键缺失。请重新拷贝或录制该文件。</translation>
    </message>
    <message>
        <source>The whole trace is inside a list; it was read as if it were the whole file.</source>
        <translation>整个 trace 位于一个列表之内；已按单独的 trace 读取。</translation>
    </message>
    <message>
        <source>Another JSON document follows the trace in the same file and was not read. Split the file and open each part.</source>
        <translation>同一文件中该 trace 之后还有另一个 JSON 文档，未被读取。请拆分该文件并分别打开。</translation>
    </message>
    <message>
        <source>A time is written with an exponent and too few digits for a microsecond (1.76425E+15), so its order and its distance from other times are lost. Export the table again; spreadsheet programs write such times.</source>
        <translation>时间以指数形式写出，位数不足以表示微秒（1.76425E+15），其先后次序与间隔均已丢失。请重新导出该表；电子表格程序会写出这样的时间。</translation>
    </message>
    <message>
        <source>Most of the work of one stream begins at the same few moments and overlaps, though a stream runs one piece of work after the other: the starts have lost digits. Walls, gaps and layers cannot be trusted; record or export the times in full.</source>
        <translation>一个流的大部分工作在少数几个相同时刻开始且互相重叠，而一个流是逐项执行的：开始时间丢失了位数。跨度、空隙与层均不可信；请完整录制或导出时间。</translation>
    </message>
    <message>
        <source>There is a quote where no cell can begin or end; the row ends with its line and the quote counts as a character.</source>
        <translation>引号出现在单元格不能开始或结束之处；该行在行尾结束，引号按普通字符处理。</translation>
    </message>
    <message>
        <source>The list of events contains something that is not an object; it was skipped.</source>
        <translation>事件列表中有非对象的内容；已略去。</translation>
    </message>
    <message>
        <source>The figures that it is based on, and what the gain assumes</source>
        <translation>所依据的数据，以及收益的假设</translation>
    </message>
    <message>
        <source>The passes are of different stages.</source>
        <translation>两侧前向的阶段不同。</translation>
    </message>
    <message>
        <source>The profiler recorded no metrics; profile with level 1 and aic_metrics.</source>
        <translation>profiler 未记录指标；请用 level 1 并设置 aic_metrics 进行采集。</translation>
    </message>
    <message>
        <source>The rank&apos;s file</source>
        <translation>该 rank 的文件</translation>
    </message>
    <message>
        <source>The ranks that the files name do not tell them apart; the numbers in their names were taken instead.</source>
        <translation>文件内记录的 rank 无法区分各文件；改用文件名中的编号。</translation>
    </message>
    <message>
        <source>The formatted value, its source, or why it is missing</source>
        <translation>便于阅读的同一内容、其来源，或缺失的原因</translation>
    </message>
    <message>
        <source>The same in B</source>
        <translation>B 中的同一项</translation>
    </message>
    <message>
        <source>The same in nanoseconds from zero</source>
        <translation>同上，从零点算起的纳秒数</translation>
    </message>
    <message>
        <source>The same of B</source>
        <translation>B 的同一项</translation>
    </message>
    <message>
        <source>The same, counted once where several are in flight</source>
        <translation>同上，多个同时进行时只计一次</translation>
    </message>
    <message>
        <source>The text around the list of events is not valid JSON; the events themselves were read.</source>
        <translation>事件列表周围的文本不是有效的 JSON；事件本身已读取。</translation>
    </message>
    <message>
        <source>The trace holds as many complete events as the exporter of XLA profiles writes at most: later ones are probably missing. Open the .xplane.pb of the capture, which has all of them, or record for a shorter time.</source>
        <translation>trace 中的完整事件数恰为 XLA profile 导出器的写入上限：之后的事件可能缺失。请打开同一次采集的 .xplane.pb（其中完整），或缩短录制时间。</translation>
    </message>
    <message>
        <source>Sum of their recorded durations</source>
        <translation>其记录的时长累加</translation>
    </message>
    <message>
        <source>Sum of their changed durations</source>
        <translation>其改变后的时长累加</translation>
    </message>
    <message>
        <source>There are no layers to compare, so these are the kernels.</source>
        <translation>没有可对比的层，因此以 kernel 对比。</translation>
    </message>
    <message>
        <source>Thread block x,y,z</source>
        <translation>线程块 x,y,z</translation>
    </message>
    <message>
        <source>Thresholds: exposed communication 15 %, waiting 20 %, idle 20 %, one operation 8 %, gaps before one operation 5 % or one of 1 ms, P90 of the steps 1.4 times the median, devices 10 % apart. Gains are upper bounds and do not add up.</source>
        <translation>阈值：暴露的通信 15 %，等待 20 %，空闲 20 %，单个操作 8 %，单个操作之前的空隙 5 % 或单个空隙达 1 ms，Step 的 P90 达中位数的 1.4 倍，设备相差 10 %。收益为上限，不可累加。</translation>
    </message>
    <message>
        <source>Of a matrix product: what it multiplies, by its name, else by its first recorded input</source>
        <translation>矩阵乘的数值格式：按名称判断，否则按第一个已记录的输入</translation>
    </message>
    <message>
        <source>Time before its start in which nothing of the layer runs</source>
        <translation>其开始之前，该层没有任何任务运行的时间</translation>
    </message>
    <message>
        <source>Time by what devices do</source>
        <translation>设备时间的去向</translation>
    </message>
    <message>
        <source>Time divided by the layers of the type</source>
        <translation>时间除以该类型的层数</translation>
    </message>
    <message>
        <source>Time in which at least one kernel runs (union over streams)</source>
        <translation>至少有一个 kernel 运行的时间（各流的并集）</translation>
    </message>
    <message>
        <source>Time in which at least one of the operations runs, instance by instance</source>
        <translation>至少有一个操作运行的时间，逐实例计算</translation>
    </message>
    <message>
        <source>Time in which at least one of them runs</source>
        <translation>其中至少有一个运行的时间</translation>
    </message>
    <message>
        <source>Times and cycles are added up, ratios are means weighted by duration; communication is left out.</source>
        <translation>时间与周期数为累加值，比率为按时长加权的平均；不含通信。</translation>
    </message>
    <message>
        <source>Times it ran</source>
        <translation>运行次数</translation>
    </message>
    <message>
        <source>Times it ran or was called</source>
        <translation>运行或调用次数</translation>
    </message>
    <message>
        <source>Times that the range was entered and held GPU work</source>
        <translation>进入该范围且其中含 GPU 任务的次数</translation>
    </message>
    <message>
        <source>Times they ran</source>
        <translation>运行次数</translation>
    </message>
    <message>
        <source>Too many nested ranges: the sums are not complete.</source>
        <translation>嵌套的范围过多：总和不完整。</translation>
    </message>
    <message>
        <source>Trace</source>
        <translation>Trace</translation>
    </message>
    <message>
        <source>There are two commas between events; one was ignored.</source>
        <translation>事件之间有两个逗号；已忽略一个。</translation>
    </message>
    <message>
        <source>Type and core, or step and time</source>
        <translation>类型与核，或 Step 与时间项</translation>
    </message>
    <message>
        <source>Type of the layer</source>
        <translation>层的类型</translation>
    </message>
    <message>
        <source>Type of the layers; head, tail</source>
        <translation>层的类型；头部、尾部</translation>
    </message>
    <message>
        <source>Type of the operator; empty with --by category</source>
        <translation>算子类型；按类别分组时为空</translation>
    </message>
    <message>
        <source>Type of the operator; where it is not recorded, its name</source>
        <translation>算子类型；未记录时为其名称</translation>
    </message>
    <message>
        <source>Union of the communication intervals</source>
        <translation>通信区间的并集</translation>
    </message>
    <message>
        <source>Union of the compute intervals</source>
        <translation>计算区间的并集</translation>
    </message>
    <message>
        <source>Union over streams</source>
        <translation>各流的并集</translation>
    </message>
    <message>
        <source>Until the next work started</source>
        <translation>到下一个任务开始为止</translation>
    </message>
    <message>
        <source>Use of the pipes of the cores</source>
        <translation>各核流水线的使用情况</translation>
    </message>
    <message>
        <source>Value, OOM (out of memory), or n/a with its reason</source>
        <translation>数值、OOM（内存不足），或“无”及其原因</translation>
    </message>
    <message>
        <source>Wall if each stream is replayed: work waits for what it followed, with the same lead</source>
        <translation>按各流重新排演时的跨度：任务等待其原先跟随的任务，间隔不变</translation>
    </message>
    <message>
        <source>Wall if nothing overlaps more than it did: an upper bound</source>
        <translation>重叠不比原先更多时的跨度：上界</translation>
    </message>
    <message>
        <source>Wall minus busy</source>
        <translation>跨度减去忙碌</translation>
    </message>
    <message>
        <source>Wall minus exposed waiting</source>
        <translation>跨度减去暴露等待</translation>
    </message>
    <message>
        <source>Wall minus exposed waiting, mean over the passes compared</source>
        <translation>跨度减去暴露等待，参与对比的前向的平均值</translation>
    </message>
    <message>
        <source>Wall of layer 0</source>
        <translation>第 0 层的跨度</translation>
    </message>
    <message>
        <source>Wall of that step</source>
        <translation>该 Step 的跨度</translation>
    </message>
    <message>
        <source>Walls of its launches added up</source>
        <translation>各次启动的跨度累加</translation>
    </message>
    <message>
        <source>What differs, or how much rounding was allowed for</source>
        <translation>差异所在，或允许的取整误差</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>假设分析</translation>
    </message>
    <message>
        <source>What is compared</source>
        <translation>对比的对象</translation>
    </message>
    <message>
        <source>What is moved, and where</source>
        <translation>搬运的内容与方向</translation>
    </message>
    <message>
        <source>What is special about the pass</source>
        <translation>该前向的特别之处</translation>
    </message>
    <message>
        <source>Kind of collective, whatever its start and done are called; copy: transfers that are not collectives</source>
        <translation>其功能，不论 start 与 done 的名称如何；copy：不属于任何一类的传输</translation>
    </message>
    <message>
        <source>What it is to the model</source>
        <translation>在模型中的作用</translation>
    </message>
    <message>
        <source>What it means and what to do</source>
        <translation>含义与应对方法</translation>
    </message>
    <message>
        <source>Sum of the parts of their durations inside the time range</source>
        <translation>其时长落在该时间段内的部分之和</translation>
    </message>
    <message>
        <source>What runs; idle: nothing on the device; other-work: work that is not of the pass, alone or beside its communication</source>
        <translation>运行的内容；idle：设备上没有任务运行；other-work：不属于该前向的任务，单独运行或与其通信同时运行</translation>
    </message>
    <message>
        <source>Evidence for and against it</source>
        <translation>支持与反对的理由</translation>
    </message>
    <message>
        <source>What takes longer or shorter: kind:name=factor, 1 = as recorded, 0 = removed</source>
        <translation>变长或变短的对象：种类:名称=系数，1 = 与记录相同，0 = 去除</translation>
    </message>
    <message>
        <source>Share of the time that this kernel takes</source>
        <translation>该 kernel 在其中所占的时间</translation>
    </message>
    <message>
        <source>Evidence of the boundaries: user, annotation, profile, discovered</source>
        <translation>边界的依据：用户、标注、配置、自动发现</translation>
    </message>
    <message>
        <source>Meaning of the cause</source>
        <translation>该原因的含义</translation>
    </message>
    <message>
        <source>What the cells of the row contain; times whose name ends in _ns are in ns</source>
        <translation>该行各单元格的内容；名称以 _ns 结尾的时间单位为 ns</translation>
    </message>
    <message>
        <source>What the clocks were aligned on</source>
        <translation>时钟对齐的依据</translation>
    </message>
    <message>
        <source>What the kernel does</source>
        <translation>kernel 的功能</translation>
    </message>
    <message>
        <source>What the kernel does (of A&apos;s kernel, of B&apos;s where A has none)</source>
        <translation>kernel 的功能（取 A 的 kernel；A 没有时取 B 的）</translation>
    </message>
    <message>
        <source>What the kernels do</source>
        <translation>这些 kernel 的功能</translation>
    </message>
    <message>
        <source>What the operation does</source>
        <translation>操作的功能</translation>
    </message>
    <message>
        <source>What the operations are to the model, by name, scope and category</source>
        <translation>操作在模型中的作用，按名称、作用域与类别判定</translation>
    </message>
    <message>
        <source>Work estimated from the shapes, for scaling only: attention 2 B H Sq Sk (dqk + dv), loss 2 m n, else elements</source>
        <translation>形状所反映的计算量，仅用于衡量规模：注意力 2 B H Sq Sk (dqk + dv)，loss 2 m n，其余为元素个数</translation>
    </message>
    <message>
        <source>What the work does</source>
        <translation>任务的功能</translation>
    </message>
    <message>
        <source>Problems in the file</source>
        <translation>文件的问题</translation>
    </message>
    <message>
        <source>Begin of the gap, from the zero that Perfetto shows</source>
        <translation>不再有任务运行的时刻，从 Perfetto 显示的零点算起</translation>
    </message>
    <message>
        <source>Begin of the call that launched it</source>
        <translation>启动它的调用的开始时间</translation>
    </message>
    <message>
        <source>Begin of the call that launched the work after</source>
        <translation>启动空隙之后任务的调用的开始时间</translation>
    </message>
    <message>
        <source>Where in the source program</source>
        <translation>在源程序中的位置</translation>
    </message>
    <message>
        <source>Position in its block: begins, ends or within</source>
        <translation>在其所属块中的位置：起始、结尾或内部</translation>
    </message>
    <message>
        <source>Where the rank&apos;s number comes from</source>
        <translation>rank 编号的来源</translation>
    </message>
    <message>
        <source>Where the wall goes</source>
        <translation>跨度的去向</translation>
    </message>
    <message>
        <source>Where to look next</source>
        <translation>下一步查看何处</translation>
    </message>
    <message>
        <source>Which file beside the kernel table</source>
        <translation>kernel 表旁的哪个文件</translation>
    </message>
    <message>
        <source>Whole name</source>
        <translation>全名</translation>
    </message>
    <message>
        <source>Whole name, demangled</source>
        <translation>全名，已还原修饰</translation>
    </message>
    <message>
        <source>Why nothing ran</source>
        <translation>没有任务运行的原因</translation>
    </message>
    <message>
        <source>The one with the most time if the gaps have several: module, annotation or operator around the launch, else scope of the work</source>
        <translation>空隙涉及多个区域时取耗时最多者：启动外的模块、标注或算子，否则为任务的作用域</translation>
    </message>
    <message>
        <source>Without the number that the compiler gave it</source>
        <translation>去掉编译器所加的编号</translation>
    </message>
    <message>
        <source>Work counts if it runs while a range is open (--attribution window).</source>
        <translation>任务在某个范围打开期间运行，即计入该范围（归属方式 window）。</translation>
    </message>
    <message>
        <source>Work counts if it was launched inside a range, on the same thread (--attribution same-thread).</source>
        <translation>任务的启动位于同一线程的某个范围内，即计入该范围（归属方式 same-thread）。</translation>
    </message>
    <message>
        <source>Work counts if it was launched inside a range, on any thread of the process (--attribution any-thread).</source>
        <translation>任务的启动位于同一进程任一线程的某个范围内，即计入该范围（归属方式 any-thread）。</translation>
    </message>
    <message>
        <source>Work that the gaps delay, by name</source>
        <translation>被空隙推迟的任务，按名称</translation>
    </message>
    <message>
        <source>Work whose end opens the gap</source>
        <translation>结束时空隙随之开始的任务</translation>
    </message>
    <message>
        <source>Work whose start ends the gap</source>
        <translation>开始时空隙随之结束的任务</translation>
    </message>
    <message>
        <source>a Git LFS pointer; run git lfs pull</source>
        <translation>Git LFS 指针；请运行 git lfs pull</translation>
    </message>
    <message>
        <source>a PDF document; open the trace that the profiler wrote</source>
        <translation>PDF 文档；请打开 profiler 写出的 trace</translation>
    </message>
    <message>
        <source>a note may hold 64 KiB of text</source>
        <translation>一条笔记最多 64 KiB 文本</translation>
    </message>
    <message>
        <source>a note must be an object</source>
        <translation>笔记必须是对象</translation>
    </message>
    <message>
        <source>a number of the note is out of range</source>
        <translation>笔记中有数字超出范围</translation>
    </message>
    <message>
        <source>a picture; open the trace that the profiler wrote</source>
        <translation>图片；请打开 profiler 写出的 trace</translation>
    </message>
    <message>
        <source>a program; open the trace that the profiler wrote</source>
        <translation>程序；请打开 profiler 写出的 trace</translation>
    </message>
    <message>
        <source>an invalid range or class in [ ]</source>
        <translation>[ ] 中的区间或字符类无效</translation>
    </message>
    <message>
        <source>a range of that name contains them</source>
        <translation>这些 Step 位于同名的范围内</translation>
    </message>
    <message>
        <source>a raw report of Nsight Systems, which only its own program reads; run nsys export --type sqlite on it and open the result</source>
        <translation>Nsight Systems 的原始报告，只有其自身程序能读取；请对其运行 nsys export --type sqlite 并打开结果</translation>
    </message>
    <message>
        <source>a repeat of a repeat</source>
        <translation>对重复再作重复</translation>
    </message>
    <message>
        <source>a repeat count above 1000, or backwards</source>
        <translation>重复次数超过 1000，或前后颠倒</translation>
    </message>
    <message>
        <source>a string that does not end</source>
        <translation>字符串没有结束</translation>
    </message>
    <message>
        <source>a text of summary tables over 256 MiB; export the report as SQLite</source>
        <translation>汇总表文本超过 256 MiB；请将报告导出为 SQLite</translation>
    </message>
    <message>
        <source>a time</source>
        <translation>此项为时间</translation>
    </message>
    <message>
        <source>a trace must have a path</source>
        <translation>trace 必须有路径</translation>
    </message>
    <message>
        <source>a web page, probably an error page saved in place of the trace; download it again</source>
        <translation>网页，可能是误存为 trace 的错误页面；请重新下载</translation>
    </message>
    <message>
        <source>absolute, as Perfetto rounds it</source>
        <translation>绝对时间，按 Perfetto 的方式取整</translation>
    </message>
    <message>
        <source>all GPU work was requested</source>
        <translation>要求显示全部 GPU 任务</translation>
    </message>
    <message>
        <source>all durations are zero</source>
        <translation>所有时长均为零</translation>
    </message>
    <message>
        <source>all kernels that stayed the same</source>
        <translation>所有未变的 kernel</translation>
    </message>
    <message>
        <source>all launches are empty</source>
        <translation>所有启动均为空</translation>
    </message>
    <message>
        <source>all of the category</source>
        <translation>该类别的全部</translation>
    </message>
    <message>
        <source>all, steady (without warm-up), interval (start to start), then light and heavy or typical</source>
        <translation>全部、稳态（不含预热）、间隔（开始到开始），以及较轻与较重或典型</translation>
    </message>
    <message>
        <source>an escape that JSON does not know</source>
        <translation>JSON 不支持的转义</translation>
    </message>
    <message>
        <source>anchor by the user</source>
        <translation>用户指定的锚点</translation>
    </message>
    <message>
        <source>anchors of the profile</source>
        <translation>配置中的锚点</translation>
    </message>
    <message>
        <source>attn: up to the output projection; ffn: from the norm after attention</source>
        <translation>attn：到输出投影为止；ffn：从注意力之后的归一化开始</translation>
    </message>
    <message>
        <source>back references are not supported</source>
        <translation>不支持反向引用</translation>
    </message>
    <message>
        <source>bad duration</source>
        <translation>时长无效</translation>
    </message>
    <message>
        <source>bad escape</source>
        <translation>转义错误</translation>
    </message>
    <message>
        <source>bad timestamp</source>
        <translation>时间戳无效</translation>
    </message>
    <message>
        <source>bad top level</source>
        <translation>顶层内容错误</translation>
    </message>
    <message>
        <source>begins like gzip, but nothing can be inflated; copy the file again</source>
        <translation>开头形似 gzip，但无法解压；请重新复制文件</translation>
    </message>
    <message>
        <source>between passes, outside of them, or in no layer</source>
        <translation>在前向之间、前向之外，或不在任何层内</translation>
    </message>
    <message>
        <source>between two passes, or a pass and work outside</source>
        <translation>在两次前向之间，或在前向与其外的任务之间</translation>
    </message>
    <message>
        <source>boundary by counting layers only</source>
        <translation>边界仅靠层数计数得出</translation>
    </message>
    <message>
        <source>by the model config</source>
        <translation>取自模型 config</translation>
    </message>
    <message>
        <source>byte order mark</source>
        <translation>字节顺序标记</translation>
    </message>
    <message>
        <source>bzip2-compressed data; unpack it with bunzip2</source>
        <translation>bzip2 压缩的数据；请用 bunzip2 解压</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>cannot be written</source>
        <translation>无法写入</translation>
    </message>
    <message>
        <source>%1 layer in between ran no kernel</source>
        <translation>其间有 %1 层没有运行任何 kernel</translation>
    </message>
    <message>
        <source>%1 layers in between ran no kernel</source>
        <translation>其间有 %1 层没有运行任何 kernel</translation>
    </message>
    <message>
        <source>%1 layers without a begin or an end of a pass may be several passes</source>
        <translation>%1 层之中看不出前向的开始或结尾，可能是几次前向</translation>
    </message>
    <message>
        <source>Rank %1 is in no group.</source>
        <translation>Rank %1 不在任何组中。</translation>
    </message>
    <message>
        <source>the file does not say when its work was launched</source>
        <translation>文件没有说明其工作何时启动</translation>
    </message>
    <message>
        <source>of another model than most passes</source>
        <translation>与多数前向不是同一个模型</translation>
    </message>
    <message>
        <source>truncated inside a layer</source>
        <translation>采集在某一层中间截断</translation>
    </message>
    <message>
        <source>choices must be an object</source>
        <translation>choices 必须是对象</translation>
    </message>
    <message>
        <source>chosen by the user</source>
        <translation>由用户选择</translation>
    </message>
    <message>
        <source>cold, warm-up, steady, outlier, unknown</source>
        <translation>冷启动、预热、稳态、离群、未知</translation>
    </message>
    <message>
        <source>collectives: order and rhythm</source>
        <translation>集合通信：顺序与节奏</translation>
    </message>
    <message>
        <source>collectives: sequence numbers</source>
        <translation>集合通信：序列号</translation>
    </message>
    <message>
        <source>has no GPU work to compare: record with GPU activities switched on</source>
        <translation>没有可对比的 GPU 任务：请在录制时开启 GPU 活动</translation>
    </message>
    <message>
        <source>compared without layers</source>
        <translation>对比时未区分层</translation>
    </message>
    <message>
        <source>compute, communication, copy or wait</source>
        <translation>计算、通信、拷贝或等待</translation>
    </message>
    <message>
        <source>control character</source>
        <translation>控制字符</translation>
    </message>
    <message>
        <source>copies from the host</source>
        <translation>来自主机的拷贝</translation>
    </message>
    <message>
        <source>copies to the host</source>
        <translation>到主机的拷贝</translation>
    </message>
    <message>
        <source>sinusoids and patches</source>
        <translation>正弦项与图像块</translation>
    </message>
    <message>
        <source>damaged event</source>
        <translation>事件损坏</translation>
    </message>
    <message>
        <source>damaged gzip</source>
        <translation>gzip 损坏</translation>
    </message>
    <message>
        <source>damaged message</source>
        <translation>protobuf 消息损坏</translation>
    </message>
    <message>
        <source>damaged row</source>
        <translation>行损坏</translation>
    </message>
    <message>
        <source>damaged table</source>
        <translation>表损坏</translation>
    </message>
    <message>
        <source>damaged json</source>
        <translation>JSON 已损坏</translation>
    </message>
    <message>
        <source>empty table</source>
        <translation>空表</translation>
    </message>
    <message>
        <source>%1 says that it is rank %2 and its name says rank %3: the file is believed.</source>
        <translation>%1 自称 rank %2，文件名称为 rank %3：以文件内容为准。</translation>
    </message>
    <message>
        <source>%1 says that it is rank %2 and its name says rank %3: the file is believed; the same in %4 more.</source>
        <translation>%1 自称 rank %2，文件名称为 rank %3：以文件内容为准；另有 %4 个文件如此。</translation>
    </message>
    <message>
        <source>recorded with the trace</source>
        <translation>随 trace 记录</translation>
    </message>
    <message>
        <source>index within tensor parallelism in the file name</source>
        <translation>文件名中的张量并行序号</translation>
    </message>
    <message>
        <source>number of the worker in the file name</source>
        <translation>文件名中的 worker 编号</translation>
    </message>
    <message>
        <source>distributed info of the file and file name</source>
        <translation>文件的分布式信息与文件名</translation>
    </message>
    <message>
        <source>file name</source>
        <translation>文件名</translation>
    </message>
    <message>
        <source>distributed info of the file</source>
        <translation>文件的分布式信息</translation>
    </message>
    <message>
        <source>duplicated collective</source>
        <translation>集合通信重复</translation>
    </message>
    <message>
        <source>duplicated kernel</source>
        <translation>kernel 重复</translation>
    </message>
    <message>
        <source>empty in the file</source>
        <translation>文件中为空</translation>
    </message>
    <message>
        <source>empty range</source>
        <translation>空范围</translation>
    </message>
    <message>
        <source>empty, would match every kernel</source>
        <translation>为空，会匹配所有 kernel</translation>
    </message>
    <message>
        <source>equal, differs, only_recorded, only_recomputed</source>
        <translation>一致、不同、仅记录中有、仅重算中有</translation>
    </message>
    <message>
        <source>event too large</source>
        <translation>事件过大</translation>
    </message>
    <message>
        <source>events of this format have no text that could be copied; export the tables instead</source>
        <translation>此格式的事件没有可复制的文本；请改为导出表格</translation>
    </message>
    <message>
        <source>expected &apos;,&apos; or &apos;]&apos; in an array</source>
        <translation>数组中此处应为“,”或“]”</translation>
    </message>
    <message>
        <source>expected &apos;:&apos; after a member name</source>
        <translation>成员名之后应为“:”</translation>
    </message>
    <message>
        <source>expected a JSON value</source>
        <translation>此处应为 JSON 值</translation>
    </message>
    <message>
        <source>expected a member name in quotes</source>
        <translation>此处应为带引号的成员名</translation>
    </message>
    <message>
        <source>export cap</source>
        <translation>达到导出上限</translation>
    </message>
    <message>
        <source>extra comma</source>
        <translation>多余的逗号</translation>
    </message>
    <message>
        <source>fewer than 4 passes</source>
        <translation>不足 4 次前向</translation>
    </message>
    <message>
        <source>first launch on its device</source>
        <translation>该设备上的首次启动</translation>
    </message>
    <message>
        <source>forward, backward and optimizer are distinguished only by kernel names and their repetition</source>
        <translation>前向、反向与优化器仅凭 kernel 名称及其重复来区分</translation>
    </message>
    <message>
        <source>no forward pass is in the capture: repetition alone shows the layers of the backward pass</source>
        <translation>捕获中没有前向：反向的层只能由重复看出</translation>
    </message>
    <message>
        <source>goes with layer_start only</source>
        <translation>仅与 layer_start 搭配</translation>
    </message>
    <message>
        <source>has no version</source>
        <translation>没有版本号</translation>
    </message>
    <message>
        <source>has more than 1024 files; give the files of one job</source>
        <translation>含有超过 1024 个文件；请给出同一任务的文件</translation>
    </message>
    <message>
        <source>has no file that is named like a trace, and no folders of ranks; choose the file itself, whatever its name</source>
        <translation>其中没有名称像 trace 的文件，也没有 rank 文件夹；请直接选择文件，名称不限</translation>
    </message>
    <message>
        <source>is an empty folder; choose one with traces, or a file</source>
        <translation>是空文件夹；请选择含有 trace 的文件夹，或选择文件</translation>
    </message>
    <message>
        <source>idle between kernels minus overlap</source>
        <translation>kernel 之间的空闲减去重叠</translation>
    </message>
    <message>
        <source>idle between layers minus overlap of layers</source>
        <translation>层之间的空闲减去层的重叠</translation>
    </message>
    <message>
        <source>in no launch of a program</source>
        <translation>不在任何程序启动内</translation>
    </message>
    <message>
        <source>in no layer</source>
        <translation>不在任何层内</translation>
    </message>
    <message>
        <source>in no layer of its pass</source>
        <translation>不在其前向的任何层内</translation>
    </message>
    <message>
        <source>info, notice, data_loss (part of the file is not shown) or error</source>
        <translation>信息、注意、数据丢失（文件有内容未显示）或错误</translation>
    </message>
    <message>
        <source>invalid utf8</source>
        <translation>UTF-8 无效</translation>
    </message>
    <message>
        <source>is a directory; give the name of a file</source>
        <translation>是文件夹；请给出文件名</translation>
    </message>
    <message>
        <source>is a directory; name a file inside it</source>
        <translation>是文件夹；请指定其中的文件</translation>
    </message>
    <message>
        <source>is missing; must be 1</source>
        <translation>缺失；必须为 1</translation>
    </message>
    <message>
        <source>is missing; must be a text of 1 to 512 bytes</source>
        <translation>缺失；必须是 1 至 512 字节的文本</translation>
    </message>
    <message>
        <source>is not a model config: the JSON value must be an object</source>
        <translation>不是模型 config：JSON 值必须是对象</translation>
    </message>
    <message>
        <source>is not a regular file; save the data to a file first</source>
        <translation>不是普通文件；请先将数据保存为文件</translation>
    </message>
    <message>
        <source>it has no name</source>
        <translation>没有名称</translation>
    </message>
    <message>
        <source>it is full</source>
        <translation>空间已满</translation>
    </message>
    <message>
        <source>its begin is based only on counting layers</source>
        <translation>其起点仅靠层数计数得出</translation>
    </message>
    <message>
        <source>kernels, copies, sets and graph launches</source>
        <translation>kernel、拷贝、置数与 graph 启动</translation>
    </message>
    <message>
        <source>kind of a note must be range, pass, layer or kernel</source>
        <translation>笔记的种类必须是 range、pass、layer 或 kernel</translation>
    </message>
    <message>
        <source>large top level value</source>
        <translation>顶层值过大</translation>
    </message>
    <message>
        <source>larger than 2 GiB, which no protobuf message can be; record a shorter time</source>
        <translation>大于 2 GiB，protobuf 消息不可能如此之大；请缩短录制时间</translation>
    </message>
    <message>
        <source>larger than 8 MiB: not a config or profile</source>
        <translation>大于 8 MiB：不是 config 或配置文件</translation>
    </message>
    <message>
        <source>last of its device</source>
        <translation>其设备上的最后一个</translation>
    </message>
    <message>
        <source>layer 0 is not in this pass</source>
        <translation>第 0 层不在此前向中</translation>
    </message>
    <message>
        <source>layers without a type</source>
        <translation>没有类型的层</translation>
    </message>
    <message>
        <source>look-around and named groups are not supported; use ( ) or (?: )</source>
        <translation>不支持环视与命名分组；请使用 ( ) 或 (?: )</translation>
    </message>
    <message>
        <source>matches the empty name, and so every kernel</source>
        <translation>匹配空名称，因而匹配所有 kernel</translation>
    </message>
    <message>
        <source>median pass of its stage</source>
        <translation>其阶段的中位前向</translation>
    </message>
    <message>
        <source>missing comma</source>
        <translation>缺少逗号</translation>
    </message>
    <message>
        <source>missing duration</source>
        <translation>缺少时长</translation>
    </message>
    <message>
        <source>missing phase</source>
        <translation>缺少 phase</translation>
    </message>
    <message>
        <source>missing timestamp</source>
        <translation>缺少时间戳</translation>
    </message>
    <message>
        <source>mixer and feed-forward blocks</source>
        <translation>混合器与前馈块</translation>
    </message>
    <message>
        <source>model config and kernels</source>
        <translation>模型 config 与 kernel</translation>
    </message>
    <message>
        <source>more than 10000 layers</source>
        <translation>超过 10000 层</translation>
    </message>
    <message>
        <source>more than 10000 notes</source>
        <translation>超过 10000 条笔记</translation>
    </message>
    <message>
        <source>more than 1024 files were given; give those of one job</source>
        <translation>给出的文件超过 1024 个；请给出同一任务的文件</translation>
    </message>
    <message>
        <source>more than 300000 values</source>
        <translation>超过 300000 个值</translation>
    </message>
    <message>
        <source>must be 1</source>
        <translation>必须为 1</translation>
    </message>
    <message>
        <source>must be an object</source>
        <translation>必须是对象</translation>
    </message>
    <message>
        <source>must be begins, ends or within</source>
        <translation>必须是 begins、ends 或 within</translation>
    </message>
    <message>
        <source>must be pass_start, pass_end or layer_start</source>
        <translation>必须是 pass_start、pass_end 或 layer_start</translation>
    </message>
    <message>
        <source>must be the first and the last pass</source>
        <translation>必须是第一个与最后一个前向</translation>
    </message>
    <message>
        <source>n/a (no kernels in the range)</source>
        <translation>无（范围内没有 kernel）</translation>
    </message>
    <message>
        <source>n/a (no kernels)</source>
        <translation>无（没有 kernel）</translation>
    </message>
    <message>
        <source>n/a (no run)</source>
        <translation>无（没有该次运行）</translation>
    </message>
    <message>
        <source>n/a (no such range)</source>
        <translation>无（没有该范围）</translation>
    </message>
    <message>
        <source>n/a (nothing after the warm-up)</source>
        <translation>无（预热之后没有数据）</translation>
    </message>
    <message>
        <source>names more than 1024 traces</source>
        <translation>列出的 trace 超过 1024 个</translation>
    </message>
    <message>
        <source>names no trace</source>
        <translation>未指明 trace</translation>
    </message>
    <message>
        <source>needs pass, part and start_ns</source>
        <translation>需要 pass、part 与 start_ns</translation>
    </message>
    <message>
        <source>negative duration</source>
        <translation>时长为负</translation>
    </message>
    <message>
        <source>neither a config nor kernel names indicate another</source>
        <translation>config 与 kernel 名称均未指向其他配置</translation>
    </message>
    <message>
        <source>neither config nor kernels distinguish types of layers</source>
        <translation>config 与 kernel 均无法区分各层</translation>
    </message>
    <message>
        <source>neither the file nor its name says</source>
        <translation>文件及其名称均未说明</translation>
    </message>
    <message>
        <source>nested deeper than 64 levels</source>
        <translation>嵌套超过 64 级</translation>
    </message>
    <message>
        <source>no --fail-above</source>
        <translation>未设门限</translation>
    </message>
    <message>
        <source>no GEMM after the last layer</source>
        <translation>最后一层之后没有 GEMM</translation>
    </message>
    <message>
        <source>no attention or other mixer among the kernels: this may not be a transformer</source>
        <translation>kernel 中没有注意力或其他混合器：这可能不是 transformer</translation>
    </message>
    <message>
        <source>no bytes recorded</source>
        <translation>未记录字节数</translation>
    </message>
    <message>
        <source>no call or operator recorded at that time</source>
        <translation>当时未记录调用或算子</translation>
    </message>
    <message>
        <source>no compiled programs</source>
        <translation>没有编译后的程序</translation>
    </message>
    <message>
        <source>no counterpart</source>
        <translation>无对应项</translation>
    </message>
    <message>
        <source>no distance comes twice</source>
        <translation>没有重复出现的间隔</translation>
    </message>
    <message>
        <source>no event with a time</source>
        <translation>没有带时间的事件</translation>
    </message>
    <message>
        <source>no file given</source>
        <translation>未给出文件</translation>
    </message>
    <message>
        <source>no floating point operations recorded</source>
        <translation>未记录浮点运算量</translation>
    </message>
    <message>
        <source>no input shapes recorded</source>
        <translation>未记录输入形状</translation>
    </message>
    <message>
        <source>no input shapes recorded for it</source>
        <translation>未记录其输入形状</translation>
    </message>
    <message>
        <source>no input shapes recorded for norms</source>
        <translation>未记录归一化的输入形状</translation>
    </message>
    <message>
        <source>no input types recorded</source>
        <translation>未记录输入类型</translation>
    </message>
    <message>
        <source>no kernel of category attention in the layers</source>
        <translation>各层中没有注意力类 kernel</translation>
    </message>
    <message>
        <source>no kernel of the pass is on the chosen stream</source>
        <translation>该前向没有 kernel 在所选的流上</translation>
    </message>
    <message>
        <source>convolutions of several shapes make a UNet or another convolutional network, whose blocks are no layers of one kind; name a boundary with --anchor</source>
        <translation>多种形状的卷积表明这是 UNet 或其他卷积网络，其各块不是同一种层；请用 --anchor 指定边界</translation>
    </message>
    <message>
        <source>neither the name nor a recorded input gives the format</source>
        <translation>名称和已记录的输入都没有说明格式</translation>
    </message>
    <message>
        <source>no matrix product</source>
        <translation>不是矩阵乘</translation>
    </message>
    <message>
        <source>no kernel repeats in a way that marks layers; name one with --anchor, or record a whole pass</source>
        <translation>没有 kernel 以能标记层的方式重复出现；请自行指定锚点，或录制完整的一次前向</translation>
    </message>
    <message>
        <source>no launch recorded</source>
        <translation>未记录启动</translation>
    </message>
    <message>
        <source>no launch recorded, or nothing around it</source>
        <translation>未记录启动，或启动之外没有任何区域</translation>
    </message>
    <message>
        <source>no layer count to compare with</source>
        <translation>没有可供对比的层数</translation>
    </message>
    <message>
        <source>no layers are expected in this stage</source>
        <translation>此阶段本不应有层</translation>
    </message>
    <message>
        <source>no layers found: no kernel repeats in a way that marks them; name one with --anchor</source>
        <translation>未找到层：没有 kernel 以能标记层的方式重复出现；请自行指定锚点</translation>
    </message>
    <message>
        <source>no layers found: nothing in the forward work of this model marks them; name a kernel with --anchor</source>
        <translation>未找到层：该模型的前向任务中没有可标记层的内容；请自行指定一个 kernel 作为锚点</translation>
    </message>
    <message>
        <source>no layers in this pass</source>
        <translation>此前向中没有层</translation>
    </message>
    <message>
        <source>no layers were found in the chosen passes</source>
        <translation>所选前向中未找到层</translation>
    </message>
    <message>
        <source>no memory or no temporary files</source>
        <translation>没有内存或无法创建临时文件</translation>
    </message>
    <message>
        <source>no module recorded around the launch</source>
        <translation>启动之外未记录模块</translation>
    </message>
    <message>
        <source>no module, annotation or operator recorded around the launch</source>
        <translation>启动之外未记录模块、标注或算子</translation>
    </message>
    <message>
        <source>no norm after attention splits this layer</source>
        <translation>注意力之后没有归一化来划分该层</translation>
    </message>
    <message>
        <source>no norm in the layers</source>
        <translation>各层中没有归一化</translation>
    </message>
    <message>
        <source>no operation is idle</source>
        <translation>没有操作属于空闲</translation>
    </message>
    <message>
        <source>no operator recorded around the launch</source>
        <translation>启动之外未记录算子</translation>
    </message>
    <message>
        <source>no stream recorded</source>
        <translation>未记录流</translation>
    </message>
    <message>
        <source>no pass has a known stage</source>
        <translation>没有前向具有已知的阶段</translation>
    </message>
    <message>
        <source>no pass in common</source>
        <translation>没有共同的前向</translation>
    </message>
    <message>
        <source>no pass is completely inside the capture, so the layer count is that of the longest one</source>
        <translation>采集范围内没有完整的前向，层数取自最长的一次</translation>
    </message>
    <message>
        <source>no micro-batch begins or ends inside the capture, so time alone tells which of their layers belong together</source>
        <translation>没有微批在采集范围内开始或结束，因此只能按时间判断它们的哪些层相互对应</translation>
    </message>
    <message>
        <source>no pass of these streams begins or ends inside the capture, so whether they are the same passes is not known</source>
        <translation>采集范围内这些流没有前向开始或结束，因此不知道它们是否属于同一次前向</translation>
    </message>
    <message>
        <source>no pass of A has a counterpart of the same stage in B; name the passes with --pass and --with-pass</source>
        <translation>A 的前向在 B 中没有同阶段的对应项；请用 --pass 与 --with-pass 指定前向</translation>
    </message>
    <message>
        <source>a pause or a rare kernel between two layers may be a boundary between passes</source>
        <translation>两层之间的停顿或罕见的 kernel 可能是前向之间的边界</translation>
    </message>
    <message>
        <source>%1 kernels before the first or behind the last layer of a pass are kernels of layers</source>
        <translation>前向中首层之前或末层之后的 %1 个 kernel 是层内的 kernel</translation>
    </message>
    <message>
        <source>no kernel rotates positions or stores keys: in an encoder, norms may close the layers that they open here</source>
        <translation>没有 kernel 做旋转位置编码或写入键缓存：若是编码器，这里用作层开头的归一化可能其实是层的结尾</translation>
    </message>
    <message>
        <source>there is no representative pass</source>
        <translation>没有能代表其余前向的前向</translation>
    </message>
    <message>
        <source>no passes were found</source>
        <translation>未找到前向</translation>
    </message>
    <message>
        <source>no peak recorded</source>
        <translation>未记录峰值</translation>
    </message>
    <message>
        <source>no python frame recorded at that time</source>
        <translation>当时未记录 python 栈帧</translation>
    </message>
    <message>
        <source>no rotary positions in full attention</source>
        <translation>全注意力不带旋转位置编码</translation>
    </message>
    <message>
        <source>no row of the kernel table has this type</source>
        <translation>kernel 表中没有该类型的行</translation>
    </message>
    <message>
        <source>no rule matches the kernels of the layers, so they are based only on repetition</source>
        <translation>没有规则命名各层的 kernel，因此层仅凭重复得出</translation>
    </message>
    <message>
        <source>no run id recorded</source>
        <translation>未记录运行 ID</translation>
    </message>
    <message>
        <source>no scope recorded</source>
        <translation>未记录作用域</translation>
    </message>
    <message>
        <source>no shapes recorded</source>
        <translation>未记录形状</translation>
    </message>
    <message>
        <source>no share of a window</source>
        <translation>不是窗口的占比</translation>
    </message>
    <message>
        <source>no share of the steady steps</source>
        <translation>不是稳态 Step 的占比</translation>
    </message>
    <message>
        <source>no sizes recorded</source>
        <translation>未记录大小</translation>
    </message>
    <message>
        <source>no such event</source>
        <translation>没有该事件</translation>
    </message>
    <message>
        <source>no such passes</source>
        <translation>没有此类前向</translation>
    </message>
    <message>
        <source>no such step</source>
        <translation>没有该 Step</translation>
    </message>
    <message>
        <source>no text to show</source>
        <translation>没有可显示的文本</translation>
    </message>
    <message>
        <source>no time to compare with</source>
        <translation>没有可对比的时间</translation>
    </message>
    <message>
        <source>no total</source>
        <translation>没有合计</translation>
    </message>
    <message>
        <source>no types: neither config nor kernels distinguish types of layers</source>
        <translation>没有类型：config 与 kernel 均无法区分各层</translation>
    </message>
    <message>
        <source>no: the capture starts or ends inside the pass</source>
        <translation>no：采集在该前向中间开始或结束</translation>
    </message>
    <message>
        <source>none recorded</source>
        <translation>未记录</translation>
    </message>
    <message>
        <source>none recorded for what it does</source>
        <translation>未记录其工作量</translation>
    </message>
    <message>
        <source>not a finite number</source>
        <translation>不是有限数值</translation>
    </message>
    <message>
        <source>not a layer</source>
        <translation>不是层</translation>
    </message>
    <message>
        <source>not a layer of the model</source>
        <translation>不是模型的层</translation>
    </message>
    <message>
        <source>not a readable SQLite database: its list of tables is damaged; export it again</source>
        <translation>不是可读取的 SQLite 数据库：其表清单已损坏；请重新导出</translation>
    </message>
    <message>
        <source>not a trace but a model configuration; open a trace and give this file as its config</source>
        <translation>不是 trace，而是模型配置；请打开一个 trace，并将此文件作为其 config</translation>
    </message>
    <message>
        <source>not a trace: a JSON object without traceEvents; record it with a profiler that writes Chrome traces</source>
        <translation>不是 trace：没有 traceEvents 的 JSON 对象；请用能写出 Chrome trace 的 profiler 录制</translation>
    </message>
    <message>
        <source>not a trace: the file holds nothing but blanks; record or copy it again</source>
        <translation>不是 trace：文件内全是空白；请重新录制或复制</translation>
    </message>
    <message>
        <source>not aligned on collectives</source>
        <translation>未按集合通信对齐</translation>
    </message>
    <message>
        <source>not all bytes go to the main memory</source>
        <translation>并非所有字节都经过主存</translation>
    </message>
    <message>
        <source>not an Ascend kernel table: its first line names no Name, Start Time(us) and Duration(us)</source>
        <translation>不是 Ascend kernel 表：首行没有 Name、Start Time(us) 与 Duration(us)</translation>
    </message>
    <message>
        <source>not an XLA profile: it holds no planes; record it again</source>
        <translation>不是 XLA profile：其中没有 plane；请重新录制</translation>
    </message>
    <message>
        <source>not an object</source>
        <translation>不是对象</translation>
    </message>
    <message>
        <source>not enough memory to write the cache entry</source>
        <translation>内存不足，无法写入缓存</translation>
    </message>
    <message>
        <source>not enough memory; open fewer ranks</source>
        <translation>内存不足；请打开较少的 rank</translation>
    </message>
    <message>
        <source>not in a layer</source>
        <translation>不在层内</translation>
    </message>
    <message>
        <source>not in a pass</source>
        <translation>不在前向内</translation>
    </message>
    <message>
        <source>not in the file</source>
        <translation>文件中没有</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>未记录</translation>
    </message>
    <message>
        <source>not recorded for this work</source>
        <translation>此任务未记录</translation>
    </message>
    <message>
        <source>not there</source>
        <translation>不存在</translation>
    </message>
    <message>
        <source>not at one position in the file</source>
        <translation>与文件中的某一处无关</translation>
    </message>
    <message>
        <source>notes must be a list</source>
        <translation>notes 必须是列表</translation>
    </message>
    <message>
        <source>nothing in common to align the clocks on</source>
        <translation>没有可用于对齐时钟的共同内容</translation>
    </message>
    <message>
        <source>nothing runs</source>
        <translation>没有任务运行</translation>
    </message>
    <message>
        <source>nothing to repeat before this</source>
        <translation>其前没有可重复的内容</translation>
    </message>
    <message>
        <source>nsys stats left out a report for which the recording has no data.</source>
        <translation>nsys stats 略去了录制中没有数据的报告。</translation>
    </message>
    <message>
        <source>nsys stats text</source>
        <translation>nsys stats 文本</translation>
    </message>
    <message>
        <source>nsys stats text (summary tables, no timeline)</source>
        <translation>nsys stats 文本（汇总表，无时间线）</translation>
    </message>
    <message>
        <source>of any kind</source>
        <translation>任意种类</translation>
    </message>
    <message>
        <source>of classes only</source>
        <translation>仅适用于分类</translation>
    </message>
    <message>
        <source>of heavy steps only</source>
        <translation>仅适用于较重的 Step</translation>
    </message>
    <message>
        <source>of no single operation</source>
        <translation>不针对单个操作</translation>
    </message>
    <message>
        <source>of single devices only</source>
        <translation>仅适用于单个设备</translation>
    </message>
    <message>
        <source>on any stream</source>
        <translation>任意流</translation>
    </message>
    <message>
        <source>on one rank only</source>
        <translation>仅在一个 rank 上</translation>
    </message>
    <message>
        <source>on several threads</source>
        <translation>位于多个线程</translation>
    </message>
    <message>
        <source>on the clock of the file</source>
        <translation>以文件自身的时钟计</translation>
    </message>
    <message>
        <source>one clock for all</source>
        <translation>共用同一时钟</translation>
    </message>
    <message>
        <source>one device</source>
        <translation>只有一个设备</translation>
    </message>
    <message>
        <source>one side only</source>
        <translation>仅一侧有</translation>
    </message>
    <message>
        <source>only waits are recorded</source>
        <translation>仅记录了等待</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>renumbered device</source>
        <translation>设备重新编号</translation>
    </message>
    <message>
        <source>out of order kernel</source>
        <translation>kernel 乱序</translation>
    </message>
    <message>
        <source>outside of layers</source>
        <translation>层之外</translation>
    </message>
    <message>
        <source>outside of passes</source>
        <translation>前向之外</translation>
    </message>
    <message>
        <source>over all devices</source>
        <translation>所有设备合计</translation>
    </message>
    <message>
        <source>over three times the median</source>
        <translation>超过中位数的三倍</translation>
    </message>
    <message>
        <source>overlapping kernel</source>
        <translation>kernel 重叠</translation>
    </message>
    <message>
        <source>prefill, decode, mixed, draft, forward, backward, optimizer, unknown</source>
        <translation>预填充、解码、混合、草稿、前向、反向、优化器、未知</translation>
    </message>
    <message>
        <source>repeated kernel names</source>
        <translation>重复的 kernel 名称</translation>
    </message>
    <message>
        <source>report skipped</source>
        <translation>报告被略去</translation>
    </message>
    <message>
        <source>same, replaced (another kernel in the same place), only_a, only_b, residual (idle minus overlap), total (wall)</source>
        <translation>same 相同、replaced 被替换（同一位置换成另一 kernel）、only_a 仅 A、only_b 仅 B、residual 残差（空闲减去重叠）、total 总计（跨度）</translation>
    </message>
    <message>
        <source>second event array</source>
        <translation>存在第二个事件列表</translation>
    </message>
    <message>
        <source>shorter than the threshold</source>
        <translation>短于阈值</translation>
    </message>
    <message>
        <source>shorter than the threshold, in any layer</source>
        <translation>短于阈值，位于任意层</translation>
    </message>
    <message>
        <source>part of the file is not shown: see the table diagnostics</source>
        <translation>文件有内容未显示：参见诊断表</translation>
    </message>
    <message>
        <source>stages of the passes</source>
        <translation>各前向的阶段</translation>
    </message>
    <message>
        <source>is in the file twice</source>
        <translation>在文件中重复出现</translation>
    </message>
    <message>
        <source>start of the first common pass</source>
        <translation>第一个共同前向的开始</translation>
    </message>
    <message>
        <source>stray bracket</source>
        <translation>多余的括号</translation>
    </message>
    <message>
        <source>summary only</source>
        <translation>仅有汇总</translation>
    </message>
    <message>
        <source>view not read</source>
        <translation>未读取视图</translation>
    </message>
    <message>
        <source>table not shown</source>
        <translation>有表未显示</translation>
    </message>
    <message>
        <source>text after the end of the JSON value</source>
        <translation>JSON 值结束之后还有文本</translation>
    </message>
    <message>
        <source>text in UTF-16; convert it to UTF-8</source>
        <translation>UTF-16 文本；请转换为 UTF-8</translation>
    </message>
    <message>
        <source>the boundaries are not based on an anchor</source>
        <translation>边界并非基于锚点</translation>
    </message>
    <message>
        <source>the evidence is on the GPU</source>
        <translation>依据在 GPU 侧</translation>
    </message>
    <message>
        <source>the evidence is on the host</source>
        <translation>依据在主机侧</translation>
    </message>
    <message>
        <source>the file does not say what wrote it</source>
        <translation>文件未说明由什么程序写出</translation>
    </message>
    <message>
        <source>the file has changed since it was read; reload it</source>
        <translation>文件在读取之后已改变；请重新加载</translation>
    </message>
    <message>
        <source>the file has no such row</source>
        <translation>文件中没有该行</translation>
    </message>
    <message>
        <source>the file is empty; record or copy it again</source>
        <translation>文件为空；请重新录制或复制</translation>
    </message>
    <message>
        <source>the file names no device</source>
        <translation>文件未给出设备名称</translation>
    </message>
    <message>
        <source>the first of the layer</source>
        <translation>该层的第一个</translation>
    </message>
    <message>
        <source>the gaps shorter than the threshold, together</source>
        <translation>短于阈值的空隙，合计</translation>
    </message>
    <message>
        <source>the layer is not in this pass</source>
        <translation>此前向中没有该层</translation>
    </message>
    <message>
        <source>the layers have no GPU time</source>
        <translation>这些层没有 GPU 时间</translation>
    </message>
    <message>
        <source>the other side has no such step</source>
        <translation>另一侧没有该 Step</translation>
    </message>
    <message>
        <source>the pass with most layers: no pass is complete</source>
        <translation>层数最多的前向：没有完整的前向</translation>
    </message>
    <message>
        <source>no layers were found in the passes</source>
        <translation>前向中未找到层</translation>
    </message>
    <message>
        <source>the pattern is too complex; use smaller repeats or several rules</source>
        <translation>模式过于复杂；请减少重复次数或拆成多条规则</translation>
    </message>
    <message>
        <source>the row of this event cannot be read</source>
        <translation>无法读取此事件对应的行</translation>
    </message>
    <message>
        <source>the time range has no length</source>
        <translation>时间段的长度为零</translation>
    </message>
    <message>
        <source>the text ends in the middle</source>
        <translation>文本在中途结束</translation>
    </message>
    <message>
        <source>the text is not UTF-8</source>
        <translation>文本不是 UTF-8</translation>
    </message>
    <message>
        <source>no GPU work is left: the times of %1 events are not usable (table diagnostics), or GPU activities were not recorded</source>
        <translation>没有 GPU 任务：%1 个事件的时间不可用（见表 diagnostics），或未录制 GPU 活动</translation>
    </message>
    <message>
        <source>no kernel is left, only copies: the times of %1 events are not usable (table diagnostics)</source>
        <translation>没有 kernel，只有复制：%1 个事件的时间不可用（见表 diagnostics）</translation>
    </message>
    <message>
        <source>the snapshot records none</source>
        <translation>快照中没有记录设置</translation>
    </message>
    <message>
        <source>the trace has no GPU work: record with GPU activities switched on</source>
        <translation>trace 中没有 GPU 任务：录制时请开启 GPU 活动</translation>
    </message>
    <message>
        <source>the wall is zero</source>
        <translation>跨度为零</translation>
    </message>
    <message>
        <source>the whole pass</source>
        <translation>整个前向</translation>
    </message>
    <message>
        <source>the whole trace</source>
        <translation>整个 trace</translation>
    </message>
    <message>
        <source>the window is empty</source>
        <translation>窗口为空</translation>
    </message>
    <message>
        <source>the work itself ends the gaps</source>
        <translation>任务自身即终止空隙</translation>
    </message>
    <message>
        <source>there are no passes to compare</source>
        <translation>没有可对比的前向</translation>
    </message>
    <message>
        <source>there is no idle time</source>
        <translation>没有空闲时间</translation>
    </message>
    <message>
        <source>there is no such folder</source>
        <translation>没有该文件夹</translation>
    </message>
    <message>
        <source>there is nothing to compare with; name another trace (--with FILE), pass (--with-pass) or layer (--with-layer)</source>
        <translation>没有可对比的对象；请指定另一个 trace（--with FILE）、前向（--with-pass）或层（--with-layer）</translation>
    </message>
    <message>
        <source>there is only pass 0</source>
        <translation>只有前向 0</translation>
    </message>
    <message>
        <source>this escape is not supported (known: \d \w \s \b, their capitals, and \ before punctuation)</source>
        <translation>不支持此转义（支持：\d \w \s \b 及其大写形式，以及标点之前的 \）</translation>
    </message>
    <message>
        <source>this event has no recorded row</source>
        <translation>此事件没有对应的记录行</translation>
    </message>
    <message>
        <source>this event has no recorded text</source>
        <translation>此事件没有记录的文本</translation>
    </message>
    <message>
        <source>this event is a row of a database and has no text</source>
        <translation>此事件是数据库中的一行，没有文本</translation>
    </message>
    <message>
        <source>timeline joined</source>
        <translation>已合并时间线</translation>
    </message>
    <message>
        <source>timeline not read</source>
        <translation>时间线未读取</translation>
    </message>
    <message>
        <source>too little GPU work to hold layers</source>
        <translation>GPU 任务过少，不足以构成层</translation>
    </message>
    <message>
        <source>too many reports in one file</source>
        <translation>单个文件中的报告过多</translation>
    </message>
    <message>
        <source>too short to tell drift from noise</source>
        <translation>时间过短，无法区分漂移与噪声</translation>
    </message>
    <message>
        <source>trace: layers that run the same kernels</source>
        <translation>trace：运行相同 kernel 的层</translation>
    </message>
    <message>
        <source>trace: names and recorded input types of GEMM and expert kernels, shares of their time in the layers</source>
        <translation>trace：GEMM 与专家 kernel 的名称及记录的输入类型，以及其在各层时间中的占比</translation>
    </message>
    <message>
        <source>trace: no kernel of category communication in the layers</source>
        <translation>trace：各层中没有通信类 kernel</translation>
    </message>
    <message>
        <source>trace: no kernel of category moe in the layers</source>
        <translation>trace：各层中没有 moe 类 kernel</translation>
    </message>
    <message>
        <source>trace: weights of the GEMM after the last layer; this rank&apos;s part of the vocabulary</source>
        <translation>trace：最后一层之后 GEMM 的权重；即该 rank 所持的那部分词表</translation>
    </message>
    <message>
        <source>trace_view.json beside the table cannot be read: there are no launches and no host.</source>
        <translation>表旁有 trace_view.json，但无法读取：没有启动与主机信息。</translation>
    </message>
    <message>
        <source>tracks must be an object</source>
        <translation>tracks 必须是对象</translation>
    </message>
    <message>
        <source>trailing bytes after gzip</source>
        <translation>gzip 之后有多余字节</translation>
    </message>
    <message>
        <source>wrong checksum</source>
        <translation>校验和不符</translation>
    </message>
    <message>
        <source>trailing comma</source>
        <translation>末尾多余的逗号</translation>
    </message>
    <message>
        <source>array not closed</source>
        <translation>列表未关闭</translation>
    </message>
    <message>
        <source>trace in list</source>
        <translation>列表中的 trace</translation>
    </message>
    <message>
        <source>second document</source>
        <translation>第二个文档</translation>
    </message>
    <message>
        <source>times lost digits</source>
        <translation>时间丢失位数</translation>
    </message>
    <message>
        <source>contradictory times</source>
        <translation>时间相互矛盾</translation>
    </message>
    <message>
        <source>stray quote</source>
        <translation>多余的引号</translation>
    </message>
    <message>
        <source>Passes as files</source>
        <translation>以文件形式存放的前向</translation>
    </message>
    <message>
        <source>Beside this table</source>
        <translation>与本表在同一文件夹</translation>
    </message>
    <message>
        <source>As the config says</source>
        <translation>如配置所述</translation>
    </message>
    <message>
        <source>Stage of the pass</source>
        <translation>前向的阶段</translation>
    </message>
    <message>
        <source>First dimension of the anchor&apos;s input</source>
        <translation>锚点输入的第一维</translation>
    </message>
    <message>
        <source>File that the rows come from</source>
        <translation>这些行的来源文件</translation>
    </message>
    <message>
        <source>Rows, or pieces of GPU work, of the file</source>
        <translation>文件中的行数或 GPU 任务数</translation>
    </message>
    <message>
        <source>Time of the pass that begins before the window, of its summed GPU time</source>
        <translation>该前向在窗口之前开始的时间，占其 GPU 时间之和的比例</translation>
    </message>
    <message>
        <source>Time of the pass that ends behind the window, of its summed GPU time</source>
        <translation>该前向在窗口之后结束的时间，占其 GPU 时间之和的比例</translation>
    </message>
    <message>
        <source>one file takes one pass; --pass all writes a folder of them</source>
        <translation>一个文件只容纳一次前向；--pass all 写出一个文件夹</translation>
    </message>
    <message>
        <source>the windows of the passes overlap; take one pass at a time</source>
        <translation>各次前向的窗口互相重叠；请一次只取一次前向</translation>
    </message>
    <message>
        <source>extract takes passes; name them with --pass</source>
        <translation>extract 需要 pass；请用 --pass 指定</translation>
    </message>
    <message>
        <source>trailing garbage</source>
        <translation>末尾有多余内容</translation>
    </message>
    <message>
        <source>transfers between pipeline stages</source>
        <translation>流水线级之间的传输</translation>
    </message>
    <message>
        <source>blocks of another kind</source>
        <translation>另一种类的块</translation>
    </message>
    <message>
        <source>truncated array</source>
        <translation>数组被截断</translation>
    </message>
    <message>
        <source>truncated event</source>
        <translation>事件被截断</translation>
    </message>
    <message>
        <source>truncated gzip</source>
        <translation>gzip 被截断</translation>
    </message>
    <message>
        <source>truncated object</source>
        <translation>对象被截断</translation>
    </message>
    <message>
        <source>unclosed async begin</source>
        <translation>异步开始未结束</translation>
    </message>
    <message>
        <source>unclosed begin</source>
        <translation>开始未结束</translation>
    </message>
    <message>
        <source>unknown phase</source>
        <translation>未知的 phase</translation>
    </message>
    <message>
        <source>unmatched async end</source>
        <translation>异步结束无对应开始</translation>
    </message>
    <message>
        <source>unmatched end</source>
        <translation>结束无对应开始</translation>
    </message>
    <message>
        <source>warm-up, partial, typical, light or heavy</source>
        <translation>预热、不完整、典型、较轻或较重</translation>
    </message>
    <message>
        <source>is no longer a regular file; open it again</source>
        <translation>已不再是普通文件；请重新打开</translation>
    </message>
    <message>
        <source>what runs after the last layer</source>
        <translation>最后一层之后运行的内容</translation>
    </message>
    <message>
        <source>what runs before layer 0</source>
        <translation>第 0 层之前运行的内容</translation>
    </message>
    <message>
        <source>work outside of layers</source>
        <translation>层之外的任务</translation>
    </message>
    <message>
        <source>xz-compressed data; unpack it with unxz</source>
        <translation>xz 压缩的数据；请用 unxz 解压</translation>
    </message>
    <message>
        <source>yes for the one in use</source>
        <translation>yes 表示正在使用</translation>
    </message>
    <message>
        <source>yes, of an unknown kind</source>
        <translation>有，种类未知</translation>
    </message>
    <message>
        <source>yes: its launches are the steps</source>
        <translation>yes：其启动即为 Step</translation>
    </message>
    <message>
        <source>yes: not on the main stream</source>
        <translation>yes：不在主流上</translation>
    </message>
    <message>
        <source>%1 of GPU time has no category</source>
        <translation>%1 的 GPU 时间没有类别</translation>
    </message>
    <message>
        <source>%1 of GPU time lies inside passes</source>
        <translation>%1 的 GPU 时间在前向内</translation>
    </message>
    <message>
        <source>%1 of the GPU work has a recorded launch</source>
        <translation>%1 的 GPU 任务有启动记录</translation>
    </message>
    <message>
        <source>%1: %2 bytes an event</source>
        <translation>%1：每个事件 %2 字节</translation>
    </message>
    <message>
        <source>%1: %2 bytes an event, %3 a kernel</source>
        <translation>%1：每个事件 %2 字节，每个 kernel %3 字节</translation>
    </message>
    <message>
        <source>1 = longest</source>
        <translation>1 = 最长</translation>
    </message>
    <message>
        <source>1 = longest sum</source>
        <translation>1 = 总和最大</translation>
    </message>
    <message>
        <source>1 = most exclusive time</source>
        <translation>1 = 独占时间最多</translation>
    </message>
    <message>
        <source>1 = most time</source>
        <translation>1 = 耗时最多</translation>
    </message>
    <message>
        <source>Arithmetic of nsys stats: one decimal, halves away from zero; shares of this table&apos;s total.</source>
        <translation>按 nsys stats 的方式计算：保留一位小数，四舍五入；占比以此表的合计为基准。</translation>
    </message>
    <message>
        <source>The chosen part of the trace has no GPU work.</source>
        <translation>所要求的范围内没有 GPU 任务。</translation>
    </message>
    <message>
        <source>Per step where both have steps</source>
        <translation>两侧都有 Step 时为每个 Step 的值</translation>
    </message>
    <message>
        <source>Δ = B − A: above zero where B is slower. A difference within the noise is called unchanged.</source>
        <translation>Δ = B − A：大于零表示 B 更慢。噪声范围内的差异视为不变。</translation>
    </message>
    <message>
        <source>Δ = B − A: above zero where B takes longer.</source>
        <translation>Δ = B − A：大于零表示 B 耗时更长。</translation>
    </message>
    <message>
        <source>any model</source>
        <translation>任意模型</translation>
    </message>
    <message>
        <source>as requested</source>
        <translation>由用户指定</translation>
    </message>
    <message>
        <source>kernel names</source>
        <translation>kernel 名称</translation>
    </message>
    <message>
        <source>architecture %1</source>
        <translation>架构 %1</translation>
    </message>
    <message>
        <source>model_type %1</source>
        <translation>model_type 为 %1</translation>
    </message>
    <message>
        <source>fields: %1</source>
        <translation>字段：%1</translation>
    </message>
    <message>
        <source>%1 (no profile names model_type %2)</source>
        <translation>%1（没有配置对应 model_type %2）</translation>
    </message>
    <message>
        <source>no GPU time</source>
        <translation>没有 GPU 时间</translation>
    </message>
    <message>
        <source>no GPU work</source>
        <translation>没有 GPU 任务</translation>
    </message>
    <message>
        <source>model config</source>
        <translation>模型 config</translation>
    </message>
    <message>
        <source>Look at what the host does before launches; see the gaps by cause and by what follows them.</source>
        <translation>查看主机在启动之前做了什么；参见按原因与按后续任务统计的空隙。</translation>
    </message>
    <message>
        <source>An event is larger than the limit for one event and was left out. LAMELLA_MAX_EVENT_MEGABYTES in the environment raises the limit (0 = none).</source>
        <translation>某个事件超过单个事件的大小上限，已略去。可用环境变量 LAMELLA_MAX_EVENT_MEGABYTES 提高上限（0 = 不限）。</translation>
    </message>
    <message>
        <source>Category that was recorded</source>
        <translation>记录的类别</translation>
    </message>
    <message>
        <source>Events by their args</source>
        <translation>按参数查找的事件</translation>
    </message>
    <message>
        <source>Name of its process, else the number</source>
        <translation>所属进程的名称，否则为其编号</translation>
    </message>
    <message>
        <source>Name of its thread or stream, else the number</source>
        <translation>所属线程或流的名称，否则为其编号</translation>
    </message>
    <message>
        <source>Name of the event</source>
        <translation>事件名称</translation>
    </message>
    <message>
        <source>One event matches.</source>
        <translation>1 个事件匹配。</translation>
    </message>
    <message>
        <source>The first arg that matches</source>
        <translation>第一个匹配的参数</translation>
    </message>
    <message>
        <source>The name in short</source>
        <translation>短名称</translation>
    </message>
    <message>
        <source>Its value; of a long one the first kilobyte</source>
        <translation>参数的内容；过长时取前 1 KB</translation>
    </message>
    <message>
        <source>a moment, or never ended</source>
        <translation>瞬时事件，或未结束</translation>
    </message>
    <message>
        <source>args are columns of a database here; ask it with sqlite3</source>
        <translation>此处的参数是数据库的列；请用 sqlite3 查询</translation>
    </message>
    <message>
        <source>args of XSpace are no text that can be searched; export the trace as JSON</source>
        <translation>XSpace 的参数不是可搜索的文本；请将 trace 导出为 JSON</translation>
    </message>
    <message>
        <source>no time recorded</source>
        <translation>未记录时间</translation>
    </message>
    <message>
        <source>more than %1 events; record a shorter trace</source>
        <translation>事件超过 %1 个；请缩短录制时间</translation>
    </message>
    <message>
        <source>cannot be read (%1): the disk or the network failed; open it again, or copy it to another disk first</source>
        <translation>无法读取（%1）：磁盘或网络出错；请重新打开，或先复制到其他磁盘</translation>
    </message>
    <message>
        <source>cannot be read from byte %1 on (%2): the disk or the network failed; open it again, or copy it to another disk first</source>
        <translation>从第 %1 字节起无法读取（%2）：磁盘或网络出错；请重新打开，或先复制到其他磁盘</translation>
    </message>
    <message>
        <source>kernels cannot be grouped by %1; use name, stem or shape</source>
        <translation>kernel 不能按 %1 分组；可用：name、stem 或 shape</translation>
    </message>
    <message>
        <source>%1 events match.</source>
        <translation>%1 个事件匹配。</translation>
    </message>
    <message>
        <source>More events match than the first %1, which are listed.</source>
        <translation>匹配的事件不止所列的前 %1 个。</translation>
    </message>
    <message>
        <source>names %1 as a trace, which is a session itself; a session can name traces only</source>
        <translation>把 %1 列为 trace，但它本身是会话；会话只能列出 trace</translation>
    </message>
    <message>
        <source>partial: a damaged row of the table is missing here</source>
        <translation>不完整：此处缺少表中损坏的一行</translation>
    </message>
    <message>
        <source>partial: the file stops here</source>
        <translation>不完整：文件在此中断</translation>
    </message>
    <message>
        <source>the file stops in the middle of its events, so the last pass is partial and what follows is missing</source>
        <translation>文件在事件中间中断，因此最后一个前向不完整，其后的内容缺失</translation>
    </message>
    <message>
        <source>the file has summary tables and no times of single kernels</source>
        <translation>文件只含汇总表，没有单个 kernel 的时间</translation>
    </message>
    <message>
        <source>the file stops in the middle of its events, and the part before has no GPU work</source>
        <translation>文件在事件中间中断，剩余部分不含 GPU 任务</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>%1 (--strict)</source>
        <translation>%1（--strict）</translation>
    </message>
    <message>
        <source>%1 (type %2)</source>
        <translation>%1（类型 %2）</translation>
    </message>
    <message>
        <source>%1 cannot be used: %2.</source>
        <translation>%1 无法使用：%2。</translation>
    </message>
    <message>
        <source>%1 device</source>
        <translation>%1 个设备</translation>
    </message>
    <message>
        <source>%1 devices</source>
        <translation>%1 个设备</translation>
    </message>
    <message>
        <source>%1 have no %2</source>
        <translation>%1 没有 %2</translation>
    </message>
    <message>
        <source>%1 is missing or out of range</source>
        <translation>%1 缺失或超出范围</translation>
    </message>
    <message>
        <source>%1 is not a summary and was ignored.</source>
        <translation>%1 不是摘要，已略去。</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 层</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 中的 %1</translation>
    </message>
    <message>
        <source>%1 pair of passes, by stage, state and order; every number is the sum over them: %2 (A-B).</source>
        <translation>%1 对前向，按阶段、状态与顺序配对；各数值均为其总和：%2（A-B）。</translation>
    </message>
    <message>
        <source>%1 pairs of passes, by stage, state and order; every number is the sum over them: %2 (A-B).</source>
        <translation>%1 对前向，按阶段、状态与顺序配对；各数值均为其总和：%2（A-B）。</translation>
    </message>
    <message>
        <source>%1 rank</source>
        <translation>%1 个 rank</translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>%1 个 rank</translation>
    </message>
    <message>
        <source>%1 rows in the table: %2 in these files, %3 in no window, %4 damaged.</source>
        <translation>表中共 %1 行：%2 行在这些文件中，%3 行不在任何窗口内，%4 行已损坏。</translation>
    </message>
    <message>
        <source>%1 time</source>
        <translation>%1 次</translation>
    </message>
    <message>
        <source>%1 times</source>
        <translation>%1 次</translation>
    </message>
    <message>
        <source>%1 | %2</source>
        <translation>%1 | %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1, %2 a kernel</source>
        <translation>%1，每个 kernel %2 字节</translation>
    </message>
    <message>
        <source>%1. %2.</source>
        <translation>%1。%2。</translation>
    </message>
    <message>
        <source>%1. %2. Gain at most %3.</source>
        <translation>%1。%2。收益至多 %3。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1: %2 and %3 more kinds of damage; see lamella-cli diagnostics</source>
        <translation>%1：%2，另有 %3 种损坏；参见 lamella-cli diagnostics</translation>
    </message>
    <message>
        <source>%1: %2; see lamella-cli diagnostics</source>
        <translation>%1：%2；参见 lamella-cli diagnostics</translation>
    </message>
    <message>
        <source>%1: steady %2 by the user, median %3</source>
        <translation>%1：稳态为用户指定的 %2，中位数 %3</translation>
    </message>
    <message>
        <source>%1: steady %2 by the user, median %3, %4 more from pass to pass</source>
        <translation>%1：稳态为用户指定的 %2，中位数 %3，逐次增加 %4</translation>
    </message>
    <message>
        <source>%1: %2 is the longest run within 5 % of its median; other passes within 5 % of that are steady too</source>
        <translation>%1：%2 是保持在中位数 5 % 以内的最长一段，与其相差 5 % 以内的其他前向也为稳态</translation>
    </message>
    <message>
        <source>%1: %2 is the longest run within 5 % of its median once its growth of %3 from pass to pass is taken out; other passes within 5 % of that are steady too</source>
        <translation>%1：%2 是扣除逐次前向的增长 %3 后保持在中位数 5 % 以内的最长一段，与其相差 5 % 以内的其他前向也为稳态</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>%1; the profile is left out</source>
        <translation>%1；该配置已略去</translation>
    </message>
    <message>
        <source>%1; write it with summary --format json</source>
        <translation>%1；请用 summary --format json 写出</translation>
    </message>
    <message>
        <source>(no rows)</source>
        <translation>（没有行）</translation>
    </message>
    <message>
        <source>A has %1 passes, B has %2</source>
        <translation>A 有 %1 次前向，B 有 %2 次</translation>
    </message>
    <message>
        <source>A has no pass of this stage</source>
        <translation>A 没有该阶段的前向</translation>
    </message>
    <message>
        <source>B has no pass of this stage</source>
        <translation>B 没有该阶段的前向</translation>
    </message>
    <message>
        <source>A summary does not hold the scatter of its steps: they are judged by the limit alone, without a noise.</source>
        <translation>摘要不含各 step 的离散程度：仅由给定的门限判断，不考虑噪声。</translation>
    </message>
    <message>
        <source>A summary has no steps: parts, families and operations are of the whole capture.</source>
        <translation>有一个摘要没有 step：各部分、族与操作均为整个采集的值。</translation>
    </message>
    <message>
        <source>A summary names no SHA-256: whether both are of the same file is not known.</source>
        <translation>有一个摘要没有 SHA-256：无法得知两者是否来自同一文件。</translation>
    </message>
    <message>
        <source>Both summaries are of the same file (equal SHA-256).</source>
        <translation>两个摘要来自同一文件（SHA-256 相同）。</translation>
    </message>
    <message>
        <source>Gate: failed; one side lacks what the other has.</source>
        <translation>门限：未通过；一侧缺少另一侧所有的内容。</translation>
    </message>
    <message>
        <source>No gate was asked for (--fail-above).</source>
        <translation>未设置门限（--fail-above）。</translation>
    </message>
    <message>
        <source>Of rows that the gate looks at: slower, faster, unchanged, not_judged; only_a, only_b, fewer_passes, incomplete, other_model, other_device, other_count</source>
        <translation>门限所检查各行的结论：slower 变慢、faster 变快、unchanged 不变、not_judged 不判断；only_a 仅 A、only_b 仅 B、fewer_passes 前向不足、incomplete 不完整、other_model 模型不同、other_device 设备不同、other_count 数量不同</translation>
    </message>
    <message>
        <source>a summary does not hold the passes of its stages: write it again</source>
        <translation>摘要不含其各阶段的前向：请重新写出摘要</translation>
    </message>
    <message>
        <source>a summary does not hold this figure of its steps: write it again</source>
        <translation>摘要不含其 step 的这一数值：请重新写出摘要</translation>
    </message>
    <message>
        <source>fewer than 4 steps: a P90 is their slowest</source>
        <translation>少于 4 个 step：P90 就是其中最慢的一个</translation>
    </message>
    <message>
        <source>job (what one side lacks or has otherwise), pass, step, part, family or op</source>
        <translation>job（一侧缺少或不同之处）、pass、step、part、family 或 op</translation>
    </message>
    <message>
        <source>not a summary of version lamella.summary.v1; write it with summary --format json</source>
        <translation>不是 lamella.summary.v1 版本的摘要；请用 summary --format json 写出</translation>
    </message>
    <message>
        <source>A has %1 steps, B has %2</source>
        <translation>A 有 %1 步，B 有 %2 步</translation>
    </message>
    <message>
        <source>A is pass %1, B is pass %2.</source>
        <translation>A 为前向 %1，B 为前向 %2。</translation>
    </message>
    <message>
        <source>B: %1</source>
        <translation>B：%1</translation>
    </message>
    <message>
        <source>Compute flow of layer %1</source>
        <translation>第 %1 层的计算流</translation>
    </message>
    <message>
        <source>Gate: failed; slower than allowed: %1.</source>
        <translation>门限：未通过；慢于允许范围：%1。</translation>
    </message>
    <message>
        <source>Layer %1 is the only layer in %2.</source>
        <translation>第 %1 层是%2中的唯一一层。</translation>
    </message>
    <message>
        <source>Layer %1 is the only layer of type %2 in %3.</source>
        <translation>第 %1 层是%3中类型 %2 的唯一一层。</translation>
    </message>
    <message>
        <source>Layer %1 represents the %2 layers in %3: its wall of %4 is the median.</source>
        <translation>第 %1 层代表%3中的 %2 层：其跨度 %4 为中位数。</translation>
    </message>
    <message>
        <source>Layer %1 represents the %2 layers of type %3 in %4: its wall of %5 is the median.</source>
        <translation>第 %1 层代表%4中类型 %3 的 %2 层：其跨度 %5 为中位数。</translation>
    </message>
    <message>
        <source>Long text is shortened at …; CSV and JSON have all of it.</source>
        <translation>过长的文本在 … 处缩短；CSV 与 JSON 含有全文。</translation>
    </message>
    <message>
        <source>%1 · %2 layer · %3</source>
        <translation>%1 · %2 层 · %3</translation>
    </message>
    <message>
        <source>%1 · %2 layers · %3</source>
        <translation>%1 · %2 层 · %3</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Filter rows</source>
        <translation>筛选行</translation>
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
        <source>The numbers</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>no run ids recorded</source>
        <translation>没有记录 run id</translation>
    </message>
    <message>
        <source>no source lines recorded</source>
        <translation>没有记录源代码行</translation>
    </message>
    <message>
        <source>not told by the file</source>
        <translation>文件未说明</translation>
    </message>
    <message>
        <source>Device %1</source>
        <translation>设备 %1</translation>
    </message>
    <message>
        <source>Down: passes, across: layers. Each colour begins at the time beside it and holds a seventh of the cells.</source>
        <translation>纵向为前向，横向为层。每种颜色从其旁的时间开始，各含七分之一的格子。</translation>
    </message>
    <message>
        <source>One bar a layer: its kernels&apos; time by category, summed; the line is its wall. Work on several streams at once makes a sum larger than the wall.</source>
        <translation>每层一根柱：其 kernel 时间按类别相加；线为该层的跨度。多个流同时工作时，总和大于跨度。</translation>
    </message>
    <message>
        <source>Pass %1 · %2, %3</source>
        <translation>前向 %1 · %2，%3</translation>
    </message>
    <message>
        <source>Pass %1, layer %2</source>
        <translation>前向 %1，层 %2</translation>
    </message>
    <message>
        <source>Wall %1</source>
        <translation>跨度 %1</translation>
    </message>
    <message>
        <source>Start %1</source>
        <translation>开始于 %1</translation>
    </message>
    <message>
        <source>Passes on the time axis</source>
        <translation>时间轴上的前向</translation>
    </message>
    <message>
        <source>Prefill is filled, all other stages are light.</source>
        <translation>预填充为实心，其他阶段为浅色。</translation>
    </message>
    <message>
        <source>Share of each category in the summed time of a type of layers</source>
        <translation>各类别在一种层的总时间中的占比</translation>
    </message>
    <message>
        <source>Time of each layer by category, with its wall as a line</source>
        <translation>各层按类别划分的时间，线为其跨度</translation>
    </message>
    <message>
        <source>The first %1 of %2 devices are drawn.</source>
        <translation>只画出前 %1 个设备，共 %2 个。</translation>
    </message>
    <message>
        <source>The first %1 of %2 passes are drawn.</source>
        <translation>只画出前 %1 次前向，共 %2 次。</translation>
    </message>
    <message>
        <source>The first %1 of %2 rows are drawn.</source>
        <translation>只画出前 %1 行，共 %2 行。</translation>
    </message>
    <message>
        <source>Idle time before operations</source>
        <translation>操作之前的空闲时间</translation>
    </message>
    <message>
        <source>Idle time by region</source>
        <translation>各区域的空闲时间</translation>
    </message>
    <message>
        <source>Kernels of the chosen pass</source>
        <translation>所选前向的 kernel</translation>
    </message>
    <message>
        <source>Layers of the chosen pass</source>
        <translation>所选前向的层</translation>
    </message>
    <message>
        <source>Layers by passes</source>
        <translation>各次前向的层</translation>
    </message>
    <message>
        <source>Longest kernels</source>
        <translation>最长的 kernel</translation>
    </message>
    <message>
        <source>Regions</source>
        <translation>区域</translation>
    </message>
    <message>
        <source>Reproduce</source>
        <translation>重现</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>step 时间</translation>
    </message>
    <message>
        <source>Time ranges for Perfetto</source>
        <translation>用于 Perfetto 的时间范围</translation>
    </message>
    <message>
        <source>What is hidden in the chosen pass</source>
        <translation>所选前向中被掩盖的部分</translation>
    </message>
    <message>
        <source>No layers were found.</source>
        <translation>未找到层。</translation>
    </message>
    <message>
        <source>No passes were found</source>
        <translation>未找到前向</translation>
    </message>
    <message>
        <source>Own profiles: %1</source>
        <translation>自己的配置：%1</translation>
    </message>
    <message>
        <source>P%1 (%2, %3)</source>
        <translation>P%1（%2，%3）</translation>
    </message>
    <message>
        <source>Parts, families and operations are per step: of %1 steps in A and %2 in B.</source>
        <translation>部分、操作族与操作均按每步计：A 共 %1 步，B 共 %2 步。</translation>
    </message>
    <message>
        <source>Profile report: %1</source>
        <translation>性能分析报告：%1</translation>
    </message>
    <message>
        <source>%1: %2 of own time above the median of the ranks in each pass (%3 of its wall).</source>
        <translation>%1：每次前向的自身时间比各 rank 的中位数多 %2（其跨度的 %3）。</translation>
    </message>
    <message>
        <source>The first %1 of %2 passes.</source>
        <translation>%2 次前向中的前 %1 次。</translation>
    </message>
    <message>
        <source>a device has no %1</source>
        <translation>有设备没有 %1</translation>
    </message>
    <message>
        <source>byte %1: </source>
        <translation>第 %1 字节：</translation>
    </message>
    <message>
        <source>byte %1: %2</source>
        <translation>第 %1 字节：%2</translation>
    </message>
    <message>
        <source>cannot be written (%1); use --output FILE or free some space</source>
        <translation>无法写入（%1）；请使用 --output FILE 或腾出空间</translation>
    </message>
    <message>
        <source>end of %1</source>
        <translation>%1的结束</translation>
    </message>
    <message>
        <source>has rank_facts of version %1, and this program reads lamella.rank-facts.v1</source>
        <translation>其 rank_facts 的版本为 %1，而本程序读取 lamella.rank-facts.v1</translation>
    </message>
    <message>
        <source>has no data for ranks: %1; give its trace to ranks</source>
        <translation>不含 ranks 所需的内容：%1；请把其跟踪交给 ranks</translation>
    </message>
    <message>
        <source>is a summary of version %1, and this program reads lamella.summary.v1</source>
        <translation>是版本 %1 的摘要，而本程序读取 lamella.summary.v1</translation>
    </message>
    <message>
        <source>n/a in %1 (%2 row): %3</source>
        <translation>“%1”无值（%2 行）：%3</translation>
    </message>
    <message>
        <source>n/a in %1 (%2 rows): %3</source>
        <translation>“%1”无值（%2 行）：%3</translation>
    </message>
    <message>
        <source>no duration can be read</source>
        <translation>无法读取任何时长</translation>
    </message>
    <message>
        <source>no passes were found, so this is the whole trace</source>
        <translation>未找到前向，因此为整个跟踪</translation>
    </message>
    <message>
        <source>not a summary of version lamella.summary.v1, but %1; write it with summary --format json</source>
        <translation>不是版本 lamella.summary.v1 的摘要，而是 %1；请用 summary --format json 写出</translation>
    </message>
    <message>
        <source>pass %1 is not possible</source>
        <translation>前向 %1 不可能</translation>
    </message>
    <message>
        <source>pass %1 of device %2</source>
        <translation>设备 %2 的前向 %1</translation>
    </message>
    <message>
        <source>row %1 of %2 is not possible</source>
        <translation>%2 的第 %1 行不可能</translation>
    </message>
    <message>
        <source>row %1 of %2 is out of order</source>
        <translation>%2 的第 %1 行次序不对</translation>
    </message>
    <message>
        <source>start of %1</source>
        <translation>%1的开始</translation>
    </message>
    <message>
        <source>start of layer %1 in %2</source>
        <translation>%2的第 %1 层的开始</translation>
    </message>
    <message>
        <source>start of the tail in %1</source>
        <translation>%1的尾部的开始</translation>
    </message>
    <message>
        <source>the %1 layers</source>
        <translation>这 %1 层</translation>
    </message>
    <message>
        <source>the columns of %1 are not of one length</source>
        <translation>%1 的各列长度不一</translation>
    </message>
    <message>
        <source>the file name says %1, which the recorded facts contradict</source>
        <translation>文件名称为 %1，与记录的事实矛盾</translation>
    </message>
    <message>
        <source>the gate cannot be judged: no compute time in %1</source>
        <translation>无法判定门限：%1 没有计算时间</translation>
    </message>
    <message>
        <source>warning: %1</source>
        <translation>警告：%1</translation>
    </message>
    <message>
        <source>repeated work</source>
        <translation>重复的任务</translation>
    </message>
    <message>
        <source>unclosed work</source>
        <translation>未结束的任务</translation>
    </message>
    <message>
        <source>%1 cannot be listed by %2; use pass or layer</source>
        <translation>%1 不能按 %2 列出；可用：pass 或 layer</translation>
    </message>
    <message>
        <source>truncated table</source>
        <translation>表格被截断</translation>
    </message>
    <message>
        <source>unused names</source>
        <translation>未使用的名称</translation>
    </message>
    <message>
        <source>%1 % of the GPU time is modelled.</source>
        <translation>已建模 GPU 时间的 %1 %。</translation>
    </message>
    <message>
        <source>%1 of a device must be a list</source>
        <translation>设备的 %1 必须是列表</translation>
    </message>
    <message>
        <source>%1 of a device must be a list of two numbers, min and max</source>
        <translation>设备的 %1 必须是两个数的列表，最小和最大</translation>
    </message>
    <message>
        <source>%1 of a device must be a number above 0</source>
        <translation>设备的 %1 必须是大于 0 的数</translation>
    </message>
    <message>
        <source>%1 of a device must be a text</source>
        <translation>设备的 %1 必须是文本</translation>
    </message>
    <message>
        <source>%1 of a device must be an object of rates by element type</source>
        <translation>设备的 %1 必须是按元素类型给出速率的对象</translation>
    </message>
    <message>
        <source>%1 rows would need more time on this device than they took: there the model, the tokens or the peaks are wrong, or the data was in a cache.</source>
        <translation>%1 行在该设备上所需的时间超过实测时间：模型、token 数或峰值有误，或者数据在缓存中。</translation>
    </message>
    <message>
        <source>%1 would need %2 µs on this device and took %3 µs</source>
        <translation>%1 在该设备上需要 %2 µs，实测为 %3 µs</translation>
    </message>
    <message>
        <source>%1: the config is not that of the trace, or --tokens is too large. Neither is used.</source>
        <translation>%1：config 不属于该 trace，或者 --tokens 过大。两者都不使用。</translation>
    </message>
    <message>
        <source>%1: the config or the peaks are not those of the trace. The config is not used.</source>
        <translation>%1：config 或峰值不属于该 trace。不使用 config。</translation>
    </message>
    <message>
        <source>Achieved: FLOPs over the time of the calls of which they are known</source>
        <translation>实际达到：FLOPs 除以其中 FLOPs 已知的调用的时间</translation>
    </message>
    <message>
        <source>Achieved: bytes over the time of the calls of which they are known</source>
        <translation>实际达到：字节除以其中字节已知的调用的时间</translation>
    </message>
    <message>
        <source>Bytes of the work that is modelled, across the memory bus once</source>
        <translation>已建模工作的字节，经过内存总线一次</translation>
    </message>
    <message>
        <source>Calls; by kernel and category: kernels</source>
        <translation>调用数；按 kernel 和类别时为 kernel 数</translation>
    </message>
    <message>
        <source>Columns of the result</source>
        <translation>结果的列数</translation>
    </message>
    <message>
        <source>--tokens %1 is not used: the trace tells how many tokens each pass computes.</source>
        <translation>未使用 --tokens %1：trace 已说明每次前向计算多少 token。</translation>
    </message>
    <message>
        <source>--context %1 is not used: the trace tells how many keys each request sees.</source>
        <translation>未使用 --context %1：trace 已说明每个请求看到多少 key。</translation>
    </message>
    <message>
        <source>Config and recorded shapes disagree about %1 of %2 products (%3); the shapes count.</source>
        <translation>config 与记录的形状在 %2 个乘积中的 %1 个上不一致（%3）；以形状为准。</translation>
    </message>
    <message>
        <source>Device %1: %2.</source>
        <translation>设备 %1：%2。</translation>
    </message>
    <message>
        <source>Time of the calls whose roofline time is known, minus that; below zero where of roofline is above 1</source>
        <translation>roofline 时间已知的调用的时间减 roofline 时间；占 roofline 大于 1 时为负</translation>
    </message>
    <message>
        <source>Element type of the input</source>
        <translation>输入的元素类型</translation>
    </message>
    <message>
        <source>FLOPs over bytes, of calls of which both are known</source>
        <translation>FLOPs 除以字节，限两者均已知的调用</translation>
    </message>
    <message>
        <source>Floating point operations of the work that is modelled</source>
        <translation>已建模工作的浮点运算</translation>
    </message>
    <message>
        <source>Floating point operations: of one call by operator, else of the row</source>
        <translation>浮点运算：按算子时为一次调用，否则为整行</translation>
    </message>
    <message>
        <source>Roofline time over the time of the calls of which it is known; above 1 the model, the tokens or the peaks are wrong</source>
        <translation>roofline 时间除以其已知的调用的时间；大于 1 时模型、token 数或峰值有误</translation>
    </message>
    <message>
        <source>Kernels of all calls, added up; by kernel and category: of these kernels</source>
        <translation>所有调用的 kernel 时长之和；按 kernel 和类别时为这些 kernel 之和</translation>
    </message>
    <message>
        <source>Layer type, where the row is one layer</source>
        <translation>该行为一层时的层类型</translation>
    </message>
    <message>
        <source>Of the second factor of a product, or of keys and values</source>
        <translation>乘积第二个因子的类型，或键和值的类型</translation>
    </message>
    <message>
        <source>Of wall: FLOPs over the peak rate of their type</source>
        <translation>占跨度：FLOPs 除以该类型的峰值速率</translation>
    </message>
    <message>
        <source>Of wall: bytes over the memory bandwidth</source>
        <translation>占跨度：字节除以内存带宽</translation>
    </message>
    <message>
        <source>Operator, role in a layer, or kernel</source>
        <translation>算子、层中的角色或 kernel</translation>
    </message>
    <message>
        <source>Peaks of %1 (%2); source: %3.</source>
        <translation>%1 的峰值（%2）；来源：%3。</translation>
    </message>
    <message>
        <source>Products of one call</source>
        <translation>一次调用的乘积数</translation>
    </message>
    <message>
        <source>Products that are added up for each element of the result</source>
        <translation>结果每个元素累加的乘积数</translation>
    </message>
    <message>
        <source>Rate over the best rate of the same category, type and bound in these passes</source>
        <translation>速率除以这些前向中同类别、类型和瓶颈的最高速率</translation>
    </message>
    <message>
        <source>Rows of the result</source>
        <translation>结果的行数</translation>
    </message>
    <message>
        <source>Roofline: the hardware needs at least %1 for the %2 of GPU work whose FLOPs or bytes are known (%3 of the kernel time of that pass).</source>
        <translation>Roofline：对 FLOPs 或字节已知的 %2 GPU 任务，硬件至少需要 %1（占该次前向 kernel 时间的 %3）。</translation>
    </message>
    <message>
        <source>That cross the memory bus at least once: of one call by operator, else of the row</source>
        <translation>至少经过内存总线一次的字节：按算子时为一次调用，否则为整行</translation>
    </message>
    <message>
        <source>The config is not that of the trace: it has %1 layers, passes have %2. It is not used.</source>
        <translation>config 不属于该 trace：它有 %1 层，前向有 %2 层。不使用它。</translation>
    </message>
    <message>
        <source>The least time that the device needs for that</source>
        <translation>设备至少需要的时间</translation>
    </message>
    <message>
        <source>The least time that the device needs for the FLOPs and bytes of all calls; by kernel and category: of their part</source>
        <translation>设备完成所有调用的 FLOPs 和字节至少需要的时间；按 kernel 和类别：其所占部分</translation>
    </message>
    <message>
        <source>Time whose work is known, of the kernel time</source>
        <translation>工作已知的时间，占 kernel 时间</translation>
    </message>
    <message>
        <source>Time whose work is known, of the duration</source>
        <translation>工作已知的时间，占时长</translation>
    </message>
    <message>
        <source>Tokens whose keys and values are read</source>
        <translation>读取键和值的 token 数</translation>
    </message>
    <message>
        <source>Tokens whose queries are computed; of experts: tokens</source>
        <translation>计算查询的 token 数；专家：token 数</translation>
    </message>
    <message>
        <source>What the roofline time rests on: compute or memory</source>
        <translation>roofline 时间取决于：compute 或 memory</translation>
    </message>
    <message>
        <source>What the work is</source>
        <translation>工作的类别</translation>
    </message>
    <message>
        <source>Where flops and bytes are from: recorded, shapes, config or none; of most of the time</source>
        <translation>FLOPs 和字节的来源：recorded、shapes、config 或 none；取耗时最多者</translation>
    </message>
    <message>
        <source>Why nothing is known, what was assumed, or that the numbers cannot be right</source>
        <translation>为何未知、作了什么假定，或数值不可能正确</translation>
    </message>
    <message>
        <source>a device must be an object</source>
        <translation>设备必须是对象</translation>
    </message>
    <message>
        <source>a file of hardware must be an object with a list &quot;devices&quot;</source>
        <translation>硬件文件必须是含有列表 &quot;devices&quot; 的对象</translation>
    </message>
    <message>
        <source>above what the device can do: the model, the tokens or the peaks are wrong, or the data was in a cache</source>
        <translation>超过设备能力：模型、token 数或峰值有误，或者数据在缓存中</translation>
    </message>
    <message>
        <source>as the same kernel with the same grid and a like duration elsewhere in the trace</source>
        <translation>与 trace 中其他处网格相同且时长相近的同一 kernel 一样</translation>
    </message>
    <message>
        <source>some of its FLOPs and bytes are taken %1</source>
        <translation>其部分 FLOPs 和字节取自：%1</translation>
    </message>
    <message>
        <source>compressed attention is not counted from a config</source>
        <translation>压缩注意力不按 config 计算</translation>
    </message>
    <message>
        <source>element type %1 is not known</source>
        <translation>元素类型 %1 未知</translation>
    </message>
    <message>
        <source>field %1 of a device is not known</source>
        <translation>设备的字段 %1 未知</translation>
    </message>
    <message>
        <source>it runs beside other work: its duration is not that of its work</source>
        <translation>它与其他任务并行运行：其时长不是其工作的时长</translation>
    </message>
    <message>
        <source>its work is not known; see why</source>
        <translation>其工作未知；见 why</translation>
    </message>
    <message>
        <source>linear attention is not counted from a config</source>
        <translation>线性注意力不按 config 计算</translation>
    </message>
    <message>
        <source>links bound it, not the memory: see the table collectives</source>
        <translation>受链路而非内存限制：见表 collectives</translation>
    </message>
    <message>
        <source>neither attention nor experts</source>
        <translation>既不是注意力也不是专家</translation>
    </message>
    <message>
        <source>neither shapes nor work are recorded; give --config</source>
        <translation>既没有记录形状也没有记录工作量；请给出 --config</translation>
    </message>
    <message>
        <source>no data sheet for %1; give --peaks</source>
        <translation>没有 %1 的数据表；请给出 --peaks</translation>
    </message>
    <message>
        <source>no data sheet for an unnamed device of compute capability %1 with %2 multiprocessors; give --peaks</source>
        <translation>没有计算能力 %1、%2 个多处理器的无名设备的数据表；请给出 --peaks</translation>
    </message>
    <message>
        <source>no formula for this operator</source>
        <translation>该算子没有公式</translation>
    </message>
    <message>
        <source>no peak stated for this type</source>
        <translation>没有给出该类型的峰值</translation>
    </message>
    <message>
        <source>no device is called %1; use one of %2, or the path of a file of hardware</source>
        <translation>没有名为 %1 的设备；请使用 %2 之一，或硬件文件的路径</translation>
    </message>
    <message>
        <source>%1 can be one of several devices: %2</source>
        <translation>%1 可能是多种设备之一：%2</translation>
    </message>
    <message>
        <source>less than half of the kernel time is modelled; see the table roofline</source>
        <translation>不到一半的 kernel 时间已建模；见表 roofline</translation>
    </message>
    <message>
        <source>no work is modelled; see the table roofline</source>
        <translation>没有已建模的工作；见表 roofline</translation>
    </message>
    <message>
        <source>none of the devices of the file is that of the trace: %1</source>
        <translation>文件中的设备都不是该 trace 的设备：%1</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>nothing to say</source>
        <translation>无</translation>
    </message>
    <message>
        <source>of single operators that are modelled only</source>
        <translation>仅用于已建模的单个算子</translation>
    </message>
    <message>
        <source>operations of a generated fusion are not counted</source>
        <translation>生成的融合的运算不计</translation>
    </message>
    <message>
        <source>FLOPs are known of %1 and bytes of %2 of %3 calls, and the rates are theirs</source>
        <translation>%3 次调用中 FLOPs 已知的有 %1 次，字节已知的有 %2 次；速率为这些调用的速率</translation>
    </message>
    <message>
        <source>FLOPs, bytes and rates are those of whole calls, which have other kernels too; their roofline time is divided by the time of the kernels</source>
        <translation>FLOPs、字节和速率属于整个调用，其中还有其他 kernel；其 roofline 时间按各 kernel 的时间分摊</translation>
    </message>
    <message>
        <source>The work of a call of several kernels is counted with its main one, and rates are over the time of the whole call.</source>
        <translation>有多个 kernel 的调用，其工作计入其主要的 kernel，速率按整个调用的时间计算。</translation>
    </message>
    <message>
        <source>part of a call whose FLOPs and bytes are counted with another kernel of it</source>
        <translation>属于某次调用，其 FLOPs 和字节已计入该调用的另一个 kernel</translation>
    </message>
    <message>
        <source>rates that the profiler recorded</source>
        <translation>profiler 记录的速率</translation>
    </message>
    <message>
        <source>recognised by its name</source>
        <translation>按名称识别</translation>
    </message>
    <message>
        <source>recognised by its properties</source>
        <translation>按属性识别</translation>
    </message>
    <message>
        <source>recorded by the profiler</source>
        <translation>由 profiler 记录</translation>
    </message>
    <message>
        <source>roofline has no --by %1; use one of %2</source>
        <translation>roofline 没有 --by %1；请使用 %2 之一</translation>
    </message>
    <message>
        <source>stride and padding are not recorded</source>
        <translation>没有记录步长和填充</translation>
    </message>
    <message>
        <source>the compiler recorded neither operations nor bytes</source>
        <translation>编译器既没有记录运算也没有记录字节</translation>
    </message>
    <message>
        <source>the config does not say what this is in its layer</source>
        <translation>config 没有说明它在层中是什么</translation>
    </message>
    <message>
        <source>the duration is zero</source>
        <translation>时长为零</translation>
    </message>
    <message>
        <source>the element types are not recorded</source>
        <translation>没有记录元素类型</translation>
    </message>
    <message>
        <source>the experts that are read are expected for routing at random</source>
        <translation>读取的专家数按随机路由的期望计</translation>
    </message>
    <message>
        <source>the config does not give the sizes of this work</source>
        <translation>配置没有给出此项工作的尺寸</translation>
    </message>
    <message>
        <source>the element types are taken from the config</source>
        <translation>元素类型取自配置</translation>
    </message>
    <message>
        <source>the element types are taken from the kernel&apos;s name</source>
        <translation>元素类型取自 kernel 名称</translation>
    </message>
    <message>
        <source>the lengths of the contexts are not recorded; give --context (and --tokens)</source>
        <translation>没有记录上下文长度；请给出 --context（和 --tokens）</translation>
    </message>
    <message>
        <source>the peaks of the device are not known; give --peaks</source>
        <translation>设备的峰值未知；请给出 --peaks</translation>
    </message>
    <message>
        <source>the recorded shapes contradict the operator</source>
        <translation>记录的形状与算子矛盾</translation>
    </message>
    <message>
        <source>whether the mask is causal is not recorded: it is taken not to be</source>
        <translation>未记录掩码是否因果：按非因果处理</translation>
    </message>
    <message>
        <source>which gradients are computed is not recorded: both are counted</source>
        <translation>未记录计算了哪些梯度：两者都计入</translation>
    </message>
    <message>
        <source>the type of the result is not recorded</source>
        <translation>未记录结果的类型</translation>
    </message>
    <message>
        <source>how many groups there are is not recorded</source>
        <translation>未记录分组的个数</translation>
    </message>
    <message>
        <source>the sizes of the windows are not recorded</source>
        <translation>未记录窗口的大小</translation>
    </message>
    <message>
        <source>the shapes of gradient and input are not recorded</source>
        <translation>未记录梯度和输入的形状</translation>
    </message>
    <message>
        <source>the sequences are taken to be of equal length</source>
        <translation>假定各序列长度相同</translation>
    </message>
    <message>
        <source>at the TF32 rate, which the kernel&apos;s name shows</source>
        <translation>按 TF32 速率：kernel 名称如此表明</translation>
    </message>
    <message>
        <source>at the fp32 rate: the kernel&apos;s name does not show TF32</source>
        <translation>按 fp32 速率：kernel 名称未表明 TF32</translation>
    </message>
    <message>
        <source>the element types are not recorded; the sequences are taken to be of equal length</source>
        <translation>未记录元素类型；假定各序列等长</translation>
    </message>
    <message>
        <source>the shape of the input is not recorded</source>
        <translation>没有记录输入的形状</translation>
    </message>
    <message>
        <source>how many elements are taken is not recorded</source>
        <translation>未记录取多少个元素</translation>
    </message>
    <message>
        <source>the shapes of both factors are not recorded</source>
        <translation>没有记录两个因子的形状</translation>
    </message>
    <message>
        <source>a dimension of an input is recorded as unknown (below zero)</source>
        <translation>某个输入的一个维度记录为未知（小于零）</translation>
    </message>
    <message>
        <source>which of its inputs are the factors is not known for this operator</source>
        <translation>对该算子，不知道哪些输入是因子</translation>
    </message>
    <message>
        <source>the shapes of input and weight are not recorded</source>
        <translation>没有记录输入和权重的形状</translation>
    </message>
    <message>
        <source>the shapes of keys and values are not recorded</source>
        <translation>没有记录键和值的形状</translation>
    </message>
    <message>
        <source>the shapes of queries and keys are not recorded</source>
        <translation>没有记录查询和键的形状</translation>
    </message>
    <message>
        <source>the shapes of table and indices are not recorded</source>
        <translation>没有记录表和索引的形状</translation>
    </message>
    <message>
        <source>the shapes of the experts&apos; weights or choices are not recorded; give --config</source>
        <translation>没有记录专家权重或选择的形状；请给出 --config</translation>
    </message>
    <message>
        <source>the sizes of the tensors of a list are not recorded</source>
        <translation>没有记录列表中张量的大小</translation>
    </message>
    <message>
        <source>the tokens of the pass are not known; give --tokens</source>
        <translation>前向的 token 数未知；请给出 --tokens</translation>
    </message>
    <message>
        <source>the trace does not say which device it was recorded on; give --peaks</source>
        <translation>trace 没有说明在哪个设备上采集；请给出 --peaks</translation>
    </message>
    <message>
        <source>too large a number</source>
        <translation>数值过大</translation>
    </message>
    <message>
        <source>transposed convolutions are not counted</source>
        <translation>转置卷积不计</translation>
    </message>
    <message>
        <source>%1 is not the address of a page; give one such as https://intra.example/perfetto/</source>
        <translation>%1 不是页面地址；请给出类似 https://intra.example/perfetto/ 的地址</translation>
    </message>
    <message>
        <source>Duration in nanoseconds, as Perfetto stores it</source>
        <translation>时长（纳秒），与 Perfetto 所存储的一致</translation>
    </message>
    <message>
        <source>Kernels for Perfetto</source>
        <translation>供 Perfetto 使用的 kernel</translation>
    </message>
    <message>
        <source>Name as recorded</source>
        <translation>记录的名称</translation>
    </message>
    <message>
        <source>Number of the pass</source>
        <translation>前向的编号</translation>
    </message>
    <message>
        <source>Opens Perfetto&apos;s page at the range once the trace is opened there</source>
        <translation>在 Perfetto 页面打开该 trace 之后，转到此范围</translation>
    </message>
    <message>
        <source>Selects the kernel in Perfetto&apos;s page once the trace is opened there</source>
        <translation>在 Perfetto 页面打开该 trace 之后，选中此 kernel</translation>
    </message>
    <message>
        <source>Start in nanoseconds, as Perfetto stores it</source>
        <translation>开始（纳秒），与 Perfetto 所存储的一致</translation>
    </message>
    <message>
        <source>not counted as GPU work</source>
        <translation>不计为 GPU 任务</translation>
    </message>
    <message>
        <source>Of the query</source>
        <translation>查询给出的列</translation>
    </message>
    <message>
        <source>Result of the query</source>
        <translation>查询结果</translation>
    </message>
    <message>
        <source>The query has no rows.</source>
        <translation>查询没有结果行。</translation>
    </message>
    <message>
        <source>cannot be put in place (%1)</source>
        <translation>无法放到指定位置（%1）</translation>
    </message>
    <message>
        <source>cannot be written (%1); choose another place</source>
        <translation>无法写入（%1）；请换一个位置</translation>
    </message>
    <message>
        <source>cannot be written (%1); free some space or choose another place</source>
        <translation>无法写入（%1）；请释放一些空间或换一个位置</translation>
    </message>
    <message>
        <source>more than 20,000,000 values for one median, percentile or busy_ns; group or narrow them</source>
        <translation>一个 median、percentile 或 busy_ns 的值超过 20,000,000 个；请分组或缩小范围</translation>
    </message>
    <message>
        <source>no trace to ask</source>
        <translation>没有可查询的 trace</translation>
    </message>
    <message>
        <source>not enough memory for a query</source>
        <translation>内存不足，无法查询</translation>
    </message>
    <message>
        <source>not enough memory for this query; narrow it</source>
        <translation>内存不足以完成此查询；请缩小范围</translation>
    </message>
    <message>
        <source>not enough memory to pack this trace</source>
        <translation>内存不足，无法打包此 trace</translation>
    </message>
    <message>
        <source>one query at a time; leave out what follows the first semicolon</source>
        <translation>一次一条查询；请去掉第一个分号之后的内容</translation>
    </message>
    <message>
        <source>median(x), percentile(x, p): x is a number</source>
        <translation>median(x)、percentile(x, p)：x 须为数值</translation>
    </message>
    <message>
        <source>percentile(x, p): p is between 0 and 100</source>
        <translation>percentile(x, p)：p 在 0 与 100 之间</translation>
    </message>
    <message>
        <source>sql only reads: write SELECT, WITH … SELECT, VALUES or EXPLAIN QUERY PLAN (%1)</source>
        <translation>sql 只读取：请写 SELECT、WITH … SELECT、VALUES 或 EXPLAIN QUERY PLAN（%1）</translation>
    </message>
    <message>
        <source>the query is longer than 1 MB</source>
        <translation>查询长于 1 MB</translation>
    </message>
    <message>
        <source>the query is not understood at character %1: %2</source>
        <translation>无法理解查询，位于第 %1 个字符：%2</translation>
    </message>
    <message>
        <source>the query is not understood: %1</source>
        <translation>无法理解查询：%1</translation>
    </message>
    <message>
        <source>the query needs more than %1 of memory; group or narrow what it sorts and joins</source>
        <translation>查询需要的内存超过 %1；请对排序和连接的内容分组或缩小范围</translation>
    </message>
    <message>
        <source>the query or one of its values is too large (%1)</source>
        <translation>查询或其中一个值过大（%1）</translation>
    </message>
    <message>
        <source>the query ran longer than %1 and was stopped; narrow it by pass, layer or time, or give it more time with --timeout</source>
        <translation>查询运行超过 %1，已停止；请按前向、层或时间缩小范围，或用 --timeout 给它更多时间</translation>
    </message>
    <message>
        <source>the result takes more than %1; select fewer columns or rows</source>
        <translation>结果超过 %1；请选择更少的列或行</translation>
    </message>
    <message>
        <source>the same pass on every rank of a job</source>
        <translation>作业的每个 rank 上的同一前向</translation>
    </message>
    <message>
        <source>there is no column %1%2</source>
        <translation>没有列 %1%2</translation>
    </message>
    <message>
        <source>there is no column %1; there are %2</source>
        <translation>没有列 %1；现有 %2</translation>
    </message>
    <message>
        <source>there is no table %1%2</source>
        <translation>没有表 %1%2</translation>
    </message>
    <message>
        <source>there is no table %1; SELECT name, meaning FROM tables lists them</source>
        <translation>没有表 %1；SELECT name, meaning FROM tables 会列出所有表</translation>
    </message>
    <message>
        <source>one pass is drawn, and %1 were chosen; give --pass N</source>
        <translation>绘制一个前向，而选择了 %1 个；请给出 --pass N</translation>
    </message>
    <message>
        <source>no layers were found, so there is no pass to draw; see lamella-cli passes</source>
        <translation>没有找到层，因此没有可绘制的前向；见 lamella-cli passes</translation>
    </message>
    <message>
        <source>the pass has %1 kernels, and a page draws at most %2</source>
        <translation>该前向有 %1 个 kernel，一个页面至多绘制 %2 个</translation>
    </message>
    <message>
        <source>it yields no rows</source>
        <translation>它没有结果行</translation>
    </message>
    <message>
        <source>A profile file with &quot;roles&quot; names them: see lamella-cli profiles --help.</source>
        <translation>带有 &quot;roles&quot; 的 profile 文件可以命名它们：见 lamella-cli profiles --help。</translation>
    </message>
    <message>
        <source>Every kernel has a role.</source>
        <translation>每个 kernel 都有角色。</translation>
    </message>
    <message>
        <source>Kernels without a role</source>
        <translation>没有角色的 kernel</translation>
    </message>
    <message>
        <source>Achieved: FLOPs over the time of its calls</source>
        <translation>达到的速率：FLOP 除以其调用的时间</translation>
    </message>
    <message>
        <source>Achieved: bytes over the time of its calls</source>
        <translation>达到的速率：字节除以其调用的时间</translation>
    </message>
    <message>
        <source>kernels cannot lack a %1; use category or role</source>
        <translation>kernel 不会缺少 %1；请使用 category 或 role</translation>
    </message>
    <message>
        <source>must be true or false</source>
        <translation>必须为 true 或 false</translation>
    </message>
    <message>
        <source>must have one of role, roles and joins</source>
        <translation>必须有 role、roles、joins 之一</translation>
    </message>
    <message>
        <source>several roles: kernels --each has each</source>
        <translation>有多个角色：逐个见 kernels --each</translation>
    </message>
    <message>
        <source>has no event with a time: there is nothing that Perfetto could show</source>
        <translation>没有任何带时间的事件：没有可供 Perfetto 显示的内容</translation>
    </message>
    <message>
        <source>The written trace lacks what these commands need: %1. Keep the recorded file for them.</source>
        <translation>写出的 trace 缺少以下命令所需的内容：%1。请为此保留所记录的文件。</translation>
    </message>
    <message>
        <source>%1 counter events are left out: their values cannot be read again from this file.</source>
        <translation>略去 %1 个计数器事件：无法从此文件再次读取其值。</translation>
    </message>
    <message>
        <source>%1 events without a time or a duration are left out, as Perfetto does.</source>
        <translation>略去 %1 个没有时间或时长的事件，与 Perfetto 相同。</translation>
    </message>
    <message>
        <source>(work without a name)</source>
        <translation>（无名称的工作）</translation>
    </message>
    <message>
        <source>If the browser is on another machine, type there first: ssh -L %1:127.0.0.1:%1 USER@HOST</source>
        <translation>如果浏览器在另一台机器上，请先在那里输入：ssh -L %1:127.0.0.1:%1 USER@HOST</translation>
    </message>
    <message>
        <source>Open in a browser: %1</source>
        <translation>在浏览器中打开：%1</translation>
    </message>
    <message>
        <source>Perfetto trace (written by Lamella</source>
        <translation>Perfetto trace (written by Lamella</translation>
    </message>
    <message>
        <source>Zero of the trace</source>
        <translation>trace 的零点</translation>
    </message>
    <message>
        <source>a Perfetto trace that Lamella wrote, but its first packet is damaged; write or copy it again</source>
        <translation>是 Lamella 写出的 Perfetto trace，但首个数据包已损坏；请重新写出或复制</translation>
    </message>
    <message>
        <source>a ZIP archive compressed with method %1, which is not read; unpack it and open the trace inside</source>
        <translation>以方法 %1 压缩的 ZIP 归档，不支持读取；请解包并打开其中的 trace</translation>
    </message>
    <message>
        <source>a ZIP archive in which nothing can be inflated; copy the file again</source>
        <translation>ZIP 归档中没有任何内容可以解压；请重新复制文件</translation>
    </message>
    <message>
        <source>a ZIP archive whose list of files is damaged or missing; copy the file again</source>
        <translation>ZIP 归档的文件列表损坏或缺失；请重新复制文件</translation>
    </message>
    <message>
        <source>an SQLite database, but neither of Nsight Systems (it has no table StringIds) nor of ROCm (no table rocpd_op or rocpd_kernel_dispatch); export a report of Nsight Systems with nsys export --type sqlite</source>
        <translation>是 SQLite 数据库，但既非来自 Nsight Systems（没有 StringIds 表），也非来自 ROCm（没有 rocpd_op 或 rocpd_kernel_dispatch 表）；Nsight Systems 的报告请用 nsys export --type sqlite 导出</translation>
    </message>
    <message>
        <source>an archive without a file that could be a trace; unpack it and look</source>
        <translation>归档中没有可能是 trace 的文件；请解包查看</translation>
    </message>
    <message>
        <source>an encrypted ZIP archive; unpack it with its password and open the trace inside</source>
        <translation>加密的 ZIP 归档；请用其密码解包并打开其中的 trace</translation>
    </message>
    <message>
        <source>cannot be made a folder (%1); set TMPDIR</source>
        <translation>无法创建为文件夹（%1）；请设置 TMPDIR</translation>
    </message>
    <message>
        <source>cannot be served (%1)</source>
        <translation>无法提供（%1）</translation>
    </message>
    <message>
        <source>larger than 4 GB, which is too much JSON for one file; record with --output-format rocpd</source>
        <translation>大于 4 GB，对单个 JSON 文件过大；请用 --output-format rocpd 录制</translation>
    </message>
    <message>
        <source>port %1 is taken; end the program that has it, or choose another with --port and give Perfetto&apos;s own copy with --perfetto-url: its public page fetches from port 9001 only</source>
        <translation>端口 %1 已被占用；请结束占用它的程序，或用 --port 选择其他端口并以 --perfetto-url 给出自建的 Perfetto：其公开页面只从端口 9001 获取</translation>
    </message>
    <message>
        <source>The browser has closed the connection; open the link again.</source>
        <translation>浏览器已关闭连接；请再次打开链接。</translation>
    </message>
    <message>
        <source>The browser has the trace.</source>
        <translation>浏览器已取得 trace。</translation>
    </message>
    <message>
        <source>The trace goes to that browser only. Ctrl+C ends it.</source>
        <translation>Trace 只提供给该浏览器。按 Ctrl+C 结束。</translation>
    </message>
    <message>
        <source>%1 in the steady passes</source>
        <translation>%1，稳态前向中</translation>
    </message>
    <message>
        <source>%1 is %2 of the added kernel time</source>
        <translation>%1 占增加的 kernel 时间的 %2</translation>
    </message>
    <message>
        <source>%1 is no gap: give its rank, or the two kernels around it as 214-215</source>
        <translation>%1 不是空隙：请给出名次，或其前后的两个 kernel，如 214-215</translation>
    </message>
    <message>
        <source>%1 is not a time range</source>
        <translation>%1 不是时间范围</translation>
    </message>
    <message>
        <source>%1 leads in %2 of them</source>
        <translation>其中 %2 个也由 %1 领先</translation>
    </message>
    <message>
        <source>%1 leads in none of them</source>
        <translation>其中没有一个由 %1 领先</translation>
    </message>
    <message>
        <source>%1 leads there too</source>
        <translation>那里也由 %1 领先</translation>
    </message>
    <message>
        <source>%1 of %2 %3, from the slowest</source>
        <translation>从最慢起第 %1 个，共 %2 个%3</translation>
    </message>
    <message>
        <source>%1 of %2 categories take longer</source>
        <translation>%2 个类别中有 %1 个更长</translation>
    </message>
    <message>
        <source>%1 of %2 in P%3, from the longest</source>
        <translation>P%3 中从最长起第 %1 个，共 %2 个</translation>
    </message>
    <message>
        <source>%1 of %2 outside of passes, from the longest</source>
        <translation>前向之外从最长起第 %1 个，共 %2 个</translation>
    </message>
    <message>
        <source>%1 of %2, from the longest</source>
        <translation>从最长起第 %1 个，共 %2 个</translation>
    </message>
    <message>
        <source>%1 of %2 kernels of one launch</source>
        <translation>同一启动的 %2 个 kernel 中的第 %1 个</translation>
    </message>
    <message>
        <source>%1 of %2 kernels take longer</source>
        <translation>%2 个 kernel 中有 %1 个更长</translation>
    </message>
    <message>
        <source>%1 of kernel time</source>
        <translation>占 kernel 时间的 %1</translation>
    </message>
    <message>
        <source>%1 of pass P%2</source>
        <translation>前向 P%2 的%1</translation>
    </message>
    <message>
        <source>%1 other categories</source>
        <translation>其余 %1 个类别</translation>
    </message>
    <message>
        <source>%1 other kernels</source>
        <translation>其余 %1 个 kernel</translation>
    </message>
    <message>
        <source>%1 other uses</source>
        <translation>其余 %1 种用途</translation>
    </message>
    <message>
        <source>1 other kernel</source>
        <translation>其余 1 个 kernel</translation>
    </message>
    <message>
        <source>Gap before %1</source>
        <translation>%1 之前的空隙</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Its label</source>
        <translation>其标签</translation>
    </message>
    <message>
        <source>Kernels, gaps or passes that the row is about</source>
        <translation>该行所涉及的 kernel、空隙或前向的个数</translation>
    </message>
    <message>
        <source>Layer L%1 of pass P%2</source>
        <translation>前向 P%2 的层 L%1</translation>
    </message>
    <message>
        <source>Minus the median; above zero: longer here</source>
        <translation>减去中位数；大于零：这里更长</translation>
    </message>
    <message>
        <source>Minus the reference; above zero: longer here</source>
        <translation>减去参照；大于零：这里更长</translation>
    </message>
    <message>
        <source>Of the figure of the section: of the reference, the wall, the kernel time or the length</source>
        <translation>相对于该部分的数值：参照、跨度、kernel 时间或长度</translation>
    </message>
    <message>
        <source>Of the kernels that the row is about</source>
        <translation>该行所涉及的 kernel 的类别</translation>
    </message>
    <message>
        <source>P%1</source>
        <translation>P%1</translation>
    </message>
    <message>
        <source>P%1 %2</source>
        <translation>P%1 %2</translation>
    </message>
    <message>
        <source>P%1 has no such layer</source>
        <translation>P%1 没有这一层</translation>
    </message>
    <message>
        <source>P%1 has the gaps 1 to %2, the longest first</source>
        <translation>P%1 的空隙为 1 到 %2，最长的在前</translation>
    </message>
    <message>
        <source>P%1 is the median</source>
        <translation>P%1 为中位数</translation>
    </message>
    <message>
        <source>P%1 shorter by at most</source>
        <translation>P%1 最多缩短</translation>
    </message>
    <message>
        <source>Part of the inspector</source>
        <translation>检查器的哪一部分</translation>
    </message>
    <message>
        <source>Pass P%1</source>
        <translation>前向 P%1</translation>
    </message>
    <message>
        <source>Roofline time, of the time of its calls</source>
        <translation>roofline 时间占其调用时间的比例</translation>
    </message>
    <message>
        <source>Text or sentence</source>
        <translation>文字或句子</translation>
    </message>
    <message>
        <source>The least time that the device needs for it</source>
        <translation>设备完成它至少需要的时间</translation>
    </message>
    <message>
        <source>The same in the median layer or pass, as --against says</source>
        <translation>中位层或中位前向中的同一项，由 --against 决定</translation>
    </message>
    <message>
        <source>Time from the zero that Perfetto shows</source>
        <translation>自 Perfetto 所示零点起的时间</translation>
    </message>
    <message>
        <source>Wall, duration or sum, as the section says</source>
        <translation>跨度、时长或总和，视所在部分而定</translation>
    </message>
    <message>
        <source>What the row is in its section</source>
        <translation>该行在其部分中是什么</translation>
    </message>
    <message>
        <source>all of %1</source>
        <translation>所有 %1</translation>
    </message>
    <message>
        <source>all passes together: choose a pass to compare it with the others of its stage</source>
        <translation>所有前向合计：选择一个前向，以便与同阶段的其他前向对比</translation>
    </message>
    <message>
        <source>bytes moved at least</source>
        <translation>至少搬运的字节</translation>
    </message>
    <message>
        <source>fastest of %1 %2</source>
        <translation>%1 个%2中最快</translation>
    </message>
    <message>
        <source>floating point operations</source>
        <translation>浮点运算次数</translation>
    </message>
    <message>
        <source>from the call to the start</source>
        <translation>从调用到开始</translation>
    </message>
    <message>
        <source>from the end of the work before</source>
        <translation>从前一任务结束起</translation>
    </message>
    <message>
        <source>head and tail are of no type</source>
        <translation>head 与 tail 没有类型</translation>
    </message>
    <message>
        <source>idle and overlap</source>
        <translation>空闲与重叠</translation>
    </message>
    <message>
        <source>in P%1</source>
        <translation>在 P%1 中</translation>
    </message>
    <message>
        <source>in the trace</source>
        <translation>在 trace 中</translation>
    </message>
    <message>
        <source>in the whole trace</source>
        <translation>在整个 trace 中</translation>
    </message>
    <message>
        <source>inspect has no --by %1; use figures or limit</source>
        <translation>inspect 没有 --by %1；请用 figures 或 limit</translation>
    </message>
    <message>
        <source>it does not run in this pass</source>
        <translation>它在此前向中没有运行</translation>
    </message>
    <message>
        <source>it is in no layer of its pass</source>
        <translation>它不在其前向的任何层中</translation>
    </message>
    <message>
        <source>it is in no layer, so there is no same place in other passes</source>
        <translation>它不在任何层中，因此其他前向中没有同一位置</translation>
    </message>
    <message>
        <source>it is outside of passes</source>
        <translation>它在前向之外</translation>
    </message>
    <message>
        <source>the same kernels in P%1, the median pass</source>
        <translation>中位前向 P%1 中的相同 kernel</translation>
    </message>
    <message>
        <source>the same kernels in P%1</source>
        <translation>P%1 中的相同 kernel</translation>
    </message>
    <message>
        <source>P%1, the median pass, does not run the same kernels</source>
        <translation>中位前向 P%1 不运行相同的 kernel</translation>
    </message>
    <message>
        <source>it has no kernels of one pass alone</source>
        <translation>其中没有只属于一个前向的 kernel</translation>
    </message>
    <message>
        <source>its pass is the median itself</source>
        <translation>它所在的前向就是中位前向</translation>
    </message>
    <message>
        <source>kernels are compared with type or steady, not with %1</source>
        <translation>kernels 的参照为 type 或 steady，而不是 %1</translation>
    </message>
    <message>
        <source>it is in P%1 itself</source>
        <translation>它就在 P%1 中</translation>
    </message>
    <message>
        <source>a time range is compared with a pass, such as P3, not with %1</source>
        <translation>时间范围与某个前向（如 P3）比较，而不是与 %1</translation>
    </message>
    <message>
        <source>P%1 does not run the same kernels</source>
        <translation>P%1 不运行相同的 kernel</translation>
    </message>
    <message>
        <source>%1 goes with a time range; here use type or steady</source>
        <translation>%1 用于时间范围；此处请用 type 或 steady</translation>
    </message>
    <message>
        <source>it is the median itself</source>
        <translation>它就是中位数</translation>
    </message>
    <message>
        <source>it takes no time</source>
        <translation>它不占时间</translation>
    </message>
    <message>
        <source>its sum in P%1, the median pass</source>
        <translation>其在中位前向 P%1 中的总和</translation>
    </message>
    <message>
        <source>kernel %1 of %2</source>
        <translation>第 %1 个 kernel，共 %2 个</translation>
    </message>
    <message>
        <source>kernels at this place</source>
        <translation>此位置的 kernel</translation>
    </message>
    <message>
        <source>kernels and copies</source>
        <translation>kernel 与拷贝</translation>
    </message>
    <message>
        <source>launched before the gap</source>
        <translation>在空隙之前启动</translation>
    </message>
    <message>
        <source>longest of %1 in P%2</source>
        <translation>P%2 的 %1 个中最长</translation>
    </message>
    <message>
        <source>longest of %1 outside of passes</source>
        <translation>前向之外的 %1 个中最长</translation>
    </message>
    <message>
        <source>longest of %1</source>
        <translation>%1 个中最长</translation>
    </message>
    <message>
        <source>median of %1 %2 passes</source>
        <translation>%1 个%2前向的中位数</translation>
    </message>
    <message>
        <source>median of %1 complete %2 passes</source>
        <translation>%1 个完整%2前向的中位数</translation>
    </message>
    <message>
        <source>median of %1 layers of its type in P%2</source>
        <translation>P%2 中同类型 %1 层的中位数</translation>
    </message>
    <message>
        <source>median of %1 steady %2 passes</source>
        <translation>%1 个稳态%2前向的中位数</translation>
    </message>
    <message>
        <source>n/a, neither input shapes nor grids are recorded</source>
        <translation>n/a，没有记录输入形状与 grid</translation>
    </message>
    <message>
        <source>n/a, no annotated range around the wait</source>
        <translation>n/a，等待期间没有标注的范围</translation>
    </message>
    <message>
        <source>n/a, no operator recorded around the launch</source>
        <translation>n/a，启动周围没有记录算子</translation>
    </message>
    <message>
        <source>n/a, no launch recorded</source>
        <translation>n/a，没有记录启动</translation>
    </message>
    <message>
        <source>n/a, not recorded</source>
        <translation>n/a，没有记录</translation>
    </message>
    <message>
        <source>n/a, the trace has no Python stack</source>
        <translation>n/a，trace 没有 Python 调用栈</translation>
    </message>
    <message>
        <source>n/a, the trace has no nn.Module frames</source>
        <translation>n/a，trace 没有 nn.Module 帧</translation>
    </message>
    <message>
        <source>no kernel is called %1; the table kernels lists the names</source>
        <translation>没有名为 %1 的 kernel；表 kernels 列出名称</translation>
    </message>
    <message>
        <source>no launch recorded for the work after the gap</source>
        <translation>空隙之后的任务没有记录启动</translation>
    </message>
    <message>
        <source>no other layer of its type has it</source>
        <translation>同类型的其他层没有它</translation>
    </message>
    <message>
        <source>no other layer of its type is above the median</source>
        <translation>同类型的其他层都不高于中位数</translation>
    </message>
    <message>
        <source>no other pass of its stage has it</source>
        <translation>同阶段的其他前向没有它</translation>
    </message>
    <message>
        <source>no peak is stated for its type</source>
        <translation>没有给出其类型的峰值</translation>
    </message>
    <message>
        <source>no steady pass to compare with</source>
        <translation>没有可对比的稳态前向</translation>
    </message>
    <message>
        <source>no work of it is modelled</source>
        <translation>其工作没有被建模</translation>
    </message>
    <message>
        <source>not a figure of this row</source>
        <translation>该行没有此数值</translation>
    </message>
    <message>
        <source>not about kernels of one category</source>
        <translation>不涉及单一类别的 kernel</translation>
    </message>
    <message>
        <source>nothing runs in this range</source>
        <translation>此范围内没有任务运行</translation>
    </message>
    <message>
        <source>nothing to add</source>
        <translation>无补充</translation>
    </message>
    <message>
        <source>nothing to compare with</source>
        <translation>没有可对比的</translation>
    </message>
    <message>
        <source>The gate holds: no stage of the newest run is slower by more than the limit and the noise.</source>
        <translation>门限通过：最新运行没有阶段变慢超过限值与噪声。</translation>
    </message>
    <message>
        <source>of P%1</source>
        <translation>（P%1）</translation>
    </message>
    <message>
        <source>role and grid not known</source>
        <translation>角色与 grid 未知</translation>
    </message>
    <message>
        <source>same kernel, same grid; the data or the clock differ</source>
        <translation>kernel 与 grid 相同；数据或频率不同</translation>
    </message>
    <message>
        <source>same kernels, same cause</source>
        <translation>kernel 相同，原因相同</translation>
    </message>
    <message>
        <source>same kernels; the same cause in %1 of %2</source>
        <translation>kernel 相同；%2 个中 %1 个原因相同</translation>
    </message>
    <message>
        <source>several layers; choose one, or a pass</source>
        <translation>多个层；请选一个，或选一个前向</translation>
    </message>
    <message>
        <source>several passes; choose one</source>
        <translation>多个前向；请选一个</translation>
    </message>
    <message>
        <source>shorter by at most</source>
        <translation>最多缩短</translation>
    </message>
    <message>
        <source>slowest of %1 %2</source>
        <translation>%1 个%2中最慢</translation>
    </message>
    <message>
        <source>the CPU called %1 %2 after the gap began</source>
        <translation>CPU 在空隙开始 %2 后调用 %1</translation>
    </message>
    <message>
        <source>the CPU called %1 %2 before the gap began</source>
        <translation>CPU 在空隙开始前 %2 调用 %1</translation>
    </message>
    <message>
        <source>the reference has another grid</source>
        <translation>参考 kernel 的 grid 不同</translation>
    </message>
    <message>
        <source>the reference runs %1</source>
        <translation>参考处运行 %1</translation>
    </message>
    <message>
        <source>no other %1 pass to compare with</source>
        <translation>没有其他可对比的%1前向</translation>
    </message>
    <message>
        <source>the only layer of its type</source>
        <translation>其类型的唯一一层</translation>
    </message>
    <message>
        <source>the only one of the %1</source>
        <translation>唯一的%1</translation>
    </message>
    <message>
        <source>the step has no layers</source>
        <translation>该步没有层</translation>
    </message>
    <message>
        <source>the pass has no layers</source>
        <translation>该前向没有层</translation>
    </message>
    <message>
        <source>the rank of a gap counts within one pass; choose it with --pass</source>
        <translation>空隙的名次在一个前向内计算；请用 --pass 选择</translation>
    </message>
    <message>
        <source>the same gap does not occur in another pass</source>
        <translation>其他前向中没有同样的空隙</translation>
    </message>
    <message>
        <source>the same gap does not occur a second time</source>
        <translation>同样的空隙没有第二处</translation>
    </message>
    <message>
        <source>the same kernel in %1, the median layer of its type</source>
        <translation>%1（此类型的中位层）中的同一 kernel</translation>
    </message>
    <message>
        <source>the trace has no GPU work</source>
        <translation>trace 没有 GPU 任务</translation>
    </message>
    <message>
        <source>there is no gap between the kernels %1 and %2</source>
        <translation>kernel %1 与 %2 之间没有空隙</translation>
    </message>
    <message>
        <source>there is no kernel %1; the last one is %2</source>
        <translation>没有 kernel %1；最后一个是 %2</translation>
    </message>
    <message>
        <source>there is no kernel at the same place to compare with</source>
        <translation>没有同一位置的 kernel 可对比</translation>
    </message>
    <message>
        <source>there is no other layer to compare with</source>
        <translation>没有其他层可对比</translation>
    </message>
    <message>
        <source>there is no other pass of its stage to compare with</source>
        <translation>没有同阶段的其他前向可对比</translation>
    </message>
    <message>
        <source>there is no steady pass to compare with</source>
        <translation>没有稳态前向可对比</translation>
    </message>
    <message>
        <source>there is nothing to compare with</source>
        <translation>没有可对比的</translation>
    </message>
    <message>
        <source>under %1, and at the edges</source>
        <translation>小于 %1，以及两端</translation>
    </message>
    <message>
        <source>until the launch call</source>
        <translation>到启动调用为止</translation>
    </message>
    <message>
        <source>%1 (%2): %3. %4 (%5). %6</source>
        <translation>%1（%2）：%3。%4（%5）。%6</translation>
    </message>
    <message>
        <source>%1 blocks on %2 multiprocessors: the last wave has %3 of them</source>
        <translation>%2 个多处理器上有 %1 个 block：最后一波只有 %3 个</translation>
    </message>
    <message>
        <source>%1 calls of one size take %2 to %3, median %4</source>
        <translation>%1 次同样大小的调用耗时 %2 到 %3，中位数 %4</translation>
    </message>
    <message>
        <source>%1 is no category</source>
        <translation>%1 不是类别</translation>
    </message>
    <message>
        <source>%1 kernels</source>
        <translation>%1 个 kernel</translation>
    </message>
    <message>
        <source>%1 kernels take %2, %3 of the wall; most of it %4 with %5</source>
        <translation>%1 个 kernel 耗时 %2，占跨度的 %3；其中最多的是 %4：%5</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>%1 of %2 of products are fp32 or tf32; the longest is %3 with %4</source>
        <translation>%2 的矩阵乘中有 %1 为 fp32 或 tf32；最长的是 %3：%4</translation>
    </message>
    <message>
        <source>%1 of %2 rules found nothing; --by rule lists all of them.</source>
        <translation>%2 条规则中有 %1 条没有发现；--by rule 列出全部。</translation>
    </message>
    <message>
        <source>%1 of %2 times: %3, together %4 (median)</source>
        <translation>%2 次中的 %1 次：%3，合计 %4（中位数）</translation>
    </message>
    <message>
        <source>%1 of %2, %3 calls</source>
        <translation>%2 的 %1，%3 次调用</translation>
    </message>
    <message>
        <source>%1 of %2, %3 times</source>
        <translation>%2 的 %1，%3 次</translation>
    </message>
    <message>
        <source>%1 of communication runs while nothing computes, %2 of the wall; %3 of compute could run beside it</source>
        <translation>%1 的通信期间没有计算，占跨度的 %2；可与之并行的计算有 %3</translation>
    </message>
    <message>
        <source>%1 of the limit by memory where %2 reaches %3</source>
        <translation>达到内存极限的 %1，而 %2 达到 %3</translation>
    </message>
    <message>
        <source>%1 of the limit by compute where %2 reaches %3</source>
        <translation>达到计算极限的 %1，而 %2 达到 %3</translation>
    </message>
    <message>
        <source>%1: %2 collectives</source>
        <translation>%1：%2 次集合通信</translation>
    </message>
    <message>
        <source>%1: %2 gaps</source>
        <translation>%1：%2 个空隙</translation>
    </message>
    <message>
        <source>%1: %2 kernels</source>
        <translation>%1：%2 个 kernel</translation>
    </message>
    <message>
        <source>%1: %2 products</source>
        <translation>%1：%2 个矩阵乘</translation>
    </message>
    <message>
        <source>%1: before %2</source>
        <translation>%1：%2 之前</translation>
    </message>
    <message>
        <source>A norm runs as several kernels</source>
        <translation>一个归一化由多个 kernel 完成</translation>
    </message>
    <message>
        <source>A pass takes much longer than others of its stage</source>
        <translation>一次前向比同阶段的其他前向长得多</translation>
    </message>
    <message>
        <source>A product is split and added up by a second kernel</source>
        <translation>矩阵乘被拆分，由第二个 kernel 求和</translation>
    </message>
    <message>
        <source>Add the bias in the product before it</source>
        <translation>在前面的矩阵乘中加偏置</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>All of it together, what overlaps counted once: %1 to %2 of %3.</source>
        <translation>全部合计，重叠部分只计一次：%3 中的 %1 到 %2。</translation>
    </message>
    <message>
        <source>Check for another process, a clock change or contention at that time; record again to see whether it repeats.</source>
        <translation>检查当时是否有其他进程、频率变化或资源争用；再记录一次，看是否重复。</translation>
    </message>
    <message>
        <source>Check the other ranks: uneven experts, sequences or layers, a slow device. Open all ranks together (lamella-cli ranks).</source>
        <translation>检查其他 rank：专家、序列或层不均，或设备较慢。请一起打开所有 rank（lamella-cli ranks）。</translation>
    </message>
    <message>
        <source>Check the system: other processes on the GPU, clocks, page faults; record more passes to see whether it repeats.</source>
        <translation>检查系统：GPU 上的其他进程、频率、缺页；记录更多前向，看是否重复。</translation>
    </message>
    <message>
        <source>Compare it with a median pass: compare mode, or lamella-cli diff.</source>
        <translation>与中位前向对比：对比模式，或 lamella-cli diff。</translation>
    </message>
    <message>
        <source>Compute GELU in the product before it</source>
        <translation>在前面的矩阵乘中计算 GELU</translation>
    </message>
    <message>
        <source>Compute them in bf16 or fp16, or allow TF32 where fp32 is needed.</source>
        <translation>改用 bf16 或 fp16 计算，需要 fp32 之处允许 TF32。</translation>
    </message>
    <message>
        <source>Copies and casts between operators</source>
        <translation>算子之间的拷贝与类型转换</translation>
    </message>
    <message>
        <source>Copy from pinned memory with non_blocking=True, earlier, or on a stream of its own.</source>
        <translation>从锁页内存以 non_blocking=True 拷贝，提前拷贝，或使用单独的流。</translation>
    </message>
    <message>
        <source>Engines and libraries that have it, or where to look</source>
        <translation>已有此功能的引擎和库，或查看之处</translation>
    </message>
    <message>
        <source>Further from the hardware than the work next to it</source>
        <translation>比相邻的工作离硬件极限更远</translation>
    </message>
    <message>
        <source>Fuse RoPE with the small kernels beside it</source>
        <translation>融合 RoPE 与其旁的小 kernel</translation>
    </message>
    <message>
        <source>Fuse the activation with the quantisation behind it</source>
        <translation>将激活与其后的量化融合</translation>
    </message>
    <message>
        <source>Fuse the norm with the quantisation behind it</source>
        <translation>将归一化与其后的量化融合</translation>
    </message>
    <message>
        <source>Fuse the residual add with the norm behind it</source>
        <translation>将残差相加与其后的归一化融合</translation>
    </message>
    <message>
        <source>How many it has</source>
        <translation>其个数</translation>
    </message>
    <message>
        <source>In words, with how many kernels, gaps or calls</source>
        <translation>用文字说明，含 kernel、空隙或调用的个数</translation>
    </message>
    <message>
        <source>Keep one layout and one type between operators: strided kernels instead of contiguous(), casts inside of kernels, torch.compile.</source>
        <translation>算子之间保持同一布局与类型：用支持步长的 kernel 代替 contiguous()，在 kernel 内转换类型，或使用 torch.compile。</translation>
    </message>
    <message>
        <source>Launch less or earlier: CUDA graphs, torch.compile, larger batches, less Python between launches.</source>
        <translation>减少启动或提前启动：CUDA graph、torch.compile、更大的批次、启动之间更少的 Python。</translation>
    </message>
    <message>
        <source>Let the product add the bias (epilogue), or fold it into the kernel behind it.</source>
        <translation>由矩阵乘加偏置（epilogue），或并入其后的 kernel。</translation>
    </message>
    <message>
        <source>Let the product compute GELU (epilogue).</source>
        <translation>由矩阵乘计算 GELU（epilogue）。</translation>
    </message>
    <message>
        <source>Nothing computes while collectives run</source>
        <translation>集合通信期间没有计算</translation>
    </message>
    <message>
        <source>Of its findings, added up</source>
        <translation>其发现之和</translation>
    </message>
    <message>
        <source>One call takes much longer than its like</source>
        <translation>某次调用比同类长得多</translation>
    </message>
    <message>
        <source>Overlap it: two micro-batches, async tensor parallelism, fused all-reduce and norm, or other parallelism.</source>
        <translation>使其重叠：两个微批次、异步张量并行、融合的 all-reduce 与归一化，或其他并行方式。</translation>
    </message>
    <message>
        <source>Remove .item(), .cpu(), nonzero and synchronise calls from the step, or move them behind the next launch.</source>
        <translation>从该步中去掉 .item()、.cpu()、nonzero 与同步调用，或移到下一次启动之后。</translation>
    </message>
    <message>
        <source>Rules of advice</source>
        <translation>建议的规则</translation>
    </message>
    <message>
        <source>Saves %1</source>
        <translation>节省 %1</translation>
    </message>
    <message>
        <source>Saves %1 to %2</source>
        <translation>节省 %1 到 %2</translation>
    </message>
    <message>
        <source>Saves at most %1</source>
        <translation>最多节省 %1</translation>
    </message>
    <message>
        <source>Stable name of the rule</source>
        <translation>规则的固定名称</translation>
    </message>
    <message>
        <source>The GPU idles and nothing recorded says why</source>
        <translation>GPU 空闲，记录中没有原因</translation>
    </message>
    <message>
        <source>The GPU waits at copies</source>
        <translation>GPU 在拷贝处等待</translation>
    </message>
    <message>
        <source>The GPU waits for launch calls that do not return</source>
        <translation>GPU 等待迟迟不返回的启动调用</translation>
    </message>
    <message>
        <source>Load and compile kernels before the step (warm up every shape, CUDA_MODULE_LOADING=EAGER); look for allocations and locks in the driver.</source>
        <translation>在该 step 之前加载并编译 kernel（对每种形状预热，CUDA_MODULE_LOADING=EAGER）；检查驱动中的内存分配与锁。</translation>
    </message>
    <message>
        <source>The GPU waits for the host</source>
        <translation>GPU 等待主机</translation>
    </message>
    <message>
        <source>The activation runs as several kernels</source>
        <translation>激活由多个 kernel 完成</translation>
    </message>
    <message>
        <source>The figures that it rests on</source>
        <translation>所依据的数值</translation>
    </message>
    <message>
        <source>The host synchronises and launches late</source>
        <translation>主机同步，启动过晚</translation>
    </message>
    <message>
        <source>The last wave of blocks leaves most multiprocessors idle</source>
        <translation>最后一波 block 使多数多处理器空闲</translation>
    </message>
    <message>
        <source>The rule in words</source>
        <translation>规则的文字说明</translation>
    </message>
    <message>
        <source>The rules of %1 are left out: %2</source>
        <translation>略去 %1 的规则：%2</translation>
    </message>
    <message>
        <source>The same at best</source>
        <translation>最好情况下的同一时间</translation>
    </message>
    <message>
        <source>Time of these kernels, gaps or of the pass</source>
        <translation>这些 kernel、空隙或前向的时间</translation>
    </message>
    <message>
        <source>Try other tiles and algorithms (autotuning), and check how the work is split over blocks.</source>
        <translation>尝试其他分块与算法（自动调优），并检查工作如何分给各 block。</translation>
    </message>
    <message>
        <source>Try tiles or stream-K kernels that need no second kernel; a split product can still be the faster one.</source>
        <translation>尝试不需要第二个 kernel 的分块或 stream-K；拆分的矩阵乘仍可能更快。</translation>
    </message>
    <message>
        <source>Try tiles that give fewer or evenly many blocks, split-K or stream-K, or another batch size.</source>
        <translation>尝试使 block 更少或均匀的分块、split-K 或 stream-K，或其他批次大小。</translation>
    </message>
    <message>
        <source>Use a fused norm kernel or compile the module.</source>
        <translation>使用融合的归一化 kernel，或编译该模块。</translation>
    </message>
    <message>
        <source>Use a norm that adds the residual.</source>
        <translation>使用会加残差的归一化。</translation>
    </message>
    <message>
        <source>Use a norm that writes quantised values and scales.</source>
        <translation>使用输出量化值与缩放因子的归一化。</translation>
    </message>
    <message>
        <source>Use an activation that writes quantised values and scales.</source>
        <translation>使用输出量化值与缩放因子的激活。</translation>
    </message>
    <message>
        <source>Use one kernel for activation and multiplication (SiLU and mul), with gate and up as one product.</source>
        <translation>用一个 kernel 完成激活与相乘（SiLU 与 mul），gate 与 up 合为一个矩阵乘。</translation>
    </message>
    <message>
        <source>Use one kernel for RoPE and what stands beside it: copies, q/k norm, KV store.</source>
        <translation>用一个 kernel 完成 RoPE 及其旁的工作：复制、q/k 归一化、KV 写入。</translation>
    </message>
    <message>
        <source>Wall of the pass that it saves at best: no more than a replay of the streams gives</source>
        <translation>最好情况下节省的前向跨度：不超过各流重放所得</translation>
    </message>
    <message>
        <source>Wall of the pass that it saves at worst</source>
        <translation>最差情况下节省的前向跨度</translation>
    </message>
    <message>
        <source>What after and gains assume</source>
        <translation>after 与收益的假设</translation>
    </message>
    <message>
        <source>What would bring it</source>
        <translation>如何得到</translation>
    </message>
    <message>
        <source>Where it was found</source>
        <translation>发现之处</translation>
    </message>
    <message>
        <source>at best as much as the replay of the streams allows is hidden behind compute; at worst nothing, if both slow each other down</source>
        <translation>最好情况下按各流重放所允许的部分隐藏在计算之后；若互相拖慢，最差情况下没有</translation>
    </message>
    <message>
        <source>at best none of them runs; at worst only the shortest time of such a kernel, %1, is saved for each</source>
        <translation>最好情况下都不运行；最差情况下每个只节省此类 kernel 的最短时间 %1</translation>
    </message>
    <message>
        <source>at best the ratio of the peak rates of their type and bf16, no less than the roofline in bf16; at worst half the bytes</source>
        <translation>最好情况下按其类型与 bf16 峰值之比，但不低于 bf16 下的 roofline；最差情况下字节减半</translation>
    </message>
    <message>
        <source>before the first layer</source>
        <translation>第一层之前</translation>
    </message>
    <message>
        <source>behind the last layer</source>
        <translation>最后一层之后</translation>
    </message>
    <message>
        <source>certain, likely, or check: measured, but its cause is not</source>
        <translation>certain、likely 或 check：已测得，但原因没有</translation>
    </message>
    <message>
        <source>each as quick as the quickest tenth, %1</source>
        <translation>每次都与最快的十分之一一样快：%1</translation>
    </message>
    <message>
        <source>fp32 products in a model of narrower types</source>
        <translation>较窄类型的模型中的 fp32 矩阵乘</translation>
    </message>
    <message>
        <source>gaps of %1, the usual launch latency here</source>
        <translation>空隙为 %1，即此处通常的启动延迟</translation>
    </message>
    <message>
        <source>half the bytes; the peak rates of the device are not known</source>
        <translation>字节减半；设备的峰值未知</translation>
    </message>
    <message>
        <source>must be a number from %1 to %2</source>
        <translation>必须为 %1 到 %2 的数</translation>
    </message>
    <message>
        <source>must be a text of 1 to %1 bytes</source>
        <translation>必须为 1 到 %1 字节的文本</translation>
    </message>
    <message>
        <source>must be a text or an array of texts</source>
        <translation>必须为文本或文本数组</translation>
    </message>
    <message>
        <source>nothing runs for %1 of %2, from %3 to %4</source>
        <translation>%2 中有 %1 没有任务运行，从 %3 到 %4</translation>
    </message>
    <message>
        <source>nothing runs for %1 of %2, in %3 gaps; the longest, %4, from %5 to %6</source>
        <translation>%2 中有 %1 没有任务运行，共 %3 个空隙；最长的 %4，从 %5 到 %6</translation>
    </message>
    <message>
        <source>of a whole pass</source>
        <translation>指整次前向</translation>
    </message>
    <message>
        <source>one kernel as long as the longest of them; at worst only the shortest time of such a kernel, %1, is saved for each of the others</source>
        <translation>一个 kernel，与其中最长者一样长；最差情况下其余每个只节省此类 kernel 的最短时间 %1</translation>
    </message>
    <message>
        <source>takes %1, the median of %2 alike is %3</source>
        <translation>耗时 %1，%2 个同类的中位数为 %3</translation>
    </message>
    <message>
        <source>takes %1, the median of %2 steady passes of its stage is %3</source>
        <translation>耗时 %1，同阶段 %2 次稳态前向的中位数为 %3</translation>
    </message>
    <message>
        <source>the median of the steady passes of its stage</source>
        <translation>同阶段稳态前向的中位数</translation>
    </message>
    <message>
        <source>takes %1, the median of %2 passes of its stage is %3</source>
        <translation>耗时 %1，同阶段 %2 次前向的中位数为 %3</translation>
    </message>
    <message>
        <source>the median of its like</source>
        <translation>同类的中位数</translation>
    </message>
    <message>
        <source>the median of the passes of its stage</source>
        <translation>同阶段前向的中位数</translation>
    </message>
    <message>
        <source>the product takes as long as before; at worst each other kernel still takes what it does above the shortest of its sort, %1</source>
        <translation>矩阵乘耗时不变；最差情况下其他每个 kernel 仍需要超出同类最短时间 %1 的部分</translation>
    </message>
    <message>
        <source>the rate of %1; at worst half of the way to it</source>
        <translation>%1 的速率；最差情况下达到其一半路程</translation>
    </message>
    <message>
        <source>the rule names none</source>
        <translation>规则没有写明</translation>
    </message>
    <message>
        <source>without the last wave, but no faster than the roofline, if a multiprocessor runs one block at a time</source>
        <translation>没有最后一波，但不快于 Roofline，假定每个多处理器一次运行一个 block</translation>
    </message>
    <message>
        <source>%1 of %2 graph replays have no capture among the companions given.</source>
        <translation>%2 次 graph 重放中有 %1 次在给出的配套文件中没有捕获。</translation>
    </message>
    <message>
        <source>%1 of the GPU time has no origin; its file cell says what is missing.</source>
        <translation>%1 的 GPU 时间来源未知；其“文件”单元格说明缺少什么。</translation>
    </message>
    <message>
        <source>%1 of the GPU time is launched from your own code.</source>
        <translation>%1 的 GPU 时间由您自己的代码启动。</translation>
    </message>
    <message>
        <source>Call stacks</source>
        <translation>调用栈</translation>
    </message>
    <message>
        <source>Calls that launched them; the replay of a graph is one</source>
        <translation>启动它们的调用数；一次 graph 重放算一次</translation>
    </message>
    <message>
        <source>First line of the function, or the line that a compiler recorded</source>
        <translation>函数的第一行，或编译器记录的行</translation>
    </message>
    <message>
        <source>Frames from the outermost to the kernel, separated by semicolons</source>
        <translation>从最外层到 kernel 的各帧，以分号分隔</translation>
    </message>
    <message>
        <source>Function; by module or operator: its name</source>
        <translation>函数；按模块或算子时为其名称</translation>
    </message>
    <message>
        <source>GPU time of work with this anywhere around its launch</source>
        <translation>启动调用外任意位置有此项的工作的 GPU 时间</translation>
    </message>
    <message>
        <source>Idle time by source line</source>
        <translation>按源代码行的空闲时间</translation>
    </message>
    <message>
        <source>Innermost line of your own code around the launch of A&apos;s kernel, the first of several</source>
        <translation>A 的 kernel（多个时为第一个）启动调用外最内层的、属于您自己代码的行</translation>
    </message>
    <message>
        <source>Innermost line of your own code around the launch, else the innermost line</source>
        <translation>启动调用外最内层的、属于您自己代码的行，否则为最内层的行</translation>
    </message>
    <message>
        <source>Innermost line of your own code on the launching thread in the middle of the wait, else the innermost line</source>
        <translation>等待中点处启动线程上最内层的、属于您自己代码的行，否则为最内层的行</translation>
    </message>
    <message>
        <source>Innermost line of your own code there, else the innermost line</source>
        <translation>该处最内层的、属于您自己代码的行，否则为最内层的行</translation>
    </message>
    <message>
        <source>Innermost operator around the launch of A&apos;s kernel, the first of several</source>
        <translation>A 的 kernel（多个时为第一个）启动调用外最内层的算子</translation>
    </message>
    <message>
        <source>Layers that they are in</source>
        <translation>它们所在的层数</translation>
    </message>
    <message>
        <source>Module that it is in for most of its GPU time</source>
        <translation>对其大部分 GPU 时间而言，它所在的模块</translation>
    </message>
    <message>
        <source>Names of replayed work are from %1.</source>
        <translation>重放任务的名称来自 %1。</translation>
    </message>
    <message>
        <source>Of all GPU work in the chosen passes, layers and streams, added up</source>
        <translation>占所选前向、层与流的全部 GPU 任务之和</translation>
    </message>
    <message>
        <source>Of the host, in the same sense as GPU time: of a part of the trace from its first launch to its last</source>
        <translation>主机时间，含义同 GPU 时间：对 trace 的一部分，从其第一次启动到最后一次启动</translation>
    </message>
    <message>
        <source>Of work whose source line (module, operator) this is; adds up to all GPU work</source>
        <translation>以此为源代码行（模块、算子）的工作；相加等于全部 GPU 任务</translation>
    </message>
    <message>
        <source>Of work with this stack; adds up to all GPU work</source>
        <translation>具有此栈的工作；相加等于全部 GPU 任务</translation>
    </message>
    <message>
        <source>Pieces of GPU work</source>
        <translation>GPU 任务数</translation>
    </message>
    <message>
        <source>Pieces of GPU work in GPU time</source>
        <translation>GPU 时间中的任务数</translation>
    </message>
    <message>
        <source>Source lines</source>
        <translation>源代码行</translation>
    </message>
    <message>
        <source>Time in it and in what it called</source>
        <translation>在其中及其所调用内容中的时间</translation>
    </message>
    <message>
        <source>Times that it was called on the host</source>
        <translation>在主机上被调用的次数</translation>
    </message>
    <message>
        <source>What operator, shapes, module and line rest on, as in kernels --each</source>
        <translation>算子、形状、模块和行的依据，同 kernels --each</translation>
    </message>
    <message>
        <source>What operator, shapes, module and line rest on: launch, graph (that of the whole graph), order, names, counts, nodes, eager, compiler, none</source>
        <translation>算子、形状、模块和行的依据：launch、graph（整个 graph 的启动）、order、names、counts、nodes、eager、compiler、none</translation>
    </message>
    <message>
        <source>What that thread did for most of the time</source>
        <translation>该线程大部分时间在做什么</translation>
    </message>
    <message>
        <source>What the launching thread did then: sync, copy, garbage-collection, data-loader, compile, scheduler, launch, operator, python</source>
        <translation>启动线程当时在做什么：sync、copy、garbage-collection、data-loader、compile、scheduler、launch、operator、python</translation>
    </message>
    <message>
        <source>Why no origin is known</source>
        <translation>为何来源未知</translation>
    </message>
    <message>
        <source>a replay of %1 kernels does not fit the capture of %2 launches: %3 names agree; it is of another model or batch size, or partial</source>
        <translation>%1 个 kernel 的重放与 %2 次启动的捕获不符：%3 个名称一致；它属于另一模型或另一 batch size，或不完整</translation>
    </message>
    <message>
        <source>captured for batch sizes %1 only; the steps that replay graphs here compute %2 tokens</source>
        <translation>只为 batch size %1 捕获；此处重放 graph 的步计算 %2 个 token</translation>
    </message>
    <message>
        <source>execution_details.json states batch size %1, but the graphs in it were captured for %2</source>
        <translation>execution_details.json 写明 batch size %1，但其中的 graph 是为 %2 捕获的</translation>
    </message>
    <message>
        <source>gaps cannot be added up by %1; use cause, layer, after, region, line or length</source>
        <translation>空隙不能按 %1 汇总；请用 cause、layer、after、region、line 或 length</translation>
    </message>
    <message>
        <source>has an entry without the name of a capture (&quot;file&quot;)</source>
        <translation>有一项没有捕获文件的名称（&quot;file&quot;）</translation>
    </message>
    <message>
        <source>has more than 1024 files; give a folder of captures</source>
        <translation>有超过 1024 个文件；请给出捕获文件的文件夹</translation>
    </message>
    <message>
        <source>has no execution_details.json and no capture traces (.json, .json.gz)</source>
        <translation>没有 execution_details.json，也没有捕获 trace（.json、.json.gz）</translation>
    </message>
    <message>
        <source>is a pickle; save the annotations as JSON (json.dump)</source>
        <translation>是 pickle；请将注释保存为 JSON（json.dump）</translation>
    </message>
    <message>
        <source>it was captured for batch size %1, but the step here computes %2 tokens; give the capture of that size</source>
        <translation>它是为 batch size %1 捕获的，但此处的步计算 %2 个 token；请给出该大小的捕获</translation>
    </message>
    <message>
        <source>its origin is known</source>
        <translation>其来源已知</translation>
    </message>
    <message>
        <source>names more than 1024 captures; give those of one rank</source>
        <translation>列出超过 1024 个捕获；请给出一个 rank 的捕获</translation>
    </message>
    <message>
        <source>names no capture</source>
        <translation>没有列出捕获</translation>
    </message>
    <message>
        <source>no GPU time of its own</source>
        <translation>没有自己的 GPU 时间</translation>
    </message>
    <message>
        <source>no Python frame recorded around the launch</source>
        <translation>启动调用外未记录 Python 栈帧</translation>
    </message>
    <message>
        <source>no Python frame recorded at that time</source>
        <translation>当时未记录 Python 栈帧</translation>
    </message>
    <message>
        <source>no graph was captured while it was recorded; give the trace of the capture, not of a replay</source>
        <translation>记录期间没有捕获 graph；请给出捕获的 trace，而不是重放的</translation>
    </message>
    <message>
        <source>no host frames recorded in the chosen part</source>
        <translation>所选部分未记录主机栈帧</translation>
    </message>
    <message>
        <source>no launch recorded, or no Python frame at that time</source>
        <translation>未记录启动，或当时没有 Python 栈帧</translation>
    </message>
    <message>
        <source>no operator around its launch in the capture; give --config</source>
        <translation>捕获中其启动调用外没有算子；请给出 --config</translation>
    </message>
    <message>
        <source>no operator with shapes around its launch; give --config or --capture</source>
        <translation>启动调用外没有带形状的算子；请给出 --config 或 --capture</translation>
    </message>
    <message>
        <source>none of %1 captures is for a step of %2 tokens (the last one is for %3)</source>
        <translation>%1 个捕获中没有一个用于 %2 个 token 的步（最后一个用于 %3）</translation>
    </message>
    <message>
        <source>none of its %1 graph nodes is among the %2 pieces of work with a node id in the trace; it is of another run</source>
        <translation>其 %1 个 graph 节点都不在 trace 中有节点 ID 的 %2 个任务之列；它属于另一次运行</translation>
    </message>
    <message>
        <source>not called on the host in the chosen part</source>
        <translation>在所选部分中未在主机上调用</translation>
    </message>
    <message>
        <source>nothing recorded on the host</source>
        <translation>主机上没有记录</translation>
    </message>
    <message>
        <source>nothing recorded on the host at that time</source>
        <translation>当时主机上没有记录</translation>
    </message>
    <message>
        <source>of a graph replay; give --capture, --annotations or --eager</source>
        <translation>属于 graph 重放；请给出 --capture、--annotations 或 --eager</translation>
    </message>
    <message>
        <source>said of files only</source>
        <translation>仅对文件而言</translation>
    </message>
    <message>
        <source>source cannot be grouped by %1; use line, file, function, module, op or stack</source>
        <translation>source 不能按 %1 分组；请用 line、file、function、module、op 或 stack</translation>
    </message>
    <message>
        <source>the %1 kernels of a replay do not follow one another in its %2 launches; %3 of their names occur there</source>
        <translation>一次重放的 %1 个 kernel 在其 %2 次启动中并不相连；其中有 %3 个名称出现</translation>
    </message>
    <message>
        <source>the capture is partial: %1 launches are recorded, but not both its begin and its end; the replay has %2 kernels</source>
        <translation>捕获不完整：记录了 %1 次启动，但其开始与结束未都记录；重放有 %2 个 kernel</translation>
    </message>
    <message>
        <source>the row is a file</source>
        <translation>该行是一个文件</translation>
    </message>
    <message>
        <source>the row is a module</source>
        <translation>该行是一个模块</translation>
    </message>
    <message>
        <source>the row is an operator</source>
        <translation>该行是一个算子</translation>
    </message>
    <message>
        <source>the row is more than a line</source>
        <translation>该行不止一行代码</translation>
    </message>
    <message>
        <source>the trace has no replays of graphs that it could name</source>
        <translation>trace 中没有它可以命名的 graph 重放</translation>
    </message>
    <message>
        <source>the trace records no graph node ids, so that nothing of it can be named (CUDA 13.1 or later records them)</source>
        <translation>trace 未记录 graph 节点 ID，因此无法命名其中的任何内容（CUDA 13.1 起会记录）</translation>
    </message>
    <message>
        <source>yes: your own code; no: Python, a package, or the core of a serving engine (--yours)</source>
        <translation>yes：您自己的代码；no：Python、包或推理引擎的核心（--yours）</translation>
    </message>
    <message>
        <source>GPU time, of all GPU work in the chosen passes, layers and streams, added up</source>
        <translation>GPU 时间，占所选前向、层与流的全部 GPU 任务之和</translation>
    </message>
    <message>
        <source>the capture records no names for its %1 launches, and the %2 kernels of a replay run on several streams, so that their order says nothing</source>
        <translation>捕获未记录其 %1 次启动的名称，而一次重放的 %2 个 kernel 在多个流上运行，因此其顺序不说明任何问题</translation>
    </message>
    <message>
        <source>the names of replay %1 of %2 fit a graph of the capture, but not in its order: %3 graphs were captured; it is of another model, or partial</source>
        <translation>第 %1 次重放（共 %2 次）的名称与捕获中的一个 graph 相符，但顺序不符：捕获了 %3 个 graph；它属于另一模型，或不完整</translation>
    </message>
    <message>
        <source>%1 is left out: %2</source>
        <translation>略去 %1：%2</translation>
    </message>
    <message>
        <source>%1 is missing in the newest run</source>
        <translation>最新运行缺少 %1</translation>
    </message>
    <message>
        <source>%1 runs, the oldest %2, the newest %3.</source>
        <translation>%1 次运行，最早为 %2，最新为 %3。</translation>
    </message>
    <message>
        <source>%1 takes %2, %3 more than the %4 before</source>
        <translation>%1 耗时 %2，比之前的 %4 多 %3</translation>
    </message>
    <message>
        <source>A smaller difference may be chance</source>
        <translation>更小的差异可能是偶然</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>History of runs</source>
        <translation>各次运行的历史</translation>
    </message>
    <message>
        <source>In the first of them</source>
        <translation>其中第一次的值</translation>
    </message>
    <message>
        <source>In the newest run</source>
        <translation>最新运行的值</translation>
    </message>
    <message>
        <source>Median of the runs between two changes</source>
        <translation>两次变化之间各次运行的中位数</translation>
    </message>
    <message>
        <source>Median of the runs since the last change, without the newest run</source>
        <translation>自上次变化以来各次运行的中位数，不含最新运行</translation>
    </message>
    <message>
        <source>Name of its file</source>
        <translation>其文件名</translation>
    </message>
    <message>
        <source>Newest minus before</source>
        <translation>最新减之前</translation>
    </message>
    <message>
        <source>Of before</source>
        <translation>相对于之前</translation>
    </message>
    <message>
        <source>Of the newest run: slower, faster, unchanged, new or missing</source>
        <translation>最新运行：slower、faster、unchanged、new 或 missing</translation>
    </message>
    <message>
        <source>Of the stage or program, layer type, or category</source>
        <translation>阶段或程序、层类型或类别的名称</translation>
    </message>
    <message>
        <source>Of this run</source>
        <translation>本次运行的值</translation>
    </message>
    <message>
        <source>Place of the run, from 0, oldest first</source>
        <translation>运行的位置，从 0 起，最早在前</translation>
    </message>
    <message>
        <source>Runs with which a new level begins</source>
        <translation>新水平开始的运行</translation>
    </message>
    <message>
        <source>Standard error of it</source>
        <translation>其标准误差</translation>
    </message>
    <message>
        <source>That have it</source>
        <translation>含有它的运行</translation>
    </message>
    <message>
        <source>The gate fails: %1.</source>
        <translation>门限未通过：%1。</translation>
    </message>
    <message>
        <source>Where a new level begins: of the level before</source>
        <translation>新水平开始之处：相对于之前的水平</translation>
    </message>
    <message>
        <source>a history cannot be listed by %1; use series or run</source>
        <translation>历史不能按 %1 列出；请使用 series 或 run</translation>
    </message>
    <message>
        <source>a history needs two runs with steps; %1 of %2 files are such runs</source>
        <translation>历史需要两次含有步的运行；%2 个文件中有 %1 个</translation>
    </message>
    <message>
        <source>no change here</source>
        <translation>此处没有变化</translation>
    </message>
    <message>
        <source>none beyond the noise</source>
        <translation>没有超过噪声的变化</translation>
    </message>
    <message>
        <source>not in the newest run</source>
        <translation>最新运行中没有</translation>
    </message>
    <message>
        <source>not in this run</source>
        <translation>本次运行中没有</translation>
    </message>
    <message>
        <source>n/a, %1</source>
        <translation>n/a，%1</translation>
    </message>
    <message>
        <source>%1 free in segments, the largest free block is %2.</source>
        <translation>各段中空闲 %1，最大的空闲块为 %2。</translation>
    </message>
    <message>
        <source>%1 more failed allocations are not explained.</source>
        <translation>另有 %1 次失败的分配未作说明。</translation>
    </message>
    <message>
        <source>%1 on device %2, at %3</source>
        <translation>%1，设备 %2，时间 %3</translation>
    </message>
    <message>
        <source>The history of the allocator was full (max_entries) or began anew: it does not hold the allocation of these blocks, which were recorded. The table memory says from when on it is whole.</source>
        <translation>分配器的历史已满 (max_entries) 或重新开始：其中没有这些记录过的块的分配。表 memory 说明从何时起完整。</translation>
    </message>
    <message>
        <source>A record of the allocator has no known action or no valid size, or is in no list of events; it counts nowhere.</source>
        <translation>分配器的一条记录没有已知的动作或有效的大小，或不在任何事件列表中；不计入任何统计。</translation>
    </message>
    <message>
        <source>Allocated after its last event</source>
        <translation>其最后一个事件之后已分配</translation>
    </message>
    <message>
        <source>Allocated before its first event</source>
        <translation>其第一个事件之前已分配</translation>
    </message>
    <message>
        <source>Allocated in it and held at the end of the trace</source>
        <translation>在其中分配、到 trace 结束仍保留</translation>
    </message>
    <message>
        <source>Allocated in the trace and held at its end</source>
        <translation>在 trace 中分配、到结束仍保留</translation>
    </message>
    <message>
        <source>As the driver said</source>
        <translation>由驱动程序给出</translation>
    </message>
    <message>
        <source>Ascend memory tables (CSV)</source>
        <translation>Ascend 内存表 (CSV)</translation>
    </message>
    <message>
        <source>At its end - at its begin</source>
        <translation>结束时 − 开始时</translation>
    </message>
    <message>
        <source>Memory: at most %1 allocated in A, %2 in B; B - A is %3.</source>
        <translation>内存：A 最多分配 %1，B 最多分配 %2；B − A 为 %3。</translation>
    </message>
    <message>
        <source>Blocks are those of operators; totals count all that is allocated.</source>
        <translation>块为算子的块；总量计全部已分配的内存。</translation>
    </message>
    <message>
        <source>By allocations in it</source>
        <translation>由其中的分配</translation>
    </message>
    <message>
        <source>By frees in it</source>
        <translation>由其中的释放</translation>
    </message>
    <message>
        <source>Device %1: %2 allocated before the first event, which is the most.</source>
        <translation>设备 %1：第一个事件之前已分配 %2，即最大值。</translation>
    </message>
    <message>
        <source>Device %1: %2 of %3 running totals differ from the total before plus the bytes of the event; events are missing.</source>
        <translation>设备 %1：%3 个累计总量中有 %2 个不等于之前的总量加上事件的字节；缺少事件。</translation>
    </message>
    <message>
        <source>Device %1: its first events are lost, because the history was full (max_entries) or began anew: %2 blocks that were recorded have no allocation in it.</source>
        <translation>设备 %1：最初的事件已丢失，因为历史已满 (max_entries) 或重新开始：%2 个记录过的块在其中没有分配。</translation>
    </message>
    <message>
        <source>Device %1: the history holds none of its events, because it was full (max_entries) or began anew: %2 blocks that were recorded have no allocation in it.</source>
        <translation>设备 %1：历史中没有它的事件，因为历史已满 (max_entries) 或重新开始：%2 个记录过的块在其中没有分配。</translation>
    </message>
    <message>
        <source>Device %1: events before %2 are lost, because the history was full (max_entries) or began anew: %3 blocks that were recorded have no allocation in it. It is whole from then on.</source>
        <translation>设备 %1：%2 之前的事件已丢失，因为历史已满 (max_entries) 或重新开始：%3 个记录过的块在其中没有分配。此后完整。</translation>
    </message>
    <message>
        <source>Device %1: walking back from its segments leaves %2 bytes more or less than its blocks explain.</source>
        <translation>设备 %1：由其各段向前推算，与其块相差 %2 字节。</translation>
    </message>
    <message>
        <source>Failed allocations</source>
        <translation>失败的分配</translation>
    </message>
    <message>
        <source>Fragmentation: %1 of the reserved memory is free, but its largest free block is %2. expandable_segments:True lets blocks grow; fewer different sizes help too.</source>
        <translation>碎片：预留的内存中空闲 %1，但最大的空闲块为 %2。expandable_segments:True 使块可以扩展；减少不同的大小也有帮助。</translation>
    </message>
    <message>
        <source>Free blocks side by side count as one</source>
        <translation>相邻的空闲块计为一个</translation>
    </message>
    <message>
        <source>Held from the driver</source>
        <translation>从驱动程序预留</translation>
    </message>
    <message>
        <source>In blocks that are in use or waiting to be freed</source>
        <translation>在使用中或等待释放的块中</translation>
    </message>
    <message>
        <source>In free blocks</source>
        <translation>在空闲块中</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>In use by tensors</source>
        <translation>由张量使用</translation>
    </message>
    <message>
        <source>In use: %1 are asked for; the driver has %2 free, and the largest free block has %3.</source>
        <translation>占用已满：请求 %1；驱动还有 %2 空闲，最大的空闲块为 %3。</translation>
    </message>
    <message>
        <source>Line, or operator, that allocated most of what is kept</source>
        <translation>分配了所保留内存中最大部分的代码行或算子</translation>
    </message>
    <message>
        <source>Memory by pass</source>
        <translation>按前向的内存</translation>
    </message>
    <message>
        <source>Most allocated in it</source>
        <translation>其中最大的分配量</translation>
    </message>
    <message>
        <source>Most is held by %1: %2 in %3 blocks.</source>
        <translation>最多由 %1 持有：%2，共 %3 块。</translation>
    </message>
    <message>
        <source>No allocation failed.</source>
        <translation>没有失败的分配。</translation>
    </message>
    <message>
        <source>Number as recorded</source>
        <translation>记录的编号</translation>
    </message>
    <message>
        <source>Of the GPU, as recorded</source>
        <translation>GPU 的，按记录</translation>
    </message>
    <message>
        <source>Of the allocator, as recorded</source>
        <translation>分配器的，按记录</translation>
    </message>
    <message>
        <source>Of the failed allocation</source>
        <translation>失败的分配的</translation>
    </message>
    <message>
        <source>Of the free bytes, what is not in the largest free block</source>
        <translation>空闲字节中不在最大空闲块内的部分</translation>
    </message>
    <message>
        <source>Of the reserved memory, in no block</source>
        <translation>预留的内存中不在任何块内的部分</translation>
    </message>
    <message>
        <source>Of these</source>
        <translation>其中</translation>
    </message>
    <message>
        <source>Only snapshots record segments; write one with torch.cuda.memory._dump_snapshot().</source>
        <translation>只有快照记录段；用 torch.cuda.memory._dump_snapshot() 写出。</translation>
    </message>
    <message>
        <source>Passes, or without passes tenths of the time, whose allocations are kept; without the last</source>
        <translation>其分配被保留的前向（没有前向时为时间的十分之一段），不含最后一个</translation>
    </message>
    <message>
        <source>PyTorch caching allocator</source>
        <translation>PyTorch 缓存分配器</translation>
    </message>
    <message>
        <source>PyTorch memory snapshot (pickle)</source>
        <translation>PyTorch 内存快照 (pickle)</translation>
    </message>
    <message>
        <source>PyTorch memory timeline (raw)</source>
        <translation>PyTorch 内存时间线（原始）</translation>
    </message>
    <message>
        <source>Segments of memory</source>
        <translation>内存段</translation>
    </message>
    <message>
        <source>Sizes in the history are as requested; blocks of the segments are as large as the allocator made them.</source>
        <translation>历史中的大小为请求的大小；段中的块为分配器实际的大小。</translation>
    </message>
    <message>
        <source>Source line, or operator, that allocated it</source>
        <translation>分配它的代码行或算子</translation>
    </message>
    <message>
        <source>Such passes in all, without the last</source>
        <translation>此类前向总数，不含最后一个</translation>
    </message>
    <message>
        <source>That asked</source>
        <translation>请求者</translation>
    </message>
    <message>
        <source>That could not be allocated</source>
        <translation>未能分配的</translation>
    </message>
    <message>
        <source>The file ends early: totals count what is in it.</source>
        <translation>文件提前结束：总量只计其中的内容。</translation>
    </message>
    <message>
        <source>The file ends inside the pickle; all complete records before that point were read. Copy the file or dump the snapshot again.</source>
        <translation>文件在 pickle 内部结束；此前所有完整的记录均已读取。请重新复制文件或写出快照。</translation>
    </message>
    <message>
        <source>There are no passes in what is recorded here; --by growth needs none.</source>
        <translation>记录中没有前向；--by growth 不需要前向。</translation>
    </message>
    <message>
        <source>Time of the earliest allocation that is kept</source>
        <translation>最早被保留的分配的时间</translation>
    </message>
    <message>
        <source>Time of the latest</source>
        <translation>最晚的时间</translation>
    </message>
    <message>
        <source>Totals are walked back from the segments, which say what is in use at the end.</source>
        <translation>总量由各段向前推算，段给出结束时的使用情况。</translation>
    </message>
    <message>
        <source>What is in the way, and what to release</source>
        <translation>原因，以及应释放什么</translation>
    </message>
    <message>
        <source>What keeps memory</source>
        <translation>保留内存者</translation>
    </message>
    <message>
        <source>What the allocator did</source>
        <translation>分配器的动作</translation>
    </message>
    <message>
        <source>Lifetime of its block; of a raw timeline PyTorch&apos;s category</source>
        <translation>所属块的生存期；原始时间线为 PyTorch 的类别</translation>
    </message>
    <message>
        <source>Whether it can grow</source>
        <translation>是否可扩展</translation>
    </message>
    <message>
        <source>Yes: from the first pass that keeps something on, three quarters do; these are three or more, and a third of all</source>
        <translation>是：自第一个保留内存的前向起，四分之三保留了内存；这些前向为三个或更多，且占全部的三分之一以上</translation>
    </message>
    <message>
        <source>a pickle of a protocol newer than 5, which is not known here; save it with protocol 5</source>
        <translation>pickle 的协议高于 5，此处不支持；请以协议 5 保存</translation>
    </message>
    <message>
        <source>a pickle, but no memory snapshot: it has neither segments nor device_traces; write one with torch.cuda.memory._dump_snapshot()</source>
        <translation>是 pickle，但不是内存快照：既没有 segments 也没有 device_traces；请用 torch.cuda.memory._dump_snapshot() 写出</translation>
    </message>
    <message>
        <source>larger than 4 GiB; record fewer steps</source>
        <translation>大于 4 GiB；请记录更少的 step</translation>
    </message>
    <message>
        <source>lines that are not recorded</source>
        <translation>未记录的代码行</translation>
    </message>
    <message>
        <source>memory cannot be grouped by %1; use time, layer, module, part, line, op, block, peak, category, pass, growth, segment or oom</source>
        <translation>memory 不能按 %1 分组；可用 time、layer、module、part、line、op、block、peak、category、pass、growth、segment 或 oom</translation>
    </message>
    <message>
        <source>lost memory events</source>
        <translation>丢失的内存事件</translation>
    </message>
    <message>
        <source>memory record</source>
        <translation>内存记录</translation>
    </message>
    <message>
        <source>no module is recorded around it</source>
        <translation>没有记录其外层的模块</translation>
    </message>
    <message>
        <source>only memory snapshots record them</source>
        <translation>只有内存快照记录设置</translation>
    </message>
    <message>
        <source>(allocated before the trace)</source>
        <translation>（trace 之前分配）</translation>
    </message>
    <message>
        <source>Allocated here and held when the layer ends</source>
        <translation>在此分配、到该层结束仍保留</translation>
    </message>
    <message>
        <source>Number of the event, from 0, of all devices</source>
        <translation>事件的编号，从 0 起，含所有设备</translation>
    </message>
    <message>
        <source>Number of the event that allocated it</source>
        <translation>分配它的事件编号</translation>
    </message>
    <message>
        <source>Of the model, by the modules around the allocation</source>
        <translation>模型的部分，由分配外层的模块得出</translation>
    </message>
    <message>
        <source>Number of the event that freed it</source>
        <translation>释放它的事件编号</translation>
    </message>
    <message>
        <source>no totals of reserved memory are recorded</source>
        <translation>没有记录预留内存的总量</translation>
    </message>
    <message>
        <source>nothing is free</source>
        <translation>没有空闲</translation>
    </message>
    <message>
        <source>nothing is kept</source>
        <translation>没有保留</translation>
    </message>
    <message>
        <source>pickle opcode %1 does not occur in memory snapshots of protocol 2 to 5: it is refused</source>
        <translation>pickle 操作码 %1 不会出现在协议 2 到 5 的内存快照中：已拒绝</translation>
    </message>
    <message>
        <source>pickle opcode %1 would import %2: it is refused, because a memory snapshot holds only data</source>
        <translation>pickle 操作码 %1 会导入 %2：已拒绝，因为内存快照只含数据</translation>
    </message>
    <message>
        <source>pickle opcode %1 would import or call code: it is refused, because a memory snapshot holds only data</source>
        <translation>pickle 操作码 %1 会导入或调用代码：已拒绝，因为内存快照只含数据</translation>
    </message>
    <message>
        <source>the file records no address of it</source>
        <translation>文件没有记录其地址</translation>
    </message>
    <message>
        <source>the file records no addresses</source>
        <translation>文件没有记录地址</translation>
    </message>
    <message>
        <source>the file records no streams</source>
        <translation>文件没有记录流</translation>
    </message>
    <message>
        <source>it was freed by the program before, and counts there</source>
        <translation>程序先前已释放它，计在那里</translation>
    </message>
    <message>
        <source>it was allocated before the trace</source>
        <translation>它在 trace 开始前分配</translation>
    </message>
    <message>
        <source>it is in no block</source>
        <translation>它不属于任何内存块</translation>
    </message>
    <message>
        <source>it allocates and frees no block</source>
        <translation>它不分配也不释放内存块</translation>
    </message>
    <message>
        <source>it was allocated before the recording</source>
        <translation>它在录制开始前分配</translation>
    </message>
    <message>
        <source>neither the free nor an allocation of its block records a size</source>
        <translation>这次释放和所释放块的分配都没有记录大小</translation>
    </message>
    <message>
        <source>the file records no time</source>
        <translation>文件没有记录时间</translation>
    </message>
    <message>
        <source>the pickle changes something that it has used already, or adds to what is no list or dict; no memory snapshot does</source>
        <translation>pickle 更改了已使用的内容，或向非列表、非字典的值添加内容；内存快照不会如此</translation>
    </message>
    <message>
        <source>the pickle ends before any memory event; copy the file or dump the snapshot again</source>
        <translation>pickle 在任何内存事件之前结束；请重新复制文件或写出快照</translation>
    </message>
    <message>
        <source>the pickle is damaged: an opcode finds too little on the stack; copy or dump it again</source>
        <translation>pickle 已损坏：某个操作码在栈上找到的值太少；请重新复制或写出</translation>
    </message>
    <message>
        <source>the pickle is nested deeper than any memory snapshot; it is damaged or was made to fill the memory</source>
        <translation>pickle 的嵌套深于任何内存快照；它已损坏，或是为填满内存而制作</translation>
    </message>
    <message>
        <source>the pickle refers to a value that it has not stored; it is damaged, copy or dump it again</source>
        <translation>pickle 引用了未存储的值；它已损坏，请重新复制或写出</translation>
    </message>
    <message>
        <source>torch.cuda.empty_cache() gives %1 back to the driver.</source>
        <translation>torch.cuda.empty_cache() 可将 %1 归还驱动程序。</translation>
    </message>
    <message>
        <source>truncated pickle</source>
        <translation>截断的 pickle</translation>
    </message>
    <message>
        <source>stage: a step; type: a layer of this type; category: kernel time of the layers of a pass</source>
        <translation>stage：一步；type：该类型的一层；category：一次前向各层的 kernel 时间</translation>
    </message>
    <message>
        <source>the document cannot be packed</source>
        <translation>该文档无法打包</translation>
    </message>
    <message>
        <source>A program of another user (number %1) asked for the trace and did not get it.</source>
        <translation>另一用户（编号 %1）的程序请求了此 trace，未予提供。</translation>
    </message>
    <message>
        <source>That the numbers of the roofline cannot be right</source>
        <translation>说明 roofline 的数字不可能正确</translation>
    </message>
    <message>
        <source>not enough memory for this trace; close other programs or cut the trace</source>
        <translation>内存不足，无法读取此 trace；请关闭其他程序或截短 trace</translation>
    </message>
    <message>
        <source>it is the reference itself</source>
        <translation>它本身就是参照</translation>
    </message>
    <message>
        <source>%1: %2 execution, %3; its FLOPs and bytes or the peaks of the device are not known; gain: for a tenth less of it</source>
        <translation>%1：执行 %2 次，%3；其 FLOPs 和字节或设备的峰值未知；收益：假定减少十分之一</translation>
    </message>
    <message>
        <source>%1: %2 executions, %3; its FLOPs and bytes or the peaks of the device are not known; gain: for a tenth less of it</source>
        <translation>%1：执行 %2 次，%3；其 FLOPs 和字节或设备的峰值未知；收益：假定减少十分之一</translation>
    </message>
    <message>
        <source>%1 of %2 of gaps are calls such as %3; the longest gap, %4, is before %5</source>
        <translation>%2 的空隙中有 %1 是 %3 之类的调用；最长的空隙 %4 在 %5 之前</translation>
    </message>
    <message>
        <source>All of a layer takes longer than other layers</source>
        <translation>整层都比其他层慢</translation>
    </message>
    <message>
        <source>Allocate before the step: a caching allocator with expandable segments, preallocated buffers, no empty_cache() between steps.</source>
        <translation>在 step 之前分配：使用可扩展段的缓存分配器、预分配的缓冲区，step 之间不调用 empty_cache()。</translation>
    </message>
    <message>
        <source>Begin of one place where it shows</source>
        <translation>发现的一处的开始</translation>
    </message>
    <message>
        <source>Check the clock and other work on the device at that time, and whether this layer computes more (tokens, experts, window).</source>
        <translation>检查当时设备的时钟与其他工作，以及该层是否计算更多（token、专家、窗口）。</translation>
    </message>
    <message>
        <source>End of that place</source>
        <translation>此处的结束</translation>
    </message>
    <message>
        <source>Gaps there that would go: begin and end from zero</source>
        <translation>此处会消失的空隙：从零点算起的开始与结束</translation>
    </message>
    <message>
        <source>Kernels there that change, by index, with what each takes at best</source>
        <translation>此处会改变的 kernel，按序号，以及各自最好情况下的时间</translation>
    </message>
    <message>
        <source>Look at the tokens of each expert by layer: balance experts over ranks, replicate busy ones, other batch or capacity.</source>
        <translation>按层查看每个专家的 token：在各 rank 间均衡专家、复制繁忙的专家，或改变 batch 与容量。</translation>
    </message>
    <message>
        <source>Pad these sizes in the weights (vocabulary, heads, width) to multiples of 8 for 16-bit types, of 16 for 8-bit types.</source>
        <translation>将权重中的这些尺寸（词表、头、宽度）补齐为 8 的倍数（16 位类型）或 16 的倍数（8 位类型）。</translation>
    </message>
    <message>
        <source>Sizes of a product are no multiples of 16 bytes</source>
        <translation>乘积的尺寸不是 16 字节的倍数</translation>
    </message>
    <message>
        <source>The GPU waits while the host allocates or frees memory</source>
        <translation>主机分配或释放内存时 GPU 在等待</translation>
    </message>
    <message>
        <source>at best the calls are gone and the rest of the gaps stays; at worst half of them</source>
        <translation>最好情况下调用消失、空隙的其余部分保留；最差情况下消失一半</translation>
    </message>
    <message>
        <source>it is about no gaps</source>
        <translation>与空隙无关</translation>
    </message>
    <message>
        <source>n %1 and k %2 of %3 bytes each are no multiples of 16 bytes: %4 of the limit where %5 reaches %6</source>
        <translation>n %1 与 k %2（每个 %3 字节）不是 16 字节的倍数：达到极限的 %4，而 %5 达到 %6</translation>
    </message>
    <message>
        <source>%1 %2 of %3 bytes each is no multiple of 16 bytes: %4 of the limit where %5 reaches %6</source>
        <translation>%1 %2（每个 %3 字节）不是 16 字节的倍数：达到极限的 %4，而 %5 达到 %6</translation>
    </message>
    <message>
        <source>no kernel changes there</source>
        <translation>此处没有改变的 kernel</translation>
    </message>
    <message>
        <source>roofline of the bytes that the largest of them moves, at %1 of the bandwidth as such work reaches here; at worst only the shortest time of such a kernel, %2, is saved for each of the others</source>
        <translation>其中最大者所移动字节的 roofline 时间，按此类工作在此处达到的带宽的 %1；最差情况下其余每个只节省此类 kernel 的最短时间 %2</translation>
    </message>
    <message>
        <source>roofline of the bytes that the largest of them moves, and of the sum where later adds need it, at %1 of the bandwidth as such work reaches here; at worst only the shortest time of such a kernel, %2, is saved for each of the others</source>
        <translation>其中最大者所移动字节的 roofline 时间，后面的加法仍需要其和时再加上该和，按此类工作在此处达到的带宽的 %1；最差情况下其余每个只节省此类 kernel 的最短时间 %2</translation>
    </message>
    <message>
        <source>one kernel as long as the longest of them, and a third of the add longer where later adds need the sum; at worst only the shortest time of such a kernel, %1, is saved for each of the others</source>
        <translation>一个 kernel，与其中最长者一样长，后面的加法仍需要其和时再加加法的三分之一；最差情况下其余每个只节省此类 kernel 的最短时间 %1</translation>
    </message>
    <message>
        <source>takes %1 where its like in other layers take %2 (medians); %3 of %4 kernels are slower</source>
        <translation>耗时 %1，其他层的同类为 %2（中位数）；%4 个 kernel 中有 %3 个更慢</translation>
    </message>
    <message>
        <source>the rate of %1; at worst nothing, if the padding is not the reason</source>
        <translation>%1 的速率；若原因不是尺寸，则最差情况下没有收益</translation>
    </message>
    <message>
        <source>%1 is not used: %2.</source>
        <translation>未使用 %1：%2。</translation>
    </message>
    <message>
        <source>%1 is not used: it has no GPU work that Perfetto shows.</source>
        <translation>未使用 %1：其中没有 Perfetto 可显示的 GPU 任务。</translation>
    </message>
    <message>
        <source>%1 is not used: it lacks %2 of %3 kernels.</source>
        <translation>未使用 %1：其中缺少 %3 个 kernel 中的 %2 个。</translation>
    </message>
    <message>
        <source>Perfetto gets %1, which was written with the trace.</source>
        <translation>Perfetto 得到与该 trace 一同写出的 %1。</translation>
    </message>
    <message>
        <source>Perfetto gets %1, which was written with the trace; its ruler begins %2 after the zero here.</source>
        <translation>Perfetto 得到与该 trace 一同写出的 %1；其标尺起点在此处零点之后 %2。</translation>
    </message>
    <message>
        <source>Perfetto gets %1, which was written with the trace; its ruler begins %2 before the zero here.</source>
        <translation>Perfetto 得到与该 trace 一同写出的 %1；其标尺起点在此处零点之前 %2。</translation>
    </message>
    <message>
        <source>an archive of several files (%1%2): give one of them (%3), or open all as the ranks of a job (lamella-cli ranks)</source>
        <translation>含多个文件的归档（%1%2）：请指定其中之一（%3），或将全部作为一个作业的各 rank 打开（lamella-cli ranks）</translation>
    </message>
    <message>
        <source>has more than 32 traces in one compressed archive; unpack it and open the folder</source>
        <translation>一个压缩归档中有超过 32 个 trace；请解包并打开该文件夹</translation>
    </message>
    <message>
        <source>no such file in the archive</source>
        <translation>归档中没有该文件</translation>
    </message>
    <message>
        <source>Rank %1 was aligned with rank %2, whose own offset is uncertain; its offset is uncertain too.</source>
        <translation>Rank %1 与 rank %2 对齐，而后者自身的偏移并不可靠；因此其偏移同样不可靠。</translation>
    </message>
    <message>
        <source>Rank %1: %2 collectives with a counterpart are too few; its offset is uncertain.</source>
        <translation>Rank %1：有对应者的集合通信只有 %2 个，过少；其偏移不可靠。</translation>
    </message>
    <message>
        <source>Rank %1: the ends of its %2 matching collectives are %3 apart (median); its offset is uncertain by about as much.</source>
        <translation>Rank %1：其 %2 个匹配的集合通信的结束时刻相差 %3（中位数）；其偏移的不确定程度大致相同。</translation>
    </message>
    <message>
        <source>%1, %2 of %3 samples</source>
        <translation>%1，%3 个样本中的 %2 个</translation>
    </message>
    <message>
        <source>the CPU samples could not be read</source>
        <translation>无法读取 CPU 样本</translation>
    </message>
    <message>
        <source>no call of the operating system recorded on the launching thread at that time</source>
        <translation>当时启动线程上未记录操作系统调用</translation>
    </message>
    <message>
        <source>the call chains could not be read</source>
        <translation>无法读取调用链</translation>
    </message>
    <message>
        <source>no call chain of it recorded</source>
        <translation>未记录其调用链</translation>
    </message>
    <message>
        <source>Longest call of the operating system on the launching thread in the wait</source>
        <translation>等待期间启动线程上最长的操作系统调用</translation>
    </message>
    <message>
        <source>Part of the wait that it takes</source>
        <translation>该调用在等待中所占的时间</translation>
    </message>
    <message>
        <source>Innermost function of your own code in its call chain, else the innermost</source>
        <translation>其调用链中最内层的、属于您自己代码的函数，否则为最内层函数</translation>
    </message>
    <message>
        <source>%1 of call chains have no place in one and are left out.</source>
        <translation>调用链中有 %1没有位置，未计入。</translation>
    </message>
    <message>
        <source>%1 function</source>
        <translation>%1 个函数</translation>
    </message>
    <message>
        <source>%1 functions</source>
        <translation>%1 个函数</translation>
    </message>
    <message>
        <source>%1 have a call chain that is not in the file.</source>
        <translation>%1的调用链不在文件中。</translation>
    </message>
    <message>
        <source>%1 call of the host</source>
        <translation>%1 次主机调用</translation>
    </message>
    <message>
        <source>%1 calls of the host</source>
        <translation>%1 次主机调用</translation>
    </message>
    <message>
        <source>the longest call of the operating system in the wait</source>
        <translation>等待期间最长的操作系统调用</translation>
    </message>
    <message>
        <source>n/a, no call chain of it recorded</source>
        <translation>无，未记录其调用链</translation>
    </message>
    <message>
        <source>1 function further out</source>
        <translation>外层还有 1 个函数</translation>
    </message>
    <message>
        <source>%1 functions further out</source>
        <translation>外层还有 %1 个函数</translation>
    </message>
    <message>
        <source>CPU samples of the thread</source>
        <translation>该线程的 CPU 样本</translation>
    </message>
    <message>
        <source>in other functions</source>
        <translation>在其他函数中</translation>
    </message>
    <message>
        <source>without a call chain</source>
        <translation>没有调用链</translation>
    </message>
    <message>
        <source>n/a, no launch recorded that says which thread it waited for</source>
        <translation>无，未记录启动调用，无法得知等待的是哪个线程</translation>
    </message>
    <message>
        <source>n/a, no CPU samples recorded, and no call of the operating system on the launching thread at that time</source>
        <translation>无，未记录 CPU 样本，当时启动线程上也没有操作系统调用</translation>
    </message>
    <message>
        <source>n/a, the call chains could not be read</source>
        <translation>无，无法读取调用链</translation>
    </message>
    <message>
        <source>n/a, no sample of the launching thread in the gap</source>
        <translation>无，空隙期间没有启动线程的样本</translation>
    </message>
    <message>
        <source>At which exactly these ranks meet</source>
        <translation>恰由这些 rank 参加的集合通信</translation>
    </message>
    <message>
        <source>Groups of ranks</source>
        <translation>rank 组</translation>
    </message>
    <message>
        <source>Inside collectives, mean over its ranks</source>
        <translation>在集合通信中，组内各 rank 的平均</translation>
    </message>
    <message>
        <source>Into which the job is divided this way</source>
        <translation>按此方式把作业分成的组数</translation>
    </message>
    <message>
        <source>Layers of the passes compared in which one of its ranks is the slowest of the job</source>
        <translation>所对比的前向中，整个作业最慢的 rank 属于该组的层数</translation>
    </message>
    <message>
        <source>Mean over its ranks and the passes compared</source>
        <translation>组内各 rank 与所对比前向的平均</translation>
    </message>
    <message>
        <source>No groups of ranks: no collective joins some of the ranks and not the others.</source>
        <translation>没有 rank 组：没有只由部分 rank 参加的集合通信。</translation>
    </message>
    <message>
        <source>Numbers of the ranks that meet at the same collectives</source>
        <translation>参加相同集合通信的 rank 的编号</translation>
    </message>
    <message>
        <source>Of it: nothing else runs meanwhile, mean over its ranks</source>
        <translation>其中期间没有其他工作的部分，组内各 rank 的平均</translation>
    </message>
    <message>
        <source>Own time of that rank minus the median of the group</source>
        <translation>该 rank 的自身时间减去组内中位数</translation>
    </message>
    <message>
        <source>Rank of the group with the longest own time</source>
        <translation>组内自身时间最长的 rank</translation>
    </message>
    <message>
        <source>Ranks of the group</source>
        <translation>组内的 rank 数</translation>
    </message>
    <message>
        <source>Hosts</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>On which the ranks ran, as the trace or its name says</source>
        <translation>rank 所在的主机，按 trace 或其名称</translation>
    </message>
    <message>
        <source>Numbers of the ranks that ran there</source>
        <translation>其上运行的 rank 的编号</translation>
    </message>
    <message>
        <source>neither the trace nor its name states it</source>
        <translation>trace 及其名称都没有说明</translation>
    </message>
    <message>
        <source>Wall minus exposed waiting, mean over its ranks</source>
        <translation>跨度减去暴露的等待，组内各 rank 的平均</translation>
    </message>
    <message>
        <source>ranks cannot be listed by %1; use layer, pass, rank, group or host</source>
        <translation>ranks 不能按 %1 列出；请用 layer、pass、rank、group 或 host</translation>
    </message>
    <message>
        <source>%1, pass %2</source>
        <translation>%1，前向 %2</translation>
    </message>
    <message>
        <source>%1. Times are nanoseconds from the zero of the trace. Lamella %2</source>
        <translation>%1。时间为自 trace 零点起的纳秒数。Lamella %2</translation>
    </message>
    <message>
        <source>+ %1 streams</source>
        <translation>另有 %1 个流</translation>
    </message>
    <message>
        <source>Timeline of the pass; the table below holds the same layers</source>
        <translation>该前向的时间线；下方表格列出相同的层</translation>
    </message>
    <message>
        <source>W and S or the wheel zoom, A and D or dragging move, Left and Right go to the next kernel of the stream, Home shows the whole pass.</source>
        <translation>W、S 或滚轮缩放，A、D 或拖动平移，← → 转到该流的上一个或下一个 kernel，Home 显示整个前向。</translation>
    </message>
    <message>
        <source>part of a kernel&apos;s name, then Enter</source>
        <translation>kernel 名称的一部分，然后按回车</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>GEMM</source>
        <translation>GEMM</translation>
    </message>
    <message>
        <source>MoE</source>
        <translation>MoE</translation>
    </message>
    <message>
        <source>Stream %1</source>
        <translation>流 %1</translation>
    </message>
    <message>
        <source>n/a</source>
        <translation>无</translation>
    </message>
    <message>
        <source>stream %1</source>
        <translation>流 %1</translation>
    </message>
    <message>
        <source>The pack holds what was recorded beside its table, such as operators and launches, in a part that is damaged, of another version of Lamella or inside an archive; the table alone was read. Unpack the archive, copy or pack it again, or open it with the version that packed it.</source>
        <translation>pack 中有记录在表旁的内容，如算子与启动调用，但该部分已损坏、由另一版本的 Lamella 写入，或位于归档文件内；只读取了表本身。请解开归档文件，重新复制或打包，或用打包时的版本打开。</translation>
    </message>
    <message>
        <source>the compressed file ends too early: %1 of the %2 bytes of its database are in it, and a part of a database cannot be read; copy it again, or export and compress it again</source>
        <translation>压缩文件提前结束：其中的数据库共 %2 字节，只有 %1 字节；数据库的一部分无法读取。请重新复制，或重新导出并压缩</translation>
    </message>
    <message>
        <source>the compressed file is damaged: %1 of the %2 bytes of its database can be decompressed, and a part of a database cannot be read; copy it again, or export and compress it again</source>
        <translation>压缩文件已损坏：其中的数据库共 %2 字节，只能解压 %1 字节；数据库的一部分无法读取。请重新复制，或重新导出并压缩</translation>
    </message>
    <message>
        <source>the database ends too early: %1 of its %2 bytes are there, and a part of a database cannot be read; copy or export it again</source>
        <translation>数据库提前结束：共 %2 字节，只有 %1 字节；数据库的一部分无法读取。请重新复制或导出</translation>
    </message>
    <message>
        <source>damaged attachment</source>
        <translation>附带文件损坏</translation>
    </message>
    <message>
        <source>has a name that is too long for a pack; rename it</source>
        <translation>名称过长，pack 无法容纳；请重命名</translation>
    </message>
    <message>
        <source>lies beside the trace and is too large for a pack; copy the folder instead</source>
        <translation>位于 trace 旁，但过大，pack 无法容纳；请改为复制整个文件夹</translation>
    </message>
    <message>
        <source>The recorded text in the pack, or its index, is damaged, so that args of events may be missing. All else was read from another part of the pack, which is complete. Copy or pack it again.</source>
        <translation>pack 中记录的文本或其索引已损坏，事件的 args 可能缺失。其余内容读自 pack 的另一部分，该部分完整。请重新复制或打包。</translation>
    </message>
    <message>
        <source>damaged pack text</source>
        <translation>pack 文本损坏</translation>
    </message>
    <message>
        <source>lost pack part</source>
        <translation>pack 部分丢失</translation>
    </message>
    <message>
        <source>launch calls</source>
        <translation>启动调用</translation>
    </message>
    <message>
        <source>synchronising calls</source>
        <translation>同步调用</translation>
    </message>
    <message>
        <source>to check</source>
        <translation>待检查</translation>
    </message>
    <message>
        <source>Time range</source>
        <translation>时间段</translation>
    </message>
    <message>
        <source>graph launch</source>
        <translation>图启动</translation>
    </message>
    <message>
        <source>kernel time</source>
        <translation>kernel 时间</translation>
    </message>
    <message>
        <source>roofline time</source>
        <translation>roofline 时间</translation>
    </message>
    <message>
        <source>prefill passes</source>
        <translation>预填充前向</translation>
    </message>
    <message>
        <source>whole prefill passes</source>
        <translation>完整预填充前向</translation>
    </message>
    <message>
        <source>decode passes</source>
        <translation>解码前向</translation>
    </message>
    <message>
        <source>whole decode passes</source>
        <translation>完整解码前向</translation>
    </message>
    <message>
        <source>mixed passes</source>
        <translation>混合前向</translation>
    </message>
    <message>
        <source>whole mixed passes</source>
        <translation>完整混合前向</translation>
    </message>
    <message>
        <source>draft passes</source>
        <translation>草稿前向</translation>
    </message>
    <message>
        <source>whole draft passes</source>
        <translation>完整草稿前向</translation>
    </message>
    <message>
        <source>forward passes</source>
        <translation>正向</translation>
    </message>
    <message>
        <source>whole forward passes</source>
        <translation>完整正向</translation>
    </message>
    <message>
        <source>backward passes</source>
        <translation>反向部分</translation>
    </message>
    <message>
        <source>whole backward passes</source>
        <translation>完整反向部分</translation>
    </message>
    <message>
        <source>optimizer passes</source>
        <translation>优化器部分</translation>
    </message>
    <message>
        <source>whole optimizer passes</source>
        <translation>完整优化器部分</translation>
    </message>
    <message>
        <source>no other whole %1 pass to compare with</source>
        <translation>没有其他可对比的完整%1前向</translation>
    </message>
    <message>
        <source>no other whole pass to compare with</source>
        <translation>没有其他可对比的完整前向</translation>
    </message>
    <message>
        <source>no other pass to compare with</source>
        <translation>没有其他可对比的前向</translation>
    </message>
    <message>
        <source>no other whole step to compare with</source>
        <translation>没有其他可对比的完整 step</translation>
    </message>
    <message>
        <source>no other step to compare with</source>
        <translation>没有其他可对比的 step</translation>
    </message>
    <message>
        <source>median of %1 steady %2</source>
        <translation>%1 %2（稳态）的中位数</translation>
    </message>
    <message>
        <source>median of %1 complete %2</source>
        <translation>%1 %2（完整）的中位数</translation>
    </message>
    <message>
        <source>median of %1 %2</source>
        <translation>%1 %2的中位数</translation>
    </message>
    <message>
        <source>partial: it has no rank among the whole ones</source>
        <translation>不完整：不参与完整前向的排名</translation>
    </message>
    <message>
        <source>Step P%1</source>
        <translation>step P%1</translation>
    </message>
    <message>
        <source>the file has summary tables and no times of single kernels: no passes, idle time or duration</source>
        <translation>文件只有汇总表，没有单个 kernel 的时间：因此没有前向、空闲时间与时长</translation>
    </message>
    <message>
        <source>head and tail are of no type; choose one pass</source>
        <translation>head 与 tail 没有类型；请选一次前向</translation>
    </message>
    <message>
        <source>Median wall time of the steady ones, or of all if none is steady</source>
        <translation>稳态前向跨度的中位数；没有稳态前向时为全部的</translation>
    </message>
    <message>
        <source>B has nothing before its first layer, or behind its last one, to compare with</source>
        <translation>B 的首层之前或末层之后没有可对比的内容</translation>
    </message>
    <message>
        <source>layers need a pass of B; leave out --layer, or name a pass with --with-pass</source>
        <translation>对比层需要 B 的一次前向；请去掉 --layer，或用 --with-pass 指定一次前向</translation>
    </message>
    <message>
        <source>layer %1 of A has no counterpart in B; name one with --with-layer</source>
        <translation>A 的第 %1 层在 B 中没有对应层；用 --with-layer 指定一层</translation>
    </message>
    <message>
        <source>Pass: %1, as requested.</source>
        <translation>前向：%1，按要求选取。</translation>
    </message>
    <message>
        <source>The only pass: P%1</source>
        <translation>唯一的前向：P%1</translation>
    </message>
    <message>
        <source>Median pass: P%1 of P%2 to P%3</source>
        <translation>中位前向：P%1（P%2 至 P%3）</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>not a trace: binary data of an unknown kind; open what the profiler wrote: JSON, .pftrace, .xplane.pb, .sqlite, .pickle or a compressed one</source>
        <translation>不是 trace：未知类型的二进制数据；请打开 profiler 写出的文件：JSON、.pftrace、.xplane.pb、.sqlite、.pickle，或其压缩文件</translation>
    </message>
    <message>
        <source>the result has more than %1 rows; add LIMIT or group them (the command sql gives more with --max-rows)</source>
        <translation>结果超过 %1 行；请加 LIMIT 或分组（命令 sql 可用 --max-rows 给出更多）</translation>
    </message>
    <message>
        <source>Most is held by %1: %2 in one block.</source>
        <translation>占用最多的是 %1：一块共 %2。</translation>
    </message>
    <message>
        <source>its layers run an MLP without experts, which those of other types have</source>
        <translation>其层运行没有专家的 MLP，而其他类型有专家</translation>
    </message>
    <message>
        <source>its layers run attention, those of other types linear attention or a state space</source>
        <translation>其层运行注意力，其他类型的层运行线性注意力或状态空间</translation>
    </message>
    <message>
        <source>its layers run kernels of experts or their routing</source>
        <translation>其层运行专家或其路由的 kernel</translation>
    </message>
    <message>
        <source>its layers run kernels of linear attention or a state space</source>
        <translation>其层运行线性注意力或状态空间的 kernel</translation>
    </message>
    <message>
        <source>its layers run kernels of linear attention or a state space, and of experts</source>
        <translation>其层运行线性注意力或状态空间以及专家的 kernel</translation>
    </message>
    <message>
        <source>layers with the same kernels, which prove no word for them</source>
        <translation>kernel 相同的层，其 kernel 不足以命名</translation>
    </message>
    <message>
        <source>named by the model config</source>
        <translation>由模型 config 命名</translation>
    </message>
    <message>
        <source>full attention</source>
        <translation>全注意力</translation>
    </message>
    <message>
        <source>linear attention</source>
        <translation>线性注意力</translation>
    </message>
    <message>
        <source>sliding-window attention</source>
        <translation>滑动窗口注意力</translation>
    </message>
    <message>
        <source>sparse attention</source>
        <translation>稀疏注意力</translation>
    </message>
    <message>
        <source>What A&apos;s kernel is in its layer; of several, where that is the same for all of them</source>
        <translation>A 的 kernel 在层中是什么；有多个时，仅在它们都相同时给出</translation>
    </message>
    <message>
        <source>%1 %2 in a row</source>
        <translation>连续 %1 个%2</translation>
    </message>
    <message>
        <source>%1 to %2 run %3 faster</source>
        <translation>%1 至 %2 快 %3</translation>
    </message>
    <message>
        <source>%1 to %2 run %3 slower</source>
        <translation>%1 至 %2 慢 %3</translation>
    </message>
    <message>
        <source>median of the other %1</source>
        <translation>其余%1的中位数</translation>
    </message>
    <message>
        <source>(in no block)</source>
        <translation>（不属于任何块）</translation>
    </message>
    <message>
        <source>From the first to the last operation of that pass; the wall of the launch is what the program was recorded to run</source>
        <translation>该前向从第一个到最后一个操作的时间；启动的跨度则是所记录的程序运行时间</translation>
    </message>
    <message>
        <source>That the launch corresponds to</source>
        <translation>该次启动所对应的前向</translation>
    </message>
    <message>
        <source>in no block: the tables list the blocks of operators alone</source>
        <translation>不属于任何块：这些表只列出算子的块</translation>
    </message>
    <message>
        <source>the launch is not that of one pass</source>
        <translation>该次启动不对应单独一次前向</translation>
    </message>
    <message>
        <source>recorded up to %1</source>
        <translation>只记录到%1</translation>
    </message>
    <message>
        <source>a part of layer %1</source>
        <translation>第 %1 层的一部分</translation>
    </message>
    <message>
        <source>recorded from %1</source>
        <translation>从%1开始记录</translation>
    </message>
    <message>
        <source>recorded from %1 up to %2</source>
        <translation>只记录了%1到%2</translation>
    </message>
    <message>
        <source>in P%1 to P%2</source>
        <translation>在 P%1 至 P%2 中</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>no change of level at once: no %1 or more %2 in a row run %3 slower or faster than the others</source>
        <translation>水平没有突变：没有连续 %1 次或更多的%2比其余慢或快 %3</translation>
    </message>
    <message>
        <source>too few %1 to tell changes of level: at least %2 are needed</source>
        <translation>%1太少，无法判断水平的变化：至少需要 %2 次</translation>
    </message>
    <message>
        <source>the largest part of the memory allocated at the peak is %1, %2</source>
        <translation>峰值时所分配内存中最大的部分是 %1，%2</translation>
    </message>
    <message>
        <source>Blocks allocated at the peak of memory</source>
        <translation>内存峰值时已分配的块</translation>
    </message>
    <message>
        <source>its begin and its end are right with a probability of %1</source>
        <translation>其起止位置正确的概率为 %1</translation>
    </message>
    <message>
        <source>the boundary between one pass and the next is right with a probability of %1</source>
        <translation>前一次前向的结尾与后一次的开头划分正确的概率为 %1</translation>
    </message>
    <message>
        <source>All times of GPU work are multiples of this step: shorter kernels and gaps cannot be measured. Record with a finer clock.</source>
        <translation>所有 GPU 任务的时间均为该步长的整数倍：更短的 kernel 与空隙无法分辨。请用更精细的时钟录制。</translation>
    </message>
    <message>
        <source>layers may be missing from the capture</source>
        <translation>采集中可能缺少部分层</translation>
    </message>
    <message>
        <source>there is no event at this position</source>
        <translation>该处没有事件</translation>
    </message>
    <message>
        <source>no pass shows the work before its first layer or after its last one</source>
        <translation>没有哪次前向能看出首层之前或末层之后是什么</translation>
    </message>
    <message>
        <source>Role in the layer, by the rules of profiles</source>
        <translation>它在层中是什么，按 profile 的规则</translation>
    </message>
    <message>
        <source>Role in the layer, where all of them have the same</source>
        <translation>它在层中是什么，仅当所有 kernel 相同时</translation>
    </message>
    <message>
        <source>no rule gives the role of this matrix product in its layer</source>
        <translation>没有角色规则说明这是本层的哪个乘积</translation>
    </message>
    <message>
        <source>no rule gives its role in the layer</source>
        <translation>没有规则说明它在层中是什么</translation>
    </message>
    <message>
        <source>Location of the rule</source>
        <translation>规则所在</translation>
    </message>
    <message>
        <source>Evidence for most of its GPU time, as in kernels --each</source>
        <translation>其大部分 GPU 时间的依据，同 kernels --each</translation>
    </message>
    <message>
        <source>Use of the memory, derived from its lifetime</source>
        <translation>按存活时间判断的用途</translation>
    </message>
    <message>
        <source>each kernel takes the median time of its kind</source>
        <translation>每个 kernel 与其同类的中位数同长</translation>
    </message>
    <message>
        <source>A companion file is damaged in the pack; tables that need it have less detail. Copy or pack it again.</source>
        <translation>pack 中一个原本位于 trace 旁的文件已损坏，需要它的表因此内容较少。请重新复制或打包。</translation>
    </message>
    <message>
        <source>What A's kernel is in its layer; of several, where that is the same for all of them</source>
        <translation>A 的 kernel 在层中是什么；有多个时，仅在它们都相同时给出</translation>
    </message>
    <message>
        <source>stopped reading</source>
        <translation>已停止读取</translation>
    </message>
    <message>
        <source>the newest run, %1, cannot be used</source>
        <translation>最新运行 %1 无法使用</translation>
    </message>
    <message>
        <source>Reading was stopped before the end of the file. Reload it to read the rest.</source>
        <translation>读取在文件结束之前停止。重新加载文件可读取其余部分。</translation>
    </message>
    <message>
        <source> (did you mean %1?)</source>
        <translation>（是否指 %1？）</translation>
    </message>
    <message>
        <source>%1 (%2); set TMPDIR to a folder with room for the trace</source>
        <translation>%1（%2）；请将 TMPDIR 设为有足够空间存放 trace 的文件夹</translation>
    </message>
    <message>
        <source>%1 does not use %2; leave it out</source>
        <translation>%1 不使用 %2；请去掉它</translation>
    </message>
    <message>
        <source>%1 does not use %2; leave it out (it uses %3)</source>
        <translation>%1 不使用 %2；请去掉它（它使用 %3）</translation>
    </message>
    <message>
        <source>%1 files were given, and %2 is about one; choose a rank with --rank R, or compare all with lamella-cli ranks</source>
        <translation>给出了 %1 个文件，而 %2 只针对一个；请用 --rank R 选择一个 rank，或用 lamella-cli ranks 比较全部</translation>
    </message>
    <message>
        <source>%1 is given twice; give it once</source>
        <translation>%1 给出了两次；请只给出一次</translation>
    </message>
    <message>
        <source>%1 is not the address of a page</source>
        <translation>%1 不是网页地址</translation>
    </message>
    <message>
        <source>%1 needs %2</source>
        <translation>%1 需要 %2</translation>
    </message>
    <message>
        <source>%1 of at most %2 in %3; a trace with less than %4 of text is not cached</source>
        <translation>%3 中 %1，最多 %2；文本少于 %4 的 trace 不缓存</translation>
    </message>
    <message>
        <source>%1 or %2</source>
        <translation>%1 或 %2</translation>
    </message>
    <message>
        <source>%1 ranks were given, and %2 writes the tables of one beside those of all; choose it with --rank R</source>
        <translation>给出了 %1 个 rank，而 %2 除全部 rank 的表外只写其中一个的表；请用 --rank R 选择</translation>
    </message>
    <message>
        <source>%1 takes two files, %2 were given</source>
        <translation>%1 需要两个文件，给出了 %2 个</translation>
    </message>
    <message>
        <source>%1 wants a length of time with its unit right behind it, such as 10us or 1.5ms</source>
        <translation>%1 后须为时长，单位紧跟其后，例如 10us 或 1.5ms</translation>
    </message>
    <message>
        <source>%1, such as %2</source>
        <translation>%1，例如 %2</translation>
    </message>
    <message>
        <source>%1: good</source>
        <translation>%1：没有问题</translation>
    </message>
    <message>
        <source>%1; see %2</source>
        <translation>%1；参见 %2</translation>
    </message>
    <message>
        <source>'%1' is not a time range</source>
        <translation>“%1”不是时间范围</translation>
    </message>
    <message>
        <source>'%1' is one argument too many; use %2</source>
        <translation>“%1”是多余的参数；用法：%2</translation>
    </message>
    <message>
        <source>--columns chooses columns of one table of the grid; add --table a, b, c, d or e</source>
        <translation>--columns 选择网格中一张表的列；请加上 --table a、b、c、d 或 e</translation>
    </message>
    <message>
        <source>--format collapsed and speedscope write call stacks; use lamella-cli source FILE --format speedscope, without --columns or another --by</source>
        <translation>--format collapsed 与 speedscope 写出调用栈；请用 lamella-cli source FILE --format speedscope，且不带 --columns 或其他 --by</translation>
    </message>
    <message>
        <source>--format sqlite writes every table into one database: lamella-cli export FILE --format sqlite --output FILE.sqlite</source>
        <translation>--format sqlite 将所有表写入一个数据库：lamella-cli export FILE --format sqlite --output FILE.sqlite</translation>
    </message>
    <message>
        <source>--format xlsx makes a file for a spreadsheet and nothing to print; add --output FILE</source>
        <translation>--format xlsx 生成电子表格文件，没有可打印的内容；请加上 --output FILE</translation>
    </message>
    <message>
        <source>Model profiles</source>
        <translation>模型配置</translation>
    </message>
    <message>
        <source>Perfetto's public page fetches from port 9001 only, not from %1; use --port 9001, or give the address of your own copy with --perfetto-url</source>
        <translation>Perfetto 的公共页面只从端口 9001 获取，而不从 %1 获取；请用 --port 9001，或用 --perfetto-url 给出自建副本的地址</translation>
    </message>
    <message>
        <source>Traces in the cache</source>
        <translation>缓存中的 trace</translation>
    </message>
    <message>
        <source>a history needs two runs with steps; %1 of %2 files are such runs: %3</source>
        <translation>历史需要两次含 step 的运行；%2 个文件中有 %1 个是这样的运行：%3</translation>
    </message>
    <message>
        <source>a pack ends in .zst; use --output trace.pack.zst</source>
        <translation>打包文件以 .zst 结尾；请用 --output trace.pack.zst</translation>
    </message>
    <message>
        <source>a pack holds the whole trace or one pass; use --pass N, or lamella-cli extract for all passes</source>
        <translation>打包文件包含整个 trace 或一次前向；请用 --pass N，或用 lamella-cli extract 处理所有前向</translation>
    </message>
    <message>
        <source>a pass is written as a trace, .json, or as rows of an Ascend table, .csv; use --output pass.json</source>
        <translation>一次前向写为 trace（.json）或 Ascend 表的行（.csv）；请用 --output pass.json</translation>
    </message>
    <message>
        <source>a session stands alone; leave out the other files</source>
        <translation>会话文件须单独给出；请去掉其他文件</translation>
    </message>
    <message>
        <source>a temporary folder cannot be made</source>
        <translation>无法创建临时文件夹</translation>
    </message>
    <message>
        <source>a trace for Perfetto ends in .pftrace; use --write trace.pftrace</source>
        <translation>Perfetto 的 trace 以 .pftrace 结尾；请用 --write trace.pftrace</translation>
    </message>
    <message>
        <source>all tables of a grid in one are Markdown; add --format markdown</source>
        <translation>网格的所有表合为一份时是 Markdown；请加上 --format markdown</translation>
    </message>
    <message>
        <source>an argument is missing; use %1, or see %2</source>
        <translation>缺少一个参数；用法：%1，或参见 %2</translation>
    </message>
    <message>
        <source>browsers let a page fetch from this machine only if it was loaded with https, and not %1; use its https address, or Show in Perfetto of the window, which embeds the page</source>
        <translation>浏览器只允许以 https 加载的页面从本机获取，而不允许 %1；请用其 https 地址，或用窗口的“在 Perfetto 中显示”，它内嵌该页面</translation>
    </message>
    <message>
        <source>command %1 is not known%2; see %3</source>
        <translation>未知的命令 %1%2；参见 %3</translation>
    </message>
    <message>
        <source>compare needs two files: compare A B</source>
        <translation>compare 需要两个文件：compare A B</translation>
    </message>
    <message>
        <source>compare of two traces does not use --top, that of two summaries does; leave it out</source>
        <translation>compare 比较两个 trace 时不使用 --top，比较两份摘要时才使用；请去掉它</translation>
    </message>
    <message>
        <source>compare takes two traces or two summaries, not one of each</source>
        <translation>compare 需要两个 trace 或两份摘要，不能各取其一</translation>
    </message>
    <message>
        <source>export writes CSV and JSON of every table; --format xlsx adds workbooks, --format sqlite makes one database instead</source>
        <translation>export 将每张表写为 CSV 与 JSON；--format xlsx 另加工作簿，--format sqlite 改为写出一个数据库</translation>
    </message>
    <message>
        <source>export writes a folder of tables; use --output tables, or --format sqlite --output tables.sqlite</source>
        <translation>export 写出一个含各表的文件夹；请用 --output tables，或 --format sqlite --output tables.sqlite</translation>
    </message>
    <message>
        <source>export writes all tables, and not all of them can answer %1; filter by text, or name a table instead of export</source>
        <translation>export 写出所有表，而并非所有表都支持 %1；请按文本筛选，或用某张表代替 export</translation>
    </message>
    <message>
        <source>extract --pass all writes a folder with a file for each pass; use --output passes</source>
        <translation>extract --pass all 写出一个文件夹，每次前向一个文件；请用 --output passes</translation>
    </message>
    <message>
        <source>freed %1 in %2</source>
        <translation>已释放 %2 中的 %1</translation>
    </message>
    <message>
        <source>holds more than %1; set LAMELLA_MAX_GIGABYTES to read more</source>
        <translation>超过 %1；请设置 LAMELLA_MAX_GIGABYTES 以读取更多</translation>
    </message>
    <message>
        <source>is what is read, and would be lost: choose another folder for %1</source>
        <translation>是所读取的内容，会因此丢失：请为 %1 另选文件夹</translation>
    </message>
    <message>
        <source>is what is read, and would be lost: choose another name for %1</source>
        <translation>是所读取的内容，会因此丢失：请为 %1 另选名称</translation>
    </message>
    <message>
        <source>no command given; see %1</source>
        <translation>未给出命令；参见 %1</translation>
    </message>
    <message>
        <source>no file given; see %1</source>
        <translation>未给出文件；参见 %1</translation>
    </message>
    <message>
        <source>no file given; use %1, or see %2</source>
        <translation>未给出文件；用法：%1，或参见 %2</translation>
    </message>
    <message>
        <source>no folder can be made beside it</source>
        <translation>无法在其旁边创建文件夹</translation>
    </message>
    <message>
        <source>no folder: nothing is cached</source>
        <translation>没有文件夹：不缓存任何内容</translation>
    </message>
    <message>
        <source>not a model profile but %1; give the name of a profile or the path of its file</source>
        <translation>不是模型配置，而是%1；请给出配置的名称或其文件的路径</translation>
    </message>
    <message>
        <source>option %1 cannot be '%2'; use %3</source>
        <translation>选项 %1 不能为“%2”；可用：%3</translation>
    </message>
    <message>
        <source>option %1 goes with %2, not with %3, which has --group; see %4</source>
        <translation>选项 %1 用于 %2，不用于 %3（它有 --group）；参见 %4</translation>
    </message>
    <message>
        <source>option %1 goes with %2, not with %3; see %4</source>
        <translation>选项 %1 用于 %2，不用于 %3；参见 %4</translation>
    </message>
    <message>
        <source>option %1 goes with %2, not with lamella-cli alone; see %3</source>
        <translation>选项 %1 用于 %2，不能单独用于 lamella-cli；参见 %3</translation>
    </message>
    <message>
        <source>option %1 goes with %2, such as %3</source>
        <translation>选项 %1 须与 %2 一起使用，例如 %3</translation>
    </message>
    <message>
        <source>option %1 goes with text, not with another format; leave it out</source>
        <translation>选项 %1 只用于文本格式，不用于其他格式；请去掉它</translation>
    </message>
    <message>
        <source>option %1 is about a second file; add it, such as --with b.json.gz</source>
        <translation>选项 %1 针对第二个文件；请加上该文件，例如 --with b.json.gz</translation>
    </message>
    <message>
        <source>option %1 is given twice; give it once: %2</source>
        <translation>选项 %1 给出了两次；请只给出一次：%2</translation>
    </message>
    <message>
        <source>option %1 is not known%2; see %3</source>
        <translation>未知的选项 %1%2；参见 %3</translation>
    </message>
    <message>
        <source>option %1 needs a value: %2</source>
        <translation>选项 %1 需要一个值：%2</translation>
    </message>
    <message>
        <source>option %1 takes no value; write %1</source>
        <translation>选项 %1 不带值；请写 %1</translation>
    </message>
    <message>
        <source>options %1 and %2 exclude each other; leave one out</source>
        <translation>选项 %1 与 %2 互斥；请去掉其中一个</translation>
    </message>
    <message>
        <source>profile %1 is not known; see lamella-cli profiles list</source>
        <translation>未知的配置 %1；参见 lamella-cli profiles list</translation>
    </message>
    <message>
        <source>profiles show writes JSON; use --output profile.json</source>
        <translation>profiles show 写出 JSON；请用 --output profile.json</translation>
    </message>
    <message>
        <source>reading: %1 of %2</source>
        <translation>读取：%1，共 %2</translation>
    </message>
    <message>
        <source>reading: %1 of %2 ranks</source>
        <translation>读取：%2 个 rank 中的 %1 个</translation>
    </message>
    <message>
        <source>reading: %1 of %2 ranks, %3 of %4</source>
        <translation>读取：%2 个 rank 中的 %1 个，%3，共 %4</translation>
    </message>
    <message>
        <source>report --interactive writes an HTML page; use --output report.html</source>
        <translation>report --interactive 写出 HTML 页面；请用 --output report.html</translation>
    </message>
    <message>
        <source>report --picture writes an SVG picture; use --output pass.svg</source>
        <translation>report --picture 写出 SVG 图片；请用 --output pass.svg</translation>
    </message>
    <message>
        <source>serve takes no file; agents name those below --folder DIR</source>
        <translation>serve 不接受文件；由 agent 指定 --folder DIR 之下的文件</translation>
    </message>
    <message>
        <source>standard input (-) holds no trace; pipe one into lamella-cli, or name a file</source>
        <translation>标准输入（-）中没有 trace；请将 trace 通过管道传给 lamella-cli，或指定文件</translation>
    </message>
    <message>
        <source>standard input (-) is named more than once; it holds one trace</source>
        <translation>标准输入（-）指定了不止一次；它只含一个 trace</translation>
    </message>
    <message>
        <source>standard input (-) is neither a pipe nor a file; pipe a trace into lamella-cli</source>
        <translation>标准输入（-）既不是管道也不是文件；请将 trace 通过管道传给 lamella-cli</translation>
    </message>
    <message>
        <source>standard input cannot be copied</source>
        <translation>无法复制标准输入</translation>
    </message>
    <message>
        <source>summary --format json holds everything; leave out --top</source>
        <translation>summary --format json 包含全部内容；请去掉 --top</translation>
    </message>
    <message>
        <source>tables c and d are about the whole run; leave out --skip and --range, or choose table a, b or e</source>
        <translation>表 c 与 d 针对整次运行；请去掉 --skip 与 --range，或选择表 a、b 或 e</translation>
    </message>
    <message>
        <source>the command comes first: %1</source>
        <translation>命令应写在前面：%1</translation>
    </message>
    <message>
        <source>the ending %1 names no format; use .csv, .json, .md, .html, .xlsx or .txt, or say it with --format</source>
        <translation>后缀 %1 不表示任何格式；请用 .csv、.json、.md、.html、.xlsx 或 .txt，或用 --format 指定</translation>
    </message>
    <message>
        <source>there is no rank %1; the only one is %2</source>
        <translation>没有 rank %1；只有 rank %2</translation>
    </message>
    <message>
        <source>use cache show or cache clear</source>
        <translation>请用 cache show 或 cache clear</translation>
    </message>
    <message>
        <source>use profiles list, profiles show NAME or profiles check FILE</source>
        <translation>请用 profiles list、profiles show NAME 或 profiles check FILE</translation>
    </message>
    <message>
        <source>with --format sqlite the output is a database; use --output tables.sqlite</source>
        <translation>使用 --format sqlite 时输出是数据库；请用 --output tables.sqlite</translation>
    </message>
    <message>
        <source>of the device, of the duration</source>
        <translation>（设备，整个时长）</translation>
    </message>
    <message>
        <source>the filter leaves none of its calls there</source>
        <translation>筛选后那里没有它的调用</translation>
    </message>
    <message>
        <source>the largest part is idle and overlap, %1%2</source>
        <translation>最大部分是空闲与重叠，%1%2</translation>
    </message>
    <message>
        <source>the largest part is idle: one gap of %1</source>
        <translation>最大部分是空闲：一段 %1 的空隙</translation>
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
        <source>%1 passes on %2 devices</source>
        <translation>
            <numerusform>%2 个设备上 %1 次前向</numerusform>
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
    <name>ExploreText</name>
    <message>
        <source>Select a pass, a layer, a kernel or a range first</source>
        <translation>请先选中前向、层、kernel 或范围</translation>
    </message>
</context>
<context>
    <name>ExportText</name>
    <message>
        <source>Each pass as a trace or table of its own in a folder, with a manifest</source>
        <translation>在一个文件夹中将每个前向存为单独的 trace 或表，并附清单</translation>
    </message>
    <message>
        <source>Export all &amp;tables…</source>
        <translation>导出所有表(&amp;T)…</translation>
    </message>
    <message>
        <source>Extract all passes…</source>
        <translation>提取所有前向…</translation>
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
    <message>
        <source>Every table into a folder, as CSV, JSON and optionally workbooks</source>
        <translation>将所有表写入文件夹，格式为 CSV、JSON，可选工作簿</translation>
    </message>
</context>
<context>
    <name>FilterText</name>
    <message>
        <source>Find &amp;next</source>
        <translation>查找下一个(&amp;N)</translation>
    </message>
    <message>
        <source>Next kernel that matches the filter</source>
        <translation>符合筛选的下一个 kernel</translation>
    </message>
    <message>
        <source>Find &amp;previous</source>
        <translation>查找上一个(&amp;P)</translation>
    </message>
    <message>
        <source>Previous kernel that matches the filter</source>
        <translation>符合筛选的上一个 kernel</translation>
    </message>
    <message>
        <source>&amp;Keep filter</source>
        <translation>保留筛选(&amp;K)</translation>
    </message>
    <message>
        <source>Keep the filter and type another one that must match too</source>
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
        <source>Before the first or after the last pass: the capture is longer than the run.</source>
        <translation>在第一次前向之前或最后一次之后：采集时间长于运行时间。</translation>
    </message>
    <message>
        <source>Not idle: work of another pass or layer, or outside of passes, runs.</source>
        <translation>不是空闲：其他前向或其他层的任务，或前向之外的任务正在运行。</translation>
    </message>
    <message>
        <source>edge of the capture</source>
        <translation>采集的边缘</translation>
    </message>
    <message>
        <source>The launch call began after the gap had, and the work soon after that.</source>
        <translation>启动调用晚于空隙开始，任务随即开始。</translation>
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
        <source>other work</source>
        <translation>其他任务</translation>
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
        <source>blocked launch</source>
        <translation>启动调用阻塞</translation>
    </message>
    <message>
        <source>The launch call itself took most of the gap.</source>
        <translation>启动调用本身占据了空隙的大部分时间。</translation>
    </message>
    <message>
        <source>Pending behind a copy, or the host was blocked in a copy call.</source>
        <translation>等待拷贝结束，或主机阻塞在拷贝调用中。</translation>
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
    <message>
        <source>late launch</source>
        <translation>启动过晚</translation>
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
    <message>
        <source>K&amp;eys of this view</source>
        <translation>此视图的按键(&amp;E)</translation>
    </message>
    <message>
        <source>The page of the manual with the keys of the view that has the focus (?)</source>
        <translation>手册中关于焦点视图按键的部分 (?)</translation>
    </message>
</context>
<context>
    <name>IdleText</name>
    <message>
        <source>no GPU work in this file</source>
        <translation>此文件中没有 GPU 任务</translation>
    </message>
    <message>
        <source>summary tables without a timeline; open the .sqlite or .nsys-rep file</source>
        <translation>只有汇总表，没有时间线；请打开 .sqlite 或 .nsys-rep 文件</translation>
    </message>
</context>
<context>
    <name>InspectorText</name>
    <message>
        <source>Copy all of it as text (Ctrl+C)</source>
        <translation>将全部内容复制为文本 (Ctrl+C)</translation>
    </message>
    <message>
        <source>%1 idle</source>
        <translation>%1 空闲</translation>
    </message>
    <message>
        <source>On the host</source>
        <translation>主机侧</translation>
    </message>
    <message>
        <source>Sum per pass</source>
        <translation>每次前向的总和</translation>
    </message>
    <message>
        <source>Compared with</source>
        <translation>对比对象</translation>
    </message>
    <message>
        <source>In other passes</source>
        <translation>在其他前向中</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>发生了什么</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>为什么</translation>
    </message>
    <message>
        <source>Why slower</source>
        <translation>为什么更慢</translation>
    </message>
    <message>
        <source>Why faster</source>
        <translation>为什么更快</translation>
    </message>
    <message>
        <source>Δ to the median pass</source>
        <translation>与中位前向之差</translation>
    </message>
    <message>
        <source>Δ to the steady passes</source>
        <translation>与稳态前向之差</translation>
    </message>
    <message>
        <source>Δ to the median layer</source>
        <translation>与中位层之差</translation>
    </message>
    <message>
        <source>Where else</source>
        <translation>还有哪里</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>最长</translation>
    </message>
    <message>
        <source>N for the next</source>
        <translation>N 到下一个</translation>
    </message>
    <message>
        <source>Durations</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>median %1</source>
        <translation>中位数 %1</translation>
    </message>
    <message>
        <source>Where the wall goes</source>
        <translation>跨度的去向</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>%1 busy</source>
        <translation>%1 忙</translation>
    </message>
    <message>
        <source>%1 gaps</source>
        <translation>%1 个空隙</translation>
    </message>
    <message>
        <source>kernel time</source>
        <translation>kernel 时间</translation>
    </message>
    <message>
        <source>%1 streams</source>
        <translation>%1 个流</translation>
    </message>
    <message>
        <source>Idle by cause</source>
        <translation>按原因的空闲</translation>
    </message>
    <message>
        <source>Hardware limit</source>
        <translation>硬件极限</translation>
    </message>
    <message>
        <source>roofline %1, %2</source>
        <translation>roofline %1，%2</translation>
    </message>
    <message>
        <source>headroom %1</source>
        <translation>余量 %1</translation>
    </message>
    <message>
        <source>%1 moved at least</source>
        <translation>至少搬运 %1</translation>
    </message>
    <message>
        <source>%1 modelled</source>
        <translation>%1 已建模</translation>
    </message>
    <message>
        <source>%1 earlier</source>
        <translation>早 %1</translation>
    </message>
    <message>
        <source>Full name</source>
        <translation>全名</translation>
    </message>
    <message>
        <source>Against the same range</source>
        <translation>与相同范围对比</translation>
    </message>
    <message>
        <source>Choose the pass whose same kernels this range is compared with</source>
        <translation>选择一个前向，此范围与其中的相同 kernel 比较</translation>
    </message>
    <message>
        <source>Compare with another pass…</source>
        <translation>与其他前向比较…</translation>
    </message>
    <message>
        <source>Selects this range there; from the first of its kernels to the last one</source>
        <translation>选中那里的这一范围；从其中第一个 kernel 到最后一个</translation>
    </message>
    <message>
        <source>If it were gone</source>
        <translation>若没有它</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>wall of the median pass</source>
        <translation>中位前向的跨度</translation>
    </message>
    <message>
        <source>Before and after</source>
        <translation>前后</translation>
    </message>
    <message>
        <source>Slowest layers</source>
        <translation>最慢的层</translation>
    </message>
    <message>
        <source>Time by category</source>
        <translation>按类别的时间</translation>
    </message>
    <message>
        <source>Top kernels</source>
        <translation>耗时最多的 kernel</translation>
    </message>
    <message>
        <source>Who owns it</source>
        <translation>归属</translation>
    </message>
    <message>
        <source>Where it comes from</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Recorded values</source>
        <translation>记录的值</translation>
    </message>
    <message>
        <source>n/a, %1</source>
        <translation>n/a，%1</translation>
    </message>
    <message>
        <source>n/a, the file records none</source>
        <translation>n/a，文件没有记录</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>以及另外 %1 个</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>median layer</source>
        <translation>中位层</translation>
    </message>
    <message>
        <source>median pass</source>
        <translation>中位前向</translation>
    </message>
    <message>
        <source>median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>table of all</source>
        <translation>全部内容的表格</translation>
    </message>
    <message>
        <source>of the pass, at best</source>
        <translation>对整次前向，最好情况下</translation>
    </message>
    <message>
        <source>What the launching thread did</source>
        <translation>启动线程在做什么</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>调用自 %1</translation>
    </message>
    <message>
        <source>Together</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Selected</source>
        <translation>选中项</translation>
    </message>
    <message>
        <source>each alone</source>
        <translation>各自</translation>
    </message>
    <message>
        <source>Spread</source>
        <translation>分布</translation>
    </message>
    <message>
        <source>In common</source>
        <translation>共同之处</translation>
    </message>
    <message>
        <source>Time by role</source>
        <translation>按角色的时间</translation>
    </message>
    <message>
        <source>%1 of roofline</source>
        <translation>roofline 的 %1</translation>
    </message>
    <message>
        <source>Passes in the brush</source>
        <translation>刷选的前向</translation>
    </message>
    <message>
        <source>outliers</source>
        <translation>离群</translation>
    </message>
    <message>
        <source>Shows what this line costs; from there it opens in the editor</source>
        <translation>显示该行的耗时；从那里可在编辑器中打开</translation>
    </message>
    <message>
        <source>found by change of level</source>
        <translation>由水平的变化得出</translation>
    </message>
    <message>
        <source>Selects the median pass of these</source>
        <translation>选中其中的中位数前向</translation>
    </message>
    <message>
        <source>%1; starts at %2, ends at %3</source>
        <translation>%1；始于 %2，止于 %3</translation>
    </message>
    <message>
        <source>and %1 more ranges of passes</source>
        <translation>以及另外 %1 段</translation>
    </message>
    <message>
        <source>Select them</source>
        <translation>选中它们</translation>
    </message>
    <message>
        <source>Marks these passes in the pass strip</source>
        <translation>在前向条中标出这些前向</translation>
    </message>
    <message>
        <source>Compare with the rest</source>
        <translation>与其余对比</translation>
    </message>
    <message>
        <source>Compares the median over these passes with that over the others</source>
        <translation>将这些前向的中位数与其余前向的中位数对比</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>a count, and where: 62 in P6</comment>
        <translation>%2 %1</translation>
    </message>
    <message>
        <source>shorter, edges</source>
        <comment>idle time: gaps below the threshold, and at the edges</comment>
        <translation>更短的与两端</translation>
    </message>
    <message>
        <source>Freed</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>分配</translation>
    </message>
    <message>
        <source>Allocated after it</source>
        <translation>其后已分配</translation>
    </message>
    <message>
        <source>Reserved after it</source>
        <translation>其后已保留</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>host memory</source>
        <translation>主机内存</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Memory event</source>
        <translation>内存事件</translation>
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
    <name>LossText</name>
    <message>
        <source> (%1 times)</source>
        <translation>（%1 次）</translation>
    </message>
</context>
<context>
    <name>MemoryText</name>
    <message>
        <source>%1 bytes an event</source>
        <translation>每个事件 %1 字节</translation>
    </message>
    <message>
        <source>%1 bytes an event, %2 a kernel</source>
        <translation>每个事件 %1 字节，每个 kernel %2 字节</translation>
    </message>
    <message>
        <source>no memory events in this file; record with profile_memory=True</source>
        <translation>文件中没有内存事件；请在 profile_memory=True 时记录</translation>
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
        <source>Session saved to %1</source>
        <translation>会话已保存到 %1</translation>
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
    <name>OverviewText</name>
    <message>
        <source>Prefill</source>
        <translation>预填充</translation>
    </message>
    <message>
        <source>Decode step</source>
        <translation>解码步</translation>
    </message>
    <message>
        <source>Mixed step</source>
        <translation>混合步</translation>
    </message>
    <message>
        <source>Draft pass</source>
        <translation>草稿前向</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向传播</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向传播</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>the prefill</source>
        <translation>预填充</translation>
    </message>
    <message>
        <source>the decode step</source>
        <translation>解码步</translation>
    </message>
    <message>
        <source>the mixed step</source>
        <translation>混合步</translation>
    </message>
    <message>
        <source>the step</source>
        <translation>该步</translation>
    </message>
    <message>
        <source>the pass</source>
        <translation>该前向</translation>
    </message>
    <message>
        <source>%1, %2 partial</source>
        <translation>%1，其中 %2 次不完整</translation>
    </message>
    <message>
        <source>Passes of the device with the most GPU time, and layers of a complete pass</source>
        <translation>GPU 时间最多的设备的前向，以及一次完整前向的层数</translation>
    </message>
    <message>
        <source>%1 devices</source>
        <translation>%1 个设备</translation>
    </message>
    <message>
        <source>no passes</source>
        <translation>没有前向</translation>
    </message>
    <message>
        <source>%1, median of %2</source>
        <translation>%1，%2 次的中位数</translation>
    </message>
    <message numerus="yes">
        <source>%1 tokens</source>
        <translation>
            <numerusform>%1 个 token</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 requests</source>
        <translation>
            <numerusform>%1 个请求</numerusform>
        </translation>
    </message>
    <message>
        <source>Median wall of the steady passes of this stage; P%1 is nearest to it and is selected by a click</source>
        <translation>该阶段稳态前向跨度的中位数；P%1 与其最接近，单击即选中</translation>
    </message>
    <message>
        <source>Wall of P%1: the end of its last work minus the start of its first</source>
        <translation>P%1 的跨度：最后任务的结束减去最先任务的开始</translation>
    </message>
    <message>
        <source>%1 over the run</source>
        <translation>整个运行中的 %1</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%2中的 %1</translation>
    </message>
    <message>
        <source>Time in which at least one stream works, from the first pass to the last: %1 of %2</source>
        <translation>从第一次到最后一次前向，至少一个流在工作的时间：%2 中的 %1</translation>
    </message>
    <message>
        <source>Time in which at least one stream works, of the wall of P%1: %2 of %3</source>
        <translation>P%1 的跨度中至少一个流在工作的时间：%3 中的 %2</translation>
    </message>
    <message>
        <source>Roofline time of the modelled work of P%1, of its wall</source>
        <translation>P%1 中已建模任务的 roofline 时间占其跨度的比例</translation>
    </message>
    <message>
        <source>enter…</source>
        <comment>the peaks of a device</comment>
        <translation>输入…</translation>
    </message>
    <message>
        <source>add config.json…</source>
        <translation>添加 config.json…</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Outlier</source>
        <translation>离群</translation>
    </message>
    <message>
        <source>Outliers</source>
        <translation>离群</translation>
    </message>
    <message>
        <source>A click selects it; the next click the next one</source>
        <translation>单击选中它；再次单击选中下一个</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>none found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>choose a boundary…</source>
        <translation>选择边界…</translation>
    </message>
    <message>
        <source>Layers found</source>
        <translation>已找到层</translation>
    </message>
    <message>
        <source>How probable it is that every layer begins where it is drawn; a click shows what speaks for it</source>
        <translation>每层都始于所画之处的概率；单击查看依据</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>complete</source>
        <translation>完整</translation>
    </message>
    <message>
        <source>Nothing is missing or damaged</source>
        <translation>没有缺失或损坏</translation>
    </message>
    <message>
        <source>none: no GPU work in this file</source>
        <translation>无：此文件中没有 GPU 工作</translation>
    </message>
    <message>
        <source>none: summary tables alone</source>
        <translation>无：只有汇总表</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;[, by annotation]</source>
        <translation>&lt;b&gt;%1&lt;/b&gt;[，按标注]</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; busy[, %2 idle]</source>
        <translation>&lt;b&gt;%1&lt;/b&gt; 忙碌[，%2 空闲]</translation>
    </message>
    <message>
        <source>Hardware limit, prefill</source>
        <translation>硬件极限（预填充）</translation>
    </message>
    <message>
        <source>Hardware limit, decode step</source>
        <translation>硬件极限（解码步）</translation>
    </message>
    <message>
        <source>Hardware limit, mixed step</source>
        <translation>硬件极限（混合步）</translation>
    </message>
    <message>
        <source>Hardware limit, draft pass</source>
        <translation>硬件极限（草稿前向）</translation>
    </message>
    <message>
        <source>Hardware limit, forward</source>
        <translation>硬件极限（前向）</translation>
    </message>
    <message>
        <source>Hardware limit, backward</source>
        <translation>硬件极限（反向）</translation>
    </message>
    <message>
        <source>Hardware limit, optimizer</source>
        <translation>硬件极限（优化器）</translation>
    </message>
    <message>
        <source>Hardware limit, step</source>
        <translation>硬件极限（step）</translation>
    </message>
    <message>
        <source>Hardware limit, pass</source>
        <translation>硬件极限（前向）</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; of roofline[ · MFU %2]</source>
        <translation>&lt;b&gt;%1&lt;/b&gt;（相对 roofline）[ · MFU %2]</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; of roofline[ · MBU %2]</source>
        <translation>&lt;b&gt;%1&lt;/b&gt;（相对 roofline）[ · MBU %2]</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; of roofline</source>
        <translation>&lt;b&gt;%1&lt;/b&gt;（相对 roofline）</translation>
    </message>
    <message>
        <source>n/a{: no peaks for this device}</source>
        <translation>无{：没有该设备的峰值}</translation>
    </message>
    <message>
        <source>n/a{: most work is not modelled}</source>
        <translation>无{：大部分任务未建模}</translation>
    </message>
    <message>
        <source>n/a{: no shapes recorded}</source>
        <translation>无{：未记录形状}</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;: %2 of %3{, %4 of it %5}.</source>
        <translation>&lt;b&gt;%1&lt;/b&gt;占%3的 %2{，其中 %5 占 %4}。</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;: %2 of %3{, %4 of it %5}[; %6 is idle].</source>
        <translation>&lt;b&gt;%1&lt;/b&gt;占%3的 %2{，其中 %5 占 %4}[；空闲占 %6]。</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;: %2 of %3{, %4 of it %5}[; %6 is idle, mostly %7].</source>
        <translation>&lt;b&gt;%1&lt;/b&gt;占%3的 %2{，其中 %5 占 %4}[；空闲占 %6，主要为%7]。</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;: %2 of %3.</source>
        <translation>&lt;b&gt;%1&lt;/b&gt;占%3的 %2。</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;: %2 of %3[; %4 is idle].</source>
        <translation>&lt;b&gt;%1&lt;/b&gt;占%3的 %2[；空闲占 %4]。</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;: %2 of %3[; %4 is idle, mostly %5].</source>
        <translation>&lt;b&gt;%1&lt;/b&gt;占%3的 %2[；空闲占 %4，主要为%5]。</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;: exposed for %2 of %3{, %4 of it %5}.</source>
        <translation>&lt;b&gt;%1&lt;/b&gt;暴露的时间占%3的 %2{，其中 %5 占 %4}。</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;: exposed for %2 of %3.</source>
        <translation>&lt;b&gt;%1&lt;/b&gt;暴露的时间占%3的 %2。</translation>
    </message>
    <message>
        <source>&lt;b&gt;Idle&lt;/b&gt; is %1 of %2{, mostly %3}.</source>
        <translation>&lt;b&gt;空闲&lt;/b&gt;占%2的 %1{，主要为%3}。</translation>
    </message>
    <message>
        <source>&lt;b&gt;Idle&lt;/b&gt; is %1 of %2.</source>
        <translation>&lt;b&gt;空闲&lt;/b&gt;占%2的 %1。</translation>
    </message>
    <message>
        <source>&lt;b&gt;Idle between passes: %1.&lt;/b&gt;{ A pass begins every %2, and the median one takes %3.}</source>
        <translation>&lt;b&gt;前向之间空闲：%1。&lt;/b&gt;{每 %2 开始一次前向，中位前向用时 %3。}</translation>
    </message>
    <message>
        <source>%1 takes %2, %3 times the median layer of its type (%4).</source>
        <translation>%1 用时 %2，为同类型中位层（%4）的 %3 倍。</translation>
    </message>
    <message>
        <source>&lt;b&gt;P%1 is partial&lt;/b&gt;{ and left out of all medians}. %2</source>
        <translation>&lt;b&gt;P%1 不完整&lt;/b&gt;{，不计入任何中位数}。%2</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; passes</source>
        <translation>&lt;b&gt;%1&lt;/b&gt; 次前向</translation>
    </message>
    <message>
        <source>&lt;b&gt;incomplete&lt;/b&gt;[: %1]</source>
        <translation>&lt;b&gt;不完整&lt;/b&gt;[：%1]</translation>
    </message>
    <message>
        <source>&lt;b&gt;P%1 is partial&lt;/b&gt;: %2{, left out of all medians}. %3</source>
        <translation>&lt;b&gt;P%1 不完整&lt;/b&gt;：%2{，不计入任何中位数}。%3</translation>
    </message>
    <message>
        <source>&lt;b&gt;ends early&lt;/b&gt;[, after %1]</source>
        <translation>&lt;b&gt;提前结束&lt;/b&gt;[，共读取 %1]</translation>
    </message>
    <message>
        <source>the draft pass</source>
        <translation>草稿前向</translation>
    </message>
    <message>
        <source>the forward pass</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>the backward pass</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>the optimizer pass</source>
        <translation>优化器</translation>
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
    <message>
        <source>the whole trace</source>
        <translation>整个 trace</translation>
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
        <source>Findings</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>No findings here</source>
        <translation>此处没有发现</translation>
    </message>
</context>
<context>
    <name>ProgramsText</name>
    <message>
        <source>no compiled programs in this file; JAX and XLA record them</source>
        <translation>此文件中没有编译程序；JAX 与 XLA 会记录它们</translation>
    </message>
</context>
<context>
    <name>RanksText</name>
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
    <message>
        <source>one rank in this file; open a folder of ranks</source>
        <translation>此文件只有一个 rank；请打开包含各 rank 的文件夹</translation>
    </message>
</context>
<context>
    <name>Report</name>
    <message>
        <source>Partial</source>
        <translation>不完整</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>Asked for</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>At its begin</source>
        <translation>开始时</translation>
    </message>
    <message>
        <source>At its end</source>
        <translation>结束时</translation>
    </message>
    <message>
        <source>At the peak</source>
        <translation>峰值时</translation>
    </message>
    <message>
        <source>Bytes after</source>
        <translation>之后的字节</translation>
    </message>
    <message>
        <source>Bytes are</source>
        <translation>字节为</translation>
    </message>
    <message>
        <source>Bytes now</source>
        <translation>现在的字节</translation>
    </message>
    <message>
        <source>Bytes, high</source>
        <translation>字节，最高</translation>
    </message>
    <message>
        <source>Bytes, low</source>
        <translation>字节，最低</translation>
    </message>
    <message>
        <source>Certain</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Free at the driver</source>
        <translation>驱动空闲</translation>
    </message>
    <message>
        <source>Freed</source>
        <translation>已释放</translation>
    </message>
    <message>
        <source>Growth</source>
        <translation>增长</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Largest free</source>
        <translation>最大空闲</translation>
    </message>
    <message>
        <source>Largest free block</source>
        <translation>最大空闲块</translation>
    </message>
    <message>
        <source>Launching</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Allocating event</source>
        <translation>分配事件</translation>
    </message>
    <message>
        <source>Freeing event</source>
        <translation>释放事件</translation>
    </message>
    <message>
        <source>Lifetime</source>
        <translation>生存期</translation>
    </message>
    <message>
        <source>Likely</source>
        <translation>很可能</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Median wall</source>
        <translation>跨度中位数</translation>
    </message>
    <message>
        <source>Net</source>
        <translation>净增</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>预留</translation>
    </message>
    <message>
        <source>Sampled in</source>
        <translation>采样所在</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Synchronising</source>
        <translation>同步</translation>
    </message>
    <message>
        <source>To check</source>
        <translation>待检查</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token 数</translation>
    </message>
    <message>
        <source>Source profiling</source>
        <translation>来源录制</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Pass B</source>
        <translation>B 的前向</translation>
    </message>
    <message>
        <source>Device A</source>
        <translation>A 的设备</translation>
    </message>
    <message>
        <source>Device B</source>
        <translation>B 的设备</translation>
    </message>
    <message>
        <source>Pass A</source>
        <translation>A 的前向</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>统计量</translation>
    </message>
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
        <translation>角色</translation>
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
        <translation>参与对比</translation>
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
        <source>Waited for</source>
        <translation>被等待者</translation>
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
        <source>Shapes</source>
        <translation>形状数</translation>
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
        <translation>通信（未重叠）</translation>
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
    <message>
        <source>Arg</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Group size</source>
        <translation>组大小</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>数值格式</translation>
    </message>
    <message>
        <source>Sized</source>
        <translation>已知大小</translation>
    </message>
    <message>
        <source>Why unknown</source>
        <translation>未知的缘由</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批</translation>
    </message>
    <message>
        <source>Bound</source>
        <translation>瓶颈</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>FLOP/byte</source>
        <translation>FLOP/字节</translation>
    </message>
    <message>
        <source>Headroom</source>
        <translation>余量</translation>
    </message>
    <message>
        <source>Input type</source>
        <translation>输入类型</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>键</translation>
    </message>
    <message>
        <source>MBU</source>
        <translation>MBU</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Modelled</source>
        <translation>已建模</translation>
    </message>
    <message>
        <source>Of best</source>
        <translation>占最佳</translation>
    </message>
    <message>
        <source>Queries</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>Weight type</source>
        <translation>权重类型</translation>
    </message>
    <message>
        <source>At</source>
        <translation>时刻</translation>
    </message>
    <message>
        <source>Of roofline</source>
        <translation>占 roofline</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>Section</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Δ to median</source>
        <translation>与中位数之差</translation>
    </message>
    <message>
        <source>Basis</source>
        <translation>假设</translation>
    </message>
    <message>
        <source>Certainty</source>
        <translation>确定程度</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>Gain, high</source>
        <translation>收益（高）</translation>
    </message>
    <message>
        <source>Gain, low</source>
        <translation>收益（低）</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>What to change</source>
        <translation>该改什么</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>何处</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>Function</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>GPU time</source>
        <translation>GPU 时间</translation>
    </message>
    <message>
        <source>Host time</source>
        <translation>主机时间</translation>
    </message>
    <message>
        <source>Host work</source>
        <translation>主机在做什么</translation>
    </message>
    <message>
        <source>Host, with callees</source>
        <translation>主机，含被调用者</translation>
    </message>
    <message>
        <source>Known by</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>Role A</source>
        <translation>A 的角色</translation>
    </message>
    <message>
        <source>Role B</source>
        <translation>B 的角色</translation>
    </message>
    <message>
        <source>Operator A</source>
        <translation>A 的算子</translation>
    </message>
    <message>
        <source>Operator B</source>
        <translation>B 的算子</translation>
    </message>
    <message>
        <source>Source line</source>
        <translation>源代码行</translation>
    </message>
    <message>
        <source>Source line A</source>
        <translation>A 的源代码行</translation>
    </message>
    <message>
        <source>Source line B</source>
        <translation>B 的源代码行</translation>
    </message>
    <message>
        <source>Stack</source>
        <translation>栈</translation>
    </message>
    <message>
        <source>With callees</source>
        <translation>含被调用者</translation>
    </message>
    <message>
        <source>Yours</source>
        <translation>您的代码</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>动作</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>块数</translation>
    </message>
    <message>
        <source>Expandable</source>
        <translation>可扩展</translation>
    </message>
    <message>
        <source>First</source>
        <translation>最早</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>水平</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行数</translation>
    </message>
    <message>
        <source>Δ share</source>
        <translation>Δ 占比</translation>
    </message>
    <message>
        <source>Fragmentation</source>
        <translation>碎片</translation>
    </message>
    <message>
        <source>Grows</source>
        <translation>增长</translation>
    </message>
    <message>
        <source>Kept by</source>
        <translation>保留者</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>最晚</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>共</translation>
    </message>
    <message>
        <source>Passes that keep</source>
        <translation>有保留的前向</translation>
    </message>
    <message>
        <source>Pool</source>
        <translation>池</translation>
    </message>
    <message>
        <source>Above the limit</source>
        <translation>超过极限</translation>
    </message>
    <message>
        <source>Example, begin</source>
        <translation>示例开始</translation>
    </message>
    <message>
        <source>Example, end</source>
        <translation>示例结束</translation>
    </message>
    <message>
        <source>Gaps there</source>
        <translation>此处的空隙</translation>
    </message>
    <message>
        <source>Kernels there</source>
        <translation>此处的 kernel</translation>
    </message>
    <message>
        <source>OS call</source>
        <translation>操作系统调用</translation>
    </message>
    <message>
        <source>In OS call</source>
        <translation>系统调用内</translation>
    </message>
    <message>
        <source>Called from</source>
        <translation>调用自</translation>
    </message>
    <message>
        <source>Above the median</source>
        <translation>高出中位数</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Working</source>
        <translation>工作</translation>
    </message>
    <message>
        <source>Pass wall</source>
        <translation>前向跨度</translation>
    </message>
    <message>
        <source>Live for</source>
        <translation>存活</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Layer A</source>
        <translation>A 的层</translation>
    </message>
    <message>
        <source>Layer B</source>
        <translation>B 的层</translation>
    </message>
    <message>
        <source>Anchors</source>
        <translation>锚点</translation>
    </message>
    <message>
        <source>Extends</source>
        <translation>继承自</translation>
    </message>
    <message>
        <source>Model types</source>
        <translation>模型类型</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Traits</source>
        <translation>特征</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>最近使用</translation>
    </message>
</context>
<context>
    <name>ReportText</name>
    <message>
        <source>Exported to %1</source>
        <translation>已导出到 %1</translation>
    </message>
</context>
<context>
    <name>RooflineText</name>
    <message>
        <source>no GPU work in this file</source>
        <translation>文件中没有 GPU 任务</translation>
    </message>
</context>
<context>
    <name>SourceText</name>
    <message>
        <source>no GPU work in this file</source>
        <translation>此文件中没有 GPU 任务</translation>
    </message>
    <message>
        <source>summary tables without a timeline; open the .sqlite or .nsys-rep file</source>
        <translation>只有汇总表，没有时间线；请打开 .sqlite 或 .nsys-rep 文件</translation>
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
    <name>TableSetup</name>
    <message>
        <source>The first %1 of %2 rows are selected: more cannot be selected together</source>
        <translation>已选中 %2 行中的前 %1 行：无法同时选中更多</translation>
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
        <source>Click selects, with Shift also · double click zooms</source>
        <translation>单击选中，按 Shift 加选 · 双击放大</translation>
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
    <message>
        <source>%1 of device %2</source>
        <translation>设备 %2 的 %1</translation>
    </message>
    <message>
        <source>%1 between passes</source>
        <translation>前向之间 %1</translation>
    </message>
    <message>
        <source>%1 at a copy</source>
        <translation>拷贝处 %1</translation>
    </message>
    <message>
        <source>%1 idle, cause unknown</source>
        <translation>空闲 %1，原因未知</translation>
    </message>
    <message>
        <source>%1 idle: %2</source>
        <translation>空闲 %1：%2</translation>
    </message>
    <message>
        <source>%1 before the first kernel</source>
        <translation>第一个 kernel 之前 %1</translation>
    </message>
    <message>
        <source>%1 after the last kernel</source>
        <translation>最后一个 kernel 之后 %1</translation>
    </message>
    <message>
        <source>%1 idle, almost all of it: %2</source>
        <translation>%1 空闲，几乎全部为%2</translation>
    </message>
    <message>
        <source>%1 idle, most of it: %2</source>
        <translation>%1 空闲，多数为%2</translation>
    </message>
    <message>
        <source>%1 idle</source>
        <translation>%1 空闲</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>%1 busy in view · %2 of %3</source>
        <translation>可见范围忙碌 %1 · %3 中的 %2</translation>
    </message>
    <message>
        <source>%1 busy (%2 of %3) · %4 idle</source>
        <translation>忙碌 %1（占 %3 的 %2）· 空闲 %4</translation>
    </message>
    <message>
        <source>Passes P%1 to P%2</source>
        <translation>前向 P%1 至 P%2</translation>
    </message>
    <message>
        <source>100 % = %1 TB/s</source>
        <translation>100 % = %1 TB/s</translation>
    </message>
    <message>
        <source>Modelled traffic</source>
        <translation>模型显存流量</translation>
    </message>
    <message>
        <source>%1 before the first pass</source>
        <translation>第一次前向之前 %1</translation>
    </message>
    <message>
        <source>%1 after the last pass</source>
        <translation>最后一次前向之后 %1</translation>
    </message>
    <message>
        <source>modelled</source>
        <translation>按模型</translation>
    </message>
</context>
<context>
    <name>TraceFileFilter</name>
    <message>
        <source>Chrome and Perfetto traces (%1)</source>
        <translation>Chrome 与 Perfetto trace (%1)</translation>
    </message>
    <message>
        <source>JAX/XLA profiles (%1)</source>
        <translation>JAX/XLA profile (%1)</translation>
    </message>
    <message>
        <source>Nsight Systems (%1)</source>
        <translation>Nsight Systems (%1)</translation>
    </message>
    <message>
        <source>Ascend profiler (%1)</source>
        <translation>Ascend profiler (%1)</translation>
    </message>
    <message>
        <source>Sessions (%1)</source>
        <translation>会话 (%1)</translation>
    </message>
    <message>
        <source>Traces and sessions (%1)</source>
        <translation>Trace 与会话 (%1)</translation>
    </message>
    <message>
        <source>Traces (%1)</source>
        <translation>Trace (%1)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>ROCm (%1)</source>
        <translation>ROCm (%1)</translation>
    </message>
    <message>
        <source>Memory snapshots (%1)</source>
        <translation>内存快照 (%1)</translation>
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
    <name>TraceWords</name>
    <message>
        <source>Steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Passes</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>all steps</source>
        <translation>所有步</translation>
    </message>
    <message>
        <source>all passes</source>
        <translation>所有前向</translation>
    </message>
    <message>
        <source>Steps by category</source>
        <translation>步（按类别）</translation>
    </message>
    <message>
        <source>Passes by category</source>
        <translation>前向（按类别）</translation>
    </message>
    <message numerus="yes">
        <source>%1 steps on %2 devices</source>
        <translation>
            <numerusform>%2 个设备共 %1 步</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 steps</source>
        <translation>
            <numerusform>%1 步</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 ops</source>
        <translation>
            <numerusform>%1 个操作</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Word</name>
    <message>
        <source>ops</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
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
        <source>dense</source>
        <translation>稠密</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
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
        <translation>离群</translation>
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
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>拷贝</translation>
    </message>
    <message>
        <source>wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>in_flight</source>
        <translation>传输中</translation>
    </message>
    <message>
        <source>idle_inside</source>
        <translation>内部空闲</translation>
    </message>
    <message>
        <source>idle_between</source>
        <translation>之间空闲</translation>
    </message>
    <message>
        <source>typical</source>
        <translation>典型</translation>
    </message>
    <message>
        <source>light</source>
        <translation>较轻</translation>
    </message>
    <message>
        <source>heavy</source>
        <translation>较重</translation>
    </message>
    <message>
        <source>slower</source>
        <translation>变慢</translation>
    </message>
    <message>
        <source>faster</source>
        <translation>变快</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>不变</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>一致</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>不同</translation>
    </message>
    <message>
        <source>only_a</source>
        <translation>仅 A</translation>
    </message>
    <message>
        <source>only_b</source>
        <translation>仅 B</translation>
    </message>
    <message>
        <source>only_recorded</source>
        <translation>仅记录中有</translation>
    </message>
    <message>
        <source>only_recomputed</source>
        <translation>仅重算中有</translation>
    </message>
    <message>
        <source>wall</source>
        <translation>跨度</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>kernel</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>evidence</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>token</translation>
    </message>
    <message>
        <source>together</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>总和</translation>
    </message>
    <message>
        <source>streams</source>
        <translation>流</translation>
    </message>
    <message>
        <source>stream</source>
        <translation>流</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>shortest</source>
        <translation>最短</translation>
    </message>
    <message>
        <source>longest</source>
        <translation>最长</translation>
    </message>
    <message>
        <source>requests</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>overlapped</source>
        <translation>重叠</translation>
    </message>
    <message>
        <source>modelled</source>
        <translation>按模型</translation>
    </message>
    <message>
        <source>median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>launch</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>headroom</source>
        <translation>余量</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>忙碌</translation>
    </message>
    <message>
        <source>before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>after</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>long</source>
        <translation>长</translation>
    </message>
    <message>
        <source>memory bound</source>
        <translation>受内存限制</translation>
    </message>
    <message>
        <source>compute bound</source>
        <translation>受计算限制</translation>
    </message>
    <message>
        <source>roofline time</source>
        <translation>roofline 时间</translation>
    </message>
    <message>
        <source>graph launch</source>
        <translation>图启动</translation>
    </message>
    <message>
        <source>side stream</source>
        <translation>旁路流</translation>
    </message>
    <message>
        <source>role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>grid</source>
        <translation>网格</translation>
    </message>
    <message>
        <source>category</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>kernel time</source>
        <translation>kernel 时间</translation>
    </message>
    <message>
        <source>certain</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>likely</source>
        <translation>很可能</translation>
    </message>
    <message>
        <source>passes</source>
        <translation>次前向</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>个 step</translation>
    </message>
    <message>
        <source>whole passes</source>
        <translation>完整前向</translation>
    </message>
    <message>
        <source>whole steps</source>
        <translation>完整 step</translation>
    </message>
    <message>
        <source>first</source>
        <translation>首层</translation>
    </message>
    <message>
        <source>last</source>
        <translation>末层</translation>
    </message>
    <message>
        <source>check</source>
        <translation>待检查</translation>
    </message>
</context>
<context>
    <name>Workspaces</name>
    <message>
        <source>Selection</source>
        <translation>选中项</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Explore</source>
        <translation>浏览</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Passes × layers</source>
        <translation>前向 × 层</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Time range</source>
        <translation>时间段</translation>
    </message>
    <message>
        <source>NVTX ranges and regions</source>
        <translation>NVTX 范围与区域</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Step</translation>
    </message>
    <message>
        <source>Search in args</source>
        <translation>在参数中搜索</translation>
    </message>
    <message>
        <source>Marks and notes</source>
        <translation>标记与笔记</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
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
    <message>
        <source>Programs</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Steps of the programs</source>
        <translation>程序的 step</translation>
    </message>
    <message>
        <source>Regions of the programs</source>
        <translation>程序的区域</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>Full report</source>
        <translation>完整报告</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Matrix of runs</source>
        <translation>运行矩阵</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源代码</translation>
    </message>
    <message>
        <source>Source lines</source>
        <translation>源代码行</translation>
    </message>
    <message>
        <source>A and B</source>
        <translation>A 与 B</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>roofline</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>SQL</source>
        <translation>SQL</translation>
    </message>
    <message>
        <source>History of runs</source>
        <translation>运行历史</translation>
    </message>
    <message>
        <source>Types of layers</source>
        <translation>层的类型</translation>
    </message>
    <message>
        <source>Advice about the selection</source>
        <translation>关于所选内容的建议</translation>
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
        <source>Part of a kernel name, or a /regular expression/; case-insensitive</source>
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
        <source>is within its block</source>
        <translation>块的内部</translation>
    </message>
    <message>
        <source>How many blocks between boundary kernels make one layer</source>
        <translation>边界 kernel 之间多少块组成一层</translation>
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
        <source>&amp;Boundary kernel</source>
        <translation>边界 kernel(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Role</source>
        <translation>角色(&amp;R)</translation>
    </message>
    <message>
        <source>Bl&amp;ocks per layer</source>
        <translation>每层块数(&amp;O)</translation>
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
        <source>of %1</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>of the median pass</source>
        <translation>中位数前向的</translation>
    </message>
</context>
<context>
    <name>lamella::ui::ArgsPanel</name>
    <message>
        <source>Text, or key=text</source>
        <translation>文本，或键=文本</translation>
    </message>
    <message>
        <source>Text to look for in the args of all events</source>
        <translation>要在所有事件的参数中查找的文本</translation>
    </message>
    <message>
        <source>Return searches the args of all events; “Input Dims=4096” only args of that name</source>
        <translation>回车键在所有事件的参数中查找；“Input Dims=4096”只在该名称的参数中查找</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Read no further; what was found stays (Esc)</source>
        <translation>不再继续读取；已找到的保留（Esc）</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>The events that are listed, as a file</source>
        <translation>将列出的事件保存为文件</translation>
    </message>
    <message>
        <source>Previous event that matches</source>
        <translation>上一个匹配的事件</translation>
    </message>
    <message>
        <source>Next event that matches</source>
        <translation>下一个匹配的事件</translation>
    </message>
    <message>
        <source>Events whose args contain the text</source>
        <translation>参数中含有该文本的事件</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>Searching… %1&#xa0;%</source>
        <translation>正在搜索… %1&#xa0;%</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>stopped at %1&#xa0;% of the file</source>
        <translation>停在文件的 %1&#xa0;% 处</translation>
    </message>
    <message>
        <source>there are more: a longer text says which</source>
        <translation>还有更多：输入更长的文本以缩小范围</translation>
    </message>
    <message>
        <source>The args of this trace cannot be searched</source>
        <translation>无法搜索此 trace 的参数</translation>
    </message>
    <message>
        <source>They are not text in its file. Select an event to see its recorded values.</source>
        <translation>它们在文件中不是文本。选中一个事件即可查看其记录的内容。</translation>
    </message>
    <message>
        <source>Look for a text in the args of all events</source>
        <translation>在所有事件的参数中查找文本</translation>
    </message>
    <message>
        <source>Shapes, types, groups of ranks, whatever was recorded with an event. The file is read again for it, in the background.</source>
        <translation>形状、类型、rank 组，以及随事件记录的任何内容。为此会在后台重新读取文件。</translation>
    </message>
    <message>
        <source>Nothing found so far</source>
        <translation>目前没有找到</translation>
    </message>
    <message>
        <source>The file is being read.</source>
        <translation>正在读取文件。</translation>
    </message>
    <message>
        <source>No event has “%1” in its args</source>
        <translation>没有事件的参数含有“%1”</translation>
    </message>
    <message>
        <source>Look for another text</source>
        <translation>请查找其他文本</translation>
    </message>
    <message>
        <source>Nothing was found before the search was stopped</source>
        <translation>停止搜索前没有找到任何内容</translation>
    </message>
    <message>
        <source>The args could not be searched</source>
        <translation>无法搜索参数</translation>
    </message>
    <message>
        <source>%1 so far</source>
        <comment>events</comment>
        <translation>目前 %1</translation>
    </message>
</context>
<context>
    <name>lamella::ui::BlockMap</name>
    <message>
        <source>Segments and their blocks</source>
        <translation>各段及其块</translation>
    </message>
    <message>
        <source>Device %1, segment of %2: %3 in use, %4 free</source>
        <translation>设备 %1，%2 的段：使用中 %3，空闲 %4</translation>
    </message>
    <message>
        <source>nothing is free</source>
        <translation>没有空闲</translation>
    </message>
    <message>
        <source>%1 free, the largest block %2 · %3 fragmented</source>
        <translation>空闲 %1，最大块 %2 · 碎片化 %3</translation>
    </message>
    <message>
        <source>full</source>
        <translation>已满</translation>
    </message>
    <message>
        <source>largest free %1 of %2</source>
        <translation>最大空闲 %1，共 %2</translation>
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
        <source>Segmenting the trace again…</source>
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
    <name>lamella::ui::Breadcrumb</name>
    <message>
        <source>Device %1</source>
        <translation>设备 %1</translation>
    </message>
    <message>
        <source>The whole trace</source>
        <translation>整个 trace</translation>
    </message>
    <message>
        <source>Trace</source>
        <translation>Trace</translation>
    </message>
    <message>
        <source>Device shown</source>
        <translation>显示的设备</translation>
    </message>
    <message>
        <source>Pass shown</source>
        <translation>显示的前向</translation>
    </message>
    <message>
        <source>Layer shown</source>
        <translation>显示的层</translation>
    </message>
    <message>
        <source>Previous layer or pass</source>
        <translation>上一层或上一次前向</translation>
    </message>
    <message>
        <source>Next layer or pass</source>
        <translation>下一层或下一次前向</translation>
    </message>
    <message>
        <source>all layers</source>
        <translation>所有层</translation>
    </message>
    <message>
        <source>Baseline: what the selection is compared with</source>
        <translation>基准：与选中项对比的内容</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>对比(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Unpin the baseline</source>
        <translation>取消基准(&amp;U)</translation>
    </message>
    <message>
        <source>Baseline %1: click to compare the selection with it</source>
        <translation>基准 %1：单击将选中项与其对比</translation>
    </message>
    <message>
        <source>Second trace %1: click to compare the selection with it</source>
        <translation>第二个 trace %1：单击将所选与之对比</translation>
    </message>
    <message>
        <source>Chosen to compare with, %1: click to compare the selection with it</source>
        <translation>所选的对比对象 %1：单击将所选与之对比</translation>
    </message>
    <message>
        <source>&amp;Close the second trace</source>
        <translation>关闭第二个 trace(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Do not compare with it any more</source>
        <translation>不再与之对比(&amp;D)</translation>
    </message>
    <message>
        <source>Shows the whole trace and selects nothing</source>
        <translation>显示整个 trace，并取消选中</translation>
    </message>
</context>
<context>
    <name>lamella::ui::CategoryLegend</name>
    <message>
        <source>Categories</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>overlapped</source>
        <translation>重叠</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Click: only this category · Ctrl+click: add or take away</source>
        <translation>单击：仅此类别 · Ctrl+单击：增减</translation>
    </message>
    <message>
        <source>&amp;Only this category</source>
        <translation>仅此类别(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Take it away</source>
        <translation>移除此类别(&amp;T)</translation>
    </message>
    <message>
        <source>A&amp;dd it</source>
        <translation>加入此类别(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;All categories</source>
        <translation>所有类别(&amp;A)</translation>
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
    <name>lamella::ui::ChoiceList</name>
    <message>
        <source>Type to choose</source>
        <translation>输入以筛选</translation>
    </message>
    <message>
        <source>Choices</source>
        <translation>选项</translation>
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
        <source>Matches</source>
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
    <name>lamella::ui::CompanionOffer</name>
    <message>
        <source>Names for the kernels of graph replays are beside the trace: %1</source>
        <translation>trace 旁有 graph 重放的 kernel 名称：%1</translation>
    </message>
    <message>
        <source>Use them</source>
        <translation>使用它们</translation>
    </message>
    <message>
        <source>Use names of graph replays</source>
        <translation>使用 graph 重放的名称</translation>
    </message>
</context>
<context>
    <name>lamella::ui::CompareHead</name>
    <message>
        <source>Swap A and B</source>
        <translation>交换 A 与 B</translation>
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
        <source>unchanged, within noise: %1</source>
        <translation>不变，在噪声之内：%1</translation>
    </message>
    <message>
        <source>no trace</source>
        <translation>无 trace</translation>
    </message>
    <message>
        <source>loading…</source>
        <translation>正在加载…</translation>
    </message>
    <message>
        <source>nothing selected</source>
        <translation>未选中</translation>
    </message>
    <message>
        <source>%1 shown</source>
        <translation>显示 %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2的 %1</translation>
    </message>
    <message>
        <source>%1 %2 passes, %3 shown</source>
        <translation>%1 次%2，显示 %3</translation>
    </message>
    <message>
        <source>baseline · %1</source>
        <translation>基准 · %1</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>select a pass or layer, or open a second trace</source>
        <translation>选中前向或层，或打开第二个 trace</translation>
    </message>
    <message>
        <source>%1, medians</source>
        <translation>%1，中位数</translation>
    </message>
    <message>
        <source>%1, against the median</source>
        <translation>%1，与中位数相比</translation>
    </message>
    <message>
        <source>%1, the pair</source>
        <translation>%1，这一对</translation>
    </message>
    <message>
        <source>Noise, 2 % assumed: fewer than %1 passes</source>
        <translation>噪声，假定 2 %：不足 %1 次前向</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>噪声</translation>
    </message>
    <message>
        <source>%1 further stages</source>
        <translation>另有 %1 个阶段</translation>
    </message>
    <message>
        <source>Δ of the medians over the passes; everything below is of the pair of passes shown</source>
        <translation>各次前向中位数的 Δ；下方内容均为所显示的这一对前向</translation>
    </message>
    <message>
        <source>Δ to the median over the passes; everything below is of the pair of passes shown</source>
        <translation>与各次前向中位数的 Δ；下方内容均为所显示的这一对前向</translation>
    </message>
    <message>
        <source>Three standard errors of the difference, at least 1 % of A</source>
        <translation>差值标准误的三倍，至少为 A 的 1 %</translation>
    </message>
    <message>
        <source>&amp;Open another trace…</source>
        <translation>打开其他 trace(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Recent</source>
        <translation>最近(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Close the second trace</source>
        <translation>关闭第二个 trace(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Pass</source>
        <translation>前向(&amp;P)</translation>
    </message>
    <message>
        <source>Δ of the pair shown, as everything below</source>
        <translation>所显示这一对的 Δ，与下方全部内容一致</translation>
    </message>
    <message>
        <source>%1, selected</source>
        <translation>%1，已选中</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 与 %2</translation>
    </message>
</context>
<context>
    <name>lamella::ui::CompareInspector</name>
    <message>
        <source>Export this comparison…</source>
        <translation>导出此对比…</translation>
    </message>
    <message>
        <source>Nothing is compared yet: choose A and B first</source>
        <translation>尚未对比：请先选择 A 与 B</translation>
    </message>
    <message>
        <source>Show in Perfetto</source>
        <translation>在 Perfetto 中显示</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>有何变化</translation>
    </message>
    <message>
        <source>Copy start and end in seconds</source>
        <translation>以秒复制起点和终点</translation>
    </message>
    <message>
        <source>The selection has no range of its own</source>
        <translation>所选没有自己的时间范围</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>链接</translation>
    </message>
    <message>
        <source>Copy a link that opens Perfetto at this range</source>
        <translation>复制以此范围打开 Perfetto 的链接</translation>
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
        <translation>与 %1 对比(&amp;C)（Ctrl+单击）</translation>
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
    <message>
        <source>P&amp;in as baseline</source>
        <translation>设为基准(&amp;I)</translation>
    </message>
    <message>
        <source>What is selected is compared with this pass or layer from now on (B)</source>
        <translation>此后选中的内容都与该前向或层对比（B）</translation>
    </message>
    <message>
        <source>&amp;Pin %1 as baseline</source>
        <translation>将 %1 设为基准(&amp;P)</translation>
    </message>
</context>
<context>
    <name>lamella::ui::ConfigOffer</name>
    <message>
        <source>Use peaks, tokens and context</source>
        <translation>使用峰值、token 数和上下文</translation>
    </message>
    <message>
        <source>There is a model config beside the trace: %1</source>
        <translation>trace 旁有一个模型 config：%1</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Use model config</source>
        <translation>使用模型 config</translation>
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
        <source>A: %1, B: %2; the same rows are in the table below</source>
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
        <source>What the rows are</source>
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
        <source>Compare with this trace</source>
        <translation>与此 trace 对比</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>median of the stage</source>
        <translation>该阶段的中位数</translation>
    </message>
    <message>
        <source>Kernel time, idle and overlap, wall</source>
        <translation>Kernel 时间、空闲与重叠、跨度</translation>
    </message>
    <message>
        <source>pass</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>What is compared</source>
        <translation>对比的对象</translation>
    </message>
    <message>
        <source>The layer compared last, else the one that changed most</source>
        <translation>上次对比的层，否则为变化最大的层</translation>
    </message>
    <message>
        <source>Part that the rows are of</source>
        <translation>各行所属的部分</translation>
    </message>
    <message>
        <source>The kernels of the layer compared</source>
        <translation>所对比的层的 kernel</translation>
    </message>
    <message>
        <source>The kernels of the whole passes</source>
        <translation>整次前向的 kernel</translation>
    </message>
    <message>
        <source>nearest to the median</source>
        <translation>最接近中位数</translation>
    </message>
    <message>
        <source>Rows of one name each have no order in time</source>
        <translation>每行一个名称时没有时间顺序</translation>
    </message>
    <message>
        <source>The selection is the baseline itself</source>
        <translation>所选即基准本身</translation>
    </message>
    <message>
        <source>Select another pass or layer to compare with it.</source>
        <translation>选择另一个前向或层与其对比。</translation>
    </message>
    <message>
        <source>This layer has no counterpart in the other trace</source>
        <translation>该层在另一个 trace 中没有对应层</translation>
    </message>
    <message>
        <source>Choose a layer of the other side.</source>
        <translation>请选择另一侧的一层。</translation>
    </message>
    <message>
        <source>The selection is a layer of the baseline</source>
        <translation>所选是基准中的一层</translation>
    </message>
    <message>
        <source>The baseline is a layer of the selected pass</source>
        <translation>基准是所选前向中的一层</translation>
    </message>
    <message>
        <source>Select a layer of another pass to compare it with the baseline.</source>
        <translation>选择另一次前向的层，与基准对比。</translation>
    </message>
</context>
<context>
    <name>lamella::ui::DiffTableModel</name>
    <message>
        <source>Kernel</source>
        <translation>kernel</translation>
    </message>
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
        <source>Sum of layers</source>
        <translation>各层总和</translation>
    </message>
    <message>
        <source>Kernel time</source>
        <translation>kernel 时间</translation>
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
    <message>
        <source>Idle between layers, and overlap</source>
        <translation>层间空闲与重叠</translation>
    </message>
    <message>
        <source>Idle and overlap</source>
        <translation>空闲与重叠</translation>
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
        <source>Nsight Systems: .sqlite from nsys export, text of nsys stats; a folder of runs as a grid</source>
        <translation>Nsight Systems：nsys export 生成的 .sqlite、nsys stats 的文本；存放多次运行的文件夹显示为网格</translation>
    </message>
    <message>
        <source>Ascend: a rank&apos;s folder or a folder of ranks, kernel_details.csv, op_summary_*.csv, trace_view.json</source>
        <translation>Ascend：一个 rank 的文件夹或多个 rank 的文件夹、kernel_details.csv、op_summary_*.csv、trace_view.json</translation>
    </message>
    <message>
        <source>Perfetto: .pftrace; JAX/XLA: .trace.json.gz, .xplane.pb</source>
        <translation>Perfetto：.pftrace；JAX/XLA：.trace.json.gz、.xplane.pb</translation>
    </message>
    <message>
        <source>several files or a folder: the ranks of one job</source>
        <translation>多个文件或一个文件夹：一个作业的各 rank</translation>
    </message>
    <message>
        <source>Memory of PyTorch: snapshots (.pickle) and raw timelines (.raw.json.gz)</source>
        <translation>PyTorch 的内存：快照 (.pickle) 与原始时间线 (.raw.json.gz)</translation>
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
        <source>In no pass</source>
        <translation>不在前向内</translation>
    </message>
    <message>
        <source>Layers found</source>
        <translation>已找到的层</translation>
    </message>
    <message>
        <source>%1, %2 of the time</source>
        <translation>%1，占时间 %2</translation>
    </message>
    <message>
        <source>Boundary kernel</source>
        <translation>边界 kernel</translation>
    </message>
</context>
<context>
    <name>lamella::ui::FilterStrip</name>
    <message>
        <source>%1
Press to remove this filter</source>
        <translation>%1
按下可移除此筛选</translation>
    </message>
    <message>
        <source>Filter %1, press to remove it</source>
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
        <source>Keep this filter and type another one that must match too (Alt+Return). Back removes it again.</source>
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
    <message>
        <source>In args…</source>
        <translation>在参数中…</translation>
    </message>
    <message>
        <source>Look for this text in the args of all events (Ctrl+Shift+F)</source>
        <translation>在所有事件的参数中查找此文本 (Ctrl+Shift+F)</translation>
    </message>
</context>
<context>
    <name>lamella::ui::FirstHints</name>
    <message>
        <source>No more hints</source>
        <translation>不再提示</translation>
    </message>
    <message>
        <source>Click a pass, a layer or a kernel: every view follows. F1 explains the view.</source>
        <translation>单击前向、层或 kernel，所有视图随之变化。F1 说明当前视图。</translation>
    </message>
    <message>
        <source>Ctrl+K finds commands and places: “p5 l12”, “12.5 ms”, a kernel.</source>
        <translation>Ctrl+K 查找命令与位置：“p5 l12”、“12.5 ms”、某个 kernel。</translation>
    </message>
    <message>
        <source>W S A D zoom and move in the timeline; Ctrl+Return shows the same in Perfetto.</source>
        <translation>W S A D 在时间线中缩放与移动；Ctrl+Return 在 Perfetto 中显示同一位置。</translation>
    </message>
</context>
<context>
    <name>lamella::ui::FlameChart</name>
    <message>
        <source>Flame graph of GPU time</source>
        <translation>GPU 时间的火焰图</translation>
    </message>
    <message>
        <source> · yours</source>
        <translation> · 您的代码</translation>
    </message>
    <message>
        <source>module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>GPU time</source>
        <translation>GPU 时间</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>kernel</translation>
    </message>
    <message>
        <source>Click selects · double click zooms · Esc zooms out</source>
        <translation>单击选择 · 双击放大 · Esc 缩小</translation>
    </message>
</context>
<context>
    <name>lamella::ui::FolderExport</name>
    <message>
        <source>Exporting all tables…</source>
        <translation>正在导出所有表…</translation>
    </message>
    <message>
        <source>Extracting all passes…</source>
        <translation>正在提取所有前向…</translation>
    </message>
    <message>
        <source>Folder for a file of each pass</source>
        <translation>存放各前向文件的文件夹</translation>
    </message>
</context>
<context>
    <name>lamella::ui::FolderExportDialog</name>
    <message>
        <source>Export all tables</source>
        <translation>导出所有表</translation>
    </message>
    <message>
        <source>&amp;Folder:</source>
        <translation>文件夹(&amp;F)：</translation>
    </message>
    <message>
        <source>&amp;Choose…</source>
        <translation>选择(&amp;C)…</translation>
    </message>
    <message>
        <source>Choose the folder</source>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>Each table as CSV and JSON, named after the table. The folder is created if necessary; other files in it stay.</source>
        <translation>每张表写成 CSV 与 JSON，以表名命名。文件夹不存在时会创建；其中的其他文件保持不变。</translation>
    </message>
    <message>
        <source>Also as E&amp;xcel workbooks (.xlsx)</source>
        <translation>同时写成 Excel 工作簿 (.xlsx)(&amp;X)</translation>
    </message>
    <message>
        <source>Takes longer with traces of many kernels</source>
        <translation>kernel 很多的 trace 需要更长时间</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>导出(&amp;E)</translation>
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
    <message>
        <source>Late by</source>
        <comment>a launch</comment>
        <translation>启动滞后</translation>
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
        <source>Like the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>&amp;Language:</source>
        <translation>语言(&amp;L)：</translation>
    </message>
    <message>
        <source>Takes effect at the next start.</source>
        <translation>下次启动时生效。</translation>
    </message>
    <message>
        <source>&amp;Theme:</source>
        <translation>主题(&amp;T)：</translation>
    </message>
    <message>
        <source>Like the desktop</source>
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
    <message>
        <source>Command that opens a source line: %f is the file, %l the line. Empty: $VISUAL or $EDITOR</source>
        <translation>打开源代码行的命令：%f 为文件，%l 为行号。为空时使用 $VISUAL 或 $EDITOR</translation>
    </message>
    <message>
        <source>&amp;Editor for source lines:</source>
        <translation>源代码行的编辑器(&amp;E)：</translation>
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
    <message>
        <source>cut corner: above the scale (96th percentile)</source>
        <translation>缺角：高于标尺（第 96 百分位）</translation>
    </message>
    <message>
        <source>cut corner: above the scale (5 % above the median)</source>
        <translation>缺角：高于标尺（高出中位数 5 %）</translation>
    </message>
</context>
<context>
    <name>lamella::ui::HeatMapPanel</name>
    <message>
        <source>Open a trace to see its passes.</source>
        <translation>打开 trace 以查看各次前向。</translation>
    </message>
    <message>
        <source>One pass only: rows are the kernels of a layer, against the median of their row</source>
        <translation>仅一次前向：各行为层内的 kernel，与本行中位数对比</translation>
    </message>
    <message>
        <source>No pass has layers: rows are the kernels of a pass, columns the passes, against the median of their row</source>
        <translation>各次前向均没有层：各行为一次前向内的 kernel，各列为各次前向，与本行中位数对比</translation>
    </message>
    <message>
        <source>Kernels below 0.3 % of the time have no row here: %1</source>
        <translation>占时低于 0.3 % 的 kernel 在此不单列一行：%1</translation>
    </message>
    <message>
        <source>Adding up layers…</source>
        <translation>正在累加各层…</translation>
    </message>
    <message>
        <source>bars</source>
        <translation>柱</translation>
    </message>
    <message>
        <source>heat map</source>
        <translation>热力图</translation>
    </message>
    <message>
        <source>types</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Bars of the layers of a pass, all passes as a heat map, or bars of types of layers</source>
        <translation>一次前向各层的柱、全部前向的热力图，或层类型的柱</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>brush</source>
        <translation>刷选</translation>
    </message>
    <message>
        <source>All passes, or those in the brush of the pass strip</source>
        <translation>所有前向，或前向条中刷选的前向</translation>
    </message>
    <message>
        <source>in time</source>
        <translation>按时间</translation>
    </message>
    <message>
        <source>by wall</source>
        <translation>按跨度</translation>
    </message>
    <message>
        <source>Passes in the order of time, or the longest first</source>
        <translation>前向按时间顺序，或最长的在前</translation>
    </message>
    <message>
        <source>Export this table…</source>
        <translation>导出此表…</translation>
    </message>
    <message>
        <source>all %1</source>
        <comment>number of passes</comment>
        <translation>全部 %1</translation>
    </message>
    <message>
        <source>Drag over the pass strip to mark passes</source>
        <translation>在前向条上拖动以标出前向</translation>
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
        <source>Nothing in the manual contains these words</source>
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
    <name>lamella::ui::IdleLegend</name>
    <message>
        <source>Idle by cause: %1</source>
        <translation>空闲原因：%1</translation>
    </message>
    <message>
        <source>Strip below the lane: idle time in the colour of its main cause; the fainter, the less of the pixel is idle</source>
        <translation>泳道下方的细条：空闲时间以其主要原因的颜色显示；越淡，该像素中空闲越少</translation>
    </message>
    <message>
        <source>idle by cause:</source>
        <translation>空闲原因：</translation>
    </message>
</context>
<context>
    <name>lamella::ui::InspectorBody</name>
    <message>
        <source>before the gap</source>
        <translation>空隙之前</translation>
    </message>
    <message>
        <source>after the gap began</source>
        <translation>空隙开始后</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>layers of its type</source>
        <translation>同类型的层</translation>
    </message>
    <message>
        <source>steady passes</source>
        <translation>稳态前向</translation>
    </message>
    <message>
        <source>Compare with the median layer of its type in this pass</source>
        <translation>与此前向中同类型的中位层对比</translation>
    </message>
    <message>
        <source>Compare with the same place in the steady passes</source>
        <translation>与稳态前向中的同一位置对比</translation>
    </message>
    <message>
        <source>from</source>
        <translation>从</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>not steady: does not count for the median</source>
        <translation>非稳态：不计入中位数</translation>
    </message>
    <message>
        <source>count</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>P10</source>
        <translation>P10</translation>
    </message>
    <message>
        <source>P90</source>
        <translation>P90</translation>
    </message>
    <message>
        <source>passes</source>
        <translation>前向</translation>
    </message>
</context>
<context>
    <name>lamella::ui::InspectorColumn</name>
    <message>
        <source>Open the inspector (Ctrl+I)</source>
        <translation>打开检查器 (Ctrl+I)</translation>
    </message>
    <message>
        <source>Open the inspector</source>
        <translation>打开检查器</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
</context>
<context>
    <name>lamella::ui::InspectorPanel</name>
    <message>
        <source>the median pass</source>
        <translation>中位前向</translation>
    </message>
    <message>
        <source>This is about a moment at which the trace has no event</source>
        <translation>此处说的是一个时刻，trace 在该时刻没有事件</translation>
    </message>
    <message>
        <source>Only a selection can be kept</source>
        <translation>只能保留选中的内容</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Keep a copy of this beside it for comparison</source>
        <translation>在旁保留此副本以便对比</translation>
    </message>
    <message>
        <source>Remove this copy</source>
        <translation>移除此副本</translation>
    </message>
    <message>
        <source>Kept inspector</source>
        <translation>保留的检查器</translation>
    </message>
    <message>
        <source>Select what is kept</source>
        <translation>选中所保留的</translation>
    </message>
    <message>
        <source>Copy start and end in seconds</source>
        <translation>复制起止时间（秒）</translation>
    </message>
    <message>
        <source>Show in Perfetto</source>
        <translation>在 Perfetto 中显示</translation>
    </message>
    <message>
        <source>Open Perfetto in the browser at this range (Ctrl+Return)</source>
        <translation>在浏览器中以此范围打开 Perfetto (Ctrl+Return)</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>链接</translation>
    </message>
    <message>
        <source>Copy a link that opens Perfetto at this range</source>
        <translation>复制以此范围打开 Perfetto 的链接</translation>
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
        <source>Compare this with another</source>
        <translation>与另一个对比</translation>
    </message>
    <message>
        <source>No trace</source>
        <translation>没有 trace</translation>
    </message>
    <message>
        <source>Working…</source>
        <translation>计算中…</translation>
    </message>
    <message>
        <source>No trace is open</source>
        <translation>没有打开 trace</translation>
    </message>
    <message>
        <source>All kernels of a name have no range of their own; select one, or a pass</source>
        <translation>一个名称的所有 kernel 没有自己的范围；请选一个，或选一个前向</translation>
    </message>
    <message>
        <source>Select a pass, a layer or a kernel first</source>
        <translation>请先选择前向、层或 kernel</translation>
    </message>
    <message>
        <source>%1 against the copy</source>
        <translation>与副本相差 %1</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>未知</translation>
    </message>
</context>
<context>
    <name>KernelMenuText</name>
    <message>
        <source>Copy full &amp;name</source>
        <translation>复制全名(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Filter by “%1”</source>
        <translation>按“%1”筛选(&amp;F)</translation>
    </message>
    <message>
        <source>Show in &amp;Perfetto</source>
        <translation>在 &amp;Perfetto 中显示</translation>
    </message>
    <message>
        <source>&amp;Compare its layer with…</source>
        <translation>将其所在层与…对比(&amp;C)</translation>
    </message>
    <message>
        <source>Open &amp;source</source>
        <translation>打开源码(&amp;S)</translation>
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
        <source>%1 names</source>
        <translation>
            <numerusform>%1 个名称</numerusform>
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
        <source>What the rows are</source>
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
        <source>No kernel here matches “%1”</source>
        <translation>此处没有匹配“%1”的 kernel</translation>
    </message>
    <message>
        <source>One row for each kernel name without its number: fusion.12 and fusion.13 are fusion</source>
        <translation>去掉编号后每个 kernel 名称一行：fusion.12 与 fusion.13 均为 fusion</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Δ to median</source>
        <translation>与中位数之差</translation>
    </message>
    <message>
        <source>Of roofline</source>
        <translation>占 roofline</translation>
    </message>
    <message>
        <source>by time</source>
        <translation>按时间</translation>
    </message>
    <message>
        <source>in order</source>
        <translation>按顺序</translation>
    </message>
    <message>
        <source>Order of the kernels</source>
        <translation>kernel 的顺序</translation>
    </message>
    <message>
        <source>by name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <source>by stem</source>
        <translation>按词干</translation>
    </message>
    <message>
        <source>by shape</source>
        <translation>按形状</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message numerus="yes">
        <source>%1 kernels and copies</source>
        <translation>
            <numerusform>%1 个 kernel 与拷贝</numerusform>
        </translation>
    </message>
    <message>
        <source>Export these kernels…</source>
        <translation>导出这些 kernel…</translation>
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
        <source>Click selects, with Shift also · double click zooms</source>
        <translation>单击选中，按 Shift 加选 · 双击放大</translation>
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
        <source>Matches the filter</source>
        <translation>符合筛选</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>roofline</source>
        <translation>roofline</translation>
    </message>
    <message>
        <source>vs median pass</source>
        <translation>相对中位数前向</translation>
    </message>
</context>
<context>
    <name>lamella::ui::LayerBarsPanel</name>
    <message>
        <source>wall</source>
        <translation>跨度</translation>
    </message>
    <message>
        <source>Height of the bars</source>
        <translation>柱高</translation>
    </message>
    <message>
        <source>Open a trace to see its layers.</source>
        <translation>打开 trace 以查看各层。</translation>
    </message>
    <message>
        <source>kernel time</source>
        <translation>kernel 时间</translation>
    </message>
    <message>
        <source>bars</source>
        <translation>柱</translation>
    </message>
    <message>
        <source>types</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>wall: from the first start to the last end, idle time on top · kernel time: durations added up</source>
        <translation>跨度：从最早开始到最晚结束，空闲在顶部 · kernel 时间：时长之和</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Layers of %1</source>
        <translation>%1 的层</translation>
    </message>
    <message>
        <source>heat map</source>
        <translation>热力图</translation>
    </message>
    <message>
        <source>Bars of the layers of a pass, all passes as a heat map, or bars of types of layers</source>
        <translation>一次前向各层的柱、全部前向的热力图，或层类型的柱</translation>
    </message>
    <message>
        <source>bars: the layers of one pass · heat map: passes × layers · types: layers of one type together, with their mean</source>
        <translation>柱：一次前向的各层 · 热力图：前向 × 层 · 类型：同类型的层合并，显示均值</translation>
    </message>
    <message>
        <source>A chart for each category</source>
        <translation>每个类别一张图</translation>
    </message>
    <message>
        <source>choose a boundary…</source>
        <translation>选择边界…</translation>
    </message>
    <message>
        <source>kernels</source>
        <comment>short for kernel time</comment>
        <translation>kernel</translation>
    </message>
</context>
<context>
    <name>lamella::ui::LayerDeltaChart</name>
    <message>
        <source>Difference by layer</source>
        <translation>按层的差异</translation>
    </message>
    <message>
        <source>The passes compared have no layers in common.</source>
        <translation>所对比的前向没有共同的层。</translation>
    </message>
    <message>
        <source>B shorter</source>
        <translation>B 较短</translation>
    </message>
    <message>
        <source>B longer</source>
        <translation>B 较长</translation>
    </message>
    <message>
        <source>within the noise of that layer</source>
        <translation>在该层的噪声之内</translation>
    </message>
    <message>
        <source>only in A</source>
        <translation>仅在 A 中</translation>
    </message>
    <message>
        <source>only in B</source>
        <translation>仅在 B 中</translation>
    </message>
    <message>
        <source>medians over %1 of A and %2 of B</source>
        <translation>A 的 %1与 B 的 %2的中位数</translation>
    </message>
    <message>
        <source>noise</source>
        <translation>噪声</translation>
    </message>
    <message>
        <source>B is faster beyond the noise</source>
        <translation>B 更快，超出噪声</translation>
    </message>
    <message>
        <source>B is slower beyond the noise</source>
        <translation>B 更慢，超出噪声</translation>
    </message>
    <message>
        <source>A and B are layers of one pass.</source>
        <translation>A 与 B 是同一次前向的两层。</translation>
    </message>
</context>
<context>
    <name>lamella::ui::LayerDeltaPanel</name>
    <message>
        <source>Unit of the differences</source>
        <translation>差异的单位</translation>
    </message>
    <message>
        <source>medians, B − A · %1 of %2 beyond noise</source>
        <translation>中位数，B − A · %2 层中 %1 层超出噪声</translation>
    </message>
    <message>
        <source>against the median, B − A · %1 of %2 beyond noise</source>
        <translation>与中位数相比，B − A · %2 层中 %1 层超出噪声</translation>
    </message>
    <message>
        <source>the pair, B − A · %1 of %2 beyond noise</source>
        <translation>这一对，B − A · %2 层中 %1 层超出噪声</translation>
    </message>
    <message>
        <source>Δ by layer</source>
        <translation>各层的 Δ</translation>
    </message>
    <message>
        <source>%1 is none of these pairs</source>
        <translation>%1 不是其中的一对</translation>
    </message>
</context>
<context>
    <name>lamella::ui::LayerEditing</name>
    <message>
        <source>Peaks, tokens and context</source>
        <translation>峰值、token 数和上下文</translation>
    </message>
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
        <source>Choose which kernel marks the layers, with a preview</source>
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
        <source>Save boundary kernel, boundaries and steady passes in a file for the --profile of the command line</source>
        <translation>将边界 kernel、边界与稳态前向保存到文件，命令行用 --profile 读取</translation>
    </message>
    <message>
        <source>&amp;Diagnostics…</source>
        <translation>诊断(&amp;D)…</translation>
    </message>
    <message>
        <source>Problems in the file, as a table</source>
        <translation>以表格列出文件的问题</translation>
    </message>
    <message>
        <source>Saved as %1; use it with lamella-cli --profile</source>
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
        <source>Only passes of the busiest device can be chosen</source>
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
    <message>
        <source>Choose the config of the model</source>
        <translation>选择模型的配置</translation>
    </message>
    <message>
        <source>Model config (*.json)</source>
        <translation>模型配置 (*.json)</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>使用 %1</translation>
    </message>
    <message>
        <source>Your own code</source>
        <translation>您自己的代码</translation>
    </message>
</context>
<context>
    <name>lamella::ui::LayersDialog</name>
    <message>
        <source>Boundary kernel</source>
        <translation>边界 kernel</translation>
    </message>
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
        <source>Clear the fields and reset the moved boundaries</source>
        <translation>清空各字段并放弃移动过的边界</translation>
    </message>
    <message>
        <source>&amp;Save as model profile…</source>
        <translation>另存为模型配置(&amp;S)…</translation>
    </message>
    <message>
        <source>Save the applied choices in a file for the --profile of the command line</source>
        <translation>将已应用的设置保存到文件，命令行用 --profile 读取</translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>应用(&amp;A)</translation>
    </message>
    <message>
        <source>Segment the trace like this; can be undone</source>
        <translation>按此切分 trace；可撤销</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>The boundaries as they are. Choose a kernel above or change a field.</source>
        <translation>这是当前的边界。可在上方选择 kernel 或修改字段。</translation>
    </message>
    <message>
        <source>Computing the preview…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>Moved boundaries do not fit another segmentation: %1 will be reset.</source>
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
    <name>lamella::ui::LayersPopover</name>
    <message>
        <source>Layers found: %1</source>
        <translation>已找到层：%1</translation>
    </message>
    <message>
        <source>No layers were found</source>
        <translation>未找到层</translation>
    </message>
    <message>
        <source>Boundary</source>
        <translation>边界</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>配置档</translation>
    </message>
    <message>
        <source>Steady rule</source>
        <translation>稳态规则</translation>
    </message>
    <message>
        <source>Median pass</source>
        <translation>中位前向</translation>
    </message>
    <message>
        <source>Profile %1 is left out: %2</source>
        <translation>配置档 %1 未被使用：%2</translation>
    </message>
    <message>
        <source>No problems in the file</source>
        <translation>文件没有问题</translation>
    </message>
    <message>
        <source>Change boundaries…</source>
        <translation>更改边界…</translation>
    </message>
    <message>
        <source>All diagnostics (%1)</source>
        <translation>所有诊断（%1）</translation>
    </message>
    <message>
        <source>All diagnostics</source>
        <translation>所有诊断</translation>
    </message>
    <message>
        <source>Without a rule</source>
        <translation>没有规则的 kernel</translation>
    </message>
    <message>
        <source>Against the profiler&apos;s own figures</source>
        <translation>与分析器自身的数值对照</translation>
    </message>
    <message>
        <source>Summary reports as a table</source>
        <translation>以表显示汇总报告</translation>
    </message>
    <message>
        <source>Coverage</source>
        <translation>覆盖率</translation>
    </message>
    <message>
        <source>Of the summed time of all GPU work</source>
        <translation>占所有 GPU 任务时间总和</translation>
    </message>
    <message>
        <source>GPU time inside passes</source>
        <translation>前向内的 GPU 时间</translation>
    </message>
    <message>
        <source>Kernels in no pass</source>
        <translation>不在前向内的 kernel</translation>
    </message>
    <message>
        <source>Tables of passes and layers exclude them</source>
        <translation>前向表与层表不含这些 kernel</translation>
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
        <source>Kernels without launch</source>
        <translation>无启动的 kernel</translation>
    </message>
    <message>
        <source>No launch call was recorded for them: no operator, shape or module is known</source>
        <translation>未记录其启动调用：算子、形状与模块均未知</translation>
    </message>
    <message>
        <source>All starts and durations of GPU work are multiples of it</source>
        <translation>所有 GPU 任务的开始与时长均为其整数倍</translation>
    </message>
    <message>
        <source>Clock resolution</source>
        <translation>时钟分辨率</translation>
    </message>
    <message>
        <source>%1, begins a block</source>
        <translation>%1，block 由此开始</translation>
    </message>
    <message>
        <source>%1, ends a block</source>
        <translation>%1，block 在此结束</translation>
    </message>
    <message>
        <source>%1, within a block</source>
        <translation>%1，位于 block 之内</translation>
    </message>
    <message>
        <source>as you chose</source>
        <translation>你的选择</translation>
    </message>
    <message>
        <source>by annotations in the file</source>
        <translation>文件中的标注</translation>
    </message>
    <message>
        <source>by profile %1</source>
        <translation>配置档 %1</translation>
    </message>
    <message>
        <source>by repetition</source>
        <translation>重复规律</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>依据</translation>
    </message>
</context>
<context>
    <name>lamella::ui::LoadingOverview</name>
    <message>
        <source>about %1 s left</source>
        <translation>约剩 %1 秒</translation>
    </message>
    <message>
        <source>about %1 min left</source>
        <translation>约剩 %1 分钟</translation>
    </message>
    <message>
        <source>Finding passes and layers</source>
        <translation>正在识别前向与层</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>after reading</source>
        <translation>读取后</translation>
    </message>
    <message>
        <source>%1 so far</source>
        <translation>目前 %1</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>正在读取</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Passes</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Layers found</source>
        <translation>已找到层</translation>
    </message>
    <message>
        <source>Hardware limit</source>
        <translation>硬件极限</translation>
    </message>
    <message>
        <source>Progress of reading</source>
        <translation>读取进度</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Keep opens what has been read; the last pass is partial</source>
        <translation>“保留”打开已读取的部分；最后一次前向不完整</translation>
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
        <source>Kernels so far</source>
        <translation>当前 kernel 数</translation>
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
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>诊断</translation>
    </message>
</context>
<context>
    <name>lamella::ui::LoadingStrip</name>
    <message>
        <source>GPU work read so far</source>
        <translation>目前已读取的 GPU 任务</translation>
    </message>
    <message>
        <source>after reading</source>
        <translation>读取后</translation>
    </message>
    <message>
        <source>from the first to the last kernel so far: %1</source>
        <translation>目前从第一个到最后一个 kernel：%1</translation>
    </message>
    <message>
        <source>GPU work</source>
        <translation>GPU 任务</translation>
    </message>
    <message>
        <source>kernel time</source>
        <translation>kernel 时间</translation>
    </message>
</context>
<context>
    <name>lamella::ui::LossNotice</name>
    <message>
        <source>A part of the file is missing here. %1</source>
        <translation>此处缺少文件的一部分。%1</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>诊断</translation>
    </message>
</context>
<context>
    <name>lamella::ui::MainToolBar</name>
    <message>
        <source>Toolbar</source>
        <translation>工具栏</translation>
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
        <source>Filters all views while you type: text, /regex/, cat:attention, dur&gt;10us, stream:7, stage:decode, pass:3-5, layer:head, !text. Return goes to the next match, or to “p5 l12”, “465.3 ms”, “#1204”.</source>
        <translation>输入时筛选所有视图：文本、/正则/、cat:attention、dur&gt;10us、stream:7、stage:decode、pass:3-5、layer:head、!文本。Return 转到下一个匹配，或转到“p5 l12”、“465.3 ms”、“#1204”。</translation>
    </message>
    <message>
        <source>Find kernel, layer or time</source>
        <translation>查找 kernel、层或时间</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
</context>
<context>
    <name>lamella::ui::MainWindow</name>
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
        <source>Nothing here is called “%1”</source>
        <translation>这里没有名为“%1”的内容</translation>
    </message>
    <message>
        <source>Exported to %1</source>
        <translation>已导出到 %1</translation>
    </message>
    <message>
        <source>The export of %1 is ready</source>
        <translation>%1 的导出已就绪</translation>
    </message>
    <message>
        <source>Open the export</source>
        <translation>打开导出文件</translation>
    </message>
    <message>
        <source>%1 as CSV…</source>
        <translation>%1 存为 CSV…</translation>
    </message>
    <message>
        <source>&amp;Export %1…</source>
        <translation>导出 %1(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Export table…</source>
        <translation>导出表(&amp;E)…</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 的%1</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>正在加载</translation>
    </message>
    <message>
        <source>This view shows no table to export yet</source>
        <translation>此视图还没有可导出的表格</translation>
    </message>
    <message>
        <source>This view shows no table to copy from</source>
        <translation>此视图没有可复制的表</translation>
    </message>
    <message>
        <source>No pass of this device is an outlier</source>
        <translation>该设备没有离群前向</translation>
    </message>
    <message>
        <source>Select a pass, a layer or a kernel first</source>
        <translation>请先选择前向、层或 kernel</translation>
    </message>
    <message>
        <source>The selection has no passes, layers or kernels inside</source>
        <translation>选中项内部没有前向、层或 kernel</translation>
    </message>
    <message>
        <source>Only the trace contains the selection</source>
        <translation>只有 trace 本身包含选中项</translation>
    </message>
    <message>
        <source>Select a kernel first</source>
        <translation>请先选择一个 kernel</translation>
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
        <source>Regular expression with the groups model and seq, and optionally mode, tag and warm. Empty is the default. Enter reads the folder again.</source>
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
        <source>A folder of profiles, one for each model, sequence length and mode, which the file names state; a table of statuses (*.md) beside them lists what was out of memory.</source>
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
    <name>lamella::ui::MemoryChart</name>
    <message>
        <source>gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>optimizer state</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>Allocated memory over time</source>
        <translation>随时间分配的内存</translation>
    </message>
    <message>
        <source>peak %1 · layer %2</source>
        <translation>峰值 %1 · 第 %2 层</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>峰值 %1</translation>
    </message>
    <message>
        <source>out of memory at %1</source>
        <translation>%1 时内存不足</translation>
    </message>
    <message>
        <source>before the trace</source>
        <translation>trace 之前</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV 缓存</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>temporary</source>
        <translation>临时</translation>
    </message>
    <message>
        <source>reserved</source>
        <translation>预留</translation>
    </message>
    <message>
        <source>event %1</source>
        <translation>事件 %1</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>未记录</translation>
    </message>
    <message>
        <source>others</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>MLP</source>
        <translation>MLP</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>head</source>
        <translation>输出头</translation>
    </message>
    <message>
        <source>inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>autograd details</source>
        <translation>autograd 细节</translation>
    </message>
    <message>
        <source>of unknown purpose</source>
        <translation>用途未知</translation>
    </message>
    <message>
        <source>in no block</source>
        <translation>不在任何块中</translation>
    </message>
    <message>
        <source>%1: %2 allocated</source>
        <translation>%1：已分配 %2</translation>
    </message>
    <message>
        <source>%1 reserved</source>
        <translation>已保留 %1</translation>
    </message>
</context>
<context>
    <name>lamella::ui::MemoryLanes</name>
    <message>
        <source>Passes, layers and kernels</source>
        <translation>前向、层与 kernel</translation>
    </message>
    <message>
        <source>allocates for</source>
        <translation>分配持续</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>most held inside it</source>
        <translation>其中最多占用</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>%1 busy</source>
        <translation>忙碌 %1</translation>
    </message>
    <message>
        <source>Passes, host</source>
        <translation>前向（主机）</translation>
    </message>
    <message>
        <source>Layers, host</source>
        <translation>层（主机）</translation>
    </message>
</context>
<context>
    <name>lamella::ui::MemoryPanel</name>
    <message>
        <source>At %1 moments blocks add up to more than the file states as allocated: frees were lost, or that total is of one allocator alone. Areas end at the curve.</source>
        <translation>有 %1 个时刻各内存块之和超过文件所述的已分配量：部分释放没有记录，或该总量只属于一个分配器。各区域以曲线为界。</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>passes</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>segments</source>
        <translation>段</translation>
    </message>
    <message>
        <source>No trace is open</source>
        <translation>没有打开 trace</translation>
    </message>
    <message>
        <source>Reading memory events…</source>
        <translation>正在读取内存事件…</translation>
    </message>
    <message>
        <source>Memory cannot be shown</source>
        <translation>无法显示内存</translation>
    </message>
    <message>
        <source>No memory events in this file</source>
        <translation>文件中没有内存事件</translation>
    </message>
    <message>
        <source>Record it with profile_memory=True, or open a snapshot of torch.cuda.memory._dump_snapshot().</source>
        <translation>请在 profile_memory=True 时记录，或打开 torch.cuda.memory._dump_snapshot() 的快照。</translation>
    </message>
    <message>
        <source>No layers here</source>
        <translation>没有层</translation>
    </message>
    <message>
        <source>No passes here</source>
        <translation>没有前向</translation>
    </message>
    <message>
        <source>Only snapshots record segments</source>
        <translation>只有快照记录段</translation>
    </message>
    <message>
        <source>no history in this snapshot</source>
        <translation>快照中没有历史</translation>
    </message>
    <message>
        <source>allocation runs ahead of the kernels</source>
        <translation>分配先于 kernel</translation>
    </message>
    <message>
        <source>Memory per pass</source>
        <translation>每次前向的内存</translation>
    </message>
    <message>
        <source>Memory per layer</source>
        <translation>每层的内存</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>most held inside it</source>
        <translation>其中最多占用</translation>
    </message>
    <message>
        <source>Memory per layer, P%1</source>
        <translation>P%1 每层的内存</translation>
    </message>
    <message>
        <source>held after it</source>
        <translation>之后占用</translation>
    </message>
    <message>
        <source>Segments: in use, waiting, free</source>
        <translation>各段：使用中、等待、空闲</translation>
    </message>
    <message>
        <source>by number of the event: the file records no times</source>
        <translation>按事件编号：文件未记录时间</translation>
    </message>
    <message>
        <source>lifetime</source>
        <translation>生存期</translation>
    </message>
    <message>
        <source>module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Areas of the curve</source>
        <translation>曲线的分区</translation>
    </message>
    <message>
        <source>The file names no modules around its allocations</source>
        <translation>文件未记录分配外层的模块</translation>
    </message>
    <message>
        <source>The file names no operators around its allocations</source>
        <translation>文件未记录分配外层的算子</translation>
    </message>
    <message>
        <source>whole process %1 at most</source>
        <translation>整个进程最多 %1</translation>
    </message>
    <message>
        <source>totals only: the file records no blocks</source>
        <translation>仅有总量：文件未记录块</translation>
    </message>
    <message>
        <source>No memory per layer</source>
        <translation>没有各层的内存</translation>
    </message>
    <message>
        <source>The layers of this pass have no launches among the recorded operators, so that no allocation is known to be theirs.</source>
        <translation>此前向各层的启动不在已记录的算子之中，因此不知道哪些分配属于它们。</translation>
    </message>
</context>
<context>
    <name>lamella::ui::MemoryTables</name>
    <message>
        <source>at the cursor</source>
        <translation>光标处</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>still held</source>
        <translation>仍保留</translation>
    </message>
    <message>
        <source>growth</source>
        <translation>增长</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>Blocks of memory</source>
        <translation>内存块</translation>
    </message>
    <message>
        <source>Lines that keep memory</source>
        <translation>保留内存的代码行</translation>
    </message>
    <message>
        <source>Failed allocations</source>
        <translation>失败的分配</translation>
    </message>
    <message>
        <source>No allocation failed.</source>
        <translation>没有失败的分配。</translation>
    </message>
    <message>
        <source>Reading memory events…</source>
        <translation>正在读取内存事件…</translation>
    </message>
    <message>
        <source>%1 blocks</source>
        <translation>%1 块</translation>
    </message>
    <message>
        <source>%1 lines keep memory, none from pass to pass</source>
        <translation>%1 行代码保留内存，无一逐次增长</translation>
    </message>
    <message>
        <source>%1 lines keep memory, %2 of them from pass to pass: %3</source>
        <translation>%1 行代码保留内存，其中 %2 行逐次增长：%3</translation>
    </message>
    <message numerus="yes">
        <source>%1 failed allocations</source>
        <translation>
            <numerusform>%1 次分配失败</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Open in editor</source>
        <translation>在编辑器中打开(&amp;O)</translation>
    </message>
    <message>
        <source>The file records no blocks</source>
        <translation>文件没有记录块</translation>
    </message>
    <message>
        <source>%1 more, in no block</source>
        <translation>另有 %1 不在任何块中</translation>
    </message>
    <message>
        <source>grouped</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>each</source>
        <translation>逐个</translation>
    </message>
    <message>
        <source>Blocks of memory, grouped</source>
        <translation>内存块，分组</translation>
    </message>
    <message>
        <source>%1 more, from before the trace</source>
        <translation>另有 %1 来自 trace 之前</translation>
    </message>
    <message>
        <source>All together: %1 blocks, %2</source>
        <translation>合计：%1 块，%2</translation>
    </message>
    <message>
        <source>%1 blocks at %2</source>
        <translation>%2 时 %1 块</translation>
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
    <name>lamella::ui::OverlapChart</name>
    <message numerus="yes">
        <source>%n more in the table</source>
        <translation>
            <numerusform>表中还有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Exposed and overlapped time by category</source>
        <translation>按类别的暴露与重叠时间</translation>
    </message>
    <message>
        <source>%1: %2 exposed, %3 overlapped</source>
        <translation>%1：暴露 %2，重叠 %3</translation>
    </message>
    <message>
        <source>%1 + %2 overlapped</source>
        <translation>%1 + 重叠 %2</translation>
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
    <message>
        <source>Kernel time</source>
        <translation>kernel 时间</translation>
    </message>
    <message>
        <source>Overlapped</source>
        <translation>重叠</translation>
    </message>
</context>
<context>
    <name>lamella::ui::OverviewChart</name>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
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
</context>
<context>
    <name>lamella::ui::PanelExport</name>
    <message>
        <source>&amp;Export this table…</source>
        <translation>导出此表(&amp;E)…</translation>
    </message>
</context>
<context>
    <name>lamella::ui::PanelSlot</name>
    <message>
        <source>Other panels for this place</source>
        <translation>此位置的其他面板</translation>
    </message>
</context>
<context>
    <name>lamella::ui::PassDots</name>
    <message>
        <source>Passes compared</source>
        <translation>对比的前向</translation>
    </message>
    <message>
        <source>wall</source>
        <translation>跨度</translation>
    </message>
    <message>
        <source>Click shows this pass</source>
        <translation>单击显示该前向</translation>
    </message>
</context>
<context>
    <name>lamella::ui::PassStrip</name>
    <message>
        <source>%1 %2</source>
        <comment>number of passes and their stage</comment>
        <translation>%1 次%2</translation>
    </message>
    <message>
        <source>Passes</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Passes appear once a trace is read.</source>
        <translation>读取 trace 后显示前向。</translation>
    </message>
    <message>
        <source>No passes found</source>
        <translation>未找到前向</translation>
    </message>
    <message>
        <source>Choose the kernel that begins a layer</source>
        <translation>选择一层由哪个 kernel 开始</translation>
    </message>
    <message>
        <source>Click selects, with Shift also · drag marks a range of passes · double click shows it in the timeline</source>
        <translation>单击选中，按 Shift 加选 · 拖动标出一段前向 · 双击在时间线中显示</translation>
    </message>
    <message>
        <source>In the order of time</source>
        <translation>按时间顺序</translation>
    </message>
    <message>
        <source>By wall, longest first</source>
        <translation>按跨度，最长在前</translation>
    </message>
    <message>
        <source>Show all passes</source>
        <translation>显示所有前向</translation>
    </message>
    <message>
        <source>Clear the brush</source>
        <translation>清除刷选</translation>
    </message>
    <message>
        <source>%1 wall</source>
        <translation>跨度 %1</translation>
    </message>
    <message>
        <source>%1 in the brush</source>
        <translation>刷选中有 %1</translation>
    </message>
    <message>
        <source>%1, cut at the top</source>
        <translation>%1，顶端截断</translation>
    </message>
    <message>
        <source>one pixel = %1 passes: the slowest of %2 is drawn</source>
        <translation>一个像素 = %1 次前向：画出其中最慢的%2</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>choose a boundary…</source>
        <translation>选择边界…</translation>
    </message>
    <message>
        <source>busy share over time</source>
        <translation>各时段的忙碌占比</translation>
    </message>
    <message>
        <source>median %1</source>
        <translation>中位数 %1</translation>
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
        <source>No space for a piece of the trace: %1</source>
        <translation>没有空间存放 trace 的片段：%1</translation>
    </message>
    <message>
        <source>Extracting %1…</source>
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
        <source>%1 no longer exists, so Perfetto cannot read it</source>
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
        <source>The browser has closed the connection. If it asked for access to the local network, allow it and try again.</source>
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
        <source>A program that is not yours connected to the port where the trace is offered, and was turned away.</source>
        <translation>有一个不属于你的程序连接到提供 trace 的端口，已被拒绝。</translation>
    </message>
    <message>
        <source>A program of the user %1 connected to the port where the trace is offered, and was turned away.</source>
        <translation>用户 %1 的一个程序连接到提供 trace 的端口，已被拒绝。</translation>
    </message>
    <message>
        <source>The page that leads to Perfetto cannot be written (%1). Copy the link and open it in a browser.</source>
        <translation>无法写入转到 Perfetto 的页面 (%1)。请复制链接并在浏览器中打开。</translation>
    </message>
    <message>
        <source>The browser waits for your permission: allow Perfetto&apos;s page to access this device.</source>
        <translation>浏览器正等待你的许可：请允许 Perfetto 的页面访问此设备。</translation>
    </message>
    <message>
        <source>Perfetto moves to %1</source>
        <translation>Perfetto 转到%1</translation>
    </message>
    <message>
        <source>Lamella&apos;s page in the browser hands over the trace.</source>
        <translation>浏览器中的 Lamella 页面正在转交 trace。</translation>
    </message>
    <message>
        <source>A page of Lamella opens in the browser, with Perfetto at %1.</source>
        <translation>浏览器中打开一个 Lamella 页面，其中的 Perfetto 位于%1。</translation>
    </message>
    <message>
        <source>Perfetto has the trace and moves to %1. Nothing has left this machine.</source>
        <translation>Perfetto 已取得 trace，并转到%1。没有任何内容离开本机。</translation>
    </message>
    <message>
        <source>Press “Open Perfetto” on Lamella&apos;s page in the browser; after that, its tab follows.</source>
        <translation>请在浏览器的 Lamella 页面上按“打开 Perfetto”；此后其标签页会跟随。</translation>
    </message>
    <message>
        <source>The browser has not enough memory for this trace. Show a pass of it instead.</source>
        <translation>浏览器内存不足，容不下此 trace。请改为只显示其中一次前向。</translation>
    </message>
    <message>
        <source>The browser has blocked the new tab. Allow pop-ups for Lamella&apos;s page, then try again.</source>
        <translation>浏览器阻止了新标签页。请允许 Lamella 页面弹出窗口，然后重试。</translation>
    </message>
    <message>
        <source>The tab with Perfetto was closed. “Show in Perfetto” opens it again.</source>
        <translation>Perfetto 的标签页已关闭。“在 Perfetto 中显示”会重新打开它。</translation>
    </message>
    <message>
        <source>Perfetto is not reachable: the browser finds no page at %1. Check the network, or set another address.</source>
        <translation>无法访问 Perfetto：浏览器在 %1 找不到页面。请检查网络，或设置其他地址。</translation>
    </message>
    <message>
        <source>Writing the trace for Perfetto…</source>
        <translation>正在为 Perfetto 写出 trace…</translation>
    </message>
    <message>
        <source>Comparing %1 with the trace…</source>
        <translation>正在将 %1 与该 trace 对比…</translation>
    </message>
    <message>
        <source>Port %1 is taken (%2), so the page has another one.</source>
        <translation>端口 %1 已被占用（%2），页面改用其他端口。</translation>
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
        <source>Restore &amp;defaults</source>
        <translation>恢复默认值(&amp;D)</translation>
    </message>
    <message>
        <source>One page of Lamella holds Perfetto and &amp;follows the selection</source>
        <translation>由一个 Lamella 页面载入 Perfetto 并跟随选中项(&amp;F)</translation>
    </message>
    <message>
        <source>An address like https://ui.perfetto.dev or https://intra.example/perfetto</source>
        <translation>类似 https://ui.perfetto.dev 或 https://intra.example/perfetto 的地址</translation>
    </message>
    <message>
        <source>The trace is offered at 127.0.0.1 only, under an address that cannot be guessed, when you ask for it and until it is closed: to a page of Lamella, to Perfetto&apos;s page, or through trace_processor when that is on the PATH. Perfetto&apos;s page itself comes from the address above.</source>
        <translation>仅在 127.0.0.1 上、以无法猜到的地址提供 trace，从您请求时起直到关闭为止：提供给 Lamella 的页面、Perfetto 的页面，或在 PATH 中有 trace_processor 时经由它提供。Perfetto 的页面本身来自上面的地址。</translation>
    </message>
    <message>
        <source>Perfetto&apos;s public page fetches from 9001 only, and Lamella&apos;s page then has any free port. Another one is for a copy of Perfetto that you host, for lamella-cli perfetto --serve, and for ssh.</source>
        <translation>Perfetto 的公开页面只从 9001 获取，此时 Lamella 的页面使用任意空闲端口。其他端口用于自建的 Perfetto、lamella-cli perfetto --serve 以及 ssh。</translation>
    </message>
    <message>
        <source>Po&amp;rt at 127.0.0.1:</source>
        <translation>127.0.0.1 上的端口(&amp;R)：</translation>
    </message>
    <message>
        <source>For a browser on another machine, type there: ssh -L %1:127.0.0.1:%1 USER@HOST</source>
        <translation>若浏览器在另一台机器上，请在那里输入：ssh -L %1:127.0.0.1:%1 USER@HOST</translation>
    </message>
</context>
<context>
    <name>lamella::ui::PerfettoWayDialog</name>
    <message>
        <source>Show a large trace in Perfetto</source>
        <translation>在 Perfetto 中显示大型 trace</translation>
    </message>
    <message>
        <source>This trace has %1 of text. A browser may run out of memory with it. What should Perfetto get?</source>
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
        <source>Show only this p&amp;ass</source>
        <translation>仅显示此前向(&amp;A)</translation>
    </message>
    <message>
        <source>Extracts the pass as a trace with the same zero, and shows that</source>
        <translation>从 trace 中截取此前向（零点不变）并显示</translation>
    </message>
    <message>
        <source>Show through &amp;trace_processor…</source>
        <translation>通过 trace_processor 显示(&amp;T)…</translation>
    </message>
    <message>
        <source>For traces that are too large for a browser</source>
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
    <message>
        <source>A page of Lamella in the browser holds Perfetto, and further places move it</source>
        <translation>浏览器中的 Lamella 页面载入 Perfetto，之后的位置会移动它</translation>
    </message>
    <message>
        <source>Keep Perfetto in &amp;one page</source>
        <translation>在一个页面中保持 Perfetto(&amp;O)</translation>
    </message>
    <message>
        <source>Show with &amp;layers</source>
        <translation>连同层一起显示(&amp;L)</translation>
    </message>
    <message>
        <source>Writes the trace for Perfetto, with passes, layers and roles as tracks of their own</source>
        <translation>为 Perfetto 写出 trace，前向、层与角色各有自己的轨道</translation>
    </message>
</context>
<context>
    <name>lamella::ui::PerformancePage</name>
    <message>
        <source>Reopening large traces</source>
        <translation>再次打开大型 trace</translation>
    </message>
    <message>
        <source>&amp;Keep large traces in the cache</source>
        <translation>在缓存中保留大型 trace(&amp;K)</translation>
    </message>
    <message>
        <source>Traces with at least %1 of text are cached, so that opening the same file again takes no reading. A changed file is read again.</source>
        <translation>文本达到 %1 的 trace 在读取之后会保存其内容，再次打开同一文件时无需重新读取。文件改变后会重新读取。</translation>
    </message>
    <message>
        <source> GiB</source>
        <translation> GiB</translation>
    </message>
    <message>
        <source>Of all cache entries; the least recently used ones are removed first</source>
        <translation>所有缓存条目合计；最久未用的最先删除</translation>
    </message>
    <message>
        <source>&amp;Maximum:</source>
        <translation>最多(&amp;M)：</translation>
    </message>
    <message>
        <source>none: there is no home folder</source>
        <translation>无：没有主文件夹</translation>
    </message>
    <message>
        <source>Folder of the cache</source>
        <translation>缓存所在的文件夹</translation>
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
        <source>Removes all cache entries; the traces themselves stay</source>
        <translation>删除所有缓存条目；trace 本身保留</translation>
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
        <source>%1 in %n entries</source>
        <translation>
            <numerusform>%1，%n 个条目</numerusform>
        </translation>
    </message>
    <message>
        <source>The open trace</source>
        <translation>当前打开的 trace</translation>
    </message>
    <message>
        <source>Memory:</source>
        <translation>内存：</translation>
    </message>
    <message>
        <source>Cache:</source>
        <translation>缓存：</translation>
    </message>
    <message>
        <source>no trace is open</source>
        <translation>没有打开的 trace</translation>
    </message>
    <message>
        <source>unknown: more than one file was opened</source>
        <translation>未知：打开了多个文件</translation>
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
        <source>How GPU work is assigned to a range</source>
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
        <source>waits %1</source>
        <translation>等待 %1</translation>
    </message>
    <message>
        <source>from its own start</source>
        <translation>从各自开始</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source> · shown</source>
        <translation> · 当前</translation>
    </message>
    <message>
        <source>least of its own</source>
        <translation>自身时间最短</translation>
    </message>
    <message>
        <source>median of its own</source>
        <translation>自身时间居中</translation>
    </message>
    <message>
        <source>most of its own</source>
        <translation>自身时间最长</translation>
    </message>
    <message>
        <source>others wait for it</source>
        <translation>其他 rank 在等它</translation>
    </message>
</context>
<context>
    <name>lamella::ui::RanksPanel</name>
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
        <translation>无法对比各 rank</translation>
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
        <source>Problems with these ranks</source>
        <translation>这些 rank 的异常之处</translation>
    </message>
    <message>
        <source>Comparing the ranks…</source>
        <translation>正在对比各 rank…</translation>
    </message>
    <message>
        <source>Light: waiting for other ranks; full: transfer</source>
        <translation>浅色：等待其他 rank；深色：传输</translation>
    </message>
    <message>
        <source>waiting for other ranks</source>
        <translation>等待其他 rank</translation>
    </message>
    <message>
        <source>transfer</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>aligned clocks</source>
        <translation>对齐时钟</translation>
    </message>
    <message>
        <source>from own start</source>
        <translation>从各自开始</translation>
    </message>
    <message>
        <source>Where the lanes of the ranks begin</source>
        <translation>各 rank 的泳道从何处开始</translation>
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
        <source>Whole pass</source>
        <translation>整个前向</translation>
    </message>
    <message>
        <source>waited</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>wall</source>
        <translation>跨度</translation>
    </message>
    <message>
        <source>own time</source>
        <translation>自身时间</translation>
    </message>
    <message>
        <source>What the colours show</source>
        <translation>颜色表示什么</translation>
    </message>
    <message>
        <source>Ranks × layers</source>
        <translation>rank × 层</translation>
    </message>
    <message>
        <source>Means over the passes compared</source>
        <translation>所对比的各次前向的均值</translation>
    </message>
    <message>
        <source>ranks</source>
        <translation>rank</translation>
    </message>
    <message>
        <source>by layer</source>
        <translation>按层</translation>
    </message>
    <message>
        <source>skew</source>
        <translation>偏斜</translation>
    </message>
    <message>
        <source>Table of the ranks</source>
        <translation>rank 的表</translation>
    </message>
    <message>
        <source>by waiting</source>
        <translation>按等待</translation>
    </message>
    <message>
        <source>by number</source>
        <translation>按编号</translation>
    </message>
    <message>
        <source>Order of the ranks</source>
        <translation>rank 的顺序</translation>
    </message>
    <message>
        <source>mean of all passes</source>
        <translation>所有前向的平均</translation>
    </message>
    <message>
        <source>Mean waiting</source>
        <translation>平均等待</translation>
    </message>
    <message>
        <source>Mean own</source>
        <translation>平均自身</translation>
    </message>
    <message>
        <source>Mean wall</source>
        <translation>平均跨度</translation>
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
        <source>The file no longer exists: %1</source>
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
        <source>%1 has changed on disk; the window shows what was read before</source>
        <translation>%1 在磁盘上已改变；当前显示的是之前读取的内容</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新加载</translation>
    </message>
    <message>
        <source>%1 no longer exists; what was read stays, but texts of single events cannot be read</source>
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
        <source>Shortened here; save it to read all of it.</source>
        <translation>此处有删节；保存后可阅读全文。</translation>
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
    <message>
        <source>As one HTML file, Markdown, text or PDF; or its representative pass as a page with a timeline</source>
        <translation>保存为单个 HTML 文件、Markdown、文本或 PDF；或将代表性前向保存为带时间线的页面</translation>
    </message>
    <message>
        <source>Page with a timeline (*.html)</source>
        <translation>带时间线的页面 (*.html)</translation>
    </message>
</context>
<context>
    <name>lamella::ui::ReportTableModel</name>
    <message>
        <source>n/a in all rows: %1</source>
        <translation>所有行均为 n/a：%1</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>未记录</translation>
    </message>
    <message>
        <source>n/a: %1</source>
        <translation>无：%1</translation>
    </message>
    <message>
        <source>n/a: the file does not have it</source>
        <translation>n/a：文件中没有</translation>
    </message>
    <message>
        <source>The model is wrong here: the roofline time is above the duration.</source>
        <translation>此处模型有误：roofline 时间大于时长。</translation>
    </message>
</context>
<context>
    <name>lamella::ui::RooflinePanel</name>
    <message>
        <source>Axes of the chart</source>
        <translation>图表的坐标轴</translation>
    </message>
    <message>
        <source>Dots of the chart, rows of the list</source>
        <translation>图表的点、列表的行</translation>
    </message>
    <message>
        <source>log</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>memory bound below %1</source>
        <translation>低于 %1 受内存限制</translation>
    </message>
    <message>
        <source>FLOPs per second over FLOPs per byte</source>
        <translation>每秒 FLOP 对每字节 FLOP</translation>
    </message>
    <message>
        <source>operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>kernel</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Operations by headroom</source>
        <translation>按余量排序的操作</translation>
    </message>
    <message>
        <source>as recognised</source>
        <translation>按识别结果</translation>
    </message>
    <message>
        <source>Name of a device, or path of a file with its peaks</source>
        <translation>设备名称，或含其峰值的文件路径</translation>
    </message>
    <message>
        <source>as recorded</source>
        <translation>按记录</translation>
    </message>
    <message>
        <source>Tokens that a pass computes, where the trace does not tell</source>
        <translation>前向计算的 token 数，当 trace 未给出时</translation>
    </message>
    <message>
        <source>Keys that a request sees, where the trace does not tell</source>
        <translation>请求可见的 key 数，当 trace 未给出时</translation>
    </message>
    <message>
        <source>Peaks</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>FLOP per byte</source>
        <translation>每字节 FLOP</translation>
    </message>
    <message>
        <source>TFLOP/s</source>
        <translation>TFLOP/s</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message numerus="yes">
        <source>%1 rows without FLOPs are in the list alone</source>
        <translation>
            <numerusform>%1 行没有 FLOP，只在列表中</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 TFLOP/s %2</source>
        <translation>%1 TFLOP/s %2</translation>
    </message>
    <message>
        <source>%1 TB/s</source>
        <translation>%1 TB/s</translation>
    </message>
    <message>
        <source>best of this trace</source>
        <translation>该 trace 的最佳值</translation>
    </message>
    <message>
        <source>%1: model is wrong here</source>
        <translation>%1：该处模型有误</translation>
    </message>
    <message>
        <source>above it</source>
        <translation>其上</translation>
    </message>
    <message>
        <source>enter peaks…</source>
        <translation>输入峰值…</translation>
    </message>
    <message>
        <source>Layers: wall against roofline</source>
        <translation>层：跨度与 roofline 对比</translation>
    </message>
    <message>
        <source>roofline %1, kernel time %2 (×%3)</source>
        <translation>roofline %1，kernel 时间 %2（×%3）</translation>
    </message>
    <message>
        <source>%1: roofline %2, measured %3 (×%4)</source>
        <translation>%1：roofline %2，实测 %3（×%4）</translation>
    </message>
    <message>
        <source>, MBU %1</source>
        <translation>，MBU %1</translation>
    </message>
    <message>
        <source>, MFU %1</source>
        <translation>，MFU %1</translation>
    </message>
    <message>
        <source>%1 and %2 TFLOP at least</source>
        <translation>至少 %1 和 %2 TFLOP</translation>
    </message>
    <message>
        <source>peaks: %1</source>
        <translation>峰值：%1</translation>
    </message>
    <message>
        <source>nothing is modelled</source>
        <translation>没有已建模的工作</translation>
    </message>
    <message>
        <source>no peaks: %1</source>
        <translation>没有峰值：%1</translation>
    </message>
    <message>
        <source>No work with FLOPs is known; the list has what moves bytes</source>
        <translation>没有已知 FLOPs 的工作；列表中有移动字节的工作</translation>
    </message>
    <message>
        <source>FLOPs and bytes of this work are not known</source>
        <translation>此工作的 FLOPs 与字节未知</translation>
    </message>
    <message>
        <source>The trace records neither shapes nor work. The config.json of the model tells them, with tokens and context where the trace does not; a trace recorded while the graph was captured, put beside this one, does too.</source>
        <translation>该 trace 既未记录形状也未记录工作量。模型的 config.json 可以给出，trace 未给出时再加上 token 与上下文；与此 trace 放在一起的、图捕获期间记录的 trace 也可以。</translation>
    </message>
    <message>
        <source>Use a config.json…</source>
        <translation>使用 config.json…</translation>
    </message>
    <message>
        <source>%1 TB/s, %2 TFLOP/s %3: %4</source>
        <translation>%1 TB/s，%2 TFLOP/s %3：%4</translation>
    </message>
    <message>
        <source>dashed: best of this trace</source>
        <translation>虚线：此 trace 的最佳值</translation>
    </message>
    <message>
        <source>%1, %2, roofline not known</source>
        <translation>%1，%2，roofline 未知</translation>
    </message>
    <message>
        <source>%1, %2, roofline %3, %4 of roofline</source>
        <translation>%1，%2，roofline %3，达到 roofline 的 %4</translation>
    </message>
    <message>
        <source>The model is wrong here: the roofline time is above the duration</source>
        <translation>此处模型有误：roofline 时间大于实际时间</translation>
    </message>
    <message>
        <source>roofline time</source>
        <translation>roofline 时间</translation>
    </message>
    <message>
        <source>All passes</source>
        <translation>所有前向</translation>
    </message>
    <message>
        <source>Scope of the roofline</source>
        <translation>roofline 的范围</translation>
    </message>
    <message>
        <source>Layers are those of one pass</source>
        <translation>层属于单次前向</translation>
    </message>
    <message>
        <source>Select a pass in the pass strip.</source>
        <translation>在前向条中选择一次前向。</translation>
    </message>
    <message>
        <source>kernel time</source>
        <translation>kernel 时间</translation>
    </message>
    <message>
        <source>wall</source>
        <translation>跨度</translation>
    </message>
    <message>
        <source>idle less overlap</source>
        <translation>空闲减去重叠</translation>
    </message>
    <message>
        <source>dark: roofline time, light: above it · number: % of roofline</source>
        <translation>深色：roofline 时间，浅色：其上部分 · 数字：roofline 占比 %</translation>
    </message>
    <message>
        <source>wall</source>
        <translation>跨度</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
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
    <message numerus="yes">
        <source>%n passes in the brush of the pass strip; Esc there clears it</source>
        <translation>
            <numerusform>前向条中刷选了 %n 次前向；在那里按 Esc 清除</numerusform>
        </translation>
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
        <source>These settings cannot be written to %1; changes are lost when the program ends.</source>
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
        <source>Reads the files again from disk; selection and zoom stay</source>
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
    <message>
        <source>Pass %1 %2 %3</source>
        <translation>前向 %1 %2 %3</translation>
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
    <message>
        <source>Zoom to the pass</source>
        <translation>缩放到当前前向</translation>
    </message>
    <message>
        <source>Next kernel of the same name (with Shift the previous one)</source>
        <translation>下一个同名 kernel（按住 Shift 为上一个）</translation>
    </message>
    <message>
        <source>Previous, next layer</source>
        <translation>上一层、下一层</translation>
    </message>
    <message>
        <source>Next gap (with Shift the previous one)</source>
        <translation>下一个空隙（按住 Shift 为上一个）</translation>
    </message>
    <message>
        <source>Select what holds the selection</source>
        <translation>选中包含选中项的内容</translation>
    </message>
    <message>
        <source>Select the time in view as a range</source>
        <translation>选中视图内的时间作为范围</translation>
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
        <source>Click into the field and press the keys for “%1”</source>
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
        <source>Restore the default keys of every command?</source>
        <translation>将所有命令的按键恢复为默认？</translation>
    </message>
    <message>
        <source>&amp;Restore</source>
        <translation>恢复(&amp;R)</translation>
    </message>
</context>
<context>
    <name>lamella::ui::SourcePanel</name>
    <message>
        <source>layers merged</source>
        <translation>合并各层</translation>
    </message>
    <message>
        <source>one by one</source>
        <translation>逐层</translation>
    </message>
    <message>
        <source>your code and packages</source>
        <translation>您的代码与包</translation>
    </message>
    <message>
        <source>all frames</source>
        <translation>所有帧</translation>
    </message>
    <message>
        <source>line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>function</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Layers of the flame graph</source>
        <translation>火焰图中的层</translation>
    </message>
    <message>
        <source>Frames of the flame graph</source>
        <translation>火焰图中的帧</translation>
    </message>
    <message>
        <source>Rows of the table of source lines</source>
        <translation>源代码行表的行</translation>
    </message>
    <message>
        <source>Source lines by GPU time</source>
        <translation>按 GPU 时间的源代码行</translation>
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
        <source>Median pass</source>
        <translation>中位前向</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>Width is GPU time</source>
        <translation>宽度为 GPU 时间</translation>
    </message>
    <message>
        <source>Width is GPU time: %1 of %2</source>
        <translation>宽度为 GPU 时间：%2，共 %1</translation>
    </message>
    <message>
        <source>Open in editor</source>
        <translation>在编辑器中打开</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>What is your own code</source>
        <translation>哪些是您自己的代码</translation>
    </message>
    <message>
        <source>Parts of paths, separated by commas; a part with ! before it is not yours. Empty: all but Python, installed packages and the cores of serving engines.</source>
        <translation>路径的组成部分，以逗号分隔；前面带 ! 的部分不属于您。留空：除 Python、已安装的软件包和推理引擎核心之外的所有代码。</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
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
        <source>Memory of the trace</source>
        <translation>trace 占用的内存</translation>
    </message>
    <message>
        <source>Selected</source>
        <translation>选中</translation>
    </message>
    <message>
        <source>Selected span</source>
        <translation>选中跨度</translation>
    </message>
    <message>
        <source>Memory of the trace: %1</source>
        <translation>trace 占用的内存：%1</translation>
    </message>
    <message>
        <source>summary tables, no timeline</source>
        <translation>汇总表，无时间线</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>正在读取 %1</translation>
    </message>
    <message>
        <source>Brush</source>
        <translation>刷选</translation>
    </message>
    <message>
        <source>%1–%2, %3</source>
        <translation>%1–%2，%3</translation>
    </message>
    <message>
        <source>With copies, memsets and graph launches: %1 pieces of GPU work</source>
        <translation>连同拷贝、memset 与图启动：%1 项 GPU 任务</translation>
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
    <message>
        <source>Excel workbook (*.xlsx)</source>
        <translation>Excel 工作簿 (*.xlsx)</translation>
    </message>
    <message>
        <source>Exporting the table…</source>
        <translation>正在导出表格…</translation>
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
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
</context>
<context>
    <name>lamella::ui::TimelineView</name>
    <message>
        <source>Pass timeline</source>
        <translation>前向时间线</translation>
    </message>
    <message>
        <source>No events to draw: the file holds sums, or nothing with a time.</source>
        <translation>没有可绘制的事件：文件只有汇总，或没有带时间的内容。</translation>
    </message>
    <message>
        <source>No track matches the filter.</source>
        <translation>没有轨道符合筛选条件。</translation>
    </message>
    <message>
        <source>Arrow keys or A and D pan, W and S zoom, comma and full stop step from kernel to kernel, N to the next of the same name, brackets from layer to layer, G to the next gap, F fits the selection, 0 the pass, Backspace selects what holds the selection, P pins a track, H hides it, Ctrl with up and down moves it.</source>
        <translation>方向键或 A、D 平移，W、S 缩放，逗号与句号逐个 kernel 移动，N 到下一个同名 kernel，方括号逐层移动，G 到下一个空隙，F 适应选中项，0 适应前向，Backspace 选中包含选中项的内容，P 固定轨道，H 隐藏，Ctrl 加上下键移动轨道。</translation>
    </message>
    <message>
        <source>No timeline: this file records the memory of a program, and nothing that ran. It is drawn in Memory (Ctrl+6).</source>
        <translation>没有时间线：此文件只记录程序的内存，没有记录运行的任务。见“内存”工作区 (Ctrl+6)。</translation>
    </message>
</context>
<context>
    <name>lamella::ui::TotalRow</name>
    <message>
        <source>Total: %1</source>
        <translation>合计：%1</translation>
    </message>
</context>
<context>
    <name>lamella::ui::TraceOverview</name>
    <message>
        <source>Overview of the trace</source>
        <translation>trace 概览</translation>
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
    <name>lamella::ui::ViewCommands</name>
    <message>
        <source>To &amp;view</source>
        <translation>转到视图(&amp;V)</translation>
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
        <source>&amp;Full screen</source>
        <translation>全屏(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Menu bar</source>
        <translation>菜单栏(&amp;M)</translation>
    </message>
    <message>
        <source>Moves the keyboard focus to the menu bar</source>
        <translation>将键盘焦点移到菜单栏</translation>
    </message>
    <message>
        <source>Shows the view in its workspace and gives it the keyboard focus</source>
        <translation>在其工作区中显示该视图并使其获得键盘焦点</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
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
        <source>&amp;Default colours of the theme</source>
        <translation>主题的自带颜色(&amp;O)</translation>
    </message>
    <message>
        <source>For the current theme. Colours should differ in lightness, too: the default ones can be distinguished with any colour vision.</source>
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
    <message>
        <source>Overlapped</source>
        <translation>重叠</translation>
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
        <source>The file no longer exists: %1</source>
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
    <message>
        <source>Restores the usual sizes and panels of all workspaces</source>
        <translation>恢复所有工作区的默认尺寸与面板</translation>
    </message>
    <message>
        <source>Perfetto</source>
        <translation>Perfetto</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Copy the inspector as text if it has the focus, else the selected rows of the table</source>
        <translation>焦点在检查器时将其复制为文本，否则复制表中选中的行</translation>
    </message>
    <message>
        <source>Previous &amp;outlier</source>
        <translation>上一次离群前向(&amp;O)</translation>
    </message>
    <message>
        <source>The outlier before: a pass much longer than the others of its stage</source>
        <translation>上一次离群前向：比同阶段的其他前向长得多</translation>
    </message>
    <message>
        <source>Next o&amp;utlier</source>
        <translation>下一次离群前向(&amp;U)</translation>
    </message>
    <message>
        <source>The next outlier: a pass much longer than the others of its stage</source>
        <translation>下一次离群前向：比同阶段的其他前向长得多</translation>
    </message>
    <message>
        <source>Slo&amp;west of its kind</source>
        <translation>同类中最慢的一项(&amp;W)</translation>
    </message>
    <message>
        <source>The slowest pass of the stage, the longest layer of the pass, or the longest kernel of the name</source>
        <translation>该阶段中最慢的前向、该前向中最长的层，或同名 kernel 中最长的一个</translation>
    </message>
    <message>
        <source>Slowest insi&amp;de</source>
        <translation>内部最慢的一项(&amp;D)</translation>
    </message>
    <message>
        <source>From a pass to its longest layer, from a layer to its longest kernel</source>
        <translation>从前向到其中最长的层，从层到其中最长的 kernel</translation>
    </message>
    <message>
        <source>W&amp;hat contains it</source>
        <translation>包含它的内容(&amp;H)</translation>
    </message>
    <message>
        <source>From a kernel to its layer, from a layer to its pass</source>
        <translation>从 kernel 到其所在的层，从层到其所在的前向</translation>
    </message>
    <message>
        <source>All kernels of the nam&amp;e</source>
        <translation>所有同名 kernel(&amp;E)</translation>
    </message>
    <message>
        <source>From a kernel to all kernels of its name: their durations, the longest ones, and what they take in each pass</source>
        <translation>从一个 kernel 到所有同名 kernel：其时长、最长的几个，以及在每次前向中的耗时</translation>
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
        <source>What the rows are</source>
        <translation>各行的含义</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>What runs in the selected time range</source>
        <translation>选中时间段内运行的内容</translation>
    </message>
    <message>
        <source>No time range is selected</source>
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
</context>
<context>
    <name>lamella::ui::WorkspaceArea</name>
    <message>
        <source>Shows or hides the column at the right, about the selection</source>
        <translation>显示或隐藏右侧关于选中项的一栏</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Inspe&amp;ctor</source>
        <translation>检查栏(&amp;C)</translation>
    </message>
</context>
<context>
    <name>lamella::ui::WorkspaceBar</name>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Further workspaces, and why some have nothing to show</source>
        <translation>其他工作区，以及有些工作区没有内容的原因</translation>
    </message>
    <message>
        <source>Open in new window</source>
        <translation>在新窗口中打开</translation>
    </message>
    <message>
        <source>Open %1 in new window</source>
        <translation>在新窗口中打开%1</translation>
    </message>
</context>
<context>
    <name>SqlExamples</name>
    <message>
        <source>Which kernels take the time?</source>
        <translation>哪些 kernel 耗时最多？</translation>
    </message>
    <message>
        <source>Which passes are slower than others of their stage?</source>
        <translation>哪些前向比同阶段的其他前向慢？</translation>
    </message>
    <message>
        <source>Which layers are slower than the median of their type?</source>
        <translation>哪些层慢于同类型的中位数？</translation>
    </message>
    <message>
        <source>Why is the GPU idle?</source>
        <translation>GPU 为什么空闲？</translation>
    </message>
    <message>
        <source>Which kernels start long after their launch?</source>
        <translation>哪些 kernel 在启动调用之后很久才开始？</translation>
    </message>
    <message>
        <source>Which shapes does each GEMM run with?</source>
        <translation>每个 GEMM 以哪些形状运行？</translation>
    </message>
    <message>
        <source>What runs outside of all passes?</source>
        <translation>所有前向之外运行了什么？</translation>
    </message>
    <message>
        <source>Which tables are there?</source>
        <translation>有哪些表？</translation>
    </message>
</context>
<context>
    <name>lamella::ui::SqlEditor</name>
    <message>
        <source>Query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>Names of tables and columns</source>
        <translation>表名与列名</translation>
    </message>
</context>
<context>
    <name>lamella::ui::SqlPanel</name>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Run the query (Ctrl+Enter)</source>
        <translation>运行查询（Ctrl+Enter）</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop the query</source>
        <translation>停止查询</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Queries to begin with</source>
        <translation>可作起点的查询</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Queries that were run, the newest first</source>
        <translation>运行过的查询，最新的在前</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Write the result to a file</source>
        <translation>将结果写入文件</translation>
    </message>
    <message>
        <source>No query was run yet</source>
        <translation>尚未运行过查询</translation>
    </message>
    <message>
        <source>Forget all</source>
        <translation>全部清除</translation>
    </message>
    <message>
        <source>Up to %1 rows and %2 seconds</source>
        <translation>最多 %1 行、%2 秒</translation>
    </message>
    <message>
        <source>Ask the trace in SQL</source>
        <translation>用 SQL 查询 trace</translation>
    </message>
    <message>
        <source>Every kernel, event and table of the trace can be asked. Ctrl+Enter runs the query, Ctrl+Space completes names.</source>
        <translation>可查询 trace 的每个 kernel、事件与表。Ctrl+Enter 运行查询，Ctrl+Space 补全名称。</translation>
    </message>
    <message>
        <source>No trace is open</source>
        <translation>没有打开的 trace</translation>
    </message>
    <message>
        <source>Running…</source>
        <translation>正在运行…</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>The query was stopped</source>
        <translation>查询已停止</translation>
    </message>
    <message>
        <source>Result of the query</source>
        <translation>查询结果</translation>
    </message>
    <message>
        <source>The query has no rows</source>
        <translation>查询没有结果行</translation>
    </message>
    <message>
        <source>The query was ended</source>
        <translation>查询被终止</translation>
    </message>
    <message>
        <source>The query cannot be run</source>
        <translation>查询无法运行</translation>
    </message>
    <message>
        <source>Show the place</source>
        <translation>显示该位置</translation>
    </message>
    <message>
        <source>Change the query</source>
        <translation>修改查询</translation>
    </message>
    <message>
        <source>&amp;Select what this row names</source>
        <translation>选中此行所指的内容(&amp;S)</translation>
    </message>
    <message>
        <source>The query was ended: %1</source>
        <translation>查询已被终止：%1</translation>
    </message>
    <message>
        <source>The query cannot be run: %1</source>
        <translation>查询无法运行：%1</translation>
    </message>
    <message>
        <source>Result of the query before</source>
        <translation>上一次查询的结果</translation>
    </message>
</context>
<context>
    <name>lamella::ui::AdviceCards</name>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Compares the layer or pass where it shows with another (C)</source>
        <translation>将出现它的层或前向与另一个对比（C）</translation>
    </message>
    <message>
        <source>Shows the line that launches it (S): %1</source>
        <translation>显示启动它的代码行（S）：%1</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源代码</translation>
    </message>
    <message>
        <source>bytes that it is about</source>
        <translation>所涉及的字节</translation>
    </message>
    <message>
        <source>certain</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>likely</source>
        <translation>很可能</translation>
    </message>
    <message>
        <source>to check</source>
        <translation>待检查</translation>
    </message>
    <message>
        <source>up to %1</source>
        <translation>最多 %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Advice, highest gain first</source>
        <translation>建议，最大收益在前</translation>
    </message>
    <message>
        <source>Selects it and shows it in the timeline (Enter)</source>
        <translation>选中并在时间线中显示（Enter）</translation>
    </message>
    <message>
        <source>Hides what this rule finds (Delete); can be undone</source>
        <translation>隐藏此规则的发现（Delete）；可撤销</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>after, at best</source>
        <translation>之后，最好情况下</translation>
    </message>
    <message>
        <source>gain</source>
        <translation>收益</translation>
    </message>
    <message>
        <source>certainty</source>
        <translation>确定程度</translation>
    </message>
    <message>
        <source>evidence</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>basis</source>
        <translation>假设</translation>
    </message>
    <message>
        <source>what to change</source>
        <translation>该改什么</translation>
    </message>
    <message>
        <source>who has it</source>
        <translation>何处已有</translation>
    </message>
    <message>
        <source>the longest gap</source>
        <translation>最长的空隙</translation>
    </message>
    <message>
        <source>the longest gap · %1</source>
        <translation>最长的空隙 · %1</translation>
    </message>
    <message>
        <source>now above, after below</source>
        <translation>上为现在，下为之后</translation>
    </message>
    <message>
        <source>now above, after below · %1</source>
        <translation>上为现在，下为之后 · %1</translation>
    </message>
    <message>
        <source>After: %1</source>
        <translation>之后：%1</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Hide rule</source>
        <translation>隐藏规则</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
</context>
<context>
    <name>lamella::ui::AdvicePanel</name>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>kernel</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>by gain</source>
        <translation>按收益</translation>
    </message>
    <message>
        <source>by certainty</source>
        <translation>按确定程度</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Hide rule</source>
        <translation>隐藏规则</translation>
    </message>
    <message>
        <source>Hides what the rule of the current card finds, in every trace</source>
        <translation>在所有 trace 中隐藏当前卡片的规则的发现</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Open a trace to see what could be changed.</source>
        <translation>打开一个 trace，查看可以改什么。</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>all %1</source>
        <translation>全部 %1</translation>
    </message>
    <message>
        <source>All that was found is of hidden rules.</source>
        <translation>所有发现都属于已隐藏的规则。</translation>
    </message>
    <message>
        <source>Nothing of this kind was found.</source>
        <translation>没有此类发现。</translation>
    </message>
    <message>
        <source>No rule found anything to change in this pass, or no passes were found.</source>
        <translation>没有规则在此次前向中发现可改之处，或未找到前向。</translation>
    </message>
    <message numerus="yes">
        <source>Gains are upper bounds by the streams of this trace; what overlaps is counted once in their sum. %n rule(s) found nothing: </source>
        <translation>
            <numerusform>收益是按此 trace 的流得出的上限；总和中重叠部分只计一次。%n 条规则没有发现：</numerusform>
        </translation>
    </message>
    <message>
        <source>Hidden rules, click to show again:</source>
        <translation>已隐藏的规则，单击即再次显示：</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
</context>
<context>
    <name>lamella::ui::HiddenRules</name>
    <message>
        <source>Hide rule “%1”</source>
        <translation>隐藏规则“%1”</translation>
    </message>
    <message>
        <source>Show rule “%1”</source>
        <translation>显示规则“%1”</translation>
    </message>
</context>
<context>
    <name>lamella::ui::HistoryPanel</name>
    <message>
        <source>Time over runs, oldest first</source>
        <translation>各次运行的时间，最旧的在前</translation>
    </message>
    <message>
        <source>Stages, layer types and categories over the runs</source>
        <translation>各次运行的阶段、层类型与类别</translation>
    </message>
    <message>
        <source>No runs are open</source>
        <translation>没有打开的运行</translation>
    </message>
    <message>
        <source>Choose summaries (lamella-cli summary FILE --format json) or traces of two runs or more, oldest first by name.</source>
        <translation>选择两次或更多运行的摘要（lamella-cli summary FILE --format json）或 trace，按名称从旧到新。</translation>
    </message>
    <message>
        <source>Open runs…</source>
        <translation>打开运行…</translation>
    </message>
    <message>
        <source>Open a folder…</source>
        <translation>打开文件夹…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Summaries or traces of runs</source>
        <translation>各次运行的摘要或 trace</translation>
    </message>
    <message>
        <source>Summaries and traces (*.json *.json.gz *.sqlite *.pb *.pftrace);;All files (*)</source>
        <translation>摘要与 trace (*.json *.json.gz *.sqlite *.pb *.pftrace);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Folder with summaries or traces</source>
        <translation>含摘要或 trace 的文件夹</translation>
    </message>
    <message>
        <source>Reading the runs…</source>
        <translation>正在读取各次运行…</translation>
    </message>
    <message>
        <source>These runs have no history</source>
        <translation>这些运行没有历史</translation>
    </message>
    <message>
        <source>level %1</source>
        <translation>水平 %1</translation>
    </message>
    <message>
        <source>a new level begins: %1</source>
        <translation>新的水平由此开始：%1</translation>
    </message>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
</context>
<context>
    <name>lamella::ui::LiveFolder</name>
    <message>
        <source>Waiting for a trace in %1</source>
        <translation>正在等待 %1 中的 trace</translation>
    </message>
    <message>
        <source>%1 has arrived. Pin a pass as baseline, and the next trace is compared with it.</source>
        <translation>%1 已到达。固定一次前向作为基准后，下一个 trace 将与其对比。</translation>
    </message>
    <message>
        <source>%1 has arrived and is compared with %2.</source>
        <translation>%1 已到达，并与 %2 对比。</translation>
    </message>
    <message>
        <source>Stop watching</source>
        <translation>停止监视</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 等（另有 %2 个）</translation>
    </message>
    <message>
        <source>Not opened, because it is no rank of the same job: %1.</source>
        <translation>未打开，因为不是同一作业的 rank：%1。</translation>
    </message>
</context>
<context>
    <name>lamella::ui::JobPage</name>
    <message>
        <source>own time</source>
        <translation>自身时间</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>What the colours show</source>
        <translation>颜色表示的内容</translation>
    </message>
    <message>
        <source>Ranks and their clocks</source>
        <translation>各 rank 及其时钟</translation>
    </message>
    <message>
        <source>Reading the summaries of the ranks…</source>
        <translation>正在读取各 rank 的摘要…</translation>
    </message>
    <message>
        <source>The ranks cannot be compared</source>
        <translation>无法对比各 rank</translation>
    </message>
    <message>
        <source>%1 ranks · %2 passes</source>
        <translation>%1 个 rank · %2 次前向</translation>
    </message>
    <message>
        <source>The trace of rank %1 is not here: %2</source>
        <translation>rank %1 的 trace 不在此处：%2</translation>
    </message>
    <message>
        <source>Groups of ranks</source>
        <translation>rank 组</translation>
    </message>
    <message>
        <source>Ranks or groups of ranks</source>
        <translation>各 rank 或 rank 组</translation>
    </message>
    <message>
        <source>by number</source>
        <translation>按编号</translation>
    </message>
    <message>
        <source>slowest first</source>
        <translation>最慢在前</translation>
    </message>
    <message>
        <source>Order of the rows</source>
        <translation>行的顺序</translation>
    </message>
    <message>
        <source>each rank</source>
        <translation>每个 rank</translation>
    </message>
    <message>
        <source>%1 groups of %2: %3…</source>
        <translation>%1 组，每组 %2 个：%3…</translation>
    </message>
    <message>
        <source>Ranks %1: show all</source>
        <translation>Rank %1：显示全部</translation>
    </message>
    <message>
        <source>wall</source>
        <translation>跨度</translation>
    </message>
</context>
<context>
    <name>lamella::ui::RankHeatMap</name>
    <message>
        <source>Ranks by layers</source>
        <translation>各 rank 与各层</translation>
    </message>
    <message>
        <source>Rank %1 · %2</source>
        <translation>Rank %1 · %2</translation>
    </message>
    <message>
        <source>not recorded on this rank</source>
        <translation>该 rank 上没有记录</translation>
    </message>
    <message numerus="yes">
        <source>mean of %n passes</source>
        <translation>
            <numerusform>%n 次前向的平均</numerusform>
        </translation>
    </message>
    <message>
        <source>own</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>against the median</source>
        <translation>相对中位数</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>wall</source>
        <translation>跨度</translation>
    </message>
    <message>
        <source>Ranks %1 · %2</source>
        <translation>Rank %1 · %2</translation>
    </message>
    <message>
        <source>slowest rank of the group</source>
        <translation>组内最慢的 rank</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>own time, −20 % to +20 % of the median of the layer</source>
        <translation>自身时间，为该层中位数的 −20 % 至 +20 %</translation>
    </message>
    <message>
        <source>wall, %1 to %2</source>
        <translation>跨度，%1 至 %2</translation>
    </message>
    <message>
        <source>0 to %1 waited in collectives</source>
        <translation>在集合通信中等待 0 至 %1</translation>
    </message>
</context>
<context>
    <name>EditorText</name>
    <message>
        <source>No program opens %1: set the command of your editor in the settings</source>
        <translation>没有程序可以打开 %1：请在设置中填写编辑器的命令</translation>
    </message>
    <message>
        <source>%1 could not be started: set the command of your editor in the settings</source>
        <translation>无法启动 %1：请在设置中填写编辑器的命令</translation>
    </message>
</context>
<context>
    <name>MomentText</name>
    <message>
        <source>in layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>before the layers</source>
        <translation>各层之前</translation>
    </message>
    <message>
        <source>behind the layers</source>
        <translation>各层之后</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>Moment</source>
        <translation>时刻</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>占 %2 的 %1</translation>
    </message>
    <message>
        <source>Made of</source>
        <translation>组成</translation>
    </message>
    <message numerus="yes">
        <source>%1 blocks</source>
        <translation>
            <numerusform>%1 块</numerusform>
        </translation>
    </message>
    <message>
        <source>Each of the %1 layers adds %2, and layer %3 is the last.</source>
        <translation>%1 层每层增加 %2，第 %3 层为最后一层。</translation>
    </message>
    <message>
        <source>Each of the %1 layers adds %2 to %3, and layer %4 is the last.</source>
        <translation>%1 层每层增加 %2 至 %3，第 %4 层为最后一层。</translation>
    </message>
    <message>
        <source>The largest block here that does not stay has %1.</source>
        <translation>此处不保留的最大块为 %1。</translation>
    </message>
    <message>
        <source>The largest block here that does not stay has %1, allocated by %2.</source>
        <translation>此处不保留的最大块为 %1，由 %2 分配。</translation>
    </message>
    <message>
        <source>Of what does not stay, %1 blocks of %2 are in use at once.</source>
        <translation>不保留的部分中，同时使用 %1 个 %2 的块。</translation>
    </message>
    <message>
        <source>Of what does not stay, %1 blocks of %2 are in use at once, allocated by %3.</source>
        <translation>不保留的部分中，同时使用 %1 个 %2 的块，由 %3 分配。</translation>
    </message>
    <message>
        <source>Why here</source>
        <translation>为何在此</translation>
    </message>
    <message>
        <source>What is largest</source>
        <translation>最大的部分</translation>
    </message>
    <message>
        <source>Most was allocated before the first event, so that the file does not say by what.</source>
        <translation>大部分在第一个事件之前分配，文件未说明由什么分配。</translation>
    </message>
    <message>
        <source>%1 below the peak.</source>
        <translation>比峰值少 %1。</translation>
    </message>
    <message>
        <source>%1 of it is in no block that the file knows: allocated before the trace, or not recorded.</source>
        <translation>其中 %1 不在文件已知的任何块中：在 trace 之前分配，或未被记录。</translation>
    </message>
    <message>
        <source>The largest part that blocks are known of: %1, %2 in %3.</source>
        <translation>块已知的最大部分：%1，%3，共 %2。</translation>
    </message>
    <message>
        <source>Reserved, not allocated</source>
        <translation>预留、未分配</translation>
    </message>
    <message>
        <source>n/a, the file does not record what is reserved</source>
        <translation>n/a，文件未记录预留的内存</translation>
    </message>
    <message>
        <source>at the peak</source>
        <translation>峰值时</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>共 %1</translation>
    </message>
    <message>
        <source>kept by the caching allocator; no growth over %1</source>
        <translation>由缓存分配器持有；%1 期间无增长</translation>
    </message>
    <message>
        <source>kept by the caching allocator; %1 more over %2</source>
        <translation>由缓存分配器持有；%2 期间多 %1</translation>
    </message>
    <message>
        <source>kept by the caching allocator; %1 less over %2</source>
        <translation>由缓存分配器持有；%2 期间少 %1</translation>
    </message>
    <message>
        <source>Grows from pass to pass</source>
        <translation>逐次前向的增长</translation>
    </message>
    <message>
        <source>n/a, no passes were found in the file</source>
        <translation>n/a，文件中未找到前向</translation>
    </message>
    <message>
        <source>Source of this block</source>
        <translation>此块的来源</translation>
    </message>
    <message>
        <source>n/a, the file records no blocks</source>
        <translation>n/a，文件未记录块</translation>
    </message>
    <message>
        <source>n/a, no block in the list begins or ends with this event</source>
        <translation>n/a，列表中没有块在此事件开始或结束</translation>
    </message>
    <message>
        <source>allocated here</source>
        <translation>在此分配</translation>
    </message>
    <message>
        <source>freed here</source>
        <translation>在此释放</translation>
    </message>
    <message>
        <source>selected</source>
        <translation>所选</translation>
    </message>
    <message>
        <source>size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>source</source>
        <translation>源代码</translation>
    </message>
    <message>
        <source>n/a, %1</source>
        <translation>n/a，%1</translation>
    </message>
    <message>
        <source>No growth: %1 before P%2 and after P%3</source>
        <translation>无增长：P%2 之前与 P%3 之后均为 %1</translation>
    </message>
    <message>
        <source>%1 more after P%2 than before P%3</source>
        <translation>P%2 之后比 P%3 之前多 %1</translation>
    </message>
    <message>
        <source>%1 less after P%2 than before P%3</source>
        <translation>P%2 之后比 P%3 之前少 %1</translation>
    </message>
    <message>
        <source>No line keeps memory from pass to pass.</source>
        <translation>没有代码行逐次前向保留内存。</translation>
    </message>
    <message numerus="yes">
        <source>%1 lines keep memory from pass to pass: %2.</source>
        <translation>
            <numerusform>%1 行代码逐次前向保留内存：%2。</numerusform>
        </translation>
    </message>
    <message>
        <source>most by</source>
        <translation>最多来自</translation>
    </message>
    <message>
        <source>The largest part: %1, %2.</source>
        <translation>最大部分：%1，%2。</translation>
    </message>
    <message>
        <source>Out of memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>The largest block, %1, is allocated here by %2.</source>
        <translation>最大的块 %1 在此由 %2 分配。</translation>
    </message>
    <message>
        <source>The largest block, %1, was allocated %2 before by %3.</source>
        <translation>最大的块 %1 在此前 %2 由 %3 分配。</translation>
    </message>
    <message>
        <source>Failed allocation</source>
        <translation>失败的分配</translation>
    </message>
    <message>
        <source>asked for</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>free at the driver</source>
        <translation>驱动程序的空闲</translation>
    </message>
    <message>
        <source>free of what is reserved</source>
        <translation>预留中的空闲</translation>
    </message>
    <message>
        <source>largest free block</source>
        <translation>最大的空闲块</translation>
    </message>
    <message>
        <source>Unknown: the file records no larger live block here.</source>
        <translation>未知：文件未记录存活于此的较大的块。</translation>
    </message>
    <message>
        <source>live for</source>
        <translation>存活</translation>
    </message>
</context>
<context>
    <name>MemoryCellText</name>
    <message>
        <source>Peak allocated</source>
        <translation>分配峰值</translation>
    </message>
    <message>
        <source>The most that tensors hold at one time, at %1</source>
        <translation>张量同时占用的最大内存，位于 %1</translation>
    </message>
    <message>
        <source>Reserved at most</source>
        <translation>最多预留</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>未记录</translation>
    </message>
    <message>
        <source>Held from the driver</source>
        <translation>从驱动持有</translation>
    </message>
    <message>
        <source>Kept per layer</source>
        <translation>每层保留</translation>
    </message>
    <message>
        <source>no layers here</source>
        <translation>此处没有层</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Allocated in a layer of P%1 and held when it ends</source>
        <translation>在 P%1 的一层中分配、该层结束时仍占用</translation>
    </message>
    <message>
        <source>Held at the end</source>
        <translation>结束时占用</translation>
    </message>
    <message>
        <source>After the pass</source>
        <translation>前向之后</translation>
    </message>
    <message>
        <source>After the passes</source>
        <translation>各次前向之后</translation>
    </message>
    <message>
        <source>Allocated after P%1; %2 before P%3</source>
        <translation>P%1 之后已分配；P%3 之前为 %2</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>no history</source>
        <translation>没有历史</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>snapshot of the allocator</source>
        <translation>分配器快照</translation>
    </message>
    <message>
        <source>raw memory timeline</source>
        <translation>原始内存时间线</translation>
    </message>
    <message>
        <source>memory tables of the profiler</source>
        <translation>profiler 的内存表</translation>
    </message>
    <message>
        <source>memory events of the trace</source>
        <translation>trace 的内存事件</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; in %2</source>
        <comment>bytes in a layer</comment>
        <translation>&lt;b&gt;%1&lt;/b&gt;，位于 %2</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;[, %2 of it KV cache]</source>
        <translation>&lt;b&gt;%1&lt;/b&gt;[，其中 KV 缓存 %2]</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;[, %2 left behind]</source>
        <translation>&lt;b&gt;%1&lt;/b&gt;[，遗留 %2]</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;[, nothing left behind]</source>
        <translation>&lt;b&gt;%1&lt;/b&gt;[，无遗留]</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;[ of the allocator]</source>
        <comment>events</comment>
        <translation>&lt;b&gt;%1&lt;/b&gt;[ 个分配器事件]</translation>
    </message>
</context>
<context>
    <name>AdviceCellText</name>
    <message>
        <source>With all of it, overlaps counted once</source>
        <translation>全部实施后，重叠只计一次</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>没有发现</translation>
    </message>
    <message>
        <source>%1 now</source>
        <comment>the decode step</comment>
        <translation>当前 %1</translation>
    </message>
    <message>
        <source>Passes now</source>
        <translation>当前各次前向</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>The least time that the device needs for the modelled work of the pass</source>
        <translation>设备完成该前向中已建模工作所需的最短时间</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>list</source>
        <comment>of the rules: a link</comment>
        <translation>列表</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1 to %2&lt;/b&gt;[ (%3 to %4)]</source>
        <translation>&lt;b&gt;%1 至 %2&lt;/b&gt;[（%3 至 %4）]</translation>
    </message>
    <message>
        <source>[hidden rules included]</source>
        <translation>[含隐藏的规则]</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;[: %2 certain, %3 likely, %4 to check]</source>
        <translation>&lt;b&gt;%1&lt;/b&gt;[：%2 项确定，%3 项很可能，%4 项待查]</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; checked</source>
        <comment>rules</comment>
        <translation>&lt;b&gt;%1&lt;/b&gt; 条已检查</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Wall less the gains of all advice, from the highest to the lowest</source>
        <translation>跨度减去所有建议的收益，从最高到最低</translation>
    </message>
</context>
<context>
    <name>RooflineCellText</name>
    <message>
        <source>Kernel time</source>
        <translation>kernel 时间</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <comment>the wall of it</comment>
        <translation>层 %1</translation>
    </message>
    <message>
        <source>Wall: the end of its last work minus the start of its first</source>
        <translation>跨度：最后一项工作的结束减去第一项工作的开始</translation>
    </message>
    <message>
        <source>Roofline time</source>
        <translation>roofline 时间</translation>
    </message>
    <message>
        <source>The least time that the device needs for the FLOPs and bytes of the modelled work</source>
        <translation>设备完成已建模工作的 FLOP 和字节所需的最短时间</translation>
    </message>
    <message>
        <source>n/a: no peaks for this device</source>
        <translation>n/a：没有此设备的峰值</translation>
    </message>
    <message>
        <source>n/a: most work is not modelled</source>
        <translation>n/a：大部分工作未建模</translation>
    </message>
    <message>
        <source>n/a: it is longer than measured</source>
        <translation>n/a：比测得的时间更长</translation>
    </message>
    <message>
        <source>n/a: no peak is stated for these types</source>
        <translation>n/a：没有给出这些类型的峰值</translation>
    </message>
    <message>
        <source>n/a: no shapes recorded</source>
        <translation>n/a：没有记录形状</translation>
    </message>
    <message>
        <source>add config.json…</source>
        <translation>添加 config.json…</translation>
    </message>
    <message>
        <source>Memory bandwidth used (MBU)</source>
        <translation>内存带宽利用率 (MBU)</translation>
    </message>
    <message>
        <source>Bytes that the modelled work must move, over the wall, of the bandwidth of the device</source>
        <translation>已建模工作必须移动的字节除以跨度，占设备带宽的份额</translation>
    </message>
    <message>
        <source>Compute used (MFU)</source>
        <translation>计算利用率 (MFU)</translation>
    </message>
    <message>
        <source>FLOPs of the modelled work over the wall, of the peak of the device</source>
        <translation>已建模工作的 FLOP 除以跨度，占设备峰值的份额</translation>
    </message>
    <message>
        <source>Peaks</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>change</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>enter…</source>
        <translation>输入…</translation>
    </message>
    <message>
        <source>Modelled</source>
        <translation>已建模</translation>
    </message>
    <message>
        <source>Kernel time of the work whose FLOPs or bytes are known</source>
        <translation>FLOP 或字节已知的工作的 kernel 时间</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;[ · measured is &lt;b&gt;×%2&lt;/b&gt;]</source>
        <translation>&lt;b&gt;%1&lt;/b&gt;[ · 实测为其 &lt;b&gt;%2 倍&lt;/b&gt;]</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;[ of %2 TB/s]</source>
        <translation>&lt;b&gt;%1&lt;/b&gt;[（峰值 %2 TB/s）]</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;[ of %2 TFLOP/s]</source>
        <translation>&lt;b&gt;%1&lt;/b&gt;[（峰值 %2 TFLOP/s）]</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;[ of the peaks of its types]</source>
        <translation>&lt;b&gt;%1&lt;/b&gt;[（各类型的峰值）]</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; of kernel time</source>
        <translation>kernel 时间的 &lt;b&gt;%1&lt;/b&gt;</translation>
    </message>
</context>
<context>
    <name>SourceCellText</name>
    <message>
        <source>Kernels with a source line</source>
        <translation>有源代码行的 kernel</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Kernels whose launch has a recorded stack</source>
        <translation>launch 时记录了调用栈的 kernel</translation>
    </message>
    <message>
        <source>Stacks from</source>
        <translation>调用栈来自</translation>
    </message>
    <message>
        <source>none recorded</source>
        <translation>没有记录</translation>
    </message>
    <message>
        <source>Record with stacks (with_stack=True), or put the trace of the graph capture beside this one</source>
        <translation>请记录调用栈 (with_stack=True)，或把 graph 捕获时的 trace 放在此文件旁</translation>
    </message>
    <message>
        <source>this trace</source>
        <translation>此 trace</translation>
    </message>
    <message>
        <source>In your code</source>
        <translation>在您的代码中</translation>
    </message>
    <message>
        <source>GPU time whose innermost source line is yours</source>
        <translation>最内层源代码行属于您的 GPU 时间</translation>
    </message>
    <message>
        <source>“Yours” is</source>
        <translation>“您的代码”是</translation>
    </message>
    <message>
        <source>all but Python, packages and engines</source>
        <translation>除 Python、软件包和引擎之外</translation>
    </message>
    <message>
        <source>change</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Which source lines count as your own code</source>
        <translation>哪些源代码行算作您自己的代码</translation>
    </message>
    <message>
        <source>%1[ and %2 more]</source>
        <comment>files</comment>
        <translation>%1[ 及另外 %2 个]</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; of GPU time</source>
        <translation>GPU 时间的 &lt;b&gt;%1&lt;/b&gt;</translation>
    </message>
</context>
<context>
    <name>lamella::ui::RooflineHints</name>
    <message>
        <source>%1 of its roofline, more than the other work of its bound</source>
        <translation>达到其 roofline 的 %1，高于受同一限制的其他工作</translation>
    </message>
    <message>
        <source>%1 of its roofline; %2 reaches %3</source>
        <translation>达到其 roofline 的 %1；%2 达到 %3</translation>
    </message>
    <message>
        <source>not modelled</source>
        <translation>未建模</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) whose FLOPs and bytes are not known; the time saved is at most theirs</source>
        <translation>
            <numerusform>%n 行的 FLOP 和字节未知；最多节省其全部时间</numerusform>
        </translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>nothing runs, less what overlaps: %1 of the wall</source>
        <translation>无工作运行（减去重叠）：跨度的 %1</translation>
    </message>
    <message>
        <source>What to look at</source>
        <translation>值得关注</translation>
    </message>
</context>
<context>
    <name>RankText</name>
    <message>
        <source>Compared with</source>
        <translation>对比对象</translation>
    </message>
    <message>
        <source>median of the other ranks</source>
        <translation>其他 rank 的中位数</translation>
    </message>
    <message>
        <source>transfer</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>other categories</source>
        <translation>其他类别</translation>
    </message>
    <message>
        <source>idle and overlap</source>
        <translation>空闲与重叠</translation>
    </message>
    <message>
        <source>own time</source>
        <translation>自身时间</translation>
    </message>
    <message>
        <source>Wall without the waiting in collectives</source>
        <translation>跨度减去集合通信中的等待</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>何处</translation>
    </message>
    <message>
        <source>It is the slowest in %1 of %2 layers of this pass.</source>
        <translation>在此前向的 %2 层中，有 %1 层最慢。</translation>
    </message>
    <message>
        <source>Most of it: %1.</source>
        <translation>主要是：%1。</translation>
    </message>
    <message>
        <source>What the others lose</source>
        <translation>其他 rank 的损失</translation>
    </message>
    <message>
        <source>Who waits</source>
        <translation>谁在等待</translation>
    </message>
    <message>
        <source>waiting in collectives</source>
        <translation>在集合通信中等待</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>及另外 %1 个</translation>
    </message>
    <message>
        <source>If rank %1 were as fast</source>
        <translation>若 rank %1 同样快</translation>
    </message>
    <message>
        <source>pass %1 →</source>
        <translation>前向 %1 →</translation>
    </message>
    <message>
        <source>%1 at best</source>
        <translation>最好 %1</translation>
    </message>
    <message>
        <source>idle %1 longer</source>
        <translation>空闲多 %1</translation>
    </message>
    <message>
        <source>Rank %1 holds the others up</source>
        <translation>rank %1 拖慢其他 rank</translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>%1 个 rank</translation>
    </message>
    <message>
        <source>clocks aligned to ±%1</source>
        <translation>时钟对齐至 ±%1</translation>
    </message>
    <message>
        <source>%1 of its wall</source>
        <translation>占其跨度的 %1</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>%1 own time</source>
        <translation>自身时间 %1</translation>
    </message>
    <message>
        <source>%1 here alone, %2</source>
        <translation>仅此处有 %1，%2</translation>
    </message>
    <message>
        <source>%1 ×%2 of the other ranks</source>
        <translation>%1 为其他 rank 的 ×%2</translation>
    </message>
    <message>
        <source>most in %1</source>
        <translation>最多在 %1</translation>
    </message>
    <message>
        <source>Mean of %1 passes</source>
        <translation>%1 次前向的平均</translation>
    </message>
    <message>
        <source>above the median rank</source>
        <translation>高于中位 rank</translation>
    </message>
</context>
<context>
    <name>RanksCellText</name>
    <message>
        <source>%1, slowest rank</source>
        <translation>%1，最慢的 rank</translation>
    </message>
    <message>
        <source>The longest wall of this pass on any rank</source>
        <translation>此前向在各 rank 上最长的跨度</translation>
    </message>
    <message>
        <source>Skew of layers</source>
        <translation>层的偏斜</translation>
    </message>
    <message>
        <source>no layers here</source>
        <translation>此处没有层</translation>
    </message>
    <message>
        <source>Latest minus earliest start of a layer over the ranks, clocks aligned</source>
        <translation>对齐时钟后，各 rank 上一层最晚与最早开始之差</translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation>暴露的通信</translation>
    </message>
    <message>
        <source>Communication while no other kernel runs, and the waiting in it, of the walls of all ranks</source>
        <translation>没有其他 kernel 运行时的通信及其中的等待，占所有 rank 的跨度</translation>
    </message>
    <message>
        <source>No rank stands out.</source>
        <translation>没有突出的 rank。</translation>
    </message>
    <message>
        <source>Clocks</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>not aligned by collectives</source>
        <translation>未按集合通信对齐</translation>
    </message>
    <message>
        <source>Median distance of the ends of matching collectives: at most %1</source>
        <translation>匹配的集合通信结束时刻之差的中位数：最多 %1</translation>
    </message>
    <message>
        <source>Ranks with this pass</source>
        <translation>有此前向的 rank</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;[ on rank %2]</source>
        <translation>&lt;b&gt;%1&lt;/b&gt;[，rank %2]</translation>
    </message>
    <message>
        <source>median &lt;b&gt;%1&lt;/b&gt;[, at most %2]</source>
        <comment>of the skews</comment>
        <translation>中位数 &lt;b&gt;%1&lt;/b&gt;[，最多 %2]</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;[, %2 waiting]</source>
        <translation>&lt;b&gt;%1&lt;/b&gt;[，其中等待 %2]</translation>
    </message>
    <message>
        <source>&lt;b&gt;aligned&lt;/b&gt;[ by %1 collectives]</source>
        <translation>&lt;b&gt;已对齐&lt;/b&gt;[，依据 %1 个集合通信]</translation>
    </message>
    <message>
        <source>&lt;b&gt;Rank %1 is the straggler&lt;/b&gt; of %2 passes.</source>
        <translation>&lt;b&gt;rank %1 是 %2 次前向中的拖后者&lt;/b&gt;。</translation>
    </message>
    <message>
        <source>&lt;b&gt;Rank %1 takes longest, but none waits for it&lt;/b&gt;, over %2 passes.</source>
        <translation>&lt;b&gt;rank %1 用时最长，但没有 rank 等它&lt;/b&gt;（%2 次前向）。</translation>
    </message>
    <message>
        <source>Not in %1.</source>
        <comment>a pass in which the slow rank is fast</comment>
        <translation>%1 中并非如此。</translation>
    </message>
    <message>
        <source>In %1: %2; slowest in %3 of %4 layers.</source>
        <translation>%1 中：%2；%4 层中有 %3 层最慢。</translation>
    </message>
    <message>
        <source>In %1: %2.</source>
        <comment>a pass, and why the rank is slower there</comment>
        <translation>%1 中：%2。</translation>
    </message>
</context>
<context>
    <name>lamella::ui::AdviceHerePanel</name>
    <message>
        <source>nothing found about what is selected</source>
        <translation>关于所选内容没有发现</translation>
    </message>
    <message>
        <source>gain of the pass, low to high</source>
        <translation>前向的收益，从低到高</translation>
    </message>
    <message>
        <source>all advice</source>
        <translation>所有建议</translation>
    </message>
    <message>
        <source>Advice about the selection</source>
        <translation>关于所选内容的建议</translation>
    </message>
</context>
<context>
    <name>lamella::ui::LayerTypesPanel</name>
    <message>
        <source>Types of layers</source>
        <translation>层的类型</translation>
    </message>
    <message>
        <source>of the median pass</source>
        <translation>中位前向</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>%1</translation>
    </message>
</context>
<context>
    <name>CompareText</name>
    <message>
        <source>wall</source>
        <translation>跨度</translation>
    </message>
    <message>
        <source>B against A</source>
        <translation>B 对比 A</translation>
    </message>
    <message>
        <source>%1, B against A</source>
        <translation>%1，B 对比 A</translation>
    </message>
    <message>
        <source>%1 of B against %2 of A</source>
        <translation>B 的 %1 对比 A 的 %2</translation>
    </message>
    <message>
        <source>against %1</source>
        <translation>对比 %1</translation>
    </message>
    <message>
        <source>%1 kernels on both sides</source>
        <translation>两侧各 %1 个 kernel</translation>
    </message>
    <message>
        <source>%1 kernels in A, %2 in B</source>
        <translation>A 有 %1 个 kernel，B 有 %2 个</translation>
    </message>
    <message>
        <source>in this pair</source>
        <translation>所示这一对</translation>
    </message>
    <message>
        <source>%1 in this pair</source>
        <translation>%1，所示这一对</translation>
    </message>
    <message>
        <source>largest Δ of %1</source>
        <translation>%1 层中 Δ 最大</translation>
    </message>
    <message>
        <source>Δ %1 of %2</source>
        <translation>Δ 第 %1，共 %2</translation>
    </message>
    <message>
        <source>not there</source>
        <translation>不存在</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>Δ</source>
        <translation>Δ</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>source</source>
        <translation>源码</translation>
    </message>
    <message>
        <source>n/a, not recorded</source>
        <translation>n/a，未记录</translation>
    </message>
    <message>
        <source>Over all passes</source>
        <translation>全部前向</translation>
    </message>
    <message>
        <source>Against the other passes</source>
        <translation>与其余前向相比</translation>
    </message>
    <message>
        <source>n/a, this is no pair of passes</source>
        <translation>n/a，这不是一对前向</translation>
    </message>
    <message>
        <source>Against the median</source>
        <translation>对比中位数</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>噪声</translation>
    </message>
    <message>
        <source>median %1</source>
        <translation>中位数 %1</translation>
    </message>
    <message>
        <source>within the noise, ±%1</source>
        <translation>在噪声之内，±%1</translation>
    </message>
    <message>
        <source>beyond the noise, ±%1: a real change</source>
        <translation>超出噪声 ±%1：确有变化</translation>
    </message>
    <message>
        <source>noise assumed: 2 %, fewer than %1 passes on a side</source>
        <translation>假定噪声 2 %：一侧少于 %1 次前向</translation>
    </message>
    <message>
        <source>of the pair alone: no side is a median over passes</source>
        <translation>仅关于这一对：没有一侧是多次前向的中位数</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>有何变化</translation>
    </message>
    <message>
        <source>this pair, by category</source>
        <translation>这一对，按类别</translation>
    </message>
    <message>
        <source>%1 other categories</source>
        <translation>其他 %1 个类别</translation>
    </message>
    <message>
        <source>idle and overlap</source>
        <translation>空闲与重叠</translation>
    </message>
    <message>
        <source>%1 of %2 rows shorter, most of all %3</source>
        <translation>%2 行中 %1 行变短，%3 最多</translation>
    </message>
    <message>
        <source>%1 of %2 rows longer, most of all %3</source>
        <translation>%2 行中 %1 行变长，%3 最多</translation>
    </message>
    <message>
        <source>the same kernels run in both</source>
        <translation>两侧运行相同的 kernel</translation>
    </message>
    <message>
        <source>Whole pass</source>
        <translation>整个前向</translation>
    </message>
    <message>
        <source>this pair, %1 and %2</source>
        <translation>这一对，%1 与 %2</translation>
    </message>
    <message>
        <source>everything else</source>
        <translation>其余全部</translation>
    </message>
    <message>
        <source>Where else</source>
        <translation>还在哪里</translation>
    </message>
    <message>
        <source>n/a, both are in one pass</source>
        <translation>n/a，两者在同一次前向</translation>
    </message>
    <message>
        <source>n/a, no layer has a counterpart</source>
        <translation>n/a，没有层有对应层</translation>
    </message>
    <message>
        <source>largest Δ of the medians</source>
        <translation>中位数的最大 Δ</translation>
    </message>
    <message>
        <source>largest Δ of the pair</source>
        <translation>这一对的最大 Δ</translation>
    </message>
    <message>
        <source>within noise</source>
        <translation>噪声之内</translation>
    </message>
    <message>
        <source>Where they come from</source>
        <translation>来自哪里</translation>
    </message>
    <message>
        <source>device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>nothing is compared yet</source>
        <translation>尚未对比任何内容</translation>
    </message>
    <message>
        <source>Hardware limit</source>
        <translation>硬件极限</translation>
    </message>
    <message>
        <source>n/a, not computed yet</source>
        <translation>n/a，尚未算出</translation>
    </message>
</context>
<context>
    <name>OriginText</name>
    <message>
        <source>Own time per pass</source>
        <translation>各次前向的自身时间</translation>
    </message>
    <message>
        <source>n/a, no other pass has work of it</source>
        <translation>n/a，没有其他前向有其任务</translation>
    </message>
    <message>
        <source>median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>median %1</source>
        <translation>中位数 %1</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>own</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>%1 other names</source>
        <translation>其他 %1 个名称</translation>
    </message>
    <message>
        <source>none of its own: all work belongs to lines that it calls</source>
        <translation>无自身任务：全部属于它调用的行</translation>
    </message>
    <message>
        <source>Lines that it calls</source>
        <translation>它调用的行</translation>
    </message>
    <message>
        <source>no source line</source>
        <translation>无源码行</translation>
    </message>
    <message>
        <source>none launch GPU work: all of it is its own</source>
        <translation>均不启动 GPU 任务：全部为其自身</translation>
    </message>
    <message>
        <source>Where else</source>
        <translation>还在哪里</translation>
    </message>
    <message>
        <source>own, by layer</source>
        <translation>自身，按层</translation>
    </message>
    <message>
        <source>n/a, its work is in no layer</source>
        <translation>n/a，其任务不在任何层中</translation>
    </message>
    <message>
        <source>n/a, a layer is selected: select its pass to see the others</source>
        <translation>n/a，选中了一层：选中其前向以查看其他层</translation>
    </message>
    <message>
        <source>in %1 in all</source>
        <translation>共在 %1 中</translation>
    </message>
    <message>
        <source>Origin</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>n/a, no module is recorded around it</source>
        <translation>n/a，其外围未记录模块</translation>
    </message>
    <message>
        <source>function</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>source</source>
        <translation>源码</translation>
    </message>
    <message>
        <source>your code</source>
        <translation>您的代码</translation>
    </message>
    <message>
        <source>all GPU work</source>
        <translation>全部 GPU 任务</translation>
    </message>
    <message>
        <source>%1 of kernel time</source>
        <translation>占 kernel 时间 %1</translation>
    </message>
    <message>
        <source>GPU time</source>
        <translation>GPU 时间</translation>
    </message>
    <message>
        <source>with what it calls</source>
        <translation>含其调用</translation>
    </message>
    <message>
        <source>Hardware limit</source>
        <translation>硬件极限</translation>
    </message>
    <message>
        <source>n/a, it is one of kernels: select one of them</source>
        <translation>n/a，上限针对 kernel：请选中其中之一</translation>
    </message>
</context>
<context>
    <name>lamella::ui::ExportJob</name>
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
    <name>lamella::ui::PassBars</name>
    <message>
        <source>Click selects, with Shift also</source>
        <translation>单击选中，按 Shift 加选</translation>
    </message>
    <message>
        <source>partial</source>
        <translation>不完整</translation>
    </message>
    <message>
        <source>%1 times the median</source>
        <translation>中位数的 %1 倍</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Pass P%1</source>
        <translation>前向 P%1</translation>
    </message>
    <message>
        <source>Wall</source>
        <translation>跨度</translation>
    </message>
    <message>
        <source>To the median</source>
        <translation>与中位数之差</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Longest of its stage</source>
        <translation>同阶段中按长度</translation>
    </message>
</context>
<context>
    <name>HeatMapText</name>
    <message>
        <source>not steady</source>
        <translation>非稳态</translation>
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
        <source>Click selects, with Shift also</source>
        <translation>单击选中，按 Shift 加选</translation>
    </message>
</context>
<context>
    <name>lamella::ui::BrushStrip</name>
    <message>
        <source>Passes in the brush</source>
        <translation>刷选的前向</translation>
    </message>
    <message>
        <source>In the brush</source>
        <translation>刷选</translation>
    </message>
</context>
<context>
    <name>lamella::ui::MetricChoice</name>
    <message>
        <source>wall</source>
        <translation>跨度</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>忙碌</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>category…</source>
        <translation>类别…</translation>
    </message>
    <message>
        <source>kernel time</source>
        <translation>kernel 时间</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>指标</translation>
    </message>
</context>
<context>
    <name>lamella::ui::PassMapChart</name>
    <message>
        <source>Passes by layers</source>
        <translation>前向 × 层</translation>
    </message>
    <message>
        <source>%1, layer %2: no such layer</source>
        <translation>%1，层 %2：没有此层</translation>
    </message>
    <message>
        <source>%1, %2. Arrow keys move the selection.</source>
        <translation>%1，%2。方向键移动选中项。</translation>
    </message>
    <message>
        <source>%1, other scale</source>
        <translation>%1，另一尺度</translation>
    </message>
    <message>
        <source>the slowest of %1 passes of this pixel</source>
        <translation>此像素 %1 次前向中最慢的</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <comment>wall, busy, idle or a category</comment>
        <translation>层%1</translation>
    </message>
    <message>
        <source>against the median layer</source>
        <translation>相对层中位数</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>%1 to %2 × the median layer, %3</source>
        <translation>层中位数（%3）的 %1 至 %2 倍</translation>
    </message>
    <message>
        <source>one pixel = %1 passes: the slowest is drawn</source>
        <translation>一个像素 = %1 次前向：画出最慢的</translation>
    </message>
    <message>
        <source>last colour: above the 96th percentile</source>
        <translation>末端颜色：超过第 96 百分位</translation>
    </message>
    <message>
        <source>last colour: 5 % above the median layer</source>
        <translation>末端颜色：高出层中位数 5 % 及以上</translation>
    </message>
</context>
<context>
    <name>lamella::ui::FlameLegend</name>
    <message>
        <source>yours</source>
        <translation>您的代码</translation>
    </message>
    <message>
        <source>module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>library</source>
        <translation>库</translation>
    </message>
    <message>
        <source>Colours of the flame graph: yours, module, library; kernels in their category</source>
        <translation>火焰图的颜色：您的代码、模块、库；kernel 按其类别着色</translation>
    </message>
    <message>
        <source>kernels in their category</source>
        <translation>kernel 按其类别着色</translation>
    </message>
</context>
</TS>
