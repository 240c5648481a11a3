import { createV5Platform, type Platform } from '@pps/platform';
import { newId } from '@pps/kernel';
import type { Operation } from './operations';
import { outcomeClassOf } from './outcome-classes';
import { newSubject, type Simulator, type Subject } from './subject';
import { peace, type Switch } from './switches';

export const platformAt = (url: string): Platform =>
  createV5Platform({
    apiUrl: `${url}/platform/v5`,
    oauthUrl: `${url}/platform/oauth/`,
    clientId: 'app',
    clientSecret: 'secret',
    requestTimeoutMs: 5_000,
  });

const nowhere = 'http://127.0.0.1:1';

export interface Seen {
  readonly outcome: string;
  /** Pins with the cell's own title that exist afterwards. */
  readonly pins: number;
}

/** Adds a user, sets the switch, makes the call over real HTTP and returns what the caller sees. */
export async function seeOutcome(platform: Platform, simulator: Simulator, { name, ...how }: Switch, operation: Operation): Promise<Seen> {
  const title = `u${newId()}`;
  await simulator.control('POST', 'settings', { ...peace, ...how.settings });
  const subject = await newSubject(platform, simulator, title, operation.needs);
  await how.arrange?.(simulator, subject);
  const callee = how.nobodyListens ? platformAt(nowhere) : platform;
  const target: Subject = how.nobodyListens ? { ...subject, upload: { ...subject.upload, uploadUrl: `${nowhere}/upload` } } : subject;
  try {
    const outcome = await operation.call(callee, target, how.options?.() ?? {}).then(() => 'ok', outcomeClassOf);
    await simulator.control('DELETE', 'faults');
    const pins = (await simulator.control('GET', `pins?title=${title}`)) as readonly unknown[];
    return { outcome, pins: pins.length };
  } catch (error) {
    throw new Error(`${name} × ${operation.name} could not be tried`, { cause: error });
  } finally {
    if (callee !== platform) await callee.close();
    await simulator.control('DELETE', 'faults');
  }
}
