import { transform, type Options } from '@swc/core';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { plantIn, type Plant } from '../planted-attacks/plant';
import { releaseIn, type Release } from '../upgrade/release';

/** What a cluster is protected by, and a copy of the service is made without. */
export type ClusterPlant = Pick<Plant, 'without' | 'file' | 'from' | 'to'>;

export const clusterPlants: Readonly<Record<string, ClusterPlant>> = {
  drain: {
    without: 'the wait before nothing new is taken',
    file: 'apps/api/http/http-app.ts',
    from: 'await pause(Math.min(config.SHUTDOWN_WAIT, config.SHUTDOWN_GRACE / 2));',
    to: '',
  },
  warning: {
    without: 'the warning of a commit that no standby has confirmed',
    file: 'libs/read-store/watch-connection.ts',
    from: "code === '01000' && routine === 'SyncRepWaitForLSN';",
    to: "code === '01000' && routine === 'nothing';",
  },
  looking: {
    without: 'workers that look themselves',
    file: 'libs/work-queue/take-work-items.ts',
    from: 'const due = dueWorkOf(options);',
    to: 'const due = null as DueWork | null;',
  },
};

/** This release with one file planted, built in a folder of its own. */
export async function plantRelease({ without, file, from, to }: ClusterPlant): Promise<Release> {
  const folder = mkdtempSync(join(tmpdir(), 'planted-release-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    for (const name of readdirSync('.')) if (name !== 'dist' && !name.startsWith('.')) symlinkSync(resolve(name), join(folder, name));
    cpSync('dist', join(folder, 'dist'), { recursive: true });
    const text = plantIn(readFileSync(file, 'utf8'), { without, file, from, to });
    // Its paths to the others are those of where it lies here.
    const options = (await import(resolve('swc.config.cjs'))) as { default: Options };
    const { code } = await transform(text, { ...options.default, filename: resolve(file), sourceMaps: false });
    writeFileSync(join(folder, 'dist', file.replace(/\.ts$/, '.js')), code);
    return { ...releaseIn(folder, `without ${without}`), remove };
  } catch (error) {
    remove();
    throw error;
  }
}
