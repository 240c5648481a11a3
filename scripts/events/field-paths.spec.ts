import { fieldPaths, missingFields, unknownFields } from './field-paths';
import type { Field } from './fields-of';

const field = (path: string, changes: Partial<Field> = {}): Field => ({
  path,
  type: 'string',
  isOptional: false,
  isOpen: false,
  meaning: '',
  ...changes,
});

const fields = [field('at'), field('entries'), field('entries[].id'), field('by', { isOptional: true }), field('data', { isOpen: true })];

it('names inner fields and those of list items', () => {
  expect(fieldPaths({ at: 'now', by: { id: 1 }, entries: [{ id: 1 }, { id: 2, units: 1 }] })).toEqual([
    ...['at', 'by', 'by.id', 'entries'],
    ...['entries[].id', 'entries[].units'],
  ]);
});

it('finds what the type demands and the value lacks', () => {
  expect(missingFields({ at: 'now', entries: [{ units: 1 }], data: {} }, fields)).toEqual(['entries[].id']);
  expect(missingFields({ at: 'now', entries: [], data: {} }, fields)).toEqual([]);
});

it('finds what the type does not know, but for fields that are open', () => {
  expect(unknownFields({ at: 'now', entries: [{ id: 1, units: 1 }], colour: 'blue', data: { any: { depth: 1 } } }, fields)).toEqual([
    ...['entries[].units', 'colour'],
  ]);
});
