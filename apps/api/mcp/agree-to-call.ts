import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import type { Principal } from '@pps/identity';
import { confirmedByClient, proposeWrite } from '@pps/use-cases';
import { askPerson, canAsk } from './ask-person';
import type { McpParts } from './mcp-parts';
import { proposalBrief } from './proposal-brief';
import { questionOfItems } from './question-of-items';
import type { Tool, ToolCall, ToolResult } from './tool';

/** How a call goes on: as somebody, with what it found instead, or with a question to the person. */
export type AgreedCall =
  | { readonly principal: Principal }
  | { readonly result: ToolResult; readonly isProposed: boolean; readonly madeId?: string }
  | { readonly answer: CallToolResult | InputRequiredResult };

/** A person reads so many in one question; of more a page shows each by itself. */
const mostInQuestion = 10;
/** Characters, without names: nothing of what would be published is left out of a question. */
const longestQuestion = 6_000;

/**
 * Whether a call may be done, by the mode of the grant that makes it: what would be published is proposed, or the client asks its user for it. A client that
 * cannot ask, or is to ask for too much at once, proposes. What cannot be undone is asked for too, where the client can.
 */
export async function agreeToCall(parts: McpParts, tool: Tool, call: ToolCall, context: ServerContext): Promise<AgreedCall> {
  const { principal, args } = call;
  const { mode = 'direct' } = principal.grant ?? {};
  const asked = { principal, tool, args, now: parts.app.clock() };
  if (!tool.proposes || mode === 'direct') {
    if (!tool.asks || !canAsk(context)) return { principal };
    const question = tool.asks(args);
    const answer = askPerson(parts.rounds, { ...asked, question, about: [question] }, context);
    return answer ? { answer } : { principal };
  }
  const { items, named, isConfirmable = true, about, settled } = await tool.proposes(parts, call);
  const isAskable = mode === 'confirm' && isConfirmable && items.length <= mostInQuestion && canAsk(context);
  if (settled) return { result: settled, isProposed: false };
  const question = isAskable ? await questionOfItems(parts.app, principal, items) : null;
  if (question && question.unnamed.length <= longestQuestion) {
    const bound = [question.unnamed, ...(about === undefined ? [] : [about])];
    const answer = askPerson(parts.rounds, { ...asked, question: question.shown, about: bound }, context);
    return answer ? { answer } : { principal: confirmedByClient(principal) };
  }
  const name = named ? { idempotencyKey: `${tool.name} ${named.key}`, isKeyDerived: named.isDerived } : { idempotencyKey: null };
  const { proposal, repeated } = await proposeWrite(parts.app, principal, { items, ...name });
  const result = { proposal: { ...proposalBrief(parts, proposal), repeated }, ...(named && { key: named.key }) };
  return { result, isProposed: true, ...(!repeated && { madeId: proposal.proposalId }) };
}
