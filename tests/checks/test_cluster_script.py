#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs packaging/cluster/lamella_summaries.py with a program in place of lamella-cli that fails as it is asked to: what is current is left
alone, what fails is tried again and listed, tasks of an array share the traces, also as summaries.sbatch counts them, and Dask's local
cluster does the same.
Usage: test_cluster_script.py ROOT"""
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

SCRIPT = pathlib.Path(sys.argv.pop(1)).resolve() / 'packaging/cluster/lamella_summaries.py'
# Fails for *bad* and *wrong* always, for *once* the first time; else writes what it was asked for with its options. Lists the calls.
PROGRAM = '''#!/bin/sh
if [ "$1" = --version ]; then echo "lamella-cli ${VERSION-1}"; exit; fi
echo "$2" >> "$CALLS"
case $2 in
*bad*) echo "lamella-cli: $2: not a trace: binary data of an unknown kind" >&2; exit 1 ;;
*wrong*) echo "lamella-cli: 2 files were given" >&2; exit 2 ;;
*once*) if [ ! -e "$2.seen" ]; then touch "$2.seen"; echo "disk is busy" >&2; exit 1; fi ;;
esac
while [ $# -gt 0 ]; do if [ "$1" = --output ]; then echo "$*" > "$2"; fi; shift; done
'''


class ClusterScript(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)
        (self.path / 'traces/host2').mkdir(parents=True)
        for name in ('rank0.json.gz', 'rank1.json', 'once.json', 'bad.json', 'host2/rank0.json.gz', 'notes.md'):
            (self.path / 'traces' / name).write_text('{}')
        self.program = self.path / 'program'
        self.program.write_text(PROGRAM)
        self.program.chmod(0o755)

    def tearDown(self):
        self.folder.cleanup()

    def run_script(self, *more, traces=('traces',), output=None):
        result = subprocess.run([sys.executable, SCRIPT, *(self.path / name for name in traces), '--output', output or self.path / 'out',
                                 '--program', self.program, '--retries', '1', *more], capture_output=True, text=True, check=False,
                                env={**os.environ, 'CALLS': str(self.path / 'calls')})
        return result.returncode, result.stdout.strip().splitlines()[-1] if result.stdout else result.stderr

    def calls(self):
        return (self.path / 'calls').read_text().split()

    def test_resumes(self):
        self.assertEqual(self.run_script(), (1, '5 traces: 4 summarised, 0 current, 1 failed'))
        self.assertEqual(len(list((self.path / 'out').glob('*.json'))), 4)  # two traces of one name do not share a summary
        self.assertEqual(sum('once' in call for call in self.calls()), 2)
        self.assertEqual(sum('bad' in call for call in self.calls()), 1)  # what is no trace does not become one
        listed = (self.path / 'out/failed.tsv').read_text().splitlines()
        self.assertEqual(len(listed), 2)
        self.assertIn('not a trace', listed[1])
        (self.path / 'traces/bad.json').rename(self.path / 'traces/good.json')
        self.assertEqual(self.run_script(), (0, '5 traces: 1 summarised, 4 current, 0 failed'))
        self.assertFalse((self.path / 'out/failed.tsv').exists())
        later = time.time() + 10
        os.utime(self.path / 'traces/rank1.json', (later, later))  # recorded anew
        self.assertEqual(self.run_script(), (0, '5 traces: 1 summarised, 4 current, 0 failed'))

    def test_summarises_again_what_was_made_from_something_else(self):
        (self.path / 'traces/bad.json').unlink()
        trace, config = self.path / 'traces/rank1.json', self.path / 'config.json'
        config.write_text('{}')
        all_of_them, none, one = [(0, f'4 traces: {done} summarised, {4 - done} current, 0 failed') for done in (4, 0, 1)]
        for options in (['--layers', '3'], ['--layers', '7'], ['--config', str(config)], [f'--config={config}'], []):
            self.assertEqual(self.run_script('--', *options), all_of_them)
            for summary in (self.path / 'out').glob('*.json'):
                self.assertTrue(summary.read_text().strip().endswith(' '.join(['--quiet', *options])))
            self.assertEqual(self.run_script('--', *options), none)
        made = trace.stat().st_mtime
        os.utime(trace, (made - 1000, made - 1000))  # another trace, copied with its time
        self.assertEqual(self.run_script(), one)
        at = trace.stat().st_mtime_ns
        trace.write_text('{"longer": 1}')
        os.utime(trace, ns=(at, at))
        self.assertEqual(self.run_script(), one)
        trace.with_name('rank1.json.meta.json').write_text('{}')
        self.assertEqual(self.run_script(), one)
        self.assertEqual(self.run_script('--', '--config', str(config)), all_of_them)
        config.write_text('{"num_hidden_layers": 3}')
        self.assertEqual(self.run_script('--', '--config', str(config)), all_of_them)
        os.environ['VERSION'] = '2'
        self.addCleanup(os.environ.pop, 'VERSION')
        self.assertEqual(self.run_script('--', '--config', str(config)), all_of_them)
        self.assertEqual(self.run_script('--', '--config', str(config)), none)
        (self.path / 'out/traces__rank1.json.json').write_text('')
        self.assertEqual(self.run_script('--', '--config', str(config)), one)

    def test_leaves_no_summary_of_something_else(self):
        folder = self.path / 'traces'
        (folder / 'bad.json').unlink()
        self.run_script()
        self.program.write_text('#!/bin/sh\n[ "$1" = --version ] || exit 2\necho lamella-cli 1\n')
        (folder / 'rank1.json').write_text('{"another": 1}')
        self.assertEqual(self.run_script(), (1, '4 traces: 0 summarised, 3 current, 1 failed'))
        self.assertNotIn('traces__rank1.json.json', self.summaries())

    def lists(self):
        return {path.name: sorted(pathlib.Path(line.split('\t')[0]).name for line in path.read_text().splitlines()[1:])
                for path in (self.path / 'out').glob('failed*')}

    def test_lists_what_fails_still(self):
        folder = self.path / 'traces'
        (folder / 'once.json').rename(folder / 'wrong.json')  # in order: bad, rank0, rank1, wrong, host2/rank0
        for task in range(5):
            self.run_script('--task', f'{task}/5')
        self.assertEqual(self.lists(), {'failed.0-of-5.tsv': ['bad.json'], 'failed.3-of-5.tsv': ['wrong.json']})
        self.assertEqual(sum('wrong' in call for call in self.calls()), 1)
        self.assertEqual(self.run_script('--task', '3/4')[0], 1)
        self.assertEqual(self.lists(), {'failed.0-of-5.tsv': ['bad.json'], 'failed.3-of-4.tsv': ['wrong.json']})
        self.assertEqual(self.run_script()[0], 1)
        self.assertEqual(self.lists(), {'failed.tsv': ['bad.json', 'wrong.json']})
        self.assertEqual(self.run_script(traces=['traces/rank1.json', 'traces/wrong.json'])[0], 1)
        self.assertEqual(self.lists(), {'failed.tsv': ['bad.json', 'wrong.json']})
        self.program.write_text(PROGRAM.replace('*wrong*', '*right*'))
        self.assertEqual(self.run_script('--task', '3/5')[0], 0)
        self.assertEqual(self.lists(), {'failed.tsv': ['bad.json']})
        (folder / 'bad.json').unlink()
        self.assertEqual(self.run_script()[0], 0)
        self.assertEqual(self.lists(), {})

    def test_tasks_share(self):
        (self.path / 'traces/bad.json').unlink()
        for task in range(3):
            self.assertEqual(self.run_script('--task', f'{task}/3')[0], 0)
        self.assertEqual(len(list((self.path / 'out').glob('*.json'))), 4)
        self.assertEqual(len(self.calls()), 5)  # each once, and one again

    def test_finds_traces_as_the_command_line_does(self):
        wanted = ['mon/a.db', 'mon/a.rpd', 'mon/a.pftrace', 'mon/b.json', 'mon/c.perfetto-trace', 'mon/d.zip',
                  'ascend/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv', 'ascend/rank1_ascend_pt/trace_view.json',
                  'msprof/mindstudio_profiler_output/op_summary_0_2.csv', 'plain/kernel_details.csv',
                  'jax/plugins/profile/2026_10/host.xplane.pb']
        others = ['mon/config.json', 'mon/b.json.meta.json', 'mon/.b.json', 'mon/notes.csv', 'mon/.old/a.json',
                  'ascend/rank0_ascend_pt/profiler_info_0.json', 'ascend/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json',
                  'ascend/rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/communication.json', 'ascend/rank1_ascend_pt/profiler_metadata.json',
                  'msprof/mindstudio_profiler_output/op_summary_0_1.csv', 'jax/plugins/profile/2026_9/host.xplane.pb',
                  'jax/plugins/profile/2026_10/host.trace.json.gz']
        for name in wanted + others:
            (self.path / 'more' / name).parent.mkdir(parents=True, exist_ok=True)
            (self.path / 'more' / name).write_text('{}')
        (self.path / 'more/mon/back').symlink_to(self.path / 'more')
        self.assertEqual(self.run_script(traces=['more']), (0, f'{len(wanted)} traces: {len(wanted)} summarised, 0 current, 0 failed'))
        self.assertEqual(sorted(self.calls()), sorted(str(self.path.resolve() / 'more' / name) for name in wanted))

    def test_leaves_its_output_alone(self):
        (self.path / 'traces/bad.json').unlink()
        inside = self.path / 'traces/out'
        self.assertEqual(self.run_script(output=self.path / 'traces/others')[0], 0)  # those of another run
        self.assertEqual(self.run_script(output=inside), (0, '4 traces: 4 summarised, 0 current, 0 failed'))
        self.assertEqual(self.run_script(output=inside), (0, '4 traces: 0 summarised, 4 current, 0 failed'))
        code, said = self.run_script(output=self.path / 'traces')
        self.assertEqual((code, 'another folder' in said), (1, True), said)

    def summaries(self):
        return sorted(path.name for path in (self.path / 'out').glob('*.json'))

    def test_summaries_of_different_traces_have_different_names(self):
        names = ['a/b.json', 'a__b.json', 'a_/b.json', 'a/_b.json', 'a%5F/b.json', 'a/__b.json', 'a___b.json']
        for name in names:
            (self.path / 'more' / name).parent.mkdir(parents=True, exist_ok=True)
            (self.path / 'more' / name).write_text('{}')
        self.assertEqual(self.run_script(traces=['more']), (0, '7 traces: 7 summarised, 0 current, 0 failed'))
        self.assertEqual(len(self.summaries()), len(names))
        self.assertIn('more__a__b.json.json', self.summaries())
        self.assertIn('more__a_%5Fb.json.json', self.summaries())

    def test_names_do_not_depend_on_what_else_is_given(self):
        for name in ('h0', 'h1', 'other/h0'):
            (self.path / name).mkdir(parents=True)
            (self.path / name / 'rank0.json').write_text('{}')
        self.assertEqual(self.run_script(traces=['h0']), (0, '1 traces: 1 summarised, 0 current, 0 failed'))
        self.assertEqual(self.run_script(traces=['h0', 'h1']), (0, '2 traces: 1 summarised, 1 current, 0 failed'))
        self.assertEqual(self.run_script(traces=['h0/rank0.json', 'h1', 'h1/rank0.json']), (0, '2 traces: 0 summarised, 2 current, 0 failed'))
        self.assertEqual(self.summaries(), ['h0__rank0.json.json', 'h1__rank0.json.json'])
        code, said = self.run_script(traces=['h0', 'other/h0'])
        self.assertEqual((code, 'one name' in said), (1, True), said)
        self.assertEqual(self.run_script(traces=['other/h0']), (1, '1 traces: 0 summarised, 0 current, 1 failed'))
        self.assertIn('choose another --output', (self.path / 'out/failed.tsv').read_text())

    def test_says_where_no_trace_is(self):
        (self.path / 'empty').mkdir()
        code, said = self.run_script(traces=['traces', 'empty'])
        self.assertEqual((code, 'no trace in this folder' in said), (1, True), said)
        self.assertFalse((self.path / 'calls').exists())

    def test_refuses_tasks_that_there_are_not(self):
        for task in ('3/3', '0/0', '-1/3', '1', '1/x'):
            code, said = self.run_script('--task', task)
            self.assertEqual(code, 2, said)
        self.assertFalse((self.path / 'calls').exists())

    def submit(self, array, **more):
        """Runs summaries.sbatch once for each task of the array; (exit codes, what was said on standard error)."""
        on_path = self.path / 'bin'
        on_path.mkdir(exist_ok=True)
        (on_path / 'lamella-cli').unlink(missing_ok=True)
        (on_path / 'lamella-cli').symlink_to(self.program)
        environment = {**os.environ, 'PATH': f'{on_path}:{os.environ["PATH"]}', 'CALLS': str(self.path / 'calls'),
                       'TRACES': str(self.path / 'traces'), 'SUMMARIES': str(self.path / 'out'), 'LAMELLA_CLUSTER': str(SCRIPT.parent),
                       'SLURM_ARRAY_TASK_MIN': str(min(array)), 'SLURM_ARRAY_TASK_MAX': str(max(array)),
                       'SLURM_ARRAY_TASK_COUNT': str(len(array)), **more}
        results = [subprocess.run(['bash', SCRIPT.parent / 'summaries.sbatch'], env={**environment, 'SLURM_ARRAY_TASK_ID': str(task)},
                                  capture_output=True, text=True, check=False) for task in array]
        return {result.returncode for result in results}, ''.join(result.stderr for result in results)

    def test_arrays_of_slurm(self):
        for name in ('bad.json', 'once.json'):
            (self.path / 'traces' / name).unlink()
        for gaps in ([3, 7], [0, 2, 4, 6]):
            codes, said = self.submit(gaps)
            self.assertEqual(codes, {2})
            self.assertIn('set TASKS', said)
        self.assertFalse((self.path / 'calls').exists())
        self.assertEqual(self.submit([1, 2], TASKS='3')[0], {0})  # as before, without the first
        self.assertEqual(len(self.calls()), 2)
        self.assertEqual(self.submit([5, 6])[0], {0})  # any numbers in a row are all traces
        self.assertEqual(len(self.calls()), 3)
        self.assertEqual(len(list((self.path / 'out').glob('*.json'))), 3)

    @unittest.skipUnless(importlib.util.find_spec('distributed'), 'skipped: python3-distributed is not here')
    def test_dask(self):
        self.assertEqual(self.run_script('--dask', 'local', '--workers', '2'), (1, '5 traces: 4 summarised, 0 current, 1 failed'))
        self.assertEqual(self.run_script(), (1, '5 traces: 0 summarised, 4 current, 1 failed'))
        self.assertEqual(self.run_script('--dask', 'local', '--workers', '2'), (1, '5 traces: 0 summarised, 4 current, 1 failed'))


if __name__ == '__main__':
    unittest.main()
