import { toolList } from '../../apps/api/mcp/tool-list';
import { startService, type RunningService } from '../setup/running-service';

type Schema = Readonly<Record<string, unknown>>;

let service: RunningService;
let described: Readonly<Record<string, Schema>>;

beforeAll(async () => {
  service = await startService();
  described = (await service.call('GET', '/openapi.json')).body.components.schemas;
});

afterAll(() => service.stop());

/** Which part of a tool says the same as which schema of the interface: what both name is the same in both. */
const pairs: readonly (readonly [tool: string, way: readonly string[], schema: string])[] = [
  ['create_pin', ['input'], 'CreatePinDto'],
  ['validate_pin', ['input'], 'CreateScheduleDto'],
  ['schedule_pin', ['input'], 'CreateScheduleDto'],
  ['update_pin', ['input'], 'EditPinDto'],
  ['update_schedule', ['input'], 'EditScheduleDto'],
  ['retry_pin', ['input'], 'RetryPinDto'],
  ['create_board', ['input'], 'BoardCreateDto'],
  ['list_pins', ['output', 'properties', 'pins', 'items'], 'PinDto'],
  ['get_pin', ['output', 'properties', 'pin'], 'PinDto'],
  ['schedule_pin', ['output'], 'ScheduleDto'],
  ['get_import', ['output'], 'ImportDto'],
  ['check_board', ['output'], 'BoardAccessDto'],
];

it.each(pairs)('%s %j has what %s has, in the same form', (tool, way, name) => {
  const own = partOf(toolList.find((each) => each.name === tool) as unknown as Schema, way);
  const theirs = described[name];
  if (!theirs) throw new Error(`the interface describes no ${name}`);
  const [fields, known] = [own['properties'] as Record<string, Schema>, theirs['properties'] as Record<string, Schema>];
  const shared = Object.keys(fields).filter((field) => field in known);
  expect(shared.length).toBeGreaterThan(1);
  expect(shared.flatMap((field) => differences(field, fields[field] ?? {}, known[field] ?? {}))).toEqual([]);
  if (way[0] !== 'input') return;
  const taken = Object.keys(fields).filter((field) => !['id', 'key', 'again', 'run_at', ...Object.keys(known)].includes(field));
  expect(taken).toEqual([]);
  const needed = ((theirs['required'] ?? []) as readonly string[]).filter((field) => tool !== 'validate_pin' || field === 'none');
  if (tool.startsWith('create') || tool.startsWith('schedule')) expect(own['required']).toEqual(expect.arrayContaining([...needed]));
});

const partOf = (tool: Schema, way: readonly string[]): Schema => way.reduce((part, step) => part[step] as Schema, tool);

/** How a field of a tool says something that the interface does not. */
function differences(field: string, own: Schema, known: Schema): string[] {
  const faults: string[] = [];
  const differ = (what: string) => faults.push(`${field}: ${what} ${JSON.stringify(own[what])} is ${JSON.stringify(known[what])} there`);
  const [mine, theirs] = [typesOf(own), typesOf(known)];
  if (![...mine].every((type) => theirs.has(type) || (type === 'integer' && theirs.has('number')))) differ('type');
  if (own['format'] !== undefined && own['format'] !== known['format']) differ('format');
  if (own['maxLength'] !== undefined && own['maxLength'] !== known['maxLength']) differ('maxLength');
  const values = (own['enum'] ?? []) as readonly unknown[];
  const knownValues = new Set((known['enum'] ?? values) as readonly unknown[]);
  if (
    !values.every((value) => knownValues.has(value)) ||
    (values.length > 0 && [...knownValues].some((value) => value !== null && !values.includes(value)))
  )
    differ('enum');
  return faults;
}

const typesOf = (schema: Schema): Set<unknown> => {
  const parts = [schema, ...((schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf'] ?? []) as readonly Schema[])];
  return new Set(parts.flatMap(({ type }) => (type === undefined ? [] : [type].flat())));
};

it('a field that the interface has otherwise is found', () => {
  expect(differences('status', { type: 'string', enum: ['queued', 'lost'] }, { type: 'string', enum: ['queued'] })).toHaveLength(1);
  expect(differences('id', { type: 'integer' }, { type: 'string', format: 'uuid' })).toHaveLength(1);
  expect(differences('title', { type: 'string', maxLength: 90 }, { type: ['string', 'null'], maxLength: 100 })).toHaveLength(1);
});
