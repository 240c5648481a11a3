import { ProtocolError, type CallToolResult, type InputRequiredResult, type ServerContext } from '@modelcontextprotocol/server';
import { Invalid, Rejected } from '@pps/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '@pps/identity';
import { failureOfRequest } from '../http/answer-failure';
import type { FairRequests } from '../auth/fair-requests.guard';
import { explainFaults } from '../http/explain-faults';
import { textErrors } from '../http/json-errors';
import { askPerson } from './ask-person';
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
}

interface CallParts {
  readonly parts: McpParts;
  readonly fair: FairRequests;
  readonly check: CheckArguments;
}

/** Calls a tool for somebody. Whatever is thrown is told in the result: a client shows its user nothing of an answer with another status. */
export async function callTool(
  { parts, fair, check }: CallParts,
  { principal, request, reply }: CallerOfTools,
  tool: Tool,
  args: ToolArguments,
  context: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const { configuration, logger } = parts.app;
  try {
    refuseUngranted(tool, principal);
    const errors = textErrors(args, ['body']);
    if (errors.length > 0) throw new Invalid(errors);
    const fault = tool.checksItself ? null : check(tool, args);
    if (fault !== null) throw new Invalid([{ loc: ['body', 'arguments'], msg: fault, type: 'value_error' }]);
    const asked = askPerson(parts.rounds, { principal, tool, args, now: parts.app.clock() }, context);
    if (asked) return asked;
    const work = { raw: reply.raw, organizationId: principal.organizationId, isBulk: tool.isBulk ?? false };
    const result = await fair.runPermitted(() => tool.run(parts, { principal, args, reply }), work);
    if (typeof result['id'] === 'string' && tool.effect === 'adds') request.madeId = result['id'];
    return tellResult(result);
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const failure = explainFaults(failureOfRequest(error), { body: args, query: {}, params: {}, headers: {} });
    if (failure.status >= 500) logger.error({ err: error, code: failure.code, tool: tool.name }, 'tool failed');
    request.refusalCode = failure.code;
    return tellFailure(failure, request.id, configuration.PUBLIC_URL);
  }
}

function refuseUngranted({ scope }: Tool, { scopes }: Principal): void {
  if (!scopes.includes(scope)) throw new Rejected('insufficient_scope', `The API key lacks the scope ${scope}`, { required_scope: scope });
}
