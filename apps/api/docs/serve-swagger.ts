import type { DynamicModule, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, getSchemaPath, SwaggerModule } from '@nestjs/swagger';
import type { OpenAPIObject } from '@nestjs/swagger';
import { interfaceVersion } from '../interface-version';
import { withDeclaredOperations } from './declared-operations';
import { declaredRoutes, type DeclaredRoute } from './declared-routes';
import { withDeclaredSecurity } from './declared-security';
import { ErrorEnvelopeDto } from './error-envelope.dto';

/** Serves the interface's description: Swagger UI at `/docs`, the document at `/openapi.json`. */
export function serveSwagger(app: NestFastifyApplication, module: Type | DynamicModule, publicUrl: string): void {
  SwaggerModule.setup('docs', app, () => describeDeclared(describe(app, publicUrl), declaredRoutes(module)), {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Pin Publishing Service API',
  });
}

const describeDeclared = (document: OpenAPIObject, routes: readonly DeclaredRoute[]): OpenAPIObject =>
  withDeclaredOperations(withDeclaredSecurity(document, routes), routes);

function describe(app: NestFastifyApplication, publicUrl: string): OpenAPIObject {
  const settings = new DocumentBuilder()
    .setTitle('Pin Publishing Service API')
    .setVersion(interfaceVersion)
    .addServer(publicUrl)
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'An access token or an API key.' }, 'bearer')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key; wins over Authorization.' }, 'X-API-Key')
    .addSecurityRequirements('bearer')
    .addSecurityRequirements('X-API-Key')
    .addGlobalResponse({
      status: 'default',
      description: 'Any failure.',
      content: { 'application/json': { schema: { $ref: getSchemaPath(ErrorEnvelopeDto) } } },
    })
    .build();
  return SwaggerModule.createDocument(app, settings, { extraModels: [ErrorEnvelopeDto] });
}
