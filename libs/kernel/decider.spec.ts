import { fold, Invalid, NotFound, Rejected, type Decider, type Fact } from '.';
import { given } from './testing';

type Opened = Fact<'Opened', { readonly by: string }>;
const door: Decider<readonly string[], Opened> = { initial: [], evolve: (openers, { data }) => [...openers, data.by] };
const open = (by: string) => (openers: readonly string[]) => (openers.includes(by) ? [] : [{ type: 'Opened', data: { by } } as const]);

describe('a decider', () => {
  it('folds facts, oldest first, onto the initial state or another one', () => {
    const facts: Opened[] = ['a', 'b'].map((by) => ({ type: 'Opened', data: { by } }));
    expect(fold(door, [])).toEqual([]);
    expect(fold(door, facts)).toEqual(['a', 'b']);
    expect(fold(door, facts, ['z'])).toEqual(['z', 'a', 'b']);
  });

  it('is tried by examples: what is decided, and what is decided when it is asked again', () => {
    const example = given(door, { type: 'Opened', data: { by: 'a' } });
    expect(example.when(open('b'))).toEqual([{ type: 'Opened', data: { by: 'b' } }]);
    expect(example.twice(open('b'))).toEqual([]);
    expect(example.when(open('a'))).toEqual([]);
  });
});

describe('the errors that answers are made of', () => {
  it('carry what the answer needs', () => {
    expect(new Rejected('quota_exceeded', 'no units left', { limit: 3 })).toMatchObject({ code: 'quota_exceeded', context: { limit: 3 } });
    expect(new NotFound('pin').message).toBe('pin not found');
    const errors = [{ loc: ['body', 'pins', 0], msg: 'is too long', type: 'string_too_long' }];
    expect(new Invalid(errors)).toMatchObject({ errors, message: 'body.pins.0: is too long' });
  });
});
