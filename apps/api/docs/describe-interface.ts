import type { DynamicModule, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { interfaceVersion } from '../root/root.controller';
import { withDeclaredOperations } from './declared-operations';
import { declaredRoutes, type DeclaredRoute } from './declared-routes';
import { ErrorDto, ErrorEnvelopeDto, ProblemDto } from './error-envelope.dto';
import { withCheckedBounds } from './with-checked-bounds';
import { withDeclaredHeaders } from './with-declared-headers';
import { withDescribedFields } from './with-described-fields';
import { withQueryWarning } from './with-query-warning';
import { withProse } from './with-prose';
import { withExamples } from './with-examples';
import { withDeprecations } from './with-deprecations';
import { withLimitFields } from './with-limit-fields';
import { accessInWords } from './scopes-page';

/** The OpenAPI document of an application that has this module, complete: operations, answers, refusals, credentials and fields. */
export function describeInterface(app: NestFastifyApplication, module: Type | DynamicModule, publicUrl: string): OpenAPIObject {
  const routes = declaredRoutes(module);
  const told = withDeclaredSecurity(withProse(withDeclaredOperations(describe(app, publicUrl), routes)), routes);
  const declared = withDeprecations(withLimitFields(withQueryWarning(withDeclaredHeaders(told), routes), routes), routes);
  return withExamples(withNullableReferences(withDescribedFields(withCheckedBounds(declared, routes))));
}

/** In the order in which they are shown: first what the service is for. */
const tagDescriptions = {
  pins: 'Pins, from the request to the platform.',
  schedules: 'Pins at a time.',
  imports: 'Files of pins.',
  proposals: 'Pins that a person has to agree to.',
  assets: 'Uploaded images and videos.',
  platform: 'Connected accounts and their boards.',
  webhooks: 'Signed events to an endpoint.',
  'api-keys': 'API keys of a project.',
  auth: 'Registration, sign-in, sessions, profile and password.',
  projects: 'Production project and sandbox.',
  email: 'Which mails a person gets.',
  billing: 'Plans, quota and payment.',
  dashboard: 'Figures for an overview.',
  activity: 'What happened in a project, in words.',
  changes: 'What changes, while it does.',
  requests: 'What was asked of this interface, and how it was answered.',
  audit: 'The history, and its proof.',
  operations: 'Whether the service is up.',
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

type Operations = Readonly<Record<string, { security?: Record<string, string[]>[]; description?: string } | undefined>>;

/** The document with what each route declares: which credentials it takes, and the scope as `x-required-scope`. */
function withDeclaredSecurity(document: OpenAPIObject, routes: readonly DeclaredRoute[]): OpenAPIObject {
  for (const { method, path, access } of routes) {
    const operation = (document.paths[path] as Operations | undefined)?.[method.toLowerCase()];
    if (!operation) continue;
    const bearer = access.kind === 'public' ? [] : [{ bearer: [] }];
    const key = access.kind === 'scope' ? [{ 'X-API-Key': [] }] : [];
    const credential = `Credential: ${accessInWords(access)}.`;
    Object.assign(operation, {
      security: [...bearer, ...key],
      description: operation.description ? `${operation.description}\n\n${credential}` : credential,
      ...(access.kind === 'scope' ? { 'x-required-scope': access.scope } : {}),
    });
  }
  return document;
}

interface Reference {
  type?: string;
  nullable?: boolean;
  allOf?: { $ref?: string }[];
}

/**
 * The document with a schema of its own for each object that may be null, a copy of the object's with `nullable`: beside a reference, where Nest writes
 * it, that word allows nothing, and a union with null is no single type to generators of languages whose types have names.
 */
function withNullableReferences(document: OpenAPIObject): OpenAPIObject {
  const schemas = document.components?.schemas ?? {};
  for (const field of nullableReferences(document)) {
    const [target] = field.allOf ?? [];
    const name = target?.$ref?.split('/').at(-1) ?? '';
    const known = schemas[name];
    if (!target?.$ref || !known) continue;
    schemas[`Nullable${name}`] = { ...known, nullable: true };
    field.allOf = [{ $ref: target.$ref.replace(/[^/]+$/, 'Nullable$&') }];
    delete field.nullable;
    delete field.type;
  }
  return document;
}

function nullableReferences(value: unknown): Reference[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'nullable' in value && 'allOf' in value ? [value as Reference] : [];
  return [...own, ...Object.values(value).flatMap(nullableReferences)];
}
