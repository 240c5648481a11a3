import type { Sample } from '@pps/event-store/testing';
import { checkStoredShapes, withNewShapes } from './stored-shapes';

const sample = (data: object, version = 1): Sample => ({ version, fact: { type: 'DoorPainted', data } });

const blue = sample({ color: 'blue', coats: 2 });
const stored = withNewShapes('', [blue]);

it('takes new samples beside the stored ones', () => {
  const both = withNewShapes(stored, [blue, sample({ color: 'red', coats: 1, by: 'Ada' })]);
  expect(both.split('\n')).toEqual(expect.arrayContaining(stored.split('\n')));
  expect(both.trim().split('\n')).toHaveLength(2);
});

it('does not mind the order of fields', () => {
  expect(() => checkStoredShapes(stored, [sample({ coats: 2, color: 'blue' })])).not.toThrow();
});

it.each([
  ['a changed value', [sample({ color: 'green', coats: 2 })]],
  ['a renamed field', [sample({ colour: 'blue', coats: 2 })]],
  ['another version', [sample({ color: 'blue', coats: 2 }, 2)]],
  ['a removed sample', []],
])('refuses %s and says to add a new version', (_, samples) => {
  expect(() => withNewShapes(stored, samples)).toThrow(/^A sample of DoorPainted version 1 was changed or removed.* add a new version/);
});

it('lets a version end where an older sample stays', () => {
  expect(() => checkStoredShapes(stored, [blue, sample({ color: '#00f', coats: 2 }, 2)])).not.toThrow();
});
