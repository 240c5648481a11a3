import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import type { Principal, Scope } from '@pps/identity';
import { nameNow } from './name-now';
import type { Tool, ToolSet } from './tool';
import { accountTools } from './tools/account-tools';
import { boardTools } from './tools/board-tools';
import { changePinTools } from './tools/change-pin-tools';
import { batchTools, createPinTools } from './tools/create-pin-tools';
import { docTools } from './tools/doc-tools';
import { errorTools } from './tools/error-tools';
import { findPinTools } from './tools/find-pin-tools';
import { importTools } from './tools/import-tools';
import { proposalTools } from './tools/proposal-tools';
import { quotaTools } from './tools/quota-tools';
import { createScheduleTools, scheduleTools } from './tools/schedule-tools';
import { webhookTools } from './tools/webhook-tools';

/** Every tool, in the order in which they are listed. */
export const toolList: readonly Tool[] = [
  ...[...accountTools, ...createPinTools, ...createScheduleTools, ...findPinTools, ...errorTools, ...quotaTools, ...docTools],
  ...[...batchTools, ...changePinTools, ...proposalTools, ...scheduleTools, ...importTools, ...boardTools, ...webhookTools],
];

export const toolSets: readonly ToolSet[] = ['core', 'pins', 'schedules', 'imports', 'boards', 'webhooks'];

const toolsByName = new Map(toolList.map((tool) => [tool.name, tool] as const));

/** By its name, or one that it had. */
export const findTool = (name: string): Tool | undefined => toolsByName.get(nameNow(name));

/** The sets that a connection asks for, by `?toolsets=` or the header `X-MCP-Toolsets`; without a word `core`. Names that are none are passed over: no list may fail for them. */
export function wantedSets(asked: string | undefined): ReadonlySet<ToolSet> {
  const names = (asked ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  if (names.includes('all')) return new Set(toolSets);
  const known = toolSets.filter((set) => names.includes(set));
  return new Set(known.length === 0 ? ['core'] : known);
}

/** What a credential may call, of the sets asked for; a program of the newest revision also what it may still ask its person for. */
export const listedTools = (
  { scopes, grant }: Pick<Principal, 'scopes' | 'grant'>,
  sets: ReadonlySet<ToolSet>,
  isModern = false,
): ListedTool[] => {
  const isShown = (scope: Scope) => scopes.includes(scope) || (isModern && grant !== undefined && !grant.declinedScopes.includes(scope));
  return toolList.filter(({ set, scope }) => sets.has(set) && isShown(scope)).map((tool) => described(tool));
};

const described = ({ name, title, description, input, output, effect, isIdempotent = true }: Tool): ListedTool => ({
  name,
  title,
  description,
  inputSchema: input as ListedTool['inputSchema'],
  outputSchema: output as ListedTool['outputSchema'],
  annotations:
    effect === 'reads'
      ? { readOnlyHint: true, openWorldHint: false }
      : { readOnlyHint: false, destructiveHint: effect === 'changes', idempotentHint: isIdempotent, openWorldHint: true },
});
