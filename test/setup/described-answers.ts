import Ajv, { type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { appendFileSync } from 'node:fs';

interface Operation {
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: object }>> }>>;
}

export interface InterfaceDescription {
  readonly components: object;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export interface SentAnswer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Parsed JSON; undefined where the answer has no body. */
  readonly body: unknown;
}

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
  faultsOf({ method, path, status, body }: SentAnswer): string[] {
    const route = path.split('?')[0] ?? '';
    const template = this.templates.find(({ matches, template }) => matches.test(route) && this.operation(method, template))?.template;
    const operation = template === undefined ? undefined : this.operation(method, template);
    if (!operation) return [];
    const name = `${method} ${template} ${status}`;
    const described = operation.responses[String(status)];
    if (!described) return [`${name} is not described`];
    const schema = described.content?.['application/json']?.schema;
    if (body === undefined || !schema) return body === undefined || described.content ? [] : [`${name}: its body is not described`];
    const validate = this.compiled.get(schema) ?? this.ajv.compile(asJsonSchema(schema) as object);
    this.compiled.set(schema, validate);
    if (validate(body)) return [];
    return [...new Set((validate.errors ?? []).map((error) => `${name}: ${faultOf(error)}`))];
  }

  private operation = (method: string, template: string): Operation | undefined => this.description.paths[template]?.[method.toLowerCase()];
}

const parametersOf = (template: string): number => template.split('{').length;

const faultOf = ({ instancePath, message = '', params }: NonNullable<ValidateFunction['errors']>[number]): string =>
  `${instancePath.replace(/\/\d+/g, '/*')} ${message}${'additionalProperty' in params ? ` (${String(params['additionalProperty'])})` : ''}`;

/** OpenAPI's `nullable` beside a reference is unknown to JSON Schema; a field that is answered must be described. */
function asJsonSchema(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll('#/components', 'doc#/components'), (_, value) =>
    value?.nullable && value.allOf
      ? { anyOf: [{ type: 'null' }, ...value.allOf] }
      : value?.properties
        ? { additionalProperties: false, ...value }
        : value,
  );
}

let known: Promise<DescribedAnswers | null> | undefined;

/**
 * Notes in the file `ANSWER_FAULTS` what an answer of this API has that its description does not allow; does nothing while that is not set.
 * The description is read once, from the first API that is asked.
 */
export async function noteAnswerFaults(port: number, answer: SentAnswer): Promise<void> {
  const file = process.env['ANSWER_FAULTS'];
  if (file === undefined) return;
  known ??= readDescription(port);
  const faults = (await known)?.faultsOf(answer) ?? [];
  if (faults.length > 0) appendFileSync(file, faults.map((fault) => `${fault}\n`).join(''));
}

async function readDescription(port: number): Promise<DescribedAnswers | null> {
  const response = await fetch(`http://127.0.0.1:${port}/openapi.json`, { signal: AbortSignal.timeout(60_000) });
  const description = (await response.json().catch(() => null)) as InterfaceDescription | null;
  if (description?.paths) return new DescribedAnswers(description);
  known = undefined;
  return null;
}
