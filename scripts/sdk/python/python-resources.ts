import { snakeCase } from '../read-model';
import type { SdkModel, SdkNamedType, SdkOperation, SdkResource } from '../sdk-model';
import { operationArguments, operationMethod, operationPages } from './operation-method';
import { constantName } from './python-operations';
import { importLines, pythonHead } from './python-call';
import { namesUsed, paramsName } from './received-type';

/** What a resource has beside its operations, by hand (`_extensions.py`). */
const extended = new Set(['pins', 'schedules', 'imports', 'webhooks', 'audit']);

const typingNames = ['Any', 'AsyncIterator', 'Dict', 'Iterable', 'Iterator', 'List', 'Literal', 'Mapping', 'Optional', 'Union'];

/** The class of each resource, for threads or, with `isAsync`, for a loop. */
export function pythonResources(model: SdkModel, isAsync: boolean): string {
  const types = new Map(model.types.map((type) => [type.name, type]));
  const classes = model.resources.map((resource) => resourceClass(resource, types, isAsync));
  const body = [...classes, allResources(model, isAsync)].join('\n\n');
  const code = body.replace(/"""[\s\S]*?"""/g, '');
  const used = (names: readonly string[]): readonly string[] => namesUsed(code, names);
  const prefix = isAsync ? 'Async' : '';
  const imports = [
    /\bdatetime\b/.test(code) ? 'from datetime import datetime\n' : '',
    importLines('typing', used(typingNames)),
    '\n',
    importLines('._calls', used(['Arguments'])),
    importLines('._extensions', used([...extended].map((name) => `${prefix}${className(name)}Extension`))),
    importLines('._files', used(['TextUpload', 'Upload', 'file_body', 'text_body'])),
    importLines('._not_given', used(['NOT_GIVEN', 'NotGiven', 'given'])),
    importLines('._operations', used(allConstants(model))),
    importLines('._request', used(['CallOptions'])),
    importLines('._resource', used([`${prefix}Resource`, `${prefix}Call`, 'Call'].filter((name, at, all) => all.indexOf(name) === at))),
    importLines('._streams', used([`${prefix}ByteStream`, `${prefix}LineStream`])),
    importLines('.models', used(model.types.filter(({ use }) => use !== 'sent').map(({ name }) => name))),
    importLines('.params', used(model.types.filter(({ use }) => use !== 'received').map(({ name }) => paramsName(name)))),
  ];
  const about = isAsync ? 'Resources and their operations, each to be awaited.' : 'Resources and their operations.';
  return `${pythonHead(about)}${imports.join('')}\n\n${body}`;
}

const className = (resource: string): string => `${resource[0]?.toUpperCase() ?? ''}${resource.slice(1)}`;

const allConstants = ({ resources }: SdkModel): readonly string[] =>
  resources.flatMap(({ operations }) => operations.flatMap((operation) => [constantName(operation), `${constantName(operation)}_PAGES`]));

function resourceClass({ name, operations }: SdkResource, types: ReadonlyMap<string, SdkNamedType>, isAsync: boolean): string {
  const prefix = isAsync ? 'Async' : '';
  const base = extended.has(name) ? `${prefix}${className(name)}Extension` : `${prefix}Resource`;
  const methods = operations.flatMap((operation: SdkOperation) => {
    const given = operationArguments(operation, types);
    return [operationMethod(operation, given, isAsync), ...(operation.paging ? [operationPages(operation, given, isAsync)] : [])];
  });
  return `class ${prefix}${className(name)}Resource(${base}):\n${methods.join('\n')}`;
}

function allResources({ resources }: SdkModel, isAsync: boolean): string {
  const prefix = isAsync ? 'Async' : '';
  const lines = resources.map(({ name }) => `        self.${snakeCase(name)} = ${prefix}${className(name)}Resource(call)\n`);
  return `class ${prefix}Resources:\n    """All resources."""\n\n    def __init__(self, call: ${prefix}Call) -> None:\n${lines.join('')}`;
}
