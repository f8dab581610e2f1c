#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a summary of every trace, for `lamella-cli ranks --from-summaries`: on this machine, on a Dask cluster (Slurm, Kubernetes and
others through Dask's own adapters), or as one task of a job array. Summaries of the same trace, options and version are left alone, so
that a second run goes on where the first one stopped. What fails is tried again, then listed in failed.tsv.

  lamella_summaries.py TRACES... --output DIR                         on the cores of this machine
  lamella_summaries.py TRACES... --output DIR --dask tcp://HOST:8786  on a Dask cluster that sees the same files
  lamella_summaries.py TRACES... --output DIR --task 3/64             every 64th trace, from number 3 on (job arrays)

TRACES are files and folders, which are searched with all folders in them but that of --output. Options behind -- go to
`lamella-cli summary`: -- --config config.json"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import time

# What a folder's files must be to be traces: as in core/session/TraceFolder.cpp, but in all folders below.
ENDINGS = ('.json', '.gz', '.sqlite', '.pb', '.pftrace', '.perfetto-trace', '.rpd', '.db', '.zst', '.zip', '.tar', '.tgz')
NO_TRACES = ('config.json', 'generation_config.json', 'server_args.json', 'profiler_metadata.json', 'communication.json',
             'communication_matrix.json', 'tokenizer_config.json')
RECORDS = '.made'  # in the output: for each summary what it was made from


def natural(path):
    """Orders rank2 before rank10."""
    return [int(part) if part.isascii() and part.isdecimal() else part for part in re.split(r'([0-9]+)', path.name)]


def may_be_trace(name):
    return (name.endswith(ENDINGS) and name not in NO_TRACES and not name.startswith(('.', 'profiler_info'))
            and not name.endswith('.meta.json'))


def kernel_table(folder):
    """What the Ascend profiler, or raw msprof, wrote into this folder or its output folder; None for other folders."""
    for name in ('kernel_details.csv', 'ASCEND_PROFILER_OUTPUT/kernel_details.csv'):
        if (folder / name).is_file():
            return folder / name
    for place in (folder, folder / 'mindstudio_profiler_output'):
        if summaries := sorted(place.glob('op_summary_*.csv')):
            return summaries[-1]
    return None


def trace_of_rank(folder):
    """The one trace of a rank's folder of the Ascend profiler: its kernel table, else its timeline; None for other folders."""
    timelines = (folder / name for name in ('ASCEND_PROFILER_OUTPUT/trace_view.json', 'trace_view.json'))
    return kernel_table(folder) or next((timeline for timeline in timelines if timeline.is_file()), None)


def without_exports(files):
    """JAX writes each capture also as a Chrome export, which has less."""
    spaces = {path.name.removesuffix('.xplane.pb') for path in files if path.name.endswith('.xplane.pb')}
    return [path for path in files if not any(path.name.endswith(ending) and path.name.removesuffix(ending) in spaces
                                              for ending in ('.trace.json.gz', '.trace.json'))]


def traces_below(folder, output, seen):
    """Those of a folder and the folders in it. `seen`: the folders so far, because a link may lead back."""
    if folder.resolve() == output or folder.resolve() in seen or (folder / RECORDS).is_dir():  # summaries, of this run or another
        return []
    seen.add(folder.resolve())
    if trace := trace_of_rank(folder):
        return [trace]
    captures = [path for path in (folder / 'plugins/profile').glob('*') if path.is_dir()]  # of JAX; the last one counts
    if captures:
        return traces_below(max(captures, key=natural), output, seen)
    try:
        inside = sorted((path for path in folder.iterdir() if not path.name.startswith('.')), key=natural)
    except OSError as error:
        print(f'left out: {folder}: {error.strerror}', file=sys.stderr)
        return []
    found = without_exports([path for path in inside if path.is_file() and may_be_trace(path.name)])
    for path in inside:
        if path.is_dir():
            found += traces_below(path, output, seen)
    return found


def traces_in(inputs, output):
    """{trace: the folder given for it}"""
    found = {}
    for given in map(pathlib.Path, inputs):
        if given.is_dir():
            if given.resolve() == output:
                sys.exit(f'{given}: the summaries need another folder than the traces (--output)')
            below = traces_below(given.resolve(), output, set())
            if not below:
                sys.exit(f'{given}: no trace in this folder')
            for trace in below:
                found.setdefault(trace, given.resolve())
        elif given.exists():
            folder = given.parent.resolve()
            found.setdefault(folder / given.name, folder)
        else:
            sys.exit(f'{given}: no such file or folder')
    return found


def summary_name(trace, root):
    """h0__rank0.json.gz.json: the given folder's own name and the path in it, whatever else is given. "_" is written %5F where "__" of
    a name would look like a folder, so that two traces of a folder never share a name."""
    parts = (root.name, *trace.relative_to(root).parts)
    return '__'.join(re.sub('(?<=_)_|^_|_$', '%5F', part.replace('%', '%25')) for part in parts if part) + '.json'


def jobs_of(traces, folder):
    """(trace, summary) of each."""
    by_name = {}
    for trace, root in traces.items():
        other = by_name.setdefault(summary_name(trace, root), trace)
        if other != trace:
            sys.exit(f'{other} and {trace}: their summaries would have one name; give the folder above both')
    return [(str(trace), str(folder / name)) for name, trace in by_name.items()]


def made_from(trace, options, version):
    """What a summary depends on: the trace, its metadata and the files that options name by size and time, the options and the version."""
    files = {}
    for path in (trace, trace + '.meta.json', *(option.split('=', 1)[-1] for option in options)):
        if os.path.isfile(path):
            found = os.stat(path)
            files[path] = [found.st_size, found.st_mtime_ns]
    return {'trace': trace, 'files': files, 'options': options, 'version': version}


def recorded(record):
    """What the summary was made from; nothing if that is not known."""
    try:
        known = json.loads(record.read_text(encoding='utf-8'))
    except (OSError, ValueError):
        return {}
    return known if isinstance(known, dict) else {}


def is_of_another(known, trace):
    """Whether the summary is of another trace that there still is: folders of one name."""
    other = known.get('trace', trace)
    return other != trace and os.path.exists(other) and not os.path.samefile(other, trace)


def try_to_summarise(job, program, options, retries):
    """The summary appears whole or not at all, because lamella-cli renames it into place. Returns (what happened, tries, why)."""
    trace, summary = job
    why = ''
    for attempt in range(1, retries + 2):
        try:
            result = subprocess.run([program, 'summary', trace, '--format', 'json', '--output', summary, '--quiet', *options],
                                    capture_output=True, text=True, errors='replace', check=False)
        except OSError as error:
            return 'failed', attempt, f'{program}: {error.strerror}'
        if result.returncode == 0:
            return 'done', attempt, ''
        why = (result.stderr.strip().splitlines() or [f'exit {result.returncode}'])[-1]
        if result.returncode == 2 or ': not a trace' in why:
            break  # neither becomes right
        time.sleep(min(2 ** attempt, 30) if attempt <= retries else 0)
    return 'failed', attempt, why


def summarise(job, program, options, retries, version):
    """Runs on whichever machine has the job. Returns (trace, what happened, tries, why)."""
    trace, summary = job
    record = pathlib.Path(summary).parent / RECORDS / pathlib.Path(summary).name
    try:
        known, wanted = recorded(record), made_from(trace, options, version)
        if known == wanted and os.path.isfile(summary) and os.path.getsize(summary) > 0:
            return trace, 'current', 0, ''
        if is_of_another(known, trace):
            return trace, 'failed', 0, f'its summary would have the name of that of {known["trace"]}; choose another --output'
        record.unlink(missing_ok=True)
        pathlib.Path(summary).unlink(missing_ok=True)  # if this fails, none is better than that of another trace or other options
        outcome, tries, why = try_to_summarise(job, program, options, retries)
        if outcome == 'done':
            record.parent.mkdir(exist_ok=True)
            fresh = record.with_name(record.name + '.new')
            fresh.write_text(json.dumps(wanted), encoding='utf-8')
            fresh.replace(record)
        return trace, outcome, tries, why
    except OSError as error:
        return trace, 'failed', 0, f'{error.filename}: {error.strerror}'


def version_of(program):
    """The first line only: the others depend on the processor."""
    try:
        said = subprocess.run([program, '--version'], capture_output=True, text=True, errors='replace', check=False).stdout
    except OSError:
        return ''  # what is wrong is said of each trace
    return said.splitlines()[0] if said else ''


def results_here(jobs, arguments):
    version = version_of(arguments.program)
    with concurrent.futures.ThreadPoolExecutor(arguments.workers or os.cpu_count()) as pool:
        running = [pool.submit(summarise, job, arguments.program, arguments.options, arguments.retries, version) for job in jobs]
        yield from (done.result() for done in concurrent.futures.as_completed(running))


def results_of_dask(jobs, arguments):
    try:
        import distributed  # Debian: python3-distributed
    except ImportError:
        sys.exit('--dask needs the Python package distributed (Debian: python3-distributed)')
    local = arguments.dask == 'local'
    with distributed.Client(**({'n_workers': arguments.workers or os.cpu_count(), 'threads_per_worker': 1} if local
                               else {'address': arguments.dask})) as client:
        version = client.submit(version_of, arguments.program, pure=False).result()  # this machine may not have the program
        # A worker that dies is Dask's to replace; its job runs again elsewhere.
        running = [client.submit(summarise, job, arguments.program, arguments.options, arguments.retries, version, pure=False,
                                 retries=arguments.retries) for job in jobs]
        by_key = {future.key: job for future, job in zip(running, jobs)}
        for future in distributed.as_completed(running):
            if future.status == 'finished':
                yield future.result()
            else:
                yield by_key[future.key][0], 'failed', arguments.retries + 1, str(future.exception())


def task_of(text):
    """(number, count) of "3/64"."""
    parts = text.split('/')
    if len(parts) != 2 or not all(part.isdecimal() for part in parts) or int(parts[0]) >= int(parts[1]):
        raise argparse.ArgumentTypeError(f'{text}: a number from 0 and how many tasks there are: 3/64')
    return int(parts[0]), int(parts[1])


def list_failures(folder, task, tried, lines):
    """Writes the list of this run. Those of other runs lose what was tried now or is gone; the other tasks of the array keep their own."""
    ending = f'-of-{task[1]}.tsv' if task else None
    name = f'failed.{task[0]}{ending}' if task else 'failed.tsv'
    others = [file for file in folder.glob('failed.*tsv') if file.name != name and not (ending and file.name.endswith(ending))]
    for file in [folder / name, *others]:
        try:
            before = file.read_text(encoding='utf-8', errors='surrogateescape').split('\n')[1:-1]
        except FileNotFoundError:
            before = []
        still = [line for line in before if line.split('\t')[0] not in tried and os.path.exists(line.split('\t')[0])]
        now = sorted(still + (lines if file.name == name else []))
        if now and now != before:
            fresh = file.with_name(file.name + '.new')
            fresh.write_text('\n'.join(['trace\ttries\twhy', *now, '']), encoding='utf-8', errors='surrogateescape')
            fresh.replace(file)
        elif not now:
            file.unlink(missing_ok=True)


def main():
    given = sys.argv[1:]
    behind = given.index('--') if '--' in given else len(given)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('traces', nargs='+')
    parser.add_argument('--output', required=True, type=pathlib.Path, help='folder of the summaries')
    parser.add_argument('--dask', metavar='ADDRESS', help='scheduler of a Dask cluster, or local')
    parser.add_argument('--task', metavar='N/M', type=task_of, help='this task of M, from 0')
    parser.add_argument('--workers', type=int, help='summaries at once (default: the cores)')
    parser.add_argument('--retries', type=int, default=2)
    parser.add_argument('--program', default='lamella-cli')
    arguments = parser.parse_args(given[:behind])
    arguments.options = given[behind + 1:]
    arguments.output.mkdir(parents=True, exist_ok=True)
    output = arguments.output.resolve()
    jobs = jobs_of(traces_in(arguments.traces, output), output)
    if arguments.task:
        jobs = jobs[arguments.task[0]::arguments.task[1]]
    counts = {'current': 0, 'done': 0, 'failed': 0}
    lines = []
    for trace, outcome, tries, why in (results_of_dask if arguments.dask else results_here)(jobs, arguments):
        counts[outcome] += 1
        if outcome == 'failed':
            lines.append(f'{trace}\t{tries}\t{why}')
            print(f'failed: {trace}: {why}', file=sys.stderr)
    print(f'{len(jobs)} traces: {counts["done"]} summarised, {counts["current"]} current, {counts["failed"]} failed')
    list_failures(arguments.output, arguments.task, {trace for trace, _ in jobs}, lines)
    return 1 if lines else 0


if __name__ == '__main__':
    sys.exit(main())
