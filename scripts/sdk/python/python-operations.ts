import { snakeCase } from '../read-model';
import type { SdkModel, SdkOperation, SdkPaging } from '../sdk-model';
import { importLines, pythonCall, pythonHead } from './python-call';
import { namesUsed, receivedType } from './received-type';

/** The name of an operation's constant. */
export const constantName = ({ id }: SdkOperation): string => snakeCase(id).toUpperCase();

/** What the runtime is told of each operation. */
export function pythonOperations({ resources, types }: SdkModel): string {
  const operations = resources.flatMap((resource) => resource.operations);
  const body = operations.map((operation) => constant(operation) + pagingConstant(operation)).join('');
  const typing = importLines('typing', namesUsed(body, ['Any', 'Dict', 'List', 'Optional', 'Union']));
  const models = importLines(
    '.models',
    namesUsed(
      withoutTexts(body),
      types.filter(({ use }) => use !== 'sent').map(({ name }) => name),
    ),
  );
  return `${pythonHead('The operations of the service.')}${typing}\nfrom ._pages import Paging\nfrom ._request import Operation\n${models}\n${body}`;
}

/** The type of the value that an operation's method gives. */
export function answerType({ answer }: SdkOperation): string {
  switch (answer.kind) {
    case 'json':
      return receivedType({ ...answer.type, nullable: answer.type.nullable || answer.mayBeEmpty });
    case 'empty':
      return 'None';
    case 'text':
      return 'str';
    case 'bytes':
    case 'events':
      return 'ByteStream';
    case 'lines':
      return `LineStream[${receivedType(answer.type)}]`;
  }
}

const withoutTexts = (text: string): string => text.replace(/"[^"]*"/g, '');

function constant(operation: SdkOperation): string {
  const { id, verb, path, answer, idempotencyKey, isRepeatable } = operation;
  const isStream = answer.kind === 'bytes' || answer.kind === 'events' || answer.kind === 'lines';
  const given = [JSON.stringify(id), JSON.stringify(verb), JSON.stringify(path), `answer=${isStream ? 'bytes' : answerType(operation)}`];
  const accept = { json: '', empty: '', text: 'text/csv', bytes: '*/*', events: 'text/event-stream', lines: 'application/x-ndjson' }[
    answer.kind
  ];
  if (accept) given.push(`accept=${JSON.stringify(accept)}`);
  if (idempotencyKey === 'made') given.push('repeat="with_key"', 'makes_key=True');
  else if (isRepeatable) given.push('repeat="always"');
  return pythonCall(`${constantName(operation)} = Operation`, given, '', '');
}

function pagingConstant(operation: SdkOperation): string {
  const { paging } = operation;
  return paging ? pythonCall(`${constantName(operation)}_PAGES = Paging`, pagingArguments(paging), '', '') : '';
}

function pagingArguments({ items, next, kind }: SdkPaging): readonly string[] {
  const given = [`items=${items === null ? 'None' : JSON.stringify(items)}`];
  if (next && 'field' in next) given.push(`next_field=${JSON.stringify(next.field)}`);
  if (next && 'header' in next) given.push(`next_header=${JSON.stringify(next.header.toLowerCase())}`);
  if (kind === 'offset') given.push('by_offset=True');
  return given;
}
