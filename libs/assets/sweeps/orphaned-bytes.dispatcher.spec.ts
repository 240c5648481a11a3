import { Streams } from '@pps/event-store';
import { recordedFact, storeWith } from '@pps/event-store/testing';
import { newId } from '@pps/kernel';
import type { AssetFact } from '../asset.stream';
import type { StoredBytes } from '@pps/asset-storage';
import { sweepOrphanedBytes } from './orphaned-bytes.dispatcher';
import { assetDeleted, assetStored } from '../testing';

const now = new Date('2026-11-20T12:00:00.000Z');
const longAgo = new Date('2026-11-20T10:59:59.000Z');
const never = new AbortController().signal;

interface Scene {
  readonly stored: readonly StoredBytes[];
  readonly facts?: Readonly<Record<string, readonly AssetFact[]>>;
  /** What the read model has; by default all that has facts. */
  readonly known?: readonly string[];
  readonly failsOn?: string;
}

/** What a sweep removes; projects are in epoch 1. */
async function removedFrom({ stored, facts = {}, known, failsOn }: Scene) {
  const removed: string[] = [];
  const errors: string[] = [];
  const reads: string[] = [];
  const read = async (stream: string) => {
    const assetId = stream.slice('asset-'.length);
    reads.push(assetId);
    if (assetId === failsOn) throw new Error(`${assetId} cannot be read`);
    return (facts[assetId] ?? []).map(({ type, data }, revision) => recordedFact({ stream, revision, type, data }));
  };
  const epochOf = (assetId: string) => facts[assetId]?.flatMap(({ type, data }) => (type === 'AssetStored' ? [data.epoch] : []))[0] ?? 1;
  const count = await sweepOrphanedBytes(
    {
      streams: new Streams(storeWith({ read })),
      storage: {
        put: async () => undefined,
        open: async () => null,
        remove: async (key) => void removed.push(key),
        list: async function* () {
          yield* stored;
        },
      },
      projectsOf: async (ids) =>
        new Map(ids.filter((id) => (known ?? Object.keys(facts)).includes(id)).map((id) => [id, { projectId: 'p', epoch: epochOf(id) }])),
      presentEpoch: async ({ epoch }) => epoch === 1,
      clock: () => now,
      pause: async () => undefined,
      onError: (error) => void errors.push((error as Error).message),
    },
    never,
  );
  return { count, removed: [...new Set(removed.map((key) => key.split('/')[0]))], errors, reads };
}

const old = (assetId: string): StoredBytes => ({ assetId, putAt: longAgo });
const stored = (assetId: string, epoch = 1) => [assetStored({ assetId, epoch })];

it('leaves what a fact of the present epoch names, without a read of the log where the read model knows it', async () => {
  const [known, behind] = [newId(), newId()];
  const facts = { [known]: stored(known), [behind]: stored(behind) };
  expect(await removedFrom({ stored: [old(known), old(behind)], facts, known: [known] })).toEqual({
    count: 0,
    removed: [],
    errors: [],
    reads: [behind],
  });
});

it('removes what was deleted, what an older epoch had, and what no fact names', async () => {
  const [deleted, reset, crashed] = [newId(), newId(), newId()];
  const facts = { [deleted]: [...stored(deleted), assetDeleted(deleted)], [reset]: stored(reset, 0) };
  const { count, removed } = await removedFrom({ stored: [deleted, reset, crashed].map(old), facts, known: [reset] });
  expect({ count, removed }).toEqual({ count: 3, removed: [deleted, reset, crashed] });
});

it('leaves alone what was put less than an hour ago: its fact may be on its way', async () => {
  const putAt = new Date(now.getTime() - 59 * 60_000);
  expect(await removedFrom({ stored: [{ assetId: newId(), putAt }] })).toMatchObject({ count: 0, removed: [] });
});

it('goes on where one asset cannot be checked, and removes nothing of it', async () => {
  const [dark, crashed] = [newId(), newId()];
  expect(await removedFrom({ stored: [old(dark), old(crashed)], failsOn: dark })).toMatchObject({
    count: 1,
    removed: [crashed],
    errors: [`${dark} cannot be read`],
  });
});

it('walks through more than it takes at once', async () => {
  const ids = Array.from({ length: 250 }, newId);
  expect((await removedFrom({ stored: ids.map(old) })).count).toBe(250);
});
