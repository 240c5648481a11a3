import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** How long a reader may show it without asking again; a release may change it. */
const freshSeconds = 300;

/** What is the same for everybody, with the tag by which a reader knows it again. */
export interface TaggedText {
  readonly body: string | Buffer;
  readonly tag: string;
}

/** Computes the tag, once for all who read it. */
export const taggedText = (body: string | Buffer): TaggedText => ({
  body,
  tag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
});

/** Sends it, or 304 to whom has it already. */
export function sendText(
  { body, tag }: TaggedText,
  headers: Readonly<Record<string, string>>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  void reply.headers({ ...headers, etag: tag, 'cache-control': `public, max-age=${freshSeconds}` });
  return hasTag(request.headers['if-none-match'], tag) ? reply.code(304).send() : reply.send(body);
}

/** Compared weakly (RFC 9110, 13.1.2): a compressed answer has the same tag. */
const hasTag = (header: string | undefined, tag: string): boolean =>
  (header ?? '').split(',').some((one) => ['*', tag].includes(one.trim().replace(/^W\//, '')));
