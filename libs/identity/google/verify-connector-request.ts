import { Invalid } from '@pps/kernel';
import type { Configuration } from '@pps/runtime';
import { createHmac, timingSafeEqual } from 'node:crypto';

const anyId = /^[\x21-\x7e]{1,255}$/;
const signedId = /^([A-Za-z0-9_-]{1,200})\.([A-Za-z0-9_-]{43})$/;

/** The id of the connector's pending authorization, without its signature. Throws `Invalid` when no connector is configured, or for an id it did not sign. */
export function verifyConnectorRequest(
  text: string,
  { CONNECTOR_URL, CONNECTOR_KEY }: Pick<Configuration, 'CONNECTOR_URL' | 'CONNECTOR_KEY'>,
): string {
  if (CONNECTOR_URL === undefined || !anyId.test(text)) throw unknownRequest();
  // Without a shared key only the connector itself can check the id.
  if (CONNECTOR_KEY === undefined) return text;
  const [, id, signature] = signedId.exec(text) ?? [];
  if (id === undefined) throw unknownRequest();
  const expected = createHmac('sha256', CONNECTOR_KEY).update(id).digest();
  const given = Buffer.from(signature ?? '', 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw unknownRequest();
  return id;
}

const unknownRequest = () =>
  new Invalid([{ loc: ['query', 'connector'], msg: 'No pending connector authorization', type: 'unknown_connector_request' }]);
