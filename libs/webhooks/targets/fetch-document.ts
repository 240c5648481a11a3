import { request as requestHttp, type IncomingHttpHeaders } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { lookUpHost } from './look-up-host';
import { resolveAllowedAddresses, targetUrl, type Address, type Resolve, type TargetPolicy } from './target-url';

export interface FetchedDocument {
  readonly body: string;
  /** As it was sent. */
  readonly cacheControl: string | undefined;
  readonly contentType: string | undefined;
}

const timeoutMs = 5_000;
const largestBytes = 16_384;
const maxHeaderBytes = 16_384;

/**
 * A small document of somebody else, under the same guard as webhooks: only addresses that the policy allows, looked up once and no other connected to, no redirects,
 * no proxy, 5 s for everything, 16 kB. Null for whatever is not a 200 with such a document; the caller learns no more.
 */
export async function fetchDocument(
  address: string,
  policy: TargetPolicy,
  resolve: Resolve = lookUpHost,
  waitMs = timeoutMs,
): Promise<FetchedDocument | null> {
  const target = targetUrl(address, policy);
  if ('problem' in target) return null;
  const signal = AbortSignal.timeout(waitMs);
  try {
    const addresses = await resolveAllowedAddresses(target.url, policy, `document at ${target.url.hostname}`, resolve);
    return await read(target.url, addresses, signal);
  } catch {
    return null;
  }
}

function read(url: URL, addresses: readonly Address[], signal: AbortSignal): Promise<FetchedDocument | null> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    const sent = request(url, {
      ...{ signal, agent: false, maxHeaderSize: maxHeaderBytes, lookup: only(addresses) },
      headers: { accept: 'application/json', 'accept-encoding': 'identity' },
    });
    sent.on('error', reject).on('response', (response) => {
      const chunks: Buffer[] = [];
      let length = 0;
      const give = (document: FetchedDocument | null) => {
        resolve(document);
        sent.destroy();
      };
      if (response.statusCode !== 200) return give(null);
      response
        .on('error', reject)
        .on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          length += chunk.length;
          if (length > largestBytes) give(null);
        })
        .on('end', () => give({ body: Buffer.concat(chunks).toString(), ...saidOf(response.headers) }))
        .on('aborted', () => give(null));
    });
    sent.end();
  });
}

const saidOf = ({ 'cache-control': cacheControl, 'content-type': contentType }: IncomingHttpHeaders) => ({ cacheControl, contentType });

const only =
  (addresses: readonly Address[]): LookupFunction =>
  (_host, options, callback) => {
    const [first] = addresses;
    if (options.all) return callback(null, [...addresses]);
    if (first) callback(null, first.address, first.family);
  };
