import type { DynamicModule, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import { describeInterface } from './describe-interface';

/** Serves the interface's description: Swagger UI at `/docs`, the document at `/openapi.json`. */
export function serveSwagger(app: NestFastifyApplication, module: Type | DynamicModule, publicUrl: string): void {
  SwaggerModule.setup('docs', app, () => describeInterface(app, module, publicUrl), {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Pin Publishing Service API',
  });
}
