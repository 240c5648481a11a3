import { getEventListeners } from 'node:events';
import { abortWith } from '.';

describe('an abort with a parent', () => {
  it('aborts with its parent, for the same reason, also when that has aborted already', () => {
    const parent = new AbortController();
    const before = abortWith(parent.signal);
    parent.abort('the end');
    expect([before, abortWith(parent.signal)].map(({ signal }) => [signal.aborted, signal.reason])).toEqual([
      [true, 'the end'],
      [true, 'the end'],
    ]);
  });

  it('aborts by itself without its parent', () => {
    const parent = new AbortController();
    const child = abortWith(parent.signal);
    child.abort();
    expect([child.signal.aborted, parent.signal.aborted]).toEqual([true, false]);
  });

  it('leaves nothing on its parent once it is released', () => {
    const parent = new AbortController();
    const children = Array.from({ length: 5 }, () => abortWith(parent.signal));
    expect(getEventListeners(parent.signal, 'abort')).toHaveLength(5);
    for (const child of children) child.release();
    expect(getEventListeners(parent.signal, 'abort')).toHaveLength(0);
  });
});
