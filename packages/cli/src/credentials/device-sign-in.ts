import { setTimeout as pause } from 'node:timers/promises';
import { CommandFailed } from '../command-failed';

const clientId = 'pps-cli';
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

export interface DeviceCode {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
  readonly expires_in: number;
  readonly interval: number;
}

export interface DeviceKey {
  readonly access_token: string;
  readonly key_id: string;
  readonly key_name: string;
  readonly workspace_id: string;
  readonly environment: string;
  readonly expires_at?: string;
}

/** Asks for a code that somebody approves in a browser (RFC 8628). */
export async function beginDeviceSignIn(url: string, machine: string): Promise<DeviceCode> {
  const { body } = await sendForm(url, '/oauth/device_authorization', { client_id: clientId, device_name: machine });
  return body as unknown as DeviceCode;
}

/** Asks, as often as it may, until somebody has answered in the browser. Throws where it was declined or came too late. */
export async function awaitDeviceKey(url: string, code: DeviceCode): Promise<DeviceKey> {
  const until = Date.now() + code.expires_in * 1_000;
  for (let waitSeconds = code.interval; Date.now() < until + waitSeconds * 1_000;) {
    await pause(waitSeconds * 1_000);
    const { body, error } = await sendForm(
      url,
      '/oauth/token',
      { grant_type: deviceGrant, device_code: code.device_code, client_id: clientId },
      waiting,
    );
    if (error === null) return body as unknown as DeviceKey;
    if (error !== 'authorization_pending') waitSeconds += 5;
  }
  throw new CommandFailed('nobody approved it in time: begin again', 'credential');
}

const waiting: readonly string[] = ['authorization_pending', 'slow_down', 'temporarily_unavailable'];

/** Ends a key, whatever else it may do (RFC 7009); one that works no more is ended. */
export const revokeKey = async (url: string, key: string): Promise<void> =>
  void (await sendForm(url, '/oauth/revoke', { token: key, client_id: clientId }));

interface FormAnswer {
  readonly body: Readonly<Record<string, unknown>>;
  /** The code of a refusal that is no failure. */
  readonly error: string | null;
}

const answerWithinMs = 20_000;

async function sendForm(
  url: string,
  path: string,
  fields: Readonly<Record<string, string>>,
  borne: readonly string[] = [],
): Promise<FormAnswer> {
  let response: Response;
  try {
    const signal = AbortSignal.timeout(answerWithinMs);
    response = await fetch(url.replace(/\/+$/, '') + path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'error',
      signal,
    });
  } catch {
    if (borne.includes('temporarily_unavailable')) return { body: {}, error: 'temporarily_unavailable' };
    throw new CommandFailed(`${url} cannot be reached`, 'unreachable');
  }
  const body = (await response.json().catch(() => ({}))) as Readonly<Record<string, unknown>>;
  if (response.ok) return { body, error: null };
  const error = typeof body['error'] === 'string' ? body['error'] : `http_${response.status}`;
  if (borne.includes(error)) return { body, error };
  const why = typeof body['error_description'] === 'string' ? body['error_description'] : 'the service says nothing more';
  throw new CommandFailed(`${error}: ${why}`, response.status >= 500 ? 'unreachable' : 'credential');
}
