import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPython, findPythonWithHttpx } from './find-python';
import { runPython, sdkFolder, type PythonRun } from './run-python';

const faultsOf = ({ code, said }: PythonRun): string => (code === 0 ? '' : `ended with ${code}: ${said}`);
const offline = { PIP_NO_INDEX: '1', PIP_DISABLE_PIP_VERSION_CHECK: '1' };

describe('the Python SDK', () => {
  // They mostly wait, for time-outs and pauses between tries: all three at once.
  it.concurrent.each([
    ['the standard library', findPython, 'standard'],
    ['httpx', findPythonWithHttpx, 'httpx'],
  ] as const)('keeps what its tests say, by %s', async (_, find, transport) => {
    const run = await runPython(await find(), ['-m', 'unittest', 'discover', '-s', 'tests'], { SDK_TRANSPORT: transport });
    expect(faultsOf(run)).toBe('');
    expect(run.said).toMatch(/Ran \d\d+ tests[\s\S]*OK/);
  });

  it.concurrent('has strict types throughout, examples too', async () => {
    const pyright = join(process.cwd(), 'node_modules/pyright/index.js');
    const run = await runPython(process.execPath, [pyright, '--project', sdkFolder, '--pythonpath', await findPython()]);
    expect(run.said).toContain('0 errors, 0 warnings');
  });

  describe('as a package', () => {
    const folder = mkdtempSync(join(tmpdir(), 'python-package-'));
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it('is built and installed without a network, and what is installed can be used', async () => {
      const python = await findPython();
      const source = join(folder, 'source');
      cpSync(sdkFolder, source, { recursive: true });
      const buildBoth =
        "import sys; sys.path.insert(0, 'build_backend'); import build_package as b; print(b.build_sdist('..'), b.build_wheel('..'))";
      expect(faultsOf(await runPython(python, ['-c', buildBoth], {}, { cwd: source }))).toBe('');
      const files = readdirSync(folder).filter((name) => name.startsWith('pin_publishing-'));
      expect(files.map((name) => name.replace(/\d+(\.\d+)+/, 'V')).sort()).toEqual([
        'pin_publishing-V-py3-none-any.whl',
        'pin_publishing-V.tar.gz',
      ]);
      for (const file of files) {
        const environment = join(folder, `env-${file.split('.').at(-1)}`);
        const made = await runPython(python, ['-m', 'venv', environment]);
        if (made.code !== 0) throw new Error(`Install venv for Python (apt-get install python3-venv): ${made.said}`);
        const own = join(environment, 'bin/python');
        const installed = await runPython(
          own,
          ['-m', 'pip', 'install', '-q', join(folder, file)],
          { ...offline, PYTHONPATH: '' },
          { cwd: folder },
        );
        expect(faultsOf(installed)).toBe('');
        const use =
          "import pin_publishing, importlib.metadata as m, importlib.resources as r; c = pin_publishing.PinPublishing('k'); print(c, m.version('pin-publishing') == pin_publishing.__version__, r.files('pin_publishing').joinpath('py.typed').is_file())";
        const run = await runPython(own, ['-W', 'error', '-c', use], { PYTHONPATH: '' }, { cwd: folder });
        expect(run.said).toBe("PinPublishing(base_url='http://127.0.0.1:3000') True True\n");
      }
    });

    it('is the same package when it is built again', async () => {
      const python = await findPython();
      const twice = `import sys, tempfile, pathlib; sys.path.insert(0, 'build_backend'); import build_package as b
def made(build):
    folder = tempfile.mkdtemp()
    return pathlib.Path(folder, build(folder)).read_bytes()
print(all(made(build) == made(build) for build in (b.build_wheel, b.build_sdist)))`;
      expect((await runPython(python, ['-c', twice])).said).toBe('True\n');
    });
  });
});
