import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { Principal } from '@pps/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { asRouteAnswers, failureOfRequest, sentenceOf } from '../http/answer-failure';
import { UnreadableTexts } from '../http/accept-json-only';
import type { Configuration } from '@pps/runtime';
import { scopeChallenge } from './challenges';
import type { McpCaller } from './mcp-server';

/** What the library may see of a request's headers: not the credential. */
const isPassedOn = (name: string): boolean =>
  name === 'accept' || name === 'content-type' || name.startsWith('mcp-') || name === 'last-event-id';

/** So many messages may come in one, which older clients can. */
const mostMessages = 20;

interface ToBeAnswered {
  readonly principal: Principal;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Answers a message of the protocol whose body was read by this service, within its bounds. */
export async function answerMessage(
  handler: McpHttpHandler,
  { principal, request, reply }: ToBeAnswered,
  configuration: Pick<Configuration, 'PUBLIC_URL'>,
): Promise<FastifyReply> {
  const { body, bodyFailure } = request;
  if (bodyFailure && !(bodyFailure instanceof UnreadableTexts)) return refuseBody(bodyFailure, request, reply);
  if (body === undefined) return refuse(reply, { status: 400, code: parseError, message: 'Parse error: the body is empty' });
  if (Array.isArray(body) && body.length > mostMessages)
    return refuse(reply, { status: 400, code: invalidRequest, message: `A batch has at most ${mostMessages} messages` });
  const caller: McpCaller = { principal, request, reply, toolsets: toolsetsOf(request) };
  const authInfo = { token: '', clientId: principal.keyId ?? principal.userId, scopes: [...principal.scopes], extra: { caller } };
  const headers = Object.entries(request.headers).filter(([name, value]) => isPassedOn(name) && value !== undefined);
  const message = new Request('http://mcp.invalid/mcp', { method: 'POST', headers: headers.map(([name, value]) => [name, String(value)]) });
  const answer = await handler.fetch(message, { authInfo, parsedBody: body });
  const text = await answer.text();
  if (caller.lacking !== undefined) {
    void reply.header('www-authenticate', scopeChallenge(configuration, principal, caller.lacking));
    return refuse(reply, { status: 403, code: invalidRequest, message: `insufficient_scope: this needs ${caller.lacking}` });
  }
  for (const [name, value] of answer.headers) if (name !== 'cache-control' && name !== 'connection') void reply.header(name, value);
  return reply.code(answer.status).send(text);
}

function toolsetsOf({ query, headers }: FastifyRequest): string | undefined {
  const { toolsets = headers['x-mcp-toolsets'] } = query as { readonly toolsets?: unknown };
  return typeof toolsets === 'string' ? toolsets : undefined;
}

const parseError = -32_700;
const invalidRequest = -32_600;
const internalError = -32_603;

function refuseBody(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = asRouteAnswers(failureOfRequest(thrown), request);
  const { code, remediation, context, errors } = failure;
  // Of what is no input of a tool clients know no 422.
  const status = failure.status === 422 ? 400 : failure.status;
  const told = { code, remediation, request_id: request.id, ...(errors && { errors }) };
  request.refusalCode = code;
  const wait = context['retry_after_seconds'];
  if (typeof wait === 'number') void reply.header('retry-after', wait);
  const kind = status >= 500 ? internalError : failure.status === 422 ? invalidRequest : parseError;
  return refuse(reply, { status, code: kind, message: `${sentenceOf(failure)}. ${remediation}`, data: told });
}

interface Refusal {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly data?: object;
}

/** A refusal in the words of JSON-RPC. */
function refuse(reply: FastifyReply, { status, ...error }: Refusal): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify({ jsonrpc: '2.0', error, id: null }));
}
