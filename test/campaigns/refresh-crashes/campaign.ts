import { send } from '../../../apps/simulators/testing';
import type { Parts } from '../../../apps/foundation/open-parts';
import { seededRandom } from '@pps/kernel/testing';
import { connectUser, expireAccess, refreshesOf, stateOf, whoAmI, type ConnectedUser } from './connected-user';
import { crashPoints, outcomesAt, type CrashPoint } from './crash-points';
import { openInstance, type Instance } from './instance';

export interface CampaignOptions {
  readonly parts: Parts;
  readonly simulatorsUrl: string;
  readonly crashes: number;
  /** Of them, processes that are killed with SIGKILL at that point. */
  readonly kills: number;
  readonly seed: number;
  /** Starts a process that refreshes the account's token and kills itself at the point. */
  readonly killProcess: (accountId: string, point: CrashPoint) => Promise<void>;
}

export interface PointTally {
  readonly point: string;
  crashes: number;
  healed: number;
  reconnect: number;
}

export interface CampaignResult {
  readonly tallies: readonly PointTally[];
  readonly violations: readonly string[];
}

const lostAnswer = 'answer lost on the way';

/** Ends processes at every step of a refresh and checks what the next process does with the account. */
export async function refreshCrashes(options: CampaignOptions): Promise<CampaignResult> {
  const { parts, crashes, kills, seed } = options;
  const random = seededRandom(seed);
  const violations: string[] = [];
  const tallies = new Map<string, PointTally>(
    [...crashPoints, lostAnswer].map((point) => [point, { point, crashes: 0, healed: 0, reconnect: 0 }]),
  );
  const settled = await openInstance(parts);
  try {
    for (let round = 0; round < crashes; round++) {
      const point = crashPoints[Math.floor(random() * crashPoints.length)] ?? crashPoints[0];
      const way = round < kills ? 'kill' : random() < 0.1 ? 'lose' : 'cut';
      const user = await connectUser(settled, parts, `crash-${seed}-${round}`);
      await expireAccess(options.simulatorsUrl, user);
      await endRefresh[way](options, settled, user, point);
      const where = way === 'lose' ? lostAnswer : point;
      const outcome = await judge(options, settled, user, way === 'lose' ? 'reconnect' : outcomesAt[point], (what) =>
        violations.push(`round ${round}, ${where}: ${what}`),
      );
      const tally = tallies.get(where);
      if (tally) {
        tally.crashes++;
        if (outcome === 'healed' || outcome === 'reconnect') tally[outcome]++;
      }
    }
  } finally {
    await settled.stop();
  }
  return { tallies: [...tallies.values()], violations };
}

type EndRefresh = (options: CampaignOptions, settled: Instance, user: ConnectedUser, point: CrashPoint) => Promise<void>;

const endRefresh: Readonly<Record<'kill' | 'cut' | 'lose', EndRefresh>> = {
  kill: ({ killProcess }, _, { accountId }, point) => killProcess(accountId, point),
  cut: ({ parts }, _, user, point) => crashInstance(parts, user, point),
  lose: ({ parts, simulatorsUrl }, settled, user) => loseAnswer(settled, parts, simulatorsUrl, user),
};

/** What a process that starts afterwards finds, what one that was there all the time finds, and what the platform counted. */
async function judge(
  { parts, simulatorsUrl }: CampaignOptions,
  settled: Instance,
  user: ConnectedUser,
  wanted: string,
  complain: (what: string) => void,
): Promise<string> {
  const next = await openInstance(parts);
  const outcome = await stateOf(next, parts, user);
  await next.stop();
  if (outcome !== wanted) complain(`${outcome} instead of ${wanted}`);
  const again = await stateOf(settled, parts, user);
  if (again !== outcome) complain(`another process found ${again} after ${outcome}`);
  const refreshes = await refreshesOf(simulatorsUrl, user);
  if (refreshes !== 1) complain(`the platform gave new tokens ${refreshes} times`);
  return outcome;
}

async function crashInstance(parts: Parts, user: ConnectedUser, point: CrashPoint): Promise<void> {
  const doomed = await openInstance(parts, { point, kill: null });
  const survived = whoAmI(doomed, parts, user).then(
    () => Promise.reject(new Error(`the refresh went through: it never came to "${point}"`)),
    (error: unknown) => Promise.reject(new Error(`the refresh failed before "${point}"`, { cause: error })),
  );
  await Promise.race([doomed.crashed, survived]);
}

/** The process lives on; the platform did the refresh and its answer never arrived. */
async function loseAnswer(instance: Instance, parts: Parts, simulatorsUrl: string, user: ConnectedUser): Promise<void> {
  await send('POST', `${simulatorsUrl}/platform/_control/faults`, { operation: 'token', drop_after_commit: true, times: 1 });
  await whoAmI(instance, parts, user).then(
    () => Promise.reject(new Error('the answer was not lost')),
    () => undefined,
  );
}
