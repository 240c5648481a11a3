import { newId, type Fact } from '@pps/kernel';
import { pinQueued } from '@pps/pins/testing';
import { beginRebuild, compareBuilds, contextOf } from '@pps/read-store';
import { fedProjection, recorded, type FedProjection } from '@pps/read-store/testing';
import { listPins } from './list-pins.query';
import { pinsProjection } from './pins.projection';

let fed: FedProjection;
beforeAll(async () => (fed = await fedProjection(pinsProjection)));
afterAll(() => fed.stop());

let position = 0n;
const titleOf = (n: number) => `Kürbis number ${n}.`;

/** So many pins of the project, in batches as a projector takes them; answers their ids. */
async function feedPins(projectId: string, count: number, epoch = 0): Promise<readonly string[]> {
  const pinIds = Array.from({ length: count }, () => newId());
  for (let from = 0; from < count; from += 100) {
    const facts = pinIds.slice(from, from + 100).flatMap((pinId, n) => {
      const content = { title: titleOf(from + n), imageUrl: 'https://i/1' };
      return recordedNext(pinId, pinQueued({ pinId, projectId, epoch, content }));
    });
    await fed.feed(facts);
  }
  return pinIds;
}

function recordedNext(pinId: string, fact: Fact, revision = 0) {
  const [first] = recorded(`pin-${pinId}`, [fact], position++);
  return first ? [{ ...first, revision }] : [];
}

const edited = (title: string): Fact => ({
  type: 'PinEdited',
  data: { boardId: '9', content: { title, imageUrl: 'https://i/1' }, fingerprint: 'f', editedAt: '2026-11-20T11:00:00.000Z' },
});
const deleted: Fact = { type: 'PinDeleted', data: { deletedAt: '2026-11-20T12:00:00.000Z', removedFromPlatform: false } };

const find = async (projectId: string, q: string, removed = false) => {
  const { pins, total } = await listPins(fed.db, {
    ...{ projectId, epoch: 0, accountIds: null, sort: 'created_at_desc', limit: 50, offset: 0, q, removed },
  });
  expect(total).toBe(pins.length);
  return pins.map(({ pinId }) => pinId);
};

async function indexedOf(projectId: string): Promise<number> {
  return (await fed.db('read.pin_search').where({ project_id: projectId }).whereNotNull('hashes').select('pin_id')).length;
}

it('leaves the texts of the first thousand pins of a project to be read, and finds them', async () => {
  const projectId = newId();
  const pinIds = await feedPins(projectId, 1_000);
  expect(await indexedOf(projectId)).toBe(0);
  expect(await find(projectId, 'KÜRBIS number 123.')).toEqual([pinIds[123]]);
  expect(await find(projectId, '77.')).toHaveLength(10);
  expect(await find(newId(), 'kürbis')).toEqual([]);
});

it('indexes those of later ones, and finds each, wherever it stands, once', async () => {
  const [projectId, beside] = [newId(), newId()];
  await feedPins(beside, 100);
  const pinIds = await feedPins(projectId, 1_650);
  expect(await indexedOf(projectId)).toBe(650);
  expect(await indexedOf(beside)).toBe(0);
  for (const n of [0, 999, 1_000, 1_649]) expect(await find(projectId, `kürbis NUMBER ${n}.`)).toEqual([pinIds[n]]);
  expect(await find(projectId, 'number 1650.')).toEqual([]);
});

it('writes the same rows of facts that come in other batches, and twice', async () => {
  const projectId = newId();
  const pinIds = Array.from({ length: 1_100 }, newId);
  const queued = pinIds.flatMap((pinId, n) =>
    recordedNext(pinId, pinQueued({ pinId, projectId, content: { title: titleOf(n), imageUrl: 'https://i/1' } })),
  );
  const late = newId();
  const givenUp = recordedNext(late, {
    type: 'PinAbandoned',
    data: { pinId: late, month: '2026-11', entryId: newId(), abandonedAt: '2026-11-20T10:30:00.000Z' },
  });
  const queuedLater = recordedNext(late, pinQueued({ pinId: late, projectId }), 1);
  const facts = [
    ...queued,
    ...givenUp,
    ...queuedLater,
    ...recordedNext(pinIds[7] ?? '', edited('Zwiebelkuchen'), 1),
    ...recordedNext(pinIds[1_050] ?? '', deleted, 1),
  ];
  const other = await fedProjection(pinsProjection);
  const rebuilt = await beginRebuild(other.db, pinsProjection);
  // The one that was given up is queued in the batch after.
  for (let from = 0; from < facts.length; from += 367) await other.feed(facts.slice(from, from + 367));
  for (const times of [1, 2])
    await other.db.transaction((tx) =>
      pinsProjection.project(facts.slice(0, facts.length / times), contextOf(pinsProjection, tx, rebuilt.build)),
    );
  expect(
    await compareBuilds(other.db, 'pins', pinsProjection.tables, { version: pinsProjection.version, build: 1 }, rebuilt),
  ).toMatchObject({
    equal: true,
  });
  await other.stop();
});

it('counts in each project and epoch apart within one batch, and what was edited or deleted in it once', async () => {
  const [one, other] = [newId(), newId()];
  const pinIds = Array.from({ length: 2_010 }, newId);
  const facts = pinIds.flatMap((pinId, n) => {
    const content = { title: titleOf(n), imageUrl: 'https://i/1' };
    const queued = recordedNext(pinId, pinQueued({ pinId, projectId: n % 2 ? one : other, content }));
    return n === 1 ? [...queued, ...recordedNext(pinId, edited('Nusskuchen'), 1), ...recordedNext(pinId, deleted, 2)] : queued;
  });
  await fed.feed(facts);
  for (const projectId of [one, other]) expect(await indexedOf(projectId)).toBe(5);
  expect(await find(one, 'nusskuchen', true)).toEqual([pinIds[1]]);
  expect(await find(other, titleOf(2_008))).toEqual([pinIds[2_008]]);
});

it('begins anew in an epoch of its own', async () => {
  const projectId = newId();
  await feedPins(projectId, 1_010);
  await feedPins(projectId, 10, 1);
  expect(await indexedOf(projectId)).toBe(10);
});

it('finds a pin by its new text only once it was edited, and as removed once it was deleted, read or indexed', async () => {
  const projectId = newId();
  const pinIds = await feedPins(projectId, 1_010);
  for (const [n, title] of [
    [0, 'Zwiebelkuchen'],
    [1_005, 'Apfelstrudel'],
  ] as const) {
    const pinId = pinIds[n] ?? '';
    await fed.feed(recordedNext(pinId, edited(title), 1));
    expect(await find(projectId, titleOf(n))).toEqual([]);
    expect(await find(projectId, title.toLowerCase())).toEqual([pinId]);
    await fed.feed(recordedNext(pinId, deleted, 2));
    expect(await find(projectId, title)).toEqual([]);
    expect(await find(projectId, title, true)).toEqual([pinId]);
  }
  expect(await indexedOf(projectId)).toBe(10);
});
