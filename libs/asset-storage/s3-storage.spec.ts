import { newId } from '@pps/kernel';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenAssetStorage } from './asset-storage';
import { s3Storage } from './s3-storage';

interface Call {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
}

let folder: string;
let server: Server;
let storage: OpenAssetStorage;
const objects = new Map<string, Buffer>();
const calls: Call[] = [];
const refusals: number[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 's3-'));
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [path = '', query = ''] = (request.url ?? '').split('?');
      calls.push({ method: request.method ?? '', url: path, headers: request.headers });
      const refusal = refusals.shift();
      if (refusal !== undefined) return void response.writeHead(refusal).end();
      if (request.method === 'PUT') {
        objects.set(path, Buffer.concat(chunks));
        return void response.writeHead(200, { etag: '"x"' }).end();
      }
      if (request.method === 'DELETE') {
        objects.delete(path);
        return void response.writeHead(204).end();
      }
      if (query.includes('list-type=2')) return void response.writeHead(200, { 'content-type': 'application/xml' }).end(pageOf(query));
      const object = objects.get(path);
      const missing = '<Error><Code>NoSuchKey</Code><Message>gone</Message></Error>';
      if (!object) return void response.writeHead(404, { 'content-type': 'application/xml' }).end(missing);
      const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      const part = start === undefined ? object : object.subarray(Number(start), Number(end) + 1);
      response.writeHead(start === undefined ? 200 : 206, { 'content-length': part.length }).end(part);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  storage = s3Storage({ bucket: 'pins', region: 'eu-1', endpoint, accessKeyId: 'reader', secretAccessKey: 'only-for-this-spec' });
});
afterAll(async () => {
  storage.close();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

/** One object a page, as a large bucket is listed in pages. */
function pageOf(query: string): string {
  const keys = [...objects.keys()].map((path) => path.slice('/pins/'.length)).sort();
  const from = Number(new URLSearchParams(query).get('continuation-token') ?? 0);
  const more = from + 1 < keys.length;
  const next = more ? `<NextContinuationToken>${from + 1}</NextContinuationToken>` : '';
  const contents = `<Contents><Key>${keys[from]}</Key><LastModified>2026-11-20T09:00:00.000Z</LastModified><Size>1</Size></Contents>`;
  return `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents}</ListBucketResult>`;
}

async function put(key: string, bytes: Buffer): Promise<void> {
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  await storage.put(key, { path, sizeBytes: bytes.length, contentType: 'image/png' });
}

const read = async (key: string, range?: { start: number; end: number }) => {
  const stream = await storage.open(key, range);
  return stream && Buffer.concat(await stream.toArray());
};

async function listed() {
  const all = [];
  for await (const each of storage.list()) all.push(each);
  return all;
}

describe('an S3-compatible store', () => {
  it('gets the bytes as they are, under a signed request, and gives them back whole and in part', async () => {
    const bytes = Buffer.from('a picture, more or less');
    await put('a/original', bytes);
    expect(objects.get('/pins/assets/a/original')).toEqual(bytes);
    expect(calls.at(-1)?.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      authorization: expect.stringContaining('Credential=reader/'),
    });
    expect(await read('a/original')).toEqual(bytes);
    expect(await read('a/original', { start: 2, end: 8 })).toEqual(bytes.subarray(2, 9));
  });

  it('has nothing where nothing is, and removes silently', async () => {
    expect(await read('b/original')).toBeNull();
    await put('b/original', Buffer.from('x'));
    await storage.remove('b/original');
    await storage.remove('b/original');
    expect(await read('b/original')).toBeNull();
  });

  it('lists everything that is stored, page by page, and leaves out what is no asset', async () => {
    objects.clear();
    const assetIds = [newId(), newId()];
    for (const assetId of assetIds) await put(`${assetId}/original`, Buffer.from('x'));
    await put('readme/first', Buffer.from('x'));
    const putAt = new Date('2026-11-20T09:00:00.000Z');
    expect(await listed()).toEqual(assetIds.sort().map((assetId) => ({ assetId, putAt })));
  });

  it('says in one line, with the setting, why its bucket cannot be used', async () => {
    // It is asked for the bucket itself, which this server has no object of.
    await expect(storage.check()).rejects.toThrow('S3_BUCKET names a bucket that is not there');
    refusals.push(403);
    await expect(storage.check()).rejects.toThrow('the storage refuses S3_ACCESS_KEY_ID');
    const nowhere = s3Storage({
      bucket: 'pins',
      region: 'eu-1',
      endpoint: 'http://127.0.0.1:1',
      accessKeyId: 'reader',
      secretAccessKey: 'only-for-this-spec',
    });
    await expect(nowhere.check()).rejects.toThrow(/^S3_ENDPOINT does not answer: /);
    nowhere.close();
    refusals.push(301);
    await expect(storage.check()).rejects.toThrow('S3_BUCKET is of another region than S3_REGION');
  });

  it('without credentials says which settings are missing, not that nobody answers', async () => {
    for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
    Object.assign(process.env, { AWS_EC2_METADATA_DISABLED: 'true', HOME: folder });
    const unsigned = s3Storage({ bucket: 'pins', region: 'eu-1', endpoint: 'http://127.0.0.1:1', accessKeyId: 'reader' });
    await expect(unsigned.check()).rejects.toThrow(/^S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are not both set/);
    unsigned.close();
  });

  it('is asked again when it is busy for a moment, and reports when it refuses', async () => {
    await put('c/original', Buffer.from('x'));
    refusals.push(503);
    expect(await read('c/original')).toEqual(Buffer.from('x'));
    refusals.push(403);
    await expect(read('c/original')).rejects.toThrow();
  });
});
