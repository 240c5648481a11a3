import type { DocumentSchema, NamedSchemas } from './allowed-values';
import { schemaBreaches, type ComparedSchemas } from './schema-breaches';

type Content = Readonly<Record<string, { readonly schema?: DocumentSchema }>>;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: DocumentSchema;
}

interface Answer {
  readonly content?: Content;
  readonly headers?: Readonly<Record<string, unknown>>;
}

interface Operation {
  readonly operationId?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly 'x-required-scope'?: string;
}

/** As much of an OpenAPI document as clients rely on. */
export interface InterfaceDocument {
  readonly paths: Readonly<Record<string, object>>;
  readonly components?: { readonly schemas?: object };
}

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;

/** What of a document could break a client that was made for the released one, a line each. */
export function interfaceBreaches(released: InterfaceDocument, present: InterfaceDocument): string[] {
  const schemas = { released: schemasOf(released), present: schemasOf(present) };
  return Object.entries(released.paths).flatMap(([path, operations]) =>
    methods.flatMap((method) => {
      const was = (operations as Readonly<Record<string, Operation | undefined>>)[method];
      const is = (present.paths[path] as Readonly<Record<string, Operation | undefined>> | undefined)?.[method];
      const at = `${method.toUpperCase()} ${path}`;
      if (!was) return [];
      return is ? operationBreaches(was, is, at, schemas) : [`${at}: is gone`];
    }),
  );
}

const schemasOf = ({ components }: InterfaceDocument): NamedSchemas => (components?.schemas ?? {}) as NamedSchemas;

type Schemas = Omit<ComparedSchemas, 'direction'>;

function operationBreaches(was: Operation, is: Operation, at: string, schemas: Schemas): string[] {
  return [
    ...(was.operationId === is.operationId ? [] : [`${at}: was called ${was.operationId} and is ${is.operationId}`]),
    ...credentialBreaches(was, is, at),
    ...parameterBreaches(was, is, at, schemas),
    ...bodyBreaches(was, is, at, schemas),
    ...answerBreaches(was, is, at, schemas),
  ];
}

function credentialBreaches(was: Operation, is: Operation, at: string): string[] {
  const namesOf = ({ security = [] }: Operation) => security.flatMap((each) => Object.keys(each));
  const refused = namesOf(was).filter((name) => !namesOf(is).includes(name));
  const [before, now] = [was['x-required-scope'], is['x-required-scope']];
  const asksNow = namesOf(was).length === 0 && namesOf(is).length > 0;
  return [
    ...refused.map((name) => `${at}: the credential ${name} is no longer taken`),
    ...(asksNow ? [`${at}: asks for a credential now`] : []),
    ...(before !== undefined && now !== undefined && before !== now ? [`${at}: asks for the scope ${now}, no longer ${before}`] : []),
  ];
}

function parameterBreaches(was: Operation, is: Operation, at: string, schemas: Schemas): string[] {
  const keyOf = (parameter: Parameter) => `${parameter.in} ${parameter.name}`;
  const [before, now] = [was, is].map(({ parameters = [] }) => new Map(parameters.map((each) => [keyOf(each), each])));
  const required = [...(now ?? [])].filter(([key, each]) => each.required === true && before?.get(key)?.required !== true);
  return [
    ...required.map(([key]) => `${at}: ${key} is required now`),
    ...[...(before ?? [])].flatMap(([key, { schema }]) => {
      const present = now?.get(key);
      if (!present) return [`${at}: ${key} is gone`];
      const pair = { released: schema ?? {}, present: present.schema ?? {} };
      return schemaBreaches(pair, `${at}: ${key}`, { direction: 'sent', ...schemas });
    }),
  ];
}

function bodyBreaches({ requestBody: was }: Operation, { requestBody: is }: Operation, at: string, schemas: Schemas): string[] {
  const needed = is?.required === true && was?.required !== true ? [`${at}: a body is required now`] : [];
  return [...needed, ...contentBreaches(was?.content ?? {}, is?.content ?? {}, `${at} body`, { direction: 'sent', ...schemas })];
}

/** Of refusals a client knows statuses and codes, of which there may be fewer and more. */
function answerBreaches(was: Operation, is: Operation, at: string, schemas: Schemas): string[] {
  const promised = Object.entries(was.responses).filter(([status]) => /^[23]/.test(status));
  return promised.flatMap(([status, answer]) => {
    const [present, place] = [is.responses[status], `${at} ${status}`];
    if (!present) return [`${place}: is gone`];
    const headers = Object.keys(answer.headers ?? {}).filter((name) => !Object.hasOwn(present.headers ?? {}, name));
    return [
      ...headers.map((name) => `${place}: the header ${name} is gone`),
      ...contentBreaches(answer.content ?? {}, present.content ?? {}, place, { direction: 'answered', ...schemas }),
    ];
  });
}

function contentBreaches(was: Content, is: Content, at: string, compared: ComparedSchemas): string[] {
  return Object.entries(was).flatMap(([type, { schema = {} }]) => {
    const present = is[type];
    return present ? schemaBreaches({ released: schema, present: present.schema ?? {} }, at, compared) : [`${at}: ${type} is gone`];
  });
}
