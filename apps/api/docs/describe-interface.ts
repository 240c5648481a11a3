import type { DynamicModule, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { OpenAPIObject } from '@nestjs/swagger';
import { interfaceVersion } from '../interface-version';
import { withDeclaredOperations } from './declared-operations';
import { declaredRoutes } from './declared-routes';
import { withDeclaredSecurity } from './declared-security';
import { ErrorDto, ErrorEnvelopeDto } from './error-envelope.dto';
import { ProblemDto } from './problem.dto';
import { withDescribedFields } from './with-described-fields';
import { withNullableReferences } from './with-nullable-references';

/** The OpenAPI document of an application that has this module, complete: operations, answers, refusals, credentials and fields. */
export function describeInterface(app: NestFastifyApplication, module: Type | DynamicModule, publicUrl: string): OpenAPIObject {
  const routes = declaredRoutes(module);
  const declared = withDeclaredOperations(withDeclaredSecurity(describe(app, publicUrl), routes), routes);
  return withNullableReferences(withDescribedFields(declared));
}

const tagDescriptions = {
  operations: 'Whether the service is up.',
  auth: 'Registration, sign-in, sessions, profile and password.',
  email: 'Which mails a person gets.',
  projects: 'Production project and sandbox.',
  'api-keys': 'API keys of a project.',
  platform: 'Connected accounts and their boards.',
  assets: 'Uploaded images and videos.',
  imports: 'Files of pins.',
  pins: 'Pins, from the request to the platform.',
  schedules: 'Pins at a time.',
  billing: 'Plans, quota and payment.',
  dashboard: 'Figures for an overview.',
  activity: 'What happened in a project, in words.',
  audit: 'The history, and its proof.',
  webhooks: 'Signed events to an endpoint.',
};

function describe(app: NestFastifyApplication, publicUrl: string): OpenAPIObject {
  const settings = new DocumentBuilder()
    .setTitle('Pin Publishing Service API')
    .setDescription(
      'Publishes pins to an image-sharing network: at once, at a time, in batches and from files. ' +
        'Every refusal is told as RFC 9457 does, the schema `ProblemDto`, to who asks with `Accept: application/problem+json`.',
    )
    .setVersion(interfaceVersion)
    .addServer(publicUrl)
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'An access token or an API key.' }, 'bearer')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key; wins over Authorization.' }, 'X-API-Key')
    .addSecurityRequirements('bearer')
    .addSecurityRequirements('X-API-Key')
    .build();
  settings.info.license = { name: 'Proprietary' };
  settings.tags = Object.entries(tagDescriptions).map(([name, description]) => ({ name, description }));
  const document = SwaggerModule.createDocument(app, settings, { extraModels: [ErrorEnvelopeDto, ProblemDto] });
  // Which further keys an error has depends on its code.
  for (const { name } of [ErrorDto, ProblemDto]) Object.assign(document.components?.schemas?.[name] ?? {}, { additionalProperties: true });
  return document;
}
