import 'reflect-metadata';
import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { describeIn31 } from './served/describe-in-31';
import { previewDescription } from './preview-description';
import { recordedExamples } from './with-examples';

interface Media {
  readonly schema: { readonly format?: string };
  readonly example?: unknown;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: object;
    readonly example?: unknown;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
}

interface Place {
  readonly at: string;
  readonly schema: object;
  readonly example: unknown;
  /** Of a file that is no text nobody is shown anything. */
  readonly isFile: boolean;
}

let places: readonly Place[];
let components: object;

beforeAll(async () => {
  const document = describeIn31(await previewDescription());
  components = document.components;
  const operations = Object.values(document.paths as unknown as Record<string, Record<string, Operation>>).flatMap((methods) =>
    Object.values(methods),
  );
  places = operations.flatMap(({ operationId, parameters = [], requestBody, responses }) => [
    ...parameters
      .filter((each) => each.in === 'path' || (each.in === 'query' && each.required === true))
      .map(({ name, schema, example }) => ({ at: `${operationId} ?${name}`, schema, example, isFile: false })),
    ...contents(`${operationId} request`, requestBody?.content),
    ...Object.entries(responses)
      .filter(([status]) => Number(status) < 300)
      .flatMap(([status, { content }]) => contents(`${operationId} ${status}`, content)),
  ]);
});

const contents = (at: string, content: Readonly<Record<string, Media>> = {}): Place[] =>
  Object.entries(content).map(([type, { schema, example }]) => ({
    at,
    schema,
    example,
    isFile: /^(multipart|image|video)\/|zip$/.test(type),
  }));

test('each body, each success and each parameter that has to be given has an example, unless it is a file', () => {
  expect(places.filter(({ example, isFile }) => example === undefined && !isFile).map(({ at }) => at)).toEqual([]);
  expect(places.filter(({ at, example }) => at.endsWith(' request') && example !== undefined).length).toBeGreaterThan(35);
  expect(places.filter(({ at, example }) => / \d+$/.test(at) && example !== undefined).length).toBeGreaterThan(95);
});

test('each example is what its schema allows', () => {
  const ajv = addFormats(new Ajv({ strict: false, allErrors: true }));
  const local = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('#/components', 'doc#/components')) as object;
  ajv.addSchema({ $id: 'doc', components: local(components) });
  const wrong = places.flatMap(({ at, schema, example }) => {
    if (example === undefined) return [];
    const validate = ajv.compile(local(schema));
    return validate(example) ? [] : [[at, validate.errors]];
  });
  expect(wrong).toEqual([]);
});

test('no example is of a time, a machine or a person of its own, and none is a secret', () => {
  const text = JSON.stringify(recordedExamples());
  expect(
    [...text.matchAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g)].map(([id]) => id).filter((id) => !id.startsWith('0197a000-0000-7000-8000-')),
  ).toEqual([]);
  expect([...text.matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => port).filter((port) => port !== '3000' && port !== '3900')).toEqual(
    [],
  );
  expect(text).not.toMatch(/example\.test|"eyJhbGciOiJIUzI1NiIsIn|localhost/);
  expect(new Set([...text.matchAll(/pps_live_\w+/g)].map(([key]) => key))).toEqual(
    new Set(['pps_live_EXAMPLEexampleEXAMPLEexampleEXAMPLEexam', 'pps_live_EXAM']),
  );
});
