import 'reflect-metadata';
import { previewDescription } from './preview-description';

interface Schema {
  readonly $ref?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface Operation {
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

let described: Described;
beforeAll(async () => (described = (await previewDescription()) as unknown as Described));

const operations = () =>
  Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, operation })),
  );

/** They take nothing but what their address says. */
const withoutBody: readonly string[] = [
  'POST /v1/auth/account/delete/cancel',
  'POST /v1/auth/account/export',
  'POST /v1/auth/email/verify/request',
  'POST /v1/auth/logout',
  'POST /v1/auth/second-factor/setup',
  'POST /v1/billing/portal',
  'POST /v1/pins/imports/{job_id}/cancel',
  'POST /v1/projects/sandbox/reset',
  'POST /v1/schedules/{schedule_id}/cancel',
  'POST /v1/schedules/{schedule_id}/retry',
  'POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver',
  'POST /v1/webhooks/{webhook_id}/replays/{replay_id}/cancel',
  'POST /v1/webhooks/{webhook_id}/test',
];

it('has the body of every route that takes one', () => {
  const changing = operations().filter(({ route }) => /^(POST|PUT|PATCH) \/v1\//.test(route));
  const bare = changing.filter(({ operation }) => !Object.values(operation.requestBody?.content ?? {}).some(({ schema }) => schema));
  expect(bare.map(({ route }) => route).sort()).toEqual(withoutBody);
});

/** What is told in some answers only: a secret once, what is wrong, what is for operators. */
const sometimes: readonly string[] = [
  'CreatedScheduleDto.warnings',
  'CreatedWebhookDto.secret',
  'DependencyDto.degraded',
  'DependencyDto.detail',
  'FeatureDto.reason',
  'ProbeDto.cannot',
  'ProbeDto.degraded',
  'ProbeDto.reason',
  'ReadinessDto.checks',
  'ReadinessDto.features',
  'UnreadyDto.checks',
  'UnreadyDto.features',
  'UnreadyProbeDto.cannot',
  'UnreadyProbeDto.degraded',
  'UnreadyProbeDto.reason',
  'UserDto.deletion_due_at',
];
/** Refusals, whose fields depend on their code, and what is answered as it was asked. */
const otherwise = /^(Nullable)?(ErrorDto|ProblemDto|CreatePinDto|CreateScheduleDto)\./;

it('has in every answer all of its fields: one that has no value is null', () => {
  const optional = new Set<string>();
  const seen = new Set<string>();
  const walk = (schema: unknown): void => {
    if (Array.isArray(schema)) return schema.forEach(walk);
    if (typeof schema !== 'object' || schema === null) return;
    const { $ref } = schema as Schema;
    const name = $ref?.split('/').at(-1);
    if (name !== undefined && !seen.has(name)) {
      seen.add(name);
      const named = described.components.schemas[name];
      for (const field of Object.keys(named?.properties ?? {})) if (!named?.required?.includes(field)) optional.add(`${name}.${field}`);
      walk(named);
    }
    Object.values(schema).forEach(walk);
  };
  for (const { operation } of operations()) walk(Object.values(operation.responses).map(({ content }) => content));
  expect([...optional].filter((field) => !otherwise.test(field)).sort()).toEqual(sometimes);
});
