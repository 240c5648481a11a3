import { snakeCase } from '../read-model';
import type { SdkField, SdkNamedType, SdkOperation } from '../sdk-model';
import { answerType, constantName } from './python-operations';
import { docstring, longestLine, pythonCall } from './python-call';
import { pythonName, receivedType, sentType } from './received-type';

/** The arguments of a method, as they stand in its signature and in what it hands on. */
export interface MethodArguments {
  /** Before the star. */
  readonly placed: readonly string[];
  /** After it: the required ones first. */
  readonly named: readonly string[];
  readonly parts: readonly string[];
  readonly query: readonly string[];
  /** What stands for the body; null where there is none. */
  readonly body: string | null;
  readonly hasKey: boolean;
}

/** Throws where two arguments of a method have one name. */
export function operationArguments(operation: SdkOperation, types: ReadonlyMap<string, SdkNamedType>): MethodArguments {
  const { pathParameters, query, body, idempotencyKey, id } = operation;
  const fields = body?.kind === 'json' && body.type.kind === 'named' ? (types.get(body.type.name)?.fields ?? []) : [];
  const placed = pathParameters.map(({ name, type }) => `${pythonName(name)}: ${sentType(type)}`);
  if (body?.kind === 'json' && body.type.kind === 'array') placed.push(`items: ${sentType(body.type)}`);
  if (body?.kind === 'file') placed.push(`file: ${isText(operation) ? 'TextUpload' : 'Upload'}`);
  const hasKey = idempotencyKey !== null && !fields.some(({ name }) => name === 'idempotency_key');
  const named = [
    ...fields.filter(({ required }) => required).map((field) => `${pythonName(field.name)}: ${sentType(field.type)}`),
    ...query.filter(({ required }) => required).map((field) => `${pythonName(field.name)}: ${sentType(field.type)}`),
    ...fields.filter(({ required }) => !required).map((field) => `${pythonName(field.name)}: ${notGiven(field)} = NOT_GIVEN`),
    ...query.filter(({ required }) => !required).map((field) => `${pythonName(field.name)}: ${leftOut(field)} = None`),
    ...(body?.kind === 'file' ? ['filename: Optional[str] = None'] : []),
    ...(hasKey ? ['idempotency_key: Union[str, NotGiven] = NOT_GIVEN'] : []),
    'options: Optional[CallOptions] = None',
  ];
  const names = [...placed, ...named].map((each) => each.split(':')[0]);
  if (new Set(names).size !== names.length) throw new Error(`${id} has two arguments of one name: ${names.join(', ')}`);
  return { placed, named, parts: pathParameters.map(pair), query: query.map(pair), body: bodyText(operation, fields), hasKey };
}

/** The method that makes one call. */
export function operationMethod(operation: SdkOperation, given: MethodArguments, isAsync: boolean): string {
  const answer = streamOf(answerType(operation), isAsync);
  const head = `${isAsync ? 'async ' : ''}def ${snakeCase(operation.method)}`;
  const wait = isAsync ? 'await ' : '';
  return signature(head, given, answer) + docstring(wordsOf(operation), '        ') + returned(operation, answer, wait, given);
}

/** The method that gives the items of all pages. */
export function operationPages(operation: SdkOperation, given: MethodArguments, isAsync: boolean): string {
  const { method, paging } = operation;
  const item = paging ? receivedType(paging.item) : 'Any';
  const without = (texts: readonly string[]): readonly string[] => texts.filter((text) => !/^"?(cursor|offset)\b/.test(text));
  const some = { ...given, named: without(given.named), query: without(given.query) };
  const name = method === 'list' ? 'iterate' : `iterate_${snakeCase(method.replace(/^list/, '')).replace(/^_/, '')}`;
  const handed = [constantName(operation), `${constantName(operation)}_PAGES`, dictionary(some.parts), dictionary(some.query), 'options'];
  const words = `All items of \`${snakeCase(method)}\`, from page to page; \`limit\` is the size of a page.`;
  return (
    signature(`def ${name}`, some, `${isAsync ? 'AsyncIterator' : 'Iterator'}[${item}]`) +
    docstring(words, '        ') +
    pythonCall('return self._iterate', handed, '', '        ')
  );
}

const streamOf = (answer: string, isAsync: boolean): string => (isAsync ? answer.replace(/^(Byte|Line)Stream/, 'Async$1Stream') : answer);

const signature = (head: string, { placed, named }: MethodArguments, answer: string): string =>
  pythonCall(head, ['self', ...placed, '*', ...named], ` -> ${answer}:`, '    ');

function returned(operation: SdkOperation, type: string, wait: string, given: MethodArguments): string {
  const { answer } = operation;
  const handed = argumentTexts(given);
  const call = `${wait}self._call(${constantName(operation)}, Arguments(${handed.join(', ')}))`;
  const [head, tail] =
    answer.kind === 'lines'
      ? [`return ${type.replace(/\[.*/, '')}(`, `, ${receivedType(answer.type)})`]
      : [answer.kind === 'empty' ? '' : 'return ', ''];
  const line = `        ${head}${call}${tail}\n`;
  if (line.length <= longestLine) return line;
  const inner = `Arguments(\n${handed.map((each) => `                ${each},\n`).join('')}            ),\n`;
  return `        ${head}${wait}self._call(\n            ${constantName(operation)},\n            ${inner}        )${tail}\n`;
}

function wordsOf({ summary, description, errorCodes }: SdkOperation): string {
  const errors =
    errorCodes.length > 0
      ? `\n\nRefuses with ${[...errorCodes]
          .sort()
          .map((code) => `\`${code}\``)
          .join(', ')}.`
      : '';
  return `${summary}.\n\n${description}${errors}`.trim();
}

const pair = ({ name }: SdkField): string => `${JSON.stringify(name)}: ${pythonName(name)}`;
const dictionary = (pairs: readonly string[]): string => `{${pairs.join(', ')}}`;

function argumentTexts({ parts, query, body, hasKey }: MethodArguments): readonly string[] {
  return [
    ...(parts.length > 0 ? [`parts=${dictionary(parts)}`] : []),
    ...(query.length > 0 ? [`query=${dictionary(query)}`] : []),
    ...(body === null ? [] : [body]),
    ...(hasKey ? ['idempotency_key=idempotency_key'] : []),
    'options=options',
  ];
}

/** Whether the file that is sent is text, which may be given as it is. */
const isText = ({ id }: SdkOperation): boolean => id === 'importCsv';

function bodyText(operation: SdkOperation, fields: readonly SdkField[]): string | null {
  const { body } = operation;
  if (body === null) return null;
  if (body.kind === 'file') return `form=${isText(operation) ? 'text_body' : 'file_body'}(${JSON.stringify(body.field)}, file, filename)`;
  if (body.type.kind === 'array') return 'json=items';
  const json = `given(${fields.map(({ name }) => `${name}=${pythonName(name)}`).join(', ')})`;
  return body.required ? `json=${json}` : `json=${json} or NOT_GIVEN`;
}

const notGiven = ({ type }: SdkField): string => {
  const hint = sentType(type);
  const inner = /^(?:Optional|Union)\[(.*)\]$/.exec(hint);
  if (type.nullable && hint !== 'Any') return `Union[${inner?.[1] ?? hint}, None, NotGiven]`;
  return hint === 'Any' ? 'Any' : `Union[${hint}, NotGiven]`;
};

const leftOut = ({ type }: SdkField): string => (sentType(type) === 'Any' ? 'Any' : `Optional[${sentType({ ...type, nullable: false })}]`);
