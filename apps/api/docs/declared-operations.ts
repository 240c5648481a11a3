import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import { errorCatalogue, type ErrorCode } from '@pps/runtime';
import type { DeclaredRoute } from './declared-routes';
import { ErrorEnvelopeDto } from './error-envelope.dto';
import { operationNames } from './operation-names';
import { refusalsOf, statusesOf } from './refusals-of';

interface Operation {
  operationId?: string;
  summary?: string;
  responses: Record<string, object>;
}

/** The document with each operation's stable id, its summary, and an answer for each status with which it may refuse, with the codes of that status. */
export function withDeclaredOperations(document: OpenAPIObject, routes: readonly DeclaredRoute[]): OpenAPIObject {
  const named = new Set<ErrorCode>();
  for (const route of routes) {
    const methods = document.paths[route.path] as Readonly<Record<string, Operation | undefined>> | undefined;
    const operation = methods?.[route.method.toLowerCase()];
    if (!operation) continue;
    const [operationId, summary] = operationNames[`${route.method} ${route.path}`] ?? [];
    if (operationId !== undefined) Object.assign(operation, { operationId, summary });
    const described = Object.entries(operation.responses).filter(([status]) => status !== 'default' && !isBareRefusal(operation, status));
    const codes = refusalsOf(route);
    for (const code of codes) named.add(code);
    operation.responses = { ...refusalResponses(codes, statusesOf(route)), ...Object.fromEntries(described) };
  }
  const examples = Object.fromEntries([...named].sort().map((code) => [code, { value: exampleOf(code) }]));
  document.components = { ...document.components, examples };
  return document;
}

/** What a route says of a status itself stays, but for a refusal that is described by nothing. */
const isBareRefusal = (operation: Operation, status: string): boolean =>
  Number(status) >= 400 && !('content' in (operation.responses[status] ?? {}));

function refusalResponses(codes: readonly ErrorCode[], statuses: Readonly<Partial<Record<ErrorCode, number>>>): Record<string, object> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const status = statuses[code] ?? errorCatalogue[code].status;
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries([...byStatus].map(([status, some]) => [status, refusalResponse(some)]));
}

function refusalResponse(codes: readonly ErrorCode[]): object {
  const schema = { $ref: getSchemaPath(ErrorEnvelopeDto) };
  const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
  return {
    description: codes.map((code) => `\`${code}\`: ${errorCatalogue[code].message}.`).join(' '),
    content: { 'application/json': { schema, examples } },
  };
}

function exampleOf(code: ErrorCode): object {
  const { message, remediation } = errorCatalogue[code];
  const errors = [{ loc: ['body', 'title'], msg: 'must have 1 to 100 characters', type: 'value_error' }];
  const isOfFields = code === 'validation_error';
  return {
    error: { code, message, remediation, request_id: '01890a5d-ac96-774b-bcce-b302099a8057', ...(isOfFields && { errors }) },
    detail: isOfFields ? 'title: must have 1 to 100 characters' : message,
  };
}
