import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { baseUrlOf } from '../http/form';
import { bodyOf, pathId } from './body';
import { mediaStatus, ownMediaRecord, addMediaRecord, uploadView } from './media-records';
import { defineOperation, defineUserOperation, type PlatformSimulator } from './operation';
import { badParameter, platformRefusal } from './platform-refusal';

const scopes = ['pins:read', 'pins:write'];

export function mediaRoutes(app: FastifyInstance, platform: PlatformSimulator): void {
  const { state } = platform;
  defineUserOperation(
    app,
    platform,
    { operation: 'media.register', method: 'POST', url: '/media', success: 201, category: 'org_write', scopes },
    (session, request) => {
      if (bodyOf(request)['media_type'] !== 'video') throw badParameter("media_type is not one of ['video']");
      return uploadView(addMediaRecord(state, session), baseUrlOf(request));
    },
  );
  defineUserOperation(
    app,
    platform,
    { operation: 'media.get', method: 'GET', url: '/media/:id', success: 200, category: 'org_read', scopes },
    (session, request) => {
      const media = ownMediaRecord(state, session, pathId(request));
      return { media_id: media.id, media_type: 'video', status: mediaStatus(state, media) };
    },
  );
}

/** The storage host's part: no bearer token there, every parameter a form field, the file last. */
export function uploadRoutes(app: FastifyInstance, platform: PlatformSimulator): void {
  const { state } = platform;
  defineOperation(app, platform, { operation: 'media.upload', method: 'POST', url: '/_upload/:id', success: 204 }, async (request) => {
    if (request.headers.authorization !== undefined) throw platformRefusal(400, 1, 'Only one auth mechanism allowed');
    const media = state.media.get(pathId(request));
    const { fields, sha256 } = await readUpload(request);
    if (media === undefined || fields['x-amz-signature'] !== media.key) throw platformRefusal(403, 403, 'SignatureDoesNotMatch');
    if (fields['key'] !== `uploads/${media.id}`) throw platformRefusal(403, 403, 'Invalid according to Policy');
    state.media.put(media.id, { ...media, sha256, uploadedMs: Date.now() });
    return undefined;
  });
  app.get('/images/:sha256', async (request, reply) => {
    const { sha256 } = request.params as { sha256: string };
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw platformRefusal(404, 404, 'Not found.');
    const bytes = await readFile(join(state.folder, sha256)).catch(() => null);
    if (bytes === null) throw platformRefusal(404, 404, 'Not found.');
    return reply.type(bytes[0] === 0x89 ? 'image/png' : 'image/jpeg').send(bytes);
  });
}

async function readUpload(request: FastifyRequest): Promise<{ fields: Record<string, string>; sha256: string }> {
  const fields = new Map<string, string>();
  for await (const part of request.parts({ limits: { fileSize: 2 * 1024 ** 3 } })) {
    if (part.type === 'field') {
      fields.set(part.fieldname, String(part.value));
      continue;
    }
    const hash = createHash('sha256');
    for await (const chunk of part.file) hash.update(chunk as Buffer);
    return { fields: Object.fromEntries(fields), sha256: hash.digest('hex') };
  }
  throw badParameter('The upload has no file');
}
