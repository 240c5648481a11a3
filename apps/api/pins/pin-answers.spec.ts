import type { Principal } from '@pps/identity';
import { newId } from '@pps/kernel';
import { NotFresh } from '@pps/read-store';
import type { FastifyReply } from 'fastify';
import type { App } from '../../foundation/bind-app';
import { PinAnswers } from './pin-answers';

const caller = { organizationId: newId(), projectId: newId(), epoch: 0, accountIds: null } as unknown as Principal;
const reply = { headers: () => reply } as unknown as FastifyReply;

let position: bigint | null;
let found: number;
let answers: PinAnswers;

function start(ASSET_LINK_LIFETIME = 86_400_000): void {
  [position, found] = [5n, 0];
  const reach = () => (position === null ? Promise.reject(new NotFresh('pins')) : Promise.resolve(position));
  answers = new PinAnswers({ freshness: { reach }, configuration: { ASSET_LINK_LIFETIME } } as unknown as App);
}

beforeEach(() => start());
afterEach(() => jest.useRealTimers());

const ask = async (principal: Principal = caller, question = 'pin 1') =>
  JSON.parse((await answers.answer(reply, principal, question, () => Promise.resolve({ body: ++found }))).toString()) as number;

it('finds again only what was written to since', async () => {
  expect([await ask(), await ask()]).toEqual([1, 1]);
  position = 6n;
  expect([await ask(), await ask()]).toEqual([2, 2]);
});

it.each([
  ['another project', { projectId: newId() }],
  ['another epoch', { epoch: 1 }],
  ['another organization', { organizationId: newId() }],
  ['a key that may name one account', { accountIds: [newId()] }],
  ['a key that may name none', { accountIds: [] }],
])('finds anew for %s', async (_, changes) => {
  expect([await ask(), await ask({ ...caller, ...changes } as Principal), await ask()]).toEqual([1, 2, 1]);
});

it('refuses while the read model is behind, although it has an answer', async () => {
  await ask();
  position = null;
  await expect(ask()).rejects.toThrow(NotFresh);
});

it('caches no refusal', async () => {
  const refuse = () => Promise.reject(new Error('not found'));
  await expect(answers.answer(reply, caller, 'pin 1', refuse)).rejects.toThrow('not found');
  expect(await ask()).toBe(1);
});

it.each([
  [86_400_000, 60_000],
  [10_000, 1_000],
])('with links that work for %i ms gives an answer for %i ms', async (lifetimeMs, ageMs) => {
  jest.useFakeTimers();
  start(lifetimeMs);
  await ask();
  jest.advanceTimersByTime(ageMs - 1);
  expect(await ask()).toBe(1);
  jest.advanceTimersByTime(1);
  expect(await ask()).toBe(2);
});
