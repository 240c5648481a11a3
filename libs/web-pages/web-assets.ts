import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface WebAsset {
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
}

const types = { 'app.css': 'text/css; charset=utf-8', 'app.js': 'text/javascript; charset=utf-8', 'icon.svg': 'image/svg+xml' };

const hashOf = (...bodies: readonly Buffer[]): string =>
  bodies
    .reduce((hash, body) => hash.update(body), createHash('sha256'))
    .digest('hex')
    .slice(0, 12);

/** Style, script and icon of all pages, by file name. */
export const webAssets: ReadonlyMap<string, WebAsset> = new Map(
  Object.entries(types).map(([name, type]) => {
    const body = readFileSync(join(__dirname, 'assets', name));
    return [name, { type, body, etag: `"${hashOf(body)}"` }];
  }),
);

/** Changes with any of them, so that a browser may cache them for good. */
export const assetVersion: string = hashOf(...[...webAssets.values()].map(({ body }) => body));
