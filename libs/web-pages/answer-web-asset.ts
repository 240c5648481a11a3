import { assetVersion, type WebAsset } from './web-assets';

interface AssetRequest {
  /** `v` of the query. */
  readonly version: unknown;
  /** The header `If-None-Match`. */
  readonly ifNoneMatch: string | undefined;
}

interface AssetAnswer {
  readonly status: 200 | 304;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

/**
 * How a file of the pages is answered: for good where its present version is asked for, else to be asked for
 * each time, as during a release the bytes may be those of another version; without a body to who has it.
 */
export function answerWebAsset({ type, body, etag }: WebAsset, { version, ifNoneMatch }: AssetRequest): AssetAnswer {
  const caching = version === assetVersion ? 'public, max-age=31536000, immutable' : 'no-cache';
  const headers = { etag, 'cache-control': caching };
  if (isKnown(etag, ifNoneMatch)) return { status: 304, headers, body: null };
  return { status: 200, headers: { ...headers, 'content-type': type, 'x-content-type-options': 'nosniff' }, body };
}

/** A compressed answer has the tag as a weak one: compared as RFC 9110 says, without what marks it. */
const isKnown = (etag: string, ifNoneMatch = ''): boolean =>
  ifNoneMatch.split(',').some((given) => ['*', etag, `W/${etag}`].includes(given.trim()));
