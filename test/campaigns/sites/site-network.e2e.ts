import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { privately } from './private-network';

const [program, ...before] = privately([]);
const isAllowed =
  process.getuid?.() === 0 && spawnSync(program, [...before, 'true']).status === 0 && spawnSync('nft', ['--version']).status === 0;

// Namespaces need root, and not every system gives them.
(isAllowed ? test : test.skip)(
  'each state of a site loses what it says, and nothing else',
  async () => {
    const run = [process.execPath, 'scripts/run.mjs', 'test/campaigns/sites/site-network.main'];
    const { stdout } = await promisify(execFile)(program, [...before, ...run]);
    const others = ['outside hears site 2', 'site 2 hears outside'];
    const expected = {
      through: [...others, 'outside hears site 1', 'site 1 hears outside', 'site 1 hears site 2', 'site 2 hears site 1'],
      lossy: [...others, 'outside hears site 1', 'site 1 hears outside', 'site 1 hears site 2', 'site 2 hears site 1'],
      silent: others,
      apart: [...others, 'outside hears site 1', 'site 1 hears outside'],
      mute: [...others, 'site 1 hears outside', 'site 1 hears site 2'],
      deaf: [...others, 'outside hears site 1', 'site 2 hears site 1'],
    };
    const seen = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as [keyof typeof expected, string[]][];
    expect(seen).toHaveLength(11);
    for (const [state, hears] of seen) expect({ state, hears }).toEqual({ state, hears: [...expected[state]].sort() });
  },
  120_000,
);
