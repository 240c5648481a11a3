import type { ValidateFunction } from 'ajv';
import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

interface Media {
  readonly schema?: object;
  /** By error code, of a refusal. */
  readonly examples?: Readonly<Record<string, object>>;
}

interface Operation {
  readonly responses: Readonly<Record<string, { readonly headers?: object; readonly content?: Readonly<Record<string, Media>> }>>;
}

export interface InterfaceDescription {
  readonly components: object;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export interface SentAnswer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** As the header has it; null where there is none. */
  readonly type: string | null;
  /** Which of the fields of headers that are watched it has. */
  readonly fields?: readonly string[];
  /** Parsed where it is JSON; undefined where it is empty or was not read. */
  readonly body: unknown;
}

export interface CheckedAnswer {
  /** `GET /v1/pins/{id}`; undefined for a route that is not described. */
  readonly route: string | undefined;
  readonly faults: readonly string[];
}

/** A refusal as RFC 9457 tells it; one schema for all routes, so that generated clients have one type for a refusal. */
const problemType = 'application/problem+json';
const problem = { $ref: '#/components/schemas/ProblemDto' };

/** Compares answers with the interface's own description; compiles each schema once. */
export class DescribedAnswers {
  private readonly ajv = new Ajv({ strict: false, allErrors: true });
  private readonly compiled = new Map<object, ValidateFunction>();
  private readonly templates: readonly { readonly template: string; readonly matches: RegExp }[];

  constructor(private readonly description: InterfaceDescription) {
    addFormats(this.ajv);
    this.ajv.addSchema({ $id: 'doc', components: asJsonSchema(description.components) as object });
    this.templates = Object.keys(description.paths)
      .map((template) => ({ template, matches: new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`) }))
      // `/v1/pins/validate` is no pin.
      .sort((a, b) => parametersOf(a.template) - parametersOf(b.template));
  }

  /** What the description does not allow about an answer; nothing for a path or method that it does not know. */
  check({ method, path, status, type, fields = [], body }: SentAnswer): CheckedAnswer {
    const asked = path.split('?')[0] ?? '';
    const template = this.templates.find(({ matches, template }) => matches.test(asked) && this.operation(method, template))?.template;
    const operation = template === undefined ? undefined : this.operation(method, template);
    if (!operation) return { route: undefined, faults: [] };
    const route = `${method} ${template}`;
    const described = operation.responses[String(status)];
    const faults = described ? this.faultsOf(described.content, type, body) : ['is not described'];
    for (const field of fields) if (described && !(field in (described.headers ?? {}))) faults.push(`the field ${field} is not described`);
    return { route, faults: [...new Set(faults)].map((fault) => `${route} ${status}: ${fault}`) };
  }

  private faultsOf(content: Readonly<Record<string, Media>> | undefined, type: string | null, body: unknown): string[] {
    if (body === undefined) return [];
    const [named = ''] = (type ?? '').split(';');
    const media = content?.[named] ?? content?.[`${named.split('/')[0]}/*`];
    if (!media && named === problemType)
      return this.faultsOf({ [named]: { ...content?.['application/json'], schema: problem } }, type, body);
    if (!media) return [`its body, ${named}, is not described`];
    if (!media.schema || !named.endsWith('json')) return [];
    const validate = this.compiled.get(media.schema) ?? this.ajv.compile(asJsonSchema(media.schema) as object);
    this.compiled.set(media.schema, validate);
    if (!validate(body)) return (validate.errors ?? []).map(faultOf);
    const { code } = ((body as { error?: { code?: string } } | null)?.error ?? body ?? {}) as { code?: string };
    return media.examples && typeof code === 'string' && !(code in media.examples) ? [`the code ${code} is not described`] : [];
  }

  private operation = (method: string, template: string): Operation | undefined => this.description.paths[template]?.[method.toLowerCase()];
}

const parametersOf = (template: string): number => template.split('{').length;

const faultOf = ({ instancePath, message = '', params }: NonNullable<ValidateFunction['errors']>[number]): string =>
  `${instancePath.replace(/\/\d+/g, '/*')} ${message}${'additionalProperty' in params ? ` (${String(params['additionalProperty'])})` : ''}`;

/** What is no JSON Schema as those read it who generate clients: a whole number without a format has 32 bits. A field that is answered must be described. */
function asJsonSchema(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll('#/components', 'doc#/components'), (_, value) =>
    [value?.type].flat().includes('integer')
      ? { format: 'int32', ...value }
      : value?.properties
        ? { additionalProperties: false, ...value }
        : value,
  );
}
