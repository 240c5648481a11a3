import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startReceiver } from '../../webhooks/receiver';
import { quotaUsedOf } from '../evidence/evidence';
import { sameKeyRound, type Round } from './same-key-round';
import { twoApiInstallation } from '../installation/two-api-installation';
import { openWorkspace } from '../traffic/workspace';

export interface SameKeyOptions {
  readonly creations: number;
  /** So often on one API and so often on two. */
  readonly rounds: number;
}

export interface SameKeyRound extends Round {
  readonly apis: number;
}

/** Many creations at once with one key, on one API process and on two: one pin, one unit, the same answer to all. */
export async function sameKeyCampaign({ creations, rounds }: SameKeyOptions): Promise<SameKeyRound[]> {
  const folder = mkdtempSync(join(tmpdir(), 'same-key-'));
  const receiver = await startReceiver();
  const service = await twoApiInstallation(join(folder, 'parts')).catch((error: unknown) => {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  });
  try {
    const [first, second] = await openWorkspace(service.apis, receiver.url);
    await quotaUsedOf(first, 'first-of-all');
    const results: SameKeyRound[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      for (const ways of [[first], [first, second]]) {
        const title = `same-key-${ways.length}-${round}`;
        results.push({ apis: ways.length, ...(await sameKeyRound({ title, ways, platformUrl: service.platformUrl, creations })) });
      }
    }
    return results;
  } finally {
    await service.stop();
    await receiver.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
