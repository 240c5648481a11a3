import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import { errorCatalogue, type ErrorCode } from '@pps/runtime';
import type { DeclaredRoute } from './declared-routes';
import { ErrorEnvelopeDto } from './error-envelope.dto';
import { operationNames } from './operation-names';

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
    error: {
      code,
      message,
      remediation,
      doc_url: `https://pins.example.com/docs/errors/${code}`,
      request_id: '01890a5d-ac96-774b-bcce-b302099a8057',
      ...(isOfFields && { errors }),
    },
    detail: isOfFields ? 'title: must have 1 to 100 characters' : message,
  };
}

const reconnect = ['scope_missing', 'token_expired', 'token_revoked', 'account_revoked'] as const;
const preflight = ['board_not_found', 'board_not_owned', 'board_deleted', 'board_access_denied', 'sandbox_board_not_allowed'] as const;
const media = ['invalid_image', 'invalid_video', 'asset_not_found'] as const;
/** Of a route that keeps its answers for the keys of its requests. */
const repeats = ['conflict', 'idempotency_key_reused'] as const;
const creation = [
  'proposal_required',
  'feature_unavailable',
  'billing_inactive',
  'quota_exceeded',
  'idempotency_key_reused',
  ...reconnect,
  ...preflight,
  ...media,
] as const;
const platform = ['platform_rate_limited', 'platform_unavailable', ...reconnect] as const;

/** What single routes refuse beside what all of their kind do. */
const special: Readonly<Record<string, readonly ErrorCode[]>> = {
  'POST /v1/auth/register': ['account_exists', 'rate_limited'],
  'POST /v1/auth/login': ['invalid_credentials', 'second_factor_required', 'rate_limited'],
  'POST /v1/auth/login/second-factor': ['invalid_token', 'invalid_credentials', 'rate_limited'],
  'POST /v1/auth/second-factor/setup': ['conflict', 'recent_login_required'],
  'POST /v1/auth/second-factor/confirm': ['conflict', 'recent_login_required'],
  'POST /v1/auth/second-factor/recovery-codes': ['conflict', 'recent_login_required'],
  'POST /v1/auth/second-factor/disable': ['conflict', 'recent_login_required'],
  'POST /v1/auth/reauthenticate': ['conflict'],
  'POST /v1/auth/account/delete': ['conflict', 'rate_limited', 'recent_login_required'],
  'POST /v1/auth/account/delete/cancel': ['conflict'],
  'GET /v1/auth/account/export': ['not_found'],
  'POST /v1/auth/forgot-password': ['rate_limited'],
  'POST /v1/auth/reset-password': ['invalid_token', 'rate_limited'],
  'GET /v1/auth/google/login': ['rate_limited'],
  'GET /v1/auth/google/callback': ['invalid_state', 'access_denied', 'rate_limited'],
  'POST /v1/auth/google/complete': ['invalid_token', 'second_factor_required', 'rate_limited'],
  'GET /v1/auth/email/verify': ['invalid_token', 'rate_limited'],
  'GET /v1/auth/email/change/confirm': ['invalid_token', 'account_exists', 'conflict', 'rate_limited'],
  'POST /v1/auth/email/verify/request': ['session_required'],
  'POST /v1/auth/email/change/request': ['account_exists', 'conflict', 'session_required'],
  'GET /v1/email/unsubscribe': ['invalid_token', 'rate_limited'],
  'POST /v1/api-keys': ['plan_limit', 'account_revoked', 'session_required'],
  'PATCH /v1/api-keys/{key_id}': ['account_revoked', 'conflict', 'session_required'],
  'DELETE /v1/api-keys/{key_id}': ['session_required'],
  'GET /v1/rate-meter': ['account_revoked'],
  'POST /v1/pins/imports/{job_id}/cancel': ['conflict'],
  'POST /v1/webhooks': ['plan_limit'],
  'POST /v1/webhooks/{webhook_id}/replay': ['conflict'],
  'POST /v1/billing/checkout': ['sandbox_not_supported'],
  'POST /v1/billing/portal': ['sandbox_not_supported'],
  'POST /v1/auth/change-password': ['conflict', 'session_required'],
  'PUT /v1/auth/profile': ['conflict', 'session_required'],
  'POST /v1/assets/images': ['feature_unavailable', 'plan_limit', 'invalid_image', ...repeats],
  'POST /v1/assets/videos': ['feature_unavailable', 'plan_limit', 'invalid_video', ...repeats],
  'DELETE /v1/assets/{id}': ['conflict'],
  'POST /v1/pins': creation,
  'POST /v1/pins/batch': ['proposal_required', 'billing_inactive', 'quota_exceeded', ...repeats],
  'PATCH /v1/pins/{id}': [
    'proposal_required',
    'feature_unavailable',
    'pin_already_published',
    'pin_publishing',
    ...reconnect,
    ...preflight,
    ...media,
  ],
  'DELETE /v1/pins/{id}': ['pin_publishing'],
  'POST /v1/pins/{id}/retry': [
    'proposal_required',
    'pin_not_failed',
    'billing_inactive',
    'quota_exceeded',
    'conflict',
    ...reconnect,
    ...preflight,
  ],
  'POST /v1/pins/imports/json': ['proposal_required', 'feature_unavailable', 'billing_inactive', ...repeats],
  'POST /v1/pins/imports/csv': ['proposal_required', 'feature_unavailable', 'billing_inactive', ...repeats],
  'POST /v1/proposals': ['account_not_permitted', 'not_found', 'idempotency_key_reused', 'pin_not_failed', 'proposals_full'],
  'POST /v1/proposals/{id}/approve': ['conflict', 'proposal_closed'],
  'POST /v1/proposals/{id}/decline': ['conflict'],
  'GET /v1/platform/oauth/start': ['plan_limit'],
  'GET /v1/platform/oauth/callback': ['invalid_state', 'access_denied', 'account_mismatch', 'plan_limit', ...platform],
  'GET /v1/platform/boards': platform,
  'POST /v1/platform/boards': ['sandbox_board_limit', ...repeats, ...platform],
  'PATCH /v1/platform/boards/{board_id}': ['proposal_required', 'board_not_found', ...platform],
  'DELETE /v1/platform/boards/{board_id}': ['board_not_found', ...platform],
  'GET /v1/platform/boards/{board_id}/access': ['account_revoked'],
  'POST /v1/schedules': creation,
  'POST /v1/pins/bulk-retry': ['proposal_required'],
  'POST /v1/schedules/bulk-retry': ['proposal_required'],
  'PATCH /v1/schedules/{schedule_id}': [
    'proposal_required',
    'schedule_not_editable',
    'feature_unavailable',
    ...reconnect,
    ...preflight,
    ...media,
  ],
  'DELETE /v1/schedules/{schedule_id}': ['bad_request'],
  'POST /v1/schedules/{schedule_id}/cancel': ['bad_request', 'pin_publishing'],
  'POST /v1/schedules/{schedule_id}/retry': [
    'proposal_required',
    'bad_request',
    'billing_inactive',
    'quota_exceeded',
    'conflict',
    ...reconnect,
    ...preflight,
  ],
  'POST /v1/projects/switch': ['session_required'],
  'GET /v1/audit/events': ['session_required'],
  'GET /v1/audit/export': ['session_required'],
  'GET /v1/audit/checkpoints': ['session_required'],
  'GET /v1/audit/proof': ['session_required'],
  'GET /v1/audit/consistency': ['session_required'],
};

const hasBody = /^(POST|PUT|PATCH)$/;

/** The error codes with which a route may answer: by its credential, its parameters and its body, and its own. Each once. */
function refusalsOf({ method, path, access, asksRecentLogin, refusesPrograms }: DeclaredRoute): readonly ErrorCode[] {
  const codes: ErrorCode[] = ['validation_error', 'internal_error', 'service_unavailable'];
  if (access.kind !== 'public') codes.push('missing_credentials', 'invalid_access_token', 'rate_limited');
  if (access.kind === 'session') codes.push('session_required', 'invalid_api_key');
  if (asksRecentLogin) codes.push('recent_login_required');
  if (access.kind === 'scope') codes.push('invalid_api_key', 'insufficient_scope', 'account_not_permitted', 'not_found');
  if (refusesPrograms) codes.push('session_required');
  if (path.includes('{')) codes.push('not_found');
  if (hasBody.test(method)) codes.push('bad_request', 'payload_too_large', 'unsupported_media_type');
  const route = `${method} ${path}`;
  return [...new Set([...codes, ...(Object.hasOwn(special, route) ? (special[route] ?? []) : [])])];
}

/** The status of codes that this route answers with another one than the catalogue has: a board in the path is not there, one in a body is invalid. */
const statusesOf = ({ path }: DeclaredRoute): Readonly<Partial<Record<ErrorCode, number>>> =>
  path.includes('{board_id}') ? { board_not_found: 404 } : {};
