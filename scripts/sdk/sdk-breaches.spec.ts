import { committedModel } from './document-file';
import { lastReleasedSdk, packagesVersion, sdkRecord, unannouncedBreaches } from './released-sdk';
import { mayBreak, sdkBreaches } from './sdk-breaches';
import type { SdkModel } from './sdk-model';

const { version, model: released } = lastReleasedSdk();

it(`a program written against the packages ${version} still compiles and runs, or each has a new major version`, () => {
  expect(unannouncedBreaches({ version: packagesVersion(), model: committedModel() })).toEqual([]);
});

it.each([
  ['0.2.0', '2.0.0', false],
  ['0.2.0', '1.99.0', true],
  ['0.1.9', '2.0.0', true],
])('what breaks programs is found in packages %s, with %s for Python: %s', (of, ofPython, isFound) => {
  const model = { ...structuredClone(released), version: ofPython, types: [] };
  expect(unannouncedBreaches({ version: of, model }).includes('Pin: is gone')).toBe(isFound);
});

it('a record has all that is compared', () => {
  const present = committedModel();
  const recorded = JSON.parse(sdkRecord(present)) as SdkModel;
  expect(sdkBreaches(recorded, present)).toEqual([]);
  expect(sdkBreaches(present, recorded)).toEqual([]);
  expect(sdkRecord(present)).not.toContain(present.errors[0]?.remediation);
});

it.each([
  ...[['0.1.0', '0.1.1', false] as const, ['0.1.0', '0.2.0', true] as const, ['0.9.0', '1.0.0', true] as const],
  ...[['1.2.0', '1.9.0', false] as const, ['1.9.0', '2.0.0', true] as const, ['2.0.0', '1.9.9', false] as const],
])('%s to %s may break something: %s', (was, is, may) => expect(mayBreak(was, is)).toBe(may));

type Loose = ReturnType<typeof JSON.parse>;
const planted = (change: (model: Loose) => void): string[] => {
  const copy = structuredClone(released) as Loose;
  change(copy);
  return sdkBreaches(released, copy as SdkModel);
};
const operation = (model: Loose, resource: string, method: string) =>
  model.resources.find(({ name }: Loose) => name === resource).operations.find((each: Loose) => each.method === method);
const type = (model: Loose, name: string) => model.types.find((each: Loose) => each.name === name);
const field = (model: Loose, name: string, of: string) => type(model, name).fields.find((each: Loose) => each.name === of);
const without = (model: Loose, name: string, of: string) =>
  (type(model, name).fields = type(model, name).fields.filter((each: Loose) => each.name !== of));
const words = { kind: 'words', words: ['new'], nullable: false };

it.each<[string, (model: Loose) => void]>([
  ['Pin.title: is gone', (m) => without(m, 'Pin', 'title')],
  ['CreatePin.title: is gone', (m) => without(m, 'CreatePin', 'title')],
  ['CreatePin.link_url: is required now', (m) => (field(m, 'CreatePin', 'link_url').required = true)],
  ['CreatePin.brand: is required now', (m) => type(m, 'CreatePin').fields.push({ name: 'brand', type: words, required: true })],
  ['Pin.title: is another type where it is received', (m) => (field(m, 'Pin', 'title').type.nullable = true)],
  ['Pin.created_at: is another type where it is received', (m) => (field(m, 'Pin', 'created_at').type.kind = 'string')],
  ['Pin.title: may be absent now', (m) => (field(m, 'Pin', 'title').required = false)],
  ['CreatePin.title: is another type where it is sent', (m) => (field(m, 'CreatePin', 'title').type = words)],
  ['CreatePin.link_url: is another type where it is sent', (m) => (field(m, 'CreatePin', 'link_url').type = { kind: 'moment' })],
  ['pins.list.status: is gone', (m) => (operation(m, 'pins', 'list').query = [])],
  ['pins.list.new: is required now', (m) => operation(m, 'pins', 'list').query.push({ name: 'new', type: words, required: true })],
  ['pins.list: is no longer a list by cursor', (m) => (operation(m, 'pins', 'list').paging = null)],
  ['pins.create: is gone', (m) => (operation(m, 'pins', 'create').method = 'make')],
  ['pins.create: makes no idempotency key any more', (m) => (operation(m, 'pins', 'create').idempotencyKey = null)],
  ['pins.create: the body is narrower', (m) => (operation(m, 'pins', 'create').body.type.name = 'Other')],
  ['pins.create: answers something else', (m) => (operation(m, 'pins', 'create').answer.type.name = 'Other')],
  ['pins.get: called getPin and calls readPin', (m) => (operation(m, 'pins', 'get').id = 'readPin')],
  ['pins.get: took id first and takes nothing', (m) => (operation(m, 'pins', 'get').pathParameters = [])],
  ['pins.get: a body is required now', (m) => (operation(m, 'pins', 'get').body = { kind: 'file', field: 'file' })],
  ['pins.get.id: is another type where it is sent', (m) => (operation(m, 'pins', 'get').pathParameters[0].type = words)],
  ['pins.get: is a list now', (m) => (operation(m, 'pins', 'get').paging = operation(m, 'pins', 'list').paging)],
  ['Pin.created_at: may be a text where it is received', (m) => (type(m, 'Pin').use = 'both')],
  ['Pin: is no longer received', (m) => (type(m, 'Pin').use = 'sent')],
  ['ErrorBody: has no further fields any more', (m) => (type(m, 'ErrorBody').isOpen = false)],
  ['Pin: is gone', (m) => (type(m, 'Pin').name = 'PublishedPin')],
  ['QuotaExceededError: is gone', (m) => (m.errors = m.errors.filter(({ code }: Loose) => code !== 'quota_exceeded'))],
])('finds %s', (breach, change) => expect(planted(change)).toContain(breach));

it.each<[string, (model: Loose) => void]>([
  ['a method more', (m) => m.resources[0].operations.push({ ...m.resources[0].operations[0], method: 'more' })],
  ['a type and an error more', (m) => (m.types.push({ name: 'More' }), m.errors.push({ code: 'more', className: 'MoreError' }))],
  [
    'a field more',
    (m) => ['Pin', 'CreatePin'].forEach((name) => type(m, name).fields.push({ name: 'more', type: words, required: false })),
  ],
  ['what may be left out now', (m) => (field(m, 'SwitchProject', 'project_id').required = false)],
  ['what may be null now where it is sent', (m) => (field(m, 'SwitchProject', 'project_id').type.nullable = true)],
  ['what is never null now where it is received', (m) => (field(m, 'Pin', 'platform_url').type.nullable = false)],
  ['a word more', (m) => field(m, 'Pin', 'status').type.words.push('new')],
  ['a parameter more', (m) => operation(m, 'pins', 'list').query.push({ name: 'new', type: words, required: false })],
])('%s breaks no program', (_, change) => expect(planted(change)).toEqual([]));
