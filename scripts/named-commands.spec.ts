import type { Command } from 'commander';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { benches } from '../bench/benches';
import { campaigns } from '../test/campaigns/campaigns';
import { pages, recorded } from './docs/pages';
import { runNamed, type Named, type NamedCommand } from './named-commands';

const spare = ['main.ts', 'pages.ts'];
const namesIn = (folder: string, suffix: string): string[] =>
  readdirSync(join(__dirname, '..', folder))
    .filter((file) => file.endsWith(suffix) && !spare.includes(file))
    .map((file) => basename(file, suffix));

test.each([
  ['bench', 'bench', '.bench.ts', benches],
  ['campaign', 'test/campaigns', '.campaign.ts', campaigns],
  ['docs', 'scripts/docs', '.ts', { ...pages, ...recorded }],
])('npm run %s knows the files of its folder by their names', (_script, folder, suffix, all) => {
  expect(Object.keys(all).sort()).toEqual(namesIn(folder, suffix).sort());
  for (const [name, { about, load }] of Object.entries(all)) {
    expect(String(load)).toContain(`'./${name}${suffix.replace('.ts', '')}'`.replaceAll("'", '"').slice(1, -1));
    expect(about).toMatch(/[.?]$/);
  }
});

describe('a command with a name', () => {
  let printed = '';
  let ran: unknown[] = [];
  const counted: NamedCommand = {
    options: (command: Command) => command.option('--times <n>', 'how often', Number, 1),
    run: async (options) => void ran.push(options),
  };
  const named = (command: NamedCommand): Named => ({ about: 'Counts.', load: async () => command });
  const run = async (all: Readonly<Record<string, Named>>, ...args: string[]) => {
    runNamed('thing', all, args);
    await new Promise(setImmediate);
    return process.exitCode ?? 0;
  };

  beforeEach(() => {
    [printed, ran] = ['', []];
    jest.spyOn(console, 'error').mockImplementation((text: unknown) => void (printed += String(text)));
  });
  afterEach(() => {
    jest.restoreAllMocks();
    process.exitCode = undefined;
  });

  it('is given its options', async () => {
    expect(await run({ count: named(counted) }, 'count', '--times', '3')).toBe(0);
    expect(ran).toEqual([{ times: 3 }]);
  });

  it('is listed where none was named, or one that is not there', async () => {
    expect([await run({ count: named(counted) }), printed]).toEqual([1, expect.stringContaining('count  Counts.')]);
    process.exitCode = undefined;
    expect([await run({ count: named(counted) }, 'constructor'), printed]).toEqual([
      1,
      expect.stringContaining('There is no thing constructor.'),
    ]);
    expect(ran).toEqual([]);
  });

  it('ends with 1 where something does not hold, or fails', async () => {
    expect(await run({ check: named({ run: async () => false }) }, 'check')).toBe(1);
    process.exitCode = undefined;
    expect(await run({ fail: named({ run: async () => Promise.reject(new Error('broken')) }) }, 'fail')).toBe(1);
    expect(printed).toContain('broken');
  });
});
