import { cleanOutsideText, newId, Rejected, type Clock } from '@pps/kernel';
import type { Database } from '@pps/read-store';
import { clientNetworkOf, clientSiteOf, type Keys } from '@pps/runtime';
import { codeHash, newDeviceCode, newUserCode } from './device-codes';
import { addDeviceRequest, pollEverySeconds } from './device-requests.store';
import type { PublicClient } from './public-clients';

export interface RequestDeviceDeps {
  readonly db: Database;
  readonly keys: Keys;
  readonly clock: Clock;
}

export interface AskingDevice {
  readonly client: PublicClient;
  /** What it calls its machine. */
  readonly machine: string;
  readonly address: string;
}

/** What a terminal is given: a code to keep, one to show, and how long and how often to ask. */
export interface StartedDeviceSignIn {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly seconds: number;
  readonly pollEverySeconds: number;
}

const lifetimeSeconds = 600;
const longestMachine = 64;
const tooMany = { of_network: 'Too many sign-ins wait at this address', of_all: 'Too many sign-ins wait' } as const;

/** Lets a terminal wait for somebody who approves it. The log says nothing of it before. Throws `Rejected('rate_limited')` where too many wait, of its network or of all. */
export async function requestDeviceSignIn(
  app: RequestDeviceDeps,
  { client, machine, address }: AskingDevice,
): Promise<StartedDeviceSignIn> {
  const { API_KEY_HASH_KEY: key } = app.keys;
  const [deviceCode, userCode, now] = [newDeviceCode(), newUserCode(), app.clock()];
  const refusal = await addDeviceRequest(app.db, {
    requestId: newId(),
    clientId: client.id,
    machine: cleanOutsideText(machine, longestMachine).trim(),
    address,
    ...{
      userCodeHash: codeHash(userCode, key),
      deviceCodeHash: codeHash(deviceCode, key),
      network: codeHash(clientNetworkOf(address), key),
      site: codeHash(clientSiteOf(address), key),
    },
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifetimeSeconds * 1_000),
  });
  if (refusal !== null) throw new Rejected('rate_limited', tooMany[refusal], { retry_after_seconds: 60 });
  return { deviceCode, userCode, seconds: lifetimeSeconds, pollEverySeconds };
}
