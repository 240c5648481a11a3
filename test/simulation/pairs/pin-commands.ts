import { derivedId, Rejected } from '@pps/kernel';
import { publishPin, reconcilePin } from '@pps/pins';
import { disconnectAccount } from '@pps/use-cases';
import { BulkPinsController } from '../../../apps/api/pins/bulk-pins.controller';
import { PinBodies } from '../../../apps/api/pins/pin-body';
import { PinChangesController } from '../../../apps/api/pins/pin-changes.controller';
import { PinsController } from '../../../apps/api/pins/pins.controller';
import { headroom, reply } from './reply';
import type { PairCommand, Request } from './pair-command';
import { pairPublishingDeps } from './pair-deps';
import { rows } from './pair-rows';
import { accountIds, projectId } from './pair-world';

export const pinKey = 'the key';
export const pinId = derivedId('pin', projectId, 0, pinKey);
const [accountA, accountB] = accountIds;
const boardOf = { [accountA]: '101', [accountB]: '201' };
const otherBoard = '102';
const bodies = new PinBodies({ linkTo: (assetId: string) => assetId } as never);

const changes = (request: Request) => new PinChangesController(request.deps, bodies, headroom);

const edit = (what: string, body: Parameters<PinChangesController['edit']>[2]): PairCommand => ({
  name: `PATCH ${what}`,
  run: (request) => changes(request).edit(request.principal, pinId, body),
});

const retry = (name: string, body: Parameters<PinChangesController['retry']>[2]): PairCommand => ({
  name,
  run: (request) => changes(request).retry(request.principal, pinId, body, reply),
});

const remove = (name: string, fromPlatform: boolean): PairCommand => ({
  name,
  isSoAlready: ['not_found'],
  run: (request) => changes(request).delete(request.principal, pinId, { delete_from_platform: fromPlatform }, reply),
});

/** A bulk call of the pin alone: what it says of it is the answer. */
const bulk = (what: 'retry' | 'delete'): PairCommand => ({
  name: `bulk-${what}`,
  ...(what === 'delete' && { isSoAlready: ['not_found'] }),
  run: async ({ deps, principal }) => {
    const { results } = await new BulkPinsController(deps)[what](principal, { ids: [pinId] });
    const [{ status, error_code: code } = { status: 'failed', error_code: null }] = results;
    if (status === 'failed' || (status === 'skipped' && what === 'retry')) throw new Rejected((code ?? 'conflict') as never, status);
  },
});

export const createPinCommand = (title = 'Blue door'): PairCommand => ({
  name: 'create (same key)',
  run: ({ deps, principal }) => {
    const none = undefined as never;
    const body = {
      account_id: accountA,
      board_id: boardOf[accountA],
      title,
      image_url: 'https://i.example/1',
      link_url: 'https://example.org/1',
    };
    return new PinsController(deps, bodies, headroom, none, none).create(principal, body as never, pinKey, reply);
  },
});

/** The pacer grants what the read model shows as ready, and a worker attempts it. */
export const attemptPin: PairCommand = {
  name: 'attempt',
  run: async ({ world, task }) => {
    const read = () => world.rows.queue.rows.get(pinId);
    const row = await world.turns.at(task, { reads: [rows] }, read);
    if (row?.phase === 'ready') await publishPin(pairPublishingDeps(world, task), pinId, row.starts + 1);
  },
};

/** The timers offer the read that the read model shows as due, and a worker reads the board. */
export const reconcile: PairCommand = {
  name: 'reconcile',
  run: async ({ world, task }) => {
    const row = await world.turns.at(task, { reads: [rows] }, () => world.rows.queue.rows.get(pinId));
    if (row?.phase === 'unknown') await reconcilePin(pairPublishingDeps(world, task), pinId, row.starts);
  },
};

export const disconnect: PairCommand = {
  name: 'account revoked',
  run: async ({ world, deps, principal }) => {
    await disconnectAccount(deps, principal, accountA);
    world.disconnected.add(accountA);
  },
};

export const pinCommands: readonly PairCommand[] = [
  createPinCommand(),
  edit('title', { title: 'Red door' }),
  edit('description', { description: 'A door of a harbour' }),
  edit('link_url', { link_url: 'https://example.org/2' }),
  edit('alt_text', { alt_text: 'A door' }),
  edit('image_url', { image_url: 'https://i.example/2' }),
  edit('board_id', { board_id: otherBoard }),
  retry('retry', {}),
  retry('retry on another board', { board_id: '103' }),
  retry('retry with another account', { account_id: accountB, board_id: boardOf[accountB] as string }),
  remove('DELETE', false),
  remove('DELETE from the platform', true),
  bulk('retry'),
  bulk('delete'),
  attemptPin,
  reconcile,
  disconnect,
];
