import type { OpenAPIObject } from '@nestjs/swagger';
import { idempotencyKeyHeader } from '../idempotency/idempotency-key.guard';
import { headroomHeaders } from '../pins/headroom-headers';

interface Answer {
  headers?: Readonly<Record<string, object>>;
}

interface Operation {
  readonly parameters?: readonly { readonly name: string }[];
  readonly responses: Readonly<Record<string, Answer>>;
}

const retryAfter = {
  'Retry-After': { description: 'The same call may succeed after so many seconds.', schema: { type: 'integer', minimum: 0 } },
};
const replayed = {
  'Idempotent-Replayed': {
    description: '`true` where the key was used before: this answers the first request. Absent on the first one.',
    schema: { type: 'string', enum: ['true'] },
  },
};
/** Who asks at a bad moment is told when to ask again. */
const asksToWait = ['429', '503'];
const tellsHeadroom = ['402', '409', '422'];
/** A dry run looks a key up and keeps no answer for it. */
const dryRun = /\/validate$/;

/** The document with the headers of each answer that may have them: when to ask again, what is left, and whether it was given before. Each is described once. */
export function withDeclaredHeaders(document: OpenAPIObject): OpenAPIObject {
  const shared = new Map<string, object>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const operation of Object.values(methods) as Operation[]) {
      const honoursKey = (operation.parameters ?? []).some(({ name }) => name === idempotencyKeyHeader) && !dryRun.test(path);
      const hasHeadroom = Object.values(operation.responses).some(({ headers }) => headers && 'X-Service-Quota-Limit' in headers);
      for (const [status, answer] of Object.entries(operation.responses)) {
        const headers: Readonly<Record<string, object>> = {
          ...answer.headers,
          ...((asksToWait.includes(status) || (status === '409' && honoursKey)) && retryAfter),
          ...(hasHeadroom && tellsHeadroom.includes(status) && headroomHeaders),
          ...(honoursKey && Number(status) < 300 && replayed),
        };
        const all = Object.entries(headers);
        if (all.length === 0) continue;
        for (const [name, header] of all) if (!shared.has(name)) shared.set(name, header);
        answer.headers = Object.fromEntries(all.map(([name]) => [name, { $ref: `#/components/headers/${name}` }]));
      }
    }
  }
  document.components = { ...document.components, headers: Object.fromEntries([...shared].sort()) } as OpenAPIObject['components'] & object;
  return document;
}
