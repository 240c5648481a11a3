import type { DynamicModule, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { describeInterface } from './describe-interface';
import { serveDescription } from './served/serve-description';

/** Serves the interface's description: Swagger UI at `/docs`, the document at `/openapi.json` and in its other forms. */
export function serveSwagger(app: NestFastifyApplication, module: Type | DynamicModule, publicUrl: string): void {
  const describe = () => describeInterface(app, module, publicUrl);
  serveDescription(app, describe);
  // A page may call only where it came from, whatever name of this machine its reader used; programs need the whole address.
  const servers = [{ url: new URL(publicUrl).pathname }];
  SwaggerModule.setup('docs', app, describe, {
    raw: false,
    customSiteTitle: 'Pin Publishing Service API',
    patchDocumentOnRequest: (request, _, document) =>
      (request as FastifyRequest).url.startsWith('/docs/') ? { ...document, servers } : document,
  });
}
