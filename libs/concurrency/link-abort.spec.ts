import { getEventListeners } from 'node:events';
import { linkAbort } from '.';

describe('an abort with a parent', () => {
  it('aborts with its parent, for the same reason, also when that has aborted already', () => {
    const parent = new AbortController();
    const before = linkAbort(parent.signal);
    parent.abort('the end');
    expect([before, linkAbort(parent.signal)].map(({ signal }) => [signal.aborted, signal.reason])).toEqual([
      [true, 'the end'],
      [true, 'the end'],
    ]);
  });

  it('aborts by itself without its parent', () => {
    const parent = new AbortController();
    const child = linkAbort(parent.signal);
    child.abort();
    expect([child.signal.aborted, parent.signal.aborted]).toEqual([true, false]);
  });

  it('leaves nothing on its parent once it is released', () => {
    const parent = new AbortController();
    const children = Array.from({ length: 5 }, () => linkAbort(parent.signal));
    expect(getEventListeners(parent.signal, 'abort')).toHaveLength(5);
    for (const child of children) child.release();
    expect(getEventListeners(parent.signal, 'abort')).toHaveLength(0);
  });
});
