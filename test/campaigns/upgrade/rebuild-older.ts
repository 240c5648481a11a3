import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Database } from '@pps/read-store';
import { eventually } from '../../setup/eventually';
import type { Release } from './release';

interface Build {
  readonly name: string;
  readonly version: number;
  readonly serving: boolean;
}

const run = promisify(execFile);
const withinMs = 300_000;

const builds = (db: Database): Promise<Build[]> =>
  db('read_store.checkpoint').where({ kind: 'projection' }).select('name', 'version', 'serving');

/** Which version of each read model serves. */
export async function servingVersions(db: Database): Promise<ReadonlyMap<string, number>> {
  return new Map((await builds(db)).filter(({ serving }) => serving).map(({ name, version }) => [name, version]));
}

/** As operations asks for before other hosts are replaced: until every raised version serves. */
export const untilAllServe = (db: Database): Promise<true> =>
  eventually('raised read models that serve', async () => (await builds(db)).every(({ serving }) => serving) || undefined, withinMs);

/** As operations asks for on the way back, while a projector of the older release runs: gives which read models it has rebuilt. */
export async function rebuildOlder(
  db: Database,
  older: Release,
  before: ReadonlyMap<string, number>,
  env: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const now = await servingVersions(db);
  const raised = [...before].filter(([name, version]) => (now.get(name) ?? 0) > version).map(([name]) => name);
  for (const name of raised)
    await run(process.execPath, [older.pinctl, 'projections', 'rebuild', name, '--accept-difference'], {
      env: { PATH: process.env.PATH, ...env },
      timeout: withinMs,
    });
  return raised;
}
