import { seededRandom } from '@pps/kernel/testing';
import { register } from '../../setup/account';
import { programAt, startGrantService } from '../../grants/grant-service';
import { signedInClient, type Fetch } from '../../grants/official-client';

export interface GrantsOptions {
  readonly grants: number;
  /** So often an hour passes in which every program is silent. */
  readonly refreshes: number;
  readonly seed: number;
}

export interface GrantsOutcome {
  readonly era: 'new' | 'old';
  readonly grants: number;
  readonly calls: number;
  readonly lostAnswers: number;
  readonly signedOut: number;
  readonly replaysAccepted: number;
  readonly worksAfterRevocation: number;
}

const grantsOfPerson = 4;
const atOnce = 8;
const mostCalls = 8;

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
  (trouble: Trouble): Fetch =>
  async (address, init) => {
    const response = await fetch(address, init);
    if (!trouble.isOn || !String(address).endsWith('/oauth/token') || trouble.random() >= 0.2) return response;
    await response.arrayBuffer();
    trouble.lost += 1;
    return Response.json({ error: 'temporarily_unavailable' }, { status: 503 });
  };

/** Lets real clients refresh many grants for many hours, some calls at once and some answers lost: none may be signed out, no replay accepted, no revocation late. */
export async function grantsCampaign({ grants, refreshes, seed }: GrantsOptions): Promise<readonly GrantsOutcome[]> {
  const service = await startGrantService({ DEFAULT_PLAN: 'enterprise', GRANT_LIFETIME: '366d', LOG_LEVEL: 'error' });
  try {
    return [await walkWith('new'), await walkWith('old')];
  } finally {
    await service.stop();
  }

  async function walkWith(era: 'new' | 'old'): Promise<GrantsOutcome> {
    const trouble: Trouble = { random: seededRandom(seed), lost: 0, isOn: false };
    let calls = 0;
    const people = await inTurns(Math.ceil(grants / 2 / grantsOfPerson), () => register(service.call));
    const walks = await inTurns(Math.ceil(grants / 2), async (at) => {
      const person = people[at % people.length] ?? (await register(service.call));
      const { client, keep } = await signedInClient(era, service.url, person, { days: '366' }, losing(trouble));
      return { person, client, keep, first: keep.kept.tokens?.refresh_token ?? '', program: programAt(service.url) };
    });
    for (let hour = 0; hour < refreshes; hour++) {
      service.after(3_700);
      trouble.isOn = true;
      await inTurns(walks.length, async (at) => {
        const asked = Array.from({ length: 1 + Math.floor(trouble.random() * mostCalls) }, () => walks[at]?.client.call('list_accounts'));
        calls += asked.length;
        await Promise.allSettled(asked);
      });
      trouble.isOn = false;
    }
    const signedOut = walks.filter(({ keep }) => keep.kept.questions > 1).length;
    // The very first refresh token of a fifth of them comes again.
    service.after(120);
    const replayed = walks.filter((_, at) => at % 5 === 0);
    let replaysAccepted = 0;
    for (const { first, program, keep } of replayed) {
      const clientId = (keep.kept.client as { readonly client_id: string }).client_id;
      if ((await program.refresh(first, clientId)).status === 200) replaysAccepted += 1;
    }
    for (const { session } of people) {
      for (const { id } of (await service.call('GET', '/v1/api-keys', undefined, session)).body as { readonly id: string }[])
        await service.call('DELETE', `/v1/api-keys/${id}`, undefined, session);
    }
    const after = await inTurns(walks.length, async (at) => {
      const answer = await walks[at]?.client.call('list_accounts').then(
        () => true,
        () => false,
      );
      await walks[at]?.client.close();
      return answer;
    });
    const worksAfterRevocation = after.filter(Boolean).length;
    return { era, grants: walks.length, calls, lostAnswers: trouble.lost, signedOut, replaysAccepted, worksAfterRevocation };
  }
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
