import { createPinterestPlatform, type Platform } from '@pps/platform';
import { newId } from '@pps/kernel';
import type { Operation } from './operations';
import { outcomeClassOf } from './outcome-classes';
import { newSubject, type Simulator, type Subject } from './subject';
import { peace, type Switch } from './switches';

export const platformAt = (url: string): Platform =>
  createPinterestPlatform({
    apiUrl: `${url}/platform/v5`,
    oauthUrl: `${url}/platform/oauth/`,
    clientId: 'app',
    clientSecret: 'secret',
    requestTimeoutMs: 60_000,
    connectTimeoutMs: 60_000,
  });

const nowhere = 'http://127.0.0.1:1';

/** A call that is to end after it was sent goes over a connection that is there, where it is sent at once; the one that makes it uses up the first fault. */
async function connectBefore(platform: Platform, { accessToken }: Subject): Promise<void> {
  await platform.user(accessToken);
  // The connection is free after a turn of the event loop.
  await new Promise(setImmediate);
}

export interface Seen {
  readonly outcome: string;
  /** What was thrown. */
  readonly error?: unknown;
  /** Pins with the title of the call that exist afterwards, if it creates one. */
  readonly pins?: number;
}

/** Whoever the calls of an operation are made for while they change nothing. */
const subjects = new Map<Operation, Promise<Subject>>();

/** Sets the switch for a user of its own, where calls change something; makes the call over real HTTP and returns what the caller sees. */
export async function seeOutcome(platform: Platform, simulator: Simulator, { name, ...how }: Switch, operation: Operation): Promise<Seen> {
  await simulator.control('POST', 'settings', { ...peace, ...how.settings });
  const another = () => newSubject(platform, simulator, `u${newId()}`, operation.needs);
  if (how.changesNothing && !subjects.has(operation)) subjects.set(operation, another());
  const subject = await ((how.changesNothing && subjects.get(operation)) || another());
  if (how.options) await simulator.control('POST', 'faults', { operation: '*', times: 1 });
  await how.arrange?.(simulator, subject);
  if (how.options) await connectBefore(platform, subject);
  const callee = how.nobodyListens ? platformAt(nowhere) : platform;
  const target: Subject = how.nobodyListens ? { ...subject, upload: { ...subject.upload, uploadUrl: `${nowhere}/upload` } } : subject;
  try {
    const seen = await operation.call(callee, target, how.options?.() ?? {}).then(
      () => ({ outcome: 'ok' }),
      (error: unknown) => ({ outcome: outcomeClassOf(error), error }),
    );
    await simulator.control('DELETE', 'faults');
    if (!operation.creates) return seen;
    const pins = (await simulator.control('GET', `pins?title=${subject.username}`)) as readonly unknown[];
    return { ...seen, pins: pins.length };
  } catch (error) {
    throw new Error(`${name} × ${operation.name} could not be tried`, { cause: error });
  } finally {
    if (callee !== platform) await callee.close();
  }
}
