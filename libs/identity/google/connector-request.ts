import type { Configuration } from '@pps/runtime';
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

const anyId = /^[\x21-\x7e]{1,255}$/;
const signedId = /^([A-Za-z0-9_-]{1,200})\.([A-Za-z0-9_-]{43})$/;

/** The id of a pending authorization of our own, signed: a sign-in with Google that carries it comes back to our page. */
export const signConnectorRequest = (id: string, hashKey: Buffer): string =>
  `${id}.${signatureOf(id, ownKey(hashKey)).toString('base64url')}`;

/** The id of a connector's pending authorization, without its signature; null for one that it did not sign. Without a configured connector it is ours. */
export function connectorRequestIn(
  text: string,
  { CONNECTOR_URL, CONNECTOR_KEY }: Pick<Configuration, 'CONNECTOR_URL' | 'CONNECTOR_KEY'>,
  hashKey: Buffer,
): string | null {
  const key = CONNECTOR_URL === undefined ? ownKey(hashKey) : CONNECTOR_KEY;
  // Without a shared key only the connector itself can check the id.
  if (key === undefined) return anyId.test(text) ? text : null;
  const [, id, signature] = signedId.exec(text) ?? [];
  if (id === undefined) return null;
  const [given, expected] = [Buffer.from(signature ?? '', 'base64url'), signatureOf(id, key)];
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
}

const ownKey = (hashKey: Buffer): Buffer => Buffer.from(hkdfSync('sha256', hashKey, '', 'connector request', 32));

const signatureOf = (id: string, key: Buffer): Buffer => createHmac('sha256', key).update(id).digest();
