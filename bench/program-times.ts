import { spawnSync } from 'node:child_process';
import { previewDescription } from '../apps/api/docs/preview-description';
import { sdkFiles } from '../scripts/sdk/sdk-files';
import { bundledPps } from '../test/cli/bundled-pps';
import { median } from './open-load';

/**
 * How long `pps` takes to say its version and its help beside a Node that does nothing, in turn, and the generator to write both SDKs and the commands;
 * milliseconds. A busy machine leaves the least nearly as it is.
 */
export async function programTimes(rounds: number): Promise<Readonly<Record<string, object>>> {
  const pps = bundledPps();
  const ways = {
    'node -e 0': ['-e', '0'],
    'pps --version': [pps.main, '--version'],
    'pps --help': [pps.main, '--help'],
  };
  const times = new Map(Object.keys(ways).map((way) => [way, [] as number[]]));
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const [way, args] of Object.entries(ways)) {
        const begun = performance.now();
        const { status, stderr } = spawnSync(process.execPath, args, { env: pps.environment(), encoding: 'utf8' });
        if (status !== 0) throw new Error(`${way}: ${stderr}`);
        times.get(way)?.push(performance.now() - begun);
      }
    }
  } finally {
    pps.remove();
  }
  const document = await previewDescription();
  const begun = performance.now();
  sdkFiles(document);
  const generator = performance.now() - begun;
  const timesOf = (all: readonly number[]) => ({ median: median(all).toFixed(0), least: Math.min(...all).toFixed(0) });
  return { ...Object.fromEntries([...times].map(([way, all]) => [way, timesOf(all)])), generator: timesOf([generator]) };
}
