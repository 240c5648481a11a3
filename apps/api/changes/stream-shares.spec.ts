import { StreamShares } from './stream-shares';

const settings = { CHANGE_STREAMS: 20, CHANGE_STREAMS_PER_ORGANIZATION: 10, CHANGE_STREAMS_PER_CREDENTIAL: 10 };

it('who comes to a full process gets the room of whoever holds most, until all hold alike', () => {
  const shares = new StreamShares(settings);
  const ended: string[] = [];
  for (const organization of ['a', 'b']) {
    for (let n = 0; n < 10; n++) shares.enter(organization, `${organization}-key`, () => ended.push(`${organization}${n}`));
  }
  const leave = shares.enter('c', 'c-key', () => ended.push('c'));
  // The newest, so that who has listened for long goes on.
  expect(ended).toEqual(['a9']);
  // Whoever was ended does not come back at the cost of others.
  expect(() => shares.enter('a', 'a-key', () => undefined)).toThrow('too much to do');
  leave();
  leave();
  shares.enter('a', 'a-key', () => undefined);
  expect(() => shares.enter('a', 'a-key', () => undefined)).toThrow(/10 streams of changes of this session or key/);
});

it('no more are asked to make room than close in time', () => {
  const shares = new StreamShares(settings);
  const leaves: (() => void)[] = [];
  for (const organization of ['a', 'b']) {
    for (let n = 0; n < 10; n++) leaves.push(shares.enter(organization, `${organization}-key`, () => undefined));
  }
  for (const organization of ['c', 'd']) shares.enter(organization, organization, () => undefined);
  expect(() => shares.enter('e', 'e', () => undefined)).toThrow('too much to do');
  for (const leave of leaves.splice(9, 1)) leave();
  shares.enter('e', 'e', () => undefined);
});
