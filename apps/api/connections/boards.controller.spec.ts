import type { Principal } from '@pps/identity';
import { newId } from '@pps/kernel';
import type { FastifyReply } from 'fastify';
import { BoardsController } from './boards.controller';

it.each([
  ['a repeat, which lists the boards of the account, counts', true, ['board_lists']],
  ['a first request does not count', false, []],
])('%s against the lists of boards of the project', async (_, mayExist, expected) => {
  const limits: string[] = [];
  const board = { id: '1', name: 'Doors', description: null, privacy: 'PUBLIC', pinCount: 0, ownerUsername: null };
  const parts = [
    {
      accounts: { find: async () => ({}) },
      boardSource: { create: async () => board },
      clock: () => new Date(),
      rateLimits: { require: async (limit: string) => void limits.push(limit) },
      idempotentAnswers: {
        answerOnce: async (...args: readonly unknown[]) => ({
          body: await (args[3] as (creation: object) => Promise<unknown>)({ id: newId(), mayExist }),
          replayed: false,
        }),
      },
    },
  ] as unknown as ConstructorParameters<typeof BoardsController>;
  const principal = { kind: 'session', projectId: newId(), epoch: 0, accountIds: null, userId: newId() } as unknown as Principal;
  await new BoardsController(...parts).create(principal, { account_id: newId(), name: 'Doors' }, 'k', {} as FastifyReply);
  expect(limits).toEqual(expected);
});
