import { newId } from '@pps/kernel';
import { setTimeout as delay } from 'node:timers/promises';
import { send } from '../../../apps/simulators/testing';
import type { Answer, Call } from '../../setup/caller';
import { eventually } from '../../setup/eventually';
import { connectPlatformUser, newSession, type Headers } from '../../setup/platform-user';

export interface Served {
  readonly failures: readonly string[];
  readonly refreshes: number;
  readonly published: number;
  readonly reads: number;
}

/** Somebody who refreshes tokens, publishes and reads names all the time, and somebody new who connects now and then. */
export interface Traffic {
  turnTo(call: Call): void;
  /** No call is open that was made through the API before. */
  settled(): Promise<void>;
  /** Everything was done once more from beginning to end. */
  goneRound(): Promise<void>;
  /** Ends it; every pin that was taken has ended first. */
  stop(): Promise<Served>;
}

interface Target {
  readonly apis: readonly Call[];
  readonly platformUrl: string;
}

/** As fast as it goes, it would take the processor from the hosts that start beside it. */
const roundEveryMs = 500;

export async function startTraffic({ apis, platformUrl }: Target): Promise<Traffic> {
  let [call] = apis as [Call];
  const username = `traffic${newId()}`;
  const session = await newSession(call);
  const { account_id: accountId } = (await connectPlatformUser(call, session, { username })).body;
  const boards = await call('GET', `/v1/platform/boards?account_id=${accountId}`, undefined, session);
  const draft = { account_id: accountId, board_id: boards.body[0].id, title: 'Sea', image_url: 'https://images.example.com/sea.jpg' };
  const failures: string[] = [];
  let pinId: string | undefined;
  let [rounds, refreshes, reads, published, isStopped] = [0, 0, 0, 0, false];

  const done = (what: string, { status, body }: Answer) => {
    if (status >= 300) failures.push(`${what}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const get = (path: string, headers: Headers = session) => call('GET', path, undefined, headers);

  /** Notes what became of the pin of the round before. */
  const pinEnded = async () => {
    if (pinId === undefined) return;
    const ended = async () => {
      const pin = done('a pin that waits', await get(`/v1/pins/${pinId}`));
      return ['published', 'failed'].includes(pin.status) ? pin : undefined;
    };
    const { status, error_code: code } = await eventually(`an end of pin ${pinId}`, ended);
    if (status === 'published') published++;
    else failures.push(`pin ${pinId} failed: ${code}`);
    pinId = undefined;
  };
  const round = async () => {
    // Twice under one pin the token must not expire: one that is refused right after its refresh asks for a new consent.
    await pinEnded();
    await send('POST', `${platformUrl}/platform/_control/tokens/expire`, { username });
    done('a list of boards with a refresh', await get(`/v1/platform/boards?account_id=${accountId}`));
    refreshes++;
    const [account] = done('accounts', await get('/v1/platform/accounts'));
    if (account?.username !== username) failures.push(`the name is ${account?.username}`);
    reads++;
    pinId = done('a pin', await call('POST', '/v1/pins', { ...draft, title: `Sea ${rounds}` }, session))?.id;
    const newcomer = await newSession(call);
    done('a new account', await connectPlatformUser(call, newcomer, { username: `new${newId()}` }));
    rounds++;
  };
  const going = (async () => {
    while (!isStopped) await Promise.all([round().catch((error: unknown) => failures.push(String(error))), delay(roundEveryMs)]);
  })();

  const goneRound = async () => {
    const until = rounds + 2;
    await eventually('a whole round', async () => (rounds >= until ? true : undefined));
  };
  let ended: Promise<Served> | undefined;
  const end = async (): Promise<Served> => {
    isStopped = true;
    await going;
    await pinEnded();
    return { published, failures, refreshes, reads };
  };
  return { turnTo: (other) => (call = other), settled: goneRound, goneRound, stop: () => (ended ??= end()) };
}
