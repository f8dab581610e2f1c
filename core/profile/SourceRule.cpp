// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/SourceRule.h"

#include <algorithm>
#include <array>

namespace lamella::core {

namespace {

// Profilers cut the folders of sys.path off, so that installed packages and the user's own files look alike: known packages are
// named here. In order; the last that fits decides.
constexpr std::array<std::string_view, 11> kAnywhere{"!csrc/cpp_itfs", "!site-packages", "!dist-packages", "!lib/python3*",
    "!vllm", "!sglang", "!triton", "!torchinductor_*", "sglang/srt/models", "vllm/model_executor/models", "vllm/models"};
constexpr std::string_view kPackages =
    "torch torch_npu torchvision torchaudio torchao torch_guard.py torch_xla functorch triton triton_kernels aiter ater "
    "sgl_kernel "
    "sgl_hip flash_attn flash_attn_interface flash_mla flashinfer flashattn_hopper deep_gemm deep_ep cutlass cuda cupy apex "
    "transformer_engine transformers accelerate peft diffusers datasets safetensors tokenizers huggingface_hub xformers "
    "bitsandbytes einops numpy scipy pandas PIL sklearn tqdm IPython ipykernel jupyter_client tornado zmq ray uvicorn uvloop "
    "fastapi starlette anyio httpx aiohttp requests pydantic pydantic_core cloudpickle loguru rich yaml packaging psutil "
    "lightning pytorch_lightning deepspeed tensorrt tensorrt_llm lmdeploy mindspeed jax jaxlib flax optax haiku tensorflow keras "
    "pytest _pytest pluggy nvtx compressed_tensors outlines xgrammar llguidance msgspec six.py typing_extensions.py "
    "absl google wandb omegaconf hydra fire click typer";
constexpr std::string_view kPython =
    "_collections_abc.py _weakrefset.py _bootlocale.py __future__.py abc.py argparse.py ast.py asyncio base64.py bdb.py "
    "bisect.py "
    "cProfile.py calendar.py codecs.py collections concurrent configparser.py contextlib.py contextvars.py copy.py copyreg.py "
    "csv.py ctypes dataclasses.py datetime.py decimal.py difflib.py dis.py email encodings enum.py fileinput.py fnmatch.py "
    "fractions.py ftplib.py functools.py genericpath.py getpass.py gettext.py glob.py gzip.py hashlib.py heapq.py hmac.py html "
    "http importlib inspect.py io.py ipaddress.py json keyword.py linecache.py locale.py logging lzma.py mimetypes.py "
    "multiprocessing nturl2path.py numbers.py opcode.py operator.py optparse.py os.py pathlib pathlib.py pdb.py pickle.py "
    "pickletools.py pkgutil.py platform.py posixpath.py pprint.py profile.py pstats.py queue.py quopri.py random.py re re.py "
    "reprlib.py runpy.py sched.py secrets.py selectors.py shlex.py shutil.py signal.py site.py socket.py socketserver.py sqlite3 "
    "sre_compile.py sre_parse.py ssl.py stat.py statistics.py string.py struct.py subprocess.py sysconfig.py sysconfig "
    "tarfile.py "
    "tempfile.py textwrap.py threading.py timeit.py token.py tokenize.py traceback.py tracemalloc.py types.py typing.py unittest "
    "urllib uuid.py warnings.py weakref.py xml zipfile.py zipimport.py zoneinfo";

} // namespace

SourceRule::SourceRule()
{
    for (std::string_view names : {kPackages, kPython})
        while (!names.empty()) {
            const std::size_t end = std::min(names.find(' '), names.size());
            m_parts.push_back({std::string(names.substr(0, end)), false, true});
            names.remove_prefix(std::min(end + 1, names.size()));
        }
    for (const std::string_view part : kAnywhere)
        m_parts.push_back({std::string(part.substr(part.starts_with('!') ? 1 : 0)), !part.starts_with('!'), false});
    m_parts.push_back({"transformers/models", true, true});
}

SourceRule::SourceRule(std::string_view parts)
{
    bool first = true;
    while (!parts.empty()) {
        const std::size_t end = std::min(parts.find(','), parts.size());
        std::string_view part = parts.substr(0, end);
        parts.remove_prefix(std::min(end + 1, parts.size()));
        while (part.starts_with(' '))
            part.remove_prefix(1);
        while (part.ends_with(' ') || part.ends_with('/'))
            part.remove_suffix(1);
        const bool yours = !part.starts_with('!');
        part.remove_prefix(yours ? 0 : 1);
        if (part.empty())
            continue;
        m_else = first ? !yours : m_else;
        first = false;
        m_parts.push_back({std::string(part), yours, false});
    }
    if (m_parts.empty())
        *this = SourceRule();
}

// A part is whole names of a path, but for a * at its end.
bool SourceRule::fits(const Part &part, std::string_view path)
{
    std::string_view text = part.text;
    const bool open = text.ends_with('*');
    text.remove_suffix(open ? 1 : 0);
    for (std::size_t at = path.find(text); at != std::string_view::npos; at = path.find(text, at + 1)) {
        const std::size_t end = at + text.size();
        const bool begins = at == 0 || path[at - 1] == '/' || text.starts_with('/');
        if (begins && (open || end == path.size() || path[end] == '/'))
            return true;
        if (part.atStart)
            return false;
    }
    return false;
}

bool SourceRule::isYours(std::string_view path) const
{
    if (path.empty() || path.starts_with('<'))
        return false;
    for (auto part = m_parts.rbegin(); part != m_parts.rend(); ++part) {
        if (part->atStart && !path.starts_with(part->text.substr(0, part->text.find('*'))))
            continue;
        if (fits(*part, path))
            return part->yours;
    }
    return m_else;
}

} // namespace lamella::core
