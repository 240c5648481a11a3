import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { releaseVersion } from '@pps/runtime/release-version';
import { startCommand } from '../standalone/started-program';

let folder: string;
let preload: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'command-line-'));
  preload = join(folder, 'loaded.cjs');
  writeFileSync(preload, "process.on('exit', () => process.stderr.write(Object.keys(require.cache).join('\\n')));");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs pinctl; on standard error the files that were loaded. */
async function run(...args: string[]) {
  const program = startCommand([process.execPath, '--require', preload, 'scripts/pinctl.mjs', ...args], { DATA_DIR: folder });
  const code = await program.ended;
  return {
    code,
    out: program.stdout.join('\n'),
    loaded: program.stderr.filter((line) => line.includes('/dist/') || line.includes('/node_modules/')),
  };
}

const namesIn = (help: string) =>
  [...help.matchAll(/^ {2}([a-z][a-z-]*)\b.*$/gm)].flatMap(([, name = '']) => (name === 'help' ? [] : [name]));

describe('the command line of pinctl', () => {
  it('tells what there is and its release without loading what the commands need', async () => {
    const [help, version, refused] = [await run('--help'), await run('--version'), await run('nothing')];
    expect([help.code, version.code, refused.code]).toEqual([0, 0, 2]);
    expect(version.out).toBe(releaseVersion);
    expect(namesIn(help.out)).toContain('projections');
    for (const { loaded } of [help, version, refused]) {
      expect(loaded.filter((file) => /\.commands\.js$|dist\/projections\//.test(file))).toEqual([]);
      expect(loaded.length).toBeLessThan(40);
    }
  });

  it('says of every command what it is for, and that it answers programs too', async () => {
    const seen: string[] = [];
    const visit = async (path: readonly string[]): Promise<void> => {
      const { code, out } = await run(...path, '--help');
      expect([path, code]).toEqual([path, 0]);
      const [, commands] = out.split('\nCommands:\n');
      if (commands === undefined) {
        seen.push(path.join(' '));
        expect([path, out.includes('--json')]).toEqual([path, true]);
        return;
      }
      for (const name of namesIn(commands.split('\n\n')[0] ?? '')) await visit([...path, name]);
    };
    await visit([]);
    expect(seen.length).toBeGreaterThan(24);
    expect(seen).toEqual(expect.arrayContaining(['init-env', 'forget workspace', 'projections list', 'vault rotate']));
  });

  it('finds a group behind help, and is refused what no group has', async () => {
    expect(await run('help', 'vault')).toMatchObject({ code: 0, out: expect.stringContaining('rotate') });
    expect((await run('vault', 'nothing')).code).toBe(2);
    expect((await run('vault', 'status', '--nothing')).code).toBe(2);
  });
});
