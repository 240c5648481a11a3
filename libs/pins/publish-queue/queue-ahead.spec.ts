import { secondsUntilStart } from './queue-ahead.query';

const account = { capacity: 50, refillPerSecond: 1, tokens: 50, queued: 0 };
const global = { capacity: 200, refillPerSecond: 3, tokens: 200, queued: 0 };

describe('when a pin queued now can start', () => {
  it('is now while there are tokens', () => {
    expect(secondsUntilStart({ account, global, projects: 1 })).toBe(0);
  });

  it('waits for the account’s own queue at the account’s rate', () => {
    expect(secondsUntilStart({ account: { ...account, tokens: 0, queued: 9 }, global, projects: 1 })).toBe(10);
  });

  it('waits for one pin of each other project, not for all that they have queued', () => {
    const crowded = { ...global, tokens: 0, queued: 10_000 };
    expect(secondsUntilStart({ account, global: crowded, projects: 6 })).toBe(2);
  });
});
