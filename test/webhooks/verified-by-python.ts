import { receivedByPython } from './received-delivery';
import type { Received } from './receiver';

/** What the Python of docs/webhooks.md makes of a delivery; where there is no Python, or none with what a public key wants, the delivery itself. Throws what Python reports. */
export async function verifiedByPython({ headers, body, json }: Received, key: string): Promise<unknown> {
  const [outcome] = await receivedByPython([{ headers, body, key }]);
  if (outcome?.refused !== undefined) throw new Error(outcome.refused);
  return outcome?.unavailable === undefined ? outcome?.event : json;
}
