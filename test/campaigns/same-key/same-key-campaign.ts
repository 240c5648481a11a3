import { quotaUsedOf } from '../evidence/evidence';
import { sameKeyRound, type Round } from './same-key-round';
import { startTwoApis, type TwoApis } from '../installation/start-two-apis';
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
export async function sameKeyCampaign(options: SameKeyOptions): Promise<SameKeyRound[]> {
  const service = await startTwoApis();
  try {
    return await sameKeyOn(service, options);
  } finally {
    await service.stop();
  }
}

/** The same on APIs that run already. */
export async function sameKeyOn({ apis, receiverUrl, platformUrl }: TwoApis, options: SameKeyOptions): Promise<SameKeyRound[]> {
  const [first, second] = await openWorkspace(apis, receiverUrl);
  await quotaUsedOf(first, 'first-of-all');
  const results: SameKeyRound[] = [];
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const ways of [[first], [first, second]]) {
      const title = `same-key-${ways.length}-${round}`;
      const counts = await sameKeyRound({ title, ways, platformUrl, creations: options.creations });
      results.push({ apis: ways.length, ...counts });
    }
  }
  return results;
}
