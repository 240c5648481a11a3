import { newId } from '@pps/kernel';
import { register } from '../setup/account';
import type { Answer } from '../setup/caller';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import { newSession, type Headers } from '../setup/platform-user';
import { describedOperations, kindOf, kindOfFaults, takesNull, type DescribedOperation, type Schema } from './described-operations';

let service: PlatformService;
let session: Headers;
let operations: readonly DescribedOperation[];

beforeAll(async () => {
  service = await startPlatformService({ DEFAULT_PLAN: 'pro' });
  session = await newSession(service.call);
  operations = describedOperations((await service.call('GET', '/openapi.json')).body);
});
afterAll(() => service.stop());

const beyond32Bits = 2 ** 31;
/** No field has this name, so that a body with it is refused whatever else it says. */
const unknown = 'no_such_field';

interface Probe {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object | undefined;
}

/** Sends an operation so that what it says of one input is seen; ids are ones that nobody has. */
function send({ method, path, parameters }: DescribedOperation, { path: ids = {}, query = {}, body }: Probe, as = session) {
  const idOf = (name: string): string => {
    const isUuid = parameters.find((each) => each.name === name)?.schema.format === 'uuid';
    return ids[name] ?? (isUuid ? newId() : '1');
  };
  const asked = path.replace(/\{(\w+)\}/g, (_, name: string) => idOf(name));
  return service.call(method, `${asked}?${new URLSearchParams(query)}`, body, as);
}

/** The types of the faults at one place of the input. */
const faultsAt = ({ status, body }: Answer, ...loc: readonly string[]): string[] =>
  status !== 422
    ? []
    : ((body.error.errors ?? []) as { loc: unknown[]; type: string }[])
        .filter((fault) => fault.loc.length >= loc.length && loc.every((part, index) => fault.loc[index] === part))
        .map(({ type }) => type);

const isLink = ({ parameters }: DescribedOperation) => parameters.some(({ name }) => name === 'signature');

test('each parameter of a path and a query is of the type that the code takes', async () => {
  const wrong: unknown[] = [];
  const kinds = new Set<string>();
  for (const operation of operations.filter((each) => each.path.startsWith('/v1/'))) {
    for (const { name, in: place, schema } of operation.parameters) {
      // The parts of a signed link are compared with its signature, whatever they are.
      if (place === 'header' || (place === 'query' && isLink(operation))) continue;
      const taken = kindOfFaults(faultsAt(await send(operation, { [place]: { [name]: 'x' }, body: operation.body && {} }), place, name));
      kinds.add(taken);
      if (taken !== kindOf(schema)) wrong.push([operation.id, name, kindOf(schema), taken]);
      if (taken === 'integer') wrong.push(...(await widthFault(operation, name, schema)));
    }
  }
  expect(wrong).toEqual([]);
  expect([...kinds].sort()).toEqual(['boolean', 'date-time', 'enum', 'integer', 'text', 'uuid']);
});

/** Nothing where a parameter that takes more than 32 bits says so, and one that does not has its bound. */
async function widthFault(operation: DescribedOperation, name: string, schema: Schema): Promise<unknown[]> {
  const faults = faultsAt(await send(operation, { query: { [name]: String(beyond32Bits) } }), 'query', name);
  const isDescribed =
    faults.length === 0 ? schema.format === 'int64' : schema.format !== 'int64' && (schema.maximum ?? beyond32Bits) < beyond32Bits;
  return isDescribed ? [] : [[operation.id, name, schema, faults]];
}

/** What answers faults of its pins in a result, or later, and not as a refusal. */
const tellsLater = ['createPins', 'importJson', 'validatePin', 'validateSchedule'];

test('each field of a body is of the type that the code takes, and may be null where null is taken', async () => {
  const wrong: unknown[] = [];
  const compared = new Set<string>();
  for (const operation of operations) {
    const { properties = {}, required = [] } = operation.body ?? {};
    const names = Object.keys(properties);
    if (names.length === 0 || tellsLater.includes(operation.id)) continue;
    const bodyOf = (value: unknown) => ({ ...Object.fromEntries(names.map((name) => [name, value])), [unknown]: 1 });
    const [words, nulls] = [await send(operation, { body: bodyOf('x') }), await send(operation, { body: bodyOf(null) })];
    if (!faultsAt(words, 'body', unknown).includes('unknown_field')) wrong.push([operation.id, words.status, words.body]);
    for (const [name, schema] of Object.entries(properties)) {
      const taken = kindOfFaults(faultsAt(words, 'body', name));
      compared.add(taken);
      if (taken !== kindOf(schema)) wrong.push([operation.id, name, kindOf(schema), taken]);
      // Of fields that belong together one is missed where all are null.
      const isTaken = faultsAt(nulls, 'body', name).every((type) => type === 'missing' || type === 'one_of');
      const isDescribed = takesNull(schema);
      // What is required and null is told by the rule that needs it.
      if (isTaken !== isDescribed && !(isTaken && required.includes(name))) wrong.push([operation.id, name, { isTaken, isDescribed }]);
    }
  }
  expect(wrong).toEqual([]);
  expect([...compared].sort()).toEqual(['boolean', 'date-time', 'enum', 'text', 'uuid']);
});

test('whatever takes a body says which', async () => {
  const silent = operations.filter(
    ({ method, path, takesBody }) => /^(POST|PUT|PATCH)$/.test(method) && path.startsWith('/v1/') && !takesBody,
  );
  const taking: string[] = [];
  for (const operation of silent) {
    // What is carried out ends sessions and sandboxes: each has a person of its own.
    const own = (await register(service.call)).session;
    const answer = await send(operation, { body: { [unknown]: 1 } }, own);
    if (faultsAt(answer, 'body').length > 0) taking.push(operation.id);
  }
  expect(taking).toEqual([]);
  expect(silent.length).toBeGreaterThan(10);
});
