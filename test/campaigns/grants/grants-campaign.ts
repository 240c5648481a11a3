import { seededRandom } from '@pps/kernel/testing';
import { register } from '../../setup/account';
import { programAt } from '../../grants/grant-service';
import { signedInClient, type Fetch } from '../../grants/official-client';
import { startFleet, startOwnFleet, type GrantFleet } from './grant-fleet';
import { plantRotation, type PlantedRotation } from './plant-rotation';

export interface GrantsOptions {
  readonly grants: number;
  /** So often an hour passes in which every program is silent. */
  readonly refreshes: number;
  readonly seed: number;
  /** API processes of their own; 0: the one of this process. */
  readonly processes?: number;
  /** So often one of them is killed while programs refresh. */
  readonly kills?: number;
  readonly planted?: PlantedRotation;
  /** Told of each client's walk when it has ended. */
  readonly tell?: (outcome: GrantsOutcome) => void;
}

export interface GrantsOutcome {
  readonly era: 'new' | 'old';
  readonly processes: number;
  readonly grants: number;
  readonly calls: number;
  readonly lostAnswers: number;
  readonly kills: number;
  readonly signedOut: number;
  readonly replaysAccepted: number;
  readonly worksAfterRevocation: number;
}

const grantsOfPerson = 4;
const atOnce = 8;
const mostCalls = 8;

/** Up to eight at once, and few at most times, as programs do. */
const callsOf = (drawn: number): number => 1 + Math.floor(drawn ** 2 * mostCalls);

interface Trouble {
  readonly random: () => number;
  lost: number;
  isOn: boolean;
}

/**
 * Sends as a program does, and loses a fifth of the answers with tokens after the service has given them, as a proxy whose server broke off. A client that sees the connection
 * itself cut asks its person at once, whatever the service does.
 */
const losing =
  (trouble: Trouble, send: Fetch): Fetch =>
  async (address, init) => {
    const response = await send(address, init);
    if (!trouble.isOn || !String(address).endsWith('/oauth/token') || trouble.random() >= 0.2) return response;
    await response.arrayBuffer();
    trouble.lost += 1;
    return Response.json({ error: 'temporarily_unavailable' }, { status: 503 });
  };

/** Lets real clients refresh many grants for many hours, some calls at once, some answers lost, processes killed: none may be signed out, no replay accepted, no revocation late. */
export async function grantsCampaign(asked: GrantsOptions): Promise<readonly GrantsOutcome[]> {
  const { processes = 0, planted, tell = () => undefined } = asked;
  const fleet = processes === 0 ? await startOwnFleet() : await startFleet(processes);
  try {
    if (planted) await plantRotation(fleet.db, planted);
    const outcomes: GrantsOutcome[] = [];
    for (const era of ['new', 'old'] as const) {
      const outcome = await walkWith(era, fleet, asked);
      tell(outcome);
      outcomes.push(outcome);
    }
    return outcomes;
  } finally {
    await fleet.stop();
  }
}

async function walkWith(era: 'new' | 'old', fleet: GrantFleet, { grants, refreshes, seed, processes = 0, kills = 0 }: GrantsOptions) {
  const trouble: Trouble = { random: seededRandom(seed), lost: 0, isOn: false };
  let [calls, killed] = [0, 0];
  const count = Math.ceil(grants / 2);
  const people = await inTurns(Math.ceil(count / grantsOfPerson), () => register(fleet.call));
  const walks = await inTurns(count, async (at) => {
    const person = people[at % people.length] ?? (await register(fleet.call));
    const { client, keep } = await signedInClient(era, fleet.url, person, { days: '366' }, losing(trouble, fleet.fetch));
    return { client, keep, first: keep.kept.tokens?.refresh_token ?? '', program: programAt(fleet.url) };
  });
  for (let hour = 0; hour < refreshes; hour++) {
    fleet.after(3_700);
    trouble.isOn = true;
    const isFatal = killed < Math.floor(((hour + 1) * kills) / 2 / refreshes);
    let killing: Promise<void> | undefined;
    await inTurns(walks.length, async (at) => {
      if (isFatal && at === Math.floor(walks.length / 2)) killing = fleet.killOne();
      const each = Array.from({ length: callsOf(trouble.random()) }, () => walks[at]?.client.call('list_accounts'));
      calls += each.length;
      await Promise.allSettled(each);
    });
    await killing;
    if (isFatal) killed += 1;
    trouble.isOn = false;
  }
  const signedOut = walks.filter(({ keep }) => keep.kept.questions > 1).length;
  // The very first refresh token of a fifth of them comes again.
  fleet.after(120);
  let replaysAccepted = 0;
  for (const { first, program, keep } of walks.filter((_, at) => at % 5 === 0)) {
    const { client_id: clientId = '' } = (keep.kept.client ?? {}) as { readonly client_id?: string };
    if ((await program.refresh(first, clientId)).status === 200) replaysAccepted += 1;
  }
  for (const { session } of people) {
    for (const { id } of (await fleet.call('GET', '/v1/api-keys', undefined, session)).body as { readonly id: string }[])
      await fleet.call('DELETE', `/v1/api-keys/${id}`, undefined, session);
  }
  const after = await inTurns(walks.length, async (at) => {
    const asked = walks[at]?.client.call('list_accounts') ?? Promise.reject(new Error('no client'));
    const works = await asked.then(
      () => true,
      () => false,
    );
    await walks[at]?.client.close();
    return works;
  });
  const worksAfterRevocation = after.filter(Boolean).length;
  return {
    ...{ era, processes, grants: walks.length, calls, lostAnswers: trouble.lost, kills: killed },
    ...{ signedOut, replaysAccepted, worksAfterRevocation },
  };
}

/** Does so many of them, some at once; the results in their order. */
async function inTurns<T>(count: number, run: (at: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const work = async () => {
    for (let at = next++; at < count; at = next++) results[at] = await run(at);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, work));
  return results;
}
