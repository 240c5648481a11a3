import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  NoSuchKey,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { isUuid } from '@pps/kernel';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { OpenAssetStorage } from './asset-storage';

export interface S3Settings {
  readonly bucket: string;
  readonly region: string;
  /** What keys begin with, with a slash behind it. */
  readonly prefix?: string;
  /** Of an S3-compatible store; absent = AWS. */
  readonly endpoint?: string | undefined;
  readonly accessKeyId?: string | undefined;
  readonly secretAccessKey?: string | undefined;
}

const uploadTimeoutMs = 5 * 60_000;
const answerTimeoutMs = 20_000;
const connectTimeoutMs = 5_000;
const assetsPrefix = 'assets/';

/** Assets in a bucket that several machines share. Without credentials of its own it takes those of the machine (AWS's usual chain). */
export function s3Storage({ bucket, region, prefix = assetsPrefix, endpoint, accessKeyId, secretAccessKey }: S3Settings): OpenAssetStorage {
  const client = new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    maxAttempts: 3,
    // Compatible stores refuse the trailing checksums that are the client's default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectTimeoutMs, socketTimeout: answerTimeoutMs },
  });
  const object = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` });
  return {
    async put(key, { path, sizeBytes, contentType }) {
      const body = { Body: createReadStream(path), ContentLength: sizeBytes, ContentType: contentType };
      await client.send(new PutObjectCommand({ ...object(key), ...body }), { abortSignal: AbortSignal.timeout(uploadTimeoutMs) });
    },

    async open(key, range) {
      const part = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
      try {
        const { Body } = await client.send(new GetObjectCommand({ ...object(key), ...part }));
        if (!(Body instanceof Readable)) throw new Error('the store answered without a body');
        return Body;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },

    async remove(key) {
      await client.send(new DeleteObjectCommand(object(key)), { abortSignal: AbortSignal.timeout(answerTimeoutMs) });
    },

    async *list() {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix })) {
        for (const { Key = '', LastModified } of Contents) {
          const [assetId = ''] = Key.slice(prefix.length).split('/');
          if (isUuid(assetId) && LastModified) yield { assetId, putAt: LastModified };
        }
      }
    },

    async check() {
      try {
        await client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal: AbortSignal.timeout(answerTimeoutMs) });
      } catch (error) {
        throw new Error(reasonOf(error));
      }
    },

    close: () => client.destroy(),
  };
}

function reasonOf(error: unknown): string {
  const { name = '', message = '', $metadata } = error as { name?: string; message?: string; $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode;
  if (name === 'CredentialsProviderError')
    return 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are not both set, and this machine has no credentials of its own';
  if (status === 301 || status === 400)
    return `S3_BUCKET is of another region than S3_REGION, or S3_ENDPOINT is no S3 storage (it answers ${status})`;
  if (status === 404) return 'S3_BUCKET names a bucket that is not there';
  if (status === 403 || status === 401)
    return 'the storage refuses S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or they may not list S3_BUCKET';
  return status === undefined ? `S3_ENDPOINT does not answer: ${name}: ${message}` : `S3_ENDPOINT answers ${status}`;
}
