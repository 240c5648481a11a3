import {
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Principal } from '@pps/identity';
import { contentOfJson } from '../idempotency/content-of-json';
import type { LinkSigner } from '../links/link-signer';
import type { Tool, ToolArguments } from './tool';

const answeredWithinSeconds = 600;
const question = 'agree';

interface Asked {
  readonly principal: Principal;
  readonly tool: Tool;
  readonly args: ToolArguments;
  readonly question: string;
  /** What the yes is bound to: all that the question says, but for what things are called just now. */
  readonly about: readonly string[];
  readonly now: Date;
}

/**
 * Asks the person before a call, by a client that can; null once he has agreed. What the client carries from the question
 * to the answer is an end and a signature over credential, tool, arguments and what the question is about: any process reads it, it tells nothing, and it fits no other call, nor this one once
 * that is another, as it was changed.
 * Throws a protocol error for one that does not fit or is over.
 */
export function askPerson(signer: LinkSigner, asked: Asked, { mcpReq }: ServerContext): CallToolResult | InputRequiredResult | null {
  const { now } = asked;
  const state: unknown = mcpReq.requestState();
  const { [question]: answer } = mcpReq.inputResponses ?? {};
  if (state === undefined || answer === undefined) {
    const expires = Math.floor(now.getTime() / 1_000) + answeredWithinSeconds;
    return inputRequired({
      inputRequests: { [question]: inputRequired.elicit({ message: asked.question, requestedSchema: formOfQuestion }) },
      requestState: signer.query(subjectOf(asked), expires),
    });
  }
  const given = Object.fromEntries(new URLSearchParams(typeof state === 'string' ? state : ''));
  if (signer.secondsLeft(subjectOf(asked), given, now) === null)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState');
  return hasAgreed(answer) ? null : { isError: true, content: [{ type: 'text', text: 'Nothing was done: the person did not agree.' }] };
}

const subjectOf = ({ principal, tool, args, about }: Asked): string => {
  const { projectId, epoch, keyId, sessionId = '' } = principal;
  return contentOfJson([projectId, epoch, keyId ?? sessionId, tool.name, args, about]);
};

const formOfQuestion = {
  type: 'object' as const,
  properties: { yes: { type: 'boolean' as const, title: 'Yes, do it' } },
  required: ['yes'],
};

/** Whether the client can ask its user. An ability without kinds is the one to show forms. */
export function canAsk({ mcpReq: { envelope } }: ServerContext): boolean {
  const { 'io.modelcontextprotocol/clientCapabilities': abilities } = Object(envelope) as Readonly<Record<string, unknown>>;
  const { elicitation } = Object(abilities) as { readonly elicitation?: unknown };
  return typeof elicitation === 'object' && elicitation !== null && ('form' in elicitation || Object.keys(elicitation).length === 0);
}

function hasAgreed(answer: unknown): boolean {
  const { action, content } = Object(answer) as { readonly action?: unknown; readonly content?: unknown };
  return action === 'accept' && (Object(content) as { readonly yes?: unknown }).yes === true;
}
