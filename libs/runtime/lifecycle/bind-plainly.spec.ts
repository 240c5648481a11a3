import { AsyncLocalStorage, AsyncResource, executionAsyncResource } from 'node:async_hooks';
import { bindPlainly } from './bind-plainly';

const { bind } = AsyncResource.prototype;
beforeAll(bindPlainly);
afterAll(() => {
  AsyncResource.prototype.bind = bind;
});

it('binds a function to the values of where it was bound, and to its resource', () => {
  const storage = new AsyncLocalStorage<string>();
  const bound = storage.run('first', () => AsyncResource.bind(() => storage.getStore()));
  expect(storage.run('second', bound)).toBe('first');
  const resource = new AsyncResource('reading');
  expect(resource.bind(executionAsyncResource)()).toBe(resource);
});

it('hands on what the function is called with, and what it gives or throws', () => {
  function multiply(this: unknown, ...numbers: number[]): number[] {
    if (numbers.length === 0) throw new RangeError('no number');
    return numbers.map((number) => number * (this as { readonly factor: number }).factor);
  }
  const multiplier = { factor: 2, bound: AsyncResource.bind(multiply) };
  expect(multiplier.bound(1, 2, 3)).toEqual([2, 4, 6]);
  expect(() => multiplier.bound()).toThrow(RangeError);
  expect(Reflect.apply(AsyncResource.bind, AsyncResource, [multiply, 'multiplying', { factor: 3 }])(1)).toEqual([3]);
});

it('makes nothing that is deprecated', () => {
  expect(Object.keys(AsyncResource.bind(() => undefined))).toEqual([]);
});
