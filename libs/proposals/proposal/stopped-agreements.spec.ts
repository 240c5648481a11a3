import { resumeStopped, runStoppedAgreements, type StoppedAgreementsDeps } from './stopped-agreements.dispatcher';

const now = new Date('2026-11-20T10:00:00.000Z');

function world(changes: Partial<StoppedAgreementsDeps> = {}) {
  const ending = new AbortController();
  const [resumed, passed, logged]: [string[], string[], string[]] = [[], [], []];
  const deps: StoppedAgreementsDeps = {
    stopped: async () => ['one', 'two', 'three'],
    resume: async (proposalId) => void resumed.push(proposalId),
    passOver: async (proposalId) => void passed.push(proposalId),
    clock: () => now,
    pause: async () => ending.abort(),
    log: (_, message) => void logged.push(message),
    ...changes,
  };
  return { deps, ending, resumed, passed, logged };
}

test('one that cannot go on does not keep the others', async () => {
  const { deps, resumed, passed, ending } = world();
  await resumeStopped(
    { ...deps, resume: async (id) => (id === 'one' ? Promise.reject(new Error('no')) : deps.resume(id, ending.signal)) },
    ending.signal,
  );
  expect([resumed, passed]).toEqual([['two', 'three'], ['one']]);
});

test('what all would meet alike ends the round, and the next one begins', async () => {
  const outage = new Error('away');
  const { deps, resumed, logged, ending } = world({
    resume: async () => Promise.reject(outage),
    passOver: async () => Promise.reject(outage),
  });
  await runStoppedAgreements(deps, { signal: ending.signal });
  expect([resumed, logged]).toEqual([[], ['an agreement waits', 'agreements wait']]);
});

test('who agreed a moment ago is left to who carries it out, and a process that ends begins no more', async () => {
  const asked: string[] = [];
  const { deps, resumed, ending } = world({
    stopped: async (before, limit) => {
      asked.push(`${before.toISOString()} ${limit}`);
      ending.abort();
      return ['one'];
    },
  });
  await resumeStopped(deps, ending.signal);
  expect([asked, resumed]).toEqual([['2026-11-20T09:59:30.000Z 100'], []]);
});
