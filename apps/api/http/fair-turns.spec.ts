import { Overloaded } from '@pps/concurrency';
import { FairTurns } from './fair-turns';

const turn = () => new Promise(setImmediate);

test('what comes alone begins at once; of many one begins in a turn, keys round robin', async () => {
  const turns = new FairTurns();
  const begun: string[] = [];
  const ask = (key: string) => turns.request(key, () => void begun.push(key));
  for (let n = 0; n < 10; n += 1) ask('busy');
  expect(begun).toEqual(['busy']);
  ask('other');
  await turn();
  await turn();
  expect(begun).toEqual(['busy', 'busy', 'other']);
  while (begun.length < 11) await turn();
  await turn();
  await turn();
  ask('late');
  expect(begun.at(-1)).toBe('late');
});

test('while connections come turn after turn they go first, but not for ever', async () => {
  let now = 0;
  const turns = new FairTurns(() => now);
  let begun = 0;
  for (let n = 0; n < 4; n += 1) turns.request('a', () => void (begun += 1));
  for (let n = 0; n < 5; n += 1) {
    turns.noteAccepted();
    await turn();
  }
  expect(begun).toBe(1);
  now = 300;
  for (let n = 0; n < 5; n += 1) {
    turns.noteAccepted();
    await turn();
  }
  expect(begun).toBe(4);
});

test('of one key only so many wait', async () => {
  const turns = new FairTurns();
  const refusals: (Error | undefined)[] = [];
  for (let n = 0; n < 2_001; n += 1) turns.request('a', () => undefined);
  turns.request('a', (refusal) => void refusals.push(refusal));
  expect(refusals).toEqual([new Overloaded('caller')]);
  await expect(turns.wait('a')).rejects.toThrow(Overloaded);
});

test('only a credential that was good takes the turns of its organization, whatever strangers show', () => {
  const turns = new FairTurns();
  const shows = (key: string) => ({ headers: { 'x-api-key': key }, ip: '203.0.113.7' });
  expect(turns.keyOf(shows('invented 1'))).toBe(turns.keyOf(shows('invented 2')));
  turns.trust(shows('good'), 'org');
  expect([turns.keyOf(shows('good')), turns.keyOf(shows('invented 1'))]).toEqual(['org', '203.0.113.7']);
});

test('of all keys together only so many wait', () => {
  const turns = new FairTurns();
  const refusals: Error[] = [];
  for (let n = 0; n < 10_005; n += 1) turns.request(`key ${n}`, (refusal) => void (refusal && refusals.push(refusal)));
  expect(refusals.length).toBe(4);
});
