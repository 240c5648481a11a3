import { snakeCase } from '../read-model';
import type { SdkModel, SdkOperation } from '../sdk-model';
import { flagsOf } from './flags-of';

/** Commands about one thing. */
export interface CliGroup {
  readonly name: string;
  readonly operations: readonly SdkOperation[];
}

/** The resources that a key can do something with, each with the name of its commands. */
export const groupNames: Readonly<Record<string, string>> = {
  pins: 'pins',
  schedules: 'schedules',
  imports: 'imports',
  proposals: 'proposals',
  assets: 'assets',
  accounts: 'accounts',
  boards: 'boards',
  webhooks: 'webhooks',
  apiKeys: 'keys',
  projects: 'projects',
  billing: 'usage',
  dashboard: 'dashboard',
  activity: 'activity',
  requests: 'requests',
  audit: 'audit',
};

/** Operations that only a browser can end. */
const withoutCommand: ReadonlySet<string> = new Set(['handleConnectionCallback', 'getPublicAsset']);

/** The groups with their operations, in the order of the table. */
export const cliGroups = ({ resources }: SdkModel): readonly CliGroup[] =>
  Object.entries(groupNames).map(([resource, name]) => {
    const operations = resources.find((each) => each.name === resource)?.operations ?? [];
    return { name, operations: operations.filter(({ id, credential }) => credential === 'any' && !withoutCommand.has(id)) };
  });

/** The word that is typed. */
export const commandName = ({ method }: SdkOperation): string => snakeCase(method).replace(/_/g, '-');

const settling: readonly string[] = ['Pin', 'Schedule', 'CreatedSchedule', 'Import'];

/** The file of a group: a table that the runtime makes commands of. */
export function writeGroup({ name, operations }: CliGroup, model: SdkModel): string {
  const entries = operations.map((operation) => `  ${JSON.stringify(entryOf(operation, operations, model))},\n`);
  const type = "import type { OperationCommand } from '../operations/operation-command';\n\n";
  return `${type}export const ${name}Operations: readonly OperationCommand[] = [\n${entries.join('')}];\n`;
}

function entryOf(operation: SdkOperation, others: readonly SdkOperation[], { types }: SdkModel): object {
  const { resource, method, summary, scope, pathParameters, query, body, answer, paging } = operation;
  const taken = body?.kind === 'json' ? 'body' : body?.kind === 'file' ? 'file' : query.length > 0 ? 'query' : 'nothing';
  const answered = 'type' in answer && answer.type.kind === 'named' ? answer.type.name : '';
  return {
    name: commandName(operation),
    resource,
    method,
    about: summary,
    scope,
    path: pathParameters.map((each) => each.name),
    taken,
    flags: flagsOf(operation, types),
    answer: paging ? 'list' : answer.kind,
    ...(settling.includes(answered) && !paging && { settles: true }),
    ...(method === 'create' && others.some((each) => each.method === 'validate') && { validates: true }),
  };
}
