import { ProtocolError, type CallToolResult, type InputRequiredResult, type ServerContext } from '@modelcontextprotocol/server';
import { Invalid, Rejected } from '@pps/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal, Scope } from '@pps/identity';
import type { Configuration } from '@pps/runtime';
import { failureOfRequest } from '../http/answer-failure';
import type { FairRequests } from '../auth/fair-requests.guard';
import { explainFaults } from '../http/explain-faults';
import { textErrors } from '../http/json-errors';
import { issuerOf } from '../oauth/issuer';
import { countCall } from './count-call';
import { agreeToCall } from './agree-to-call';
import type { McpParts } from './mcp-parts';
import { tellFailure } from './tell-failure';
import { tellResult } from './tell-result';
import type { Tool, ToolArguments } from './tool';

/** Says what is wrong with arguments; null where they fit. */
export type CheckArguments = (tool: Tool, args: ToolArguments) => string | null;

interface CallerOfTools {
  readonly principal: Principal;
  readonly request: FastifyRequest & { madeId?: string };
  readonly reply: FastifyReply;
  /** Whether its client knows how to ask for more than it was given. */
  readonly isModern?: boolean;
  /** What a call of its message needs and it may still ask for. */
  lacking?: Scope;
}

interface CallParts {
  readonly parts: McpParts;
  readonly fair: FairRequests;
  readonly check: CheckArguments;
}

/** Calls a tool for somebody. Whatever is thrown is told in the result: a client shows its user nothing of an answer with another status. */
export async function callTool(
  { parts, fair, check }: CallParts,
  caller: CallerOfTools,
  tool: Tool,
  args: ToolArguments,
  context: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const { configuration, logger } = parts.app;
  const { principal, request, reply } = caller;
  try {
    if (isAskable(tool, caller)) caller.lacking = tool.scope;
    refuseUngranted(tool, principal, configuration);
    const errors = textErrors(args, ['body']);
    if (errors.length > 0) throw new Invalid(errors);
    const fault = tool.checksItself ? null : check(tool, args);
    if (fault !== null) throw new Invalid([{ loc: ['body', 'arguments'], msg: fault, type: 'value_error' }]);
    const work = { raw: reply.raw, organizationId: principal.organizationId, isBulk: tool.isBulk ?? false };
    return await fair.runPermitted(async () => {
      const call = { principal, args, reply };
      const agreed = await agreeToCall(parts, tool, call, context);
      if ('answer' in agreed) {
        countCall(principal, 'isError' in agreed.answer ? 'refused' : 'asked');
        return agreed.answer;
      }
      const result = 'result' in agreed ? agreed.result : await tool.run(parts, { ...call, ...agreed });
      countCall(principal, 'result' in agreed && agreed.isProposed ? 'proposed' : 'done');
      const madeId = 'result' in agreed ? agreed.madeId : tool.effect === 'adds' ? result['id'] : undefined;
      if (typeof madeId === 'string') request.madeId = madeId;
      return tellResult(result);
    }, work);
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const failure = explainFaults(failureOfRequest(error), { body: args, query: {}, params: {}, headers: {} });
    if (failure.status >= 500) logger.error({ err: error, code: failure.code, tool: tool.name }, 'tool failed');
    request.refusalCode = failure.code;
    countCall(principal, failure.status >= 500 ? 'failed' : 'refused');
    return tellFailure(failure, request.id, configuration.PUBLIC_URL);
  }
}

function refuseUngranted({ scope }: Tool, { scopes, grant, keyId }: Principal, configuration: Configuration): void {
  if (scopes.includes(scope)) return;
  const context = { required_scope: scope };
  if (!grant) throw new Rejected('insufficient_scope', `The API key lacks the scope ${scope}`, context);
  const remediation = `Only the person can allow it, at ${issuerOf(configuration)}/app/grant?id=${keyId ?? ''}. Do not try again before.`;
  throw new Rejected('insufficient_scope', `The person did not allow ${scope} here`, context, { remediation });
}

/** Whether a program of the newest revision lacks a scope that nobody has refused it: it asks its person by itself. */
const isAskable = ({ scope }: Tool, { principal: { scopes, grant }, isModern = false }: CallerOfTools): boolean =>
  isModern && grant !== undefined && !scopes.includes(scope) && !grant.declinedScopes.includes(scope);
