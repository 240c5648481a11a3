import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describeIn31 } from './describe-in-31';
import { writeYaml } from './write-yaml';

interface ServedText {
  readonly text: string;
  readonly tag: string;
}

/** Where the description is served, and as what. */
export const descriptionPaths = ['/openapi.json', '/openapi.yaml', '/openapi-3.0.json'] as const;

/**
 * Serves the description: OpenAPI 3.1 at `/openapi.json` and `/openapi.yaml`, and 3.0 at `/openapi-3.0.json` for generators that read no 3.1. Each is
 * made at its first request, and has a tag for those who ask again.
 */
export function serveDescription(app: NestFastifyApplication, describe: () => OpenAPIObject): void {
  const described = once(describe);
  const modern = once(() => describeIn31(described()));
  serve('/openapi.json', 'application/json; charset=utf-8', () => JSON.stringify(modern()));
  serve('/openapi.yaml', 'application/yaml; charset=utf-8', () => writeYaml(modern()));
  serve('/openapi-3.0.json', 'application/json; charset=utf-8', () => JSON.stringify(described()));

  function serve(path: (typeof descriptionPaths)[number], type: string, write: () => string): void {
    const served = once(() => taggedText(write()));
    app
      .getHttpAdapter()
      .getInstance()
      .get(path, (request: FastifyRequest, reply: FastifyReply) => {
        const { text, tag } = served();
        void reply.headers({ etag: tag, 'cache-control': 'no-cache' });
        if (namesTag(request.headers['if-none-match'], tag)) void reply.code(304).send();
        else void reply.type(type).send(text);
      });
  }
}

const taggedText = (text: string): ServedText => ({ text, tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"` });

/** Whether a client has what this tag stands for, compared weakly: what is compressed on the way has the same tag with `W/`. */
function namesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  const named = (ifNoneMatch ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''));
  return named.includes(tag) || named.includes('*');
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
