import type { RecordedFact } from '@pps/event-store';
import { newId } from '@pps/kernel';
import { contextOf, migrate } from '@pps/read-store';
import { fedProjection, recorded, type FedProjection } from '@pps/read-store/testing';
import { createHash, randomBytes } from 'node:crypto';
import { rowsRead } from '../../../test/setup/rows-read';
import { auditMigrations } from '../audit.migrations';
import { rootOfLeaves } from '../checkpoints/sign-checkpoints';
import { rootAt, openProofs } from '../tree/open-proofs';
import { leafHashOf } from '../tree/leaf-hash';
import { readDifferences, growTrees, readTreeSize } from '../tree/tree.store';
import { isConsistent, rootOfInclusion } from '../tree/node-hash';
import { findLeaf, readLeaves } from './audit-facts.query';
import { auditFactsProjection } from './audit_facts.projection';

let fed: FedProjection;
beforeAll(async () => {
  fed = await fedProjection(auditFactsProjection);
  await migrate(fed.db, auditMigrations);
});
afterAll(() => fed.stop());

interface Owner {
  readonly organizationId?: string;
  readonly projectId?: string;
}

/** Facts of one stream of theirs, of a type that no release knows. */
function factsOfOwner(owner: Owner, count: number, firstPosition = 0n): RecordedFact[] {
  const facts = Array.from({ length: count }, (_, n) => ({ type: 'NotedByANewerRelease', data: { n, text: 'é\u0000\ud83d' } }));
  return recorded(`noted-${newId()}`, facts, firstPosition).map((fact) => ({ ...fact, metadata: { ...fact.metadata, ...owner } }));
}

const rebuild = (facts: readonly RecordedFact[], build: number) =>
  fed.db.transaction(async (tx) => {
    const context = contextOf(auditFactsProjection, tx, build);
    await auditFactsProjection.create(context);
    await auditFactsProjection.project(facts, context);
  });

it('gives every fact its place, of whatever type, in the history of its project or else of its organization, twice the same', async () => {
  const [organizationId, projectId] = [newId(), newId()];
  const ours = factsOfOwner({ organizationId, projectId }, 3);
  const theirs = factsOfOwner({ organizationId }, 2, 10n);
  const nobodys = [...factsOfOwner({}, 1, 20n), ...factsOfOwner({ projectId: 'no uuid' }, 1, 21n)];
  await fed.feed([...ours.slice(0, 2), ...theirs]);
  await fed.feed([...ours, ...theirs, ...nobodys].sort((one, other) => Number(one.position - other.position)).filter((_, n) => n !== 2));
  expect((await readLeaves(fed.db, organizationId, 0, 10)).map(({ leafIndex, eventId }) => [leafIndex, eventId])).toEqual([
    [0, theirs[0]?.id],
    [1, theirs[1]?.id],
  ]);
  const more = factsOfOwner({ organizationId, projectId }, 1, 30n);
  await fed.feed(more);
  const leaves = await readLeaves(fed.db, projectId, 1, 10);
  expect(leaves.map(({ leafIndex, eventId }) => [leafIndex, eventId])).toEqual([
    [1, ours[1]?.id],
    [2, more[0]?.id],
  ]);
  expect(leaves[1]?.leafHash).toEqual(leafHashOf(more[0] as RecordedFact));
  expect(await findLeaf(fed.db, projectId, theirs[0]?.id ?? '')).toBeNull();
  expect(await readDifferences(fed.db)).toEqual([]);
});

it('proves every leaf and every earlier size of trees beyond one and two stored levels, in whatever batches they grew', async () => {
  const projectId = newId();
  const facts = factsOfOwner({ projectId }, 700);
  const hashes = facts.map(leafHashOf);
  // The same while the tree grows and at its end: what was read before is kept in memory.
  const proofs = openProofs(fed.db);
  for (let from = 0; from < facts.length; from += 97) {
    await fed.feed(facts.slice(from, from + 97));
    const size = Math.min(from + 97, facts.length);
    expect((await proofs.inclusion(projectId, size - 1, size)).root).toEqual(rootOfLeaves(hashes.slice(0, size)));
  }
  expect(await readTreeSize(fed.db, projectId)).toBe(700);
  for (const size of [1, 255, 256, 257, 512, 700]) {
    const root = await rootAt(fed.db, projectId, size);
    expect(root).toEqual(rootOfLeaves(hashes.slice(0, size)));
    for (const leaf of [0, size - 1, Math.floor(size / 2)]) {
      const proof = await proofs.inclusion(projectId, leaf, size);
      expect(rootOfInclusion(hashes[leaf] as Buffer, leaf, size, proof.path)).toEqual(root);
    }
    const proof = await proofs.consistency(projectId, size, 700);
    expect(isConsistent({ ...proof, first: size, second: 700 }, proof.proof)).toBe(true);
  }
});

it('reads some hundred nodes for a proof, and a page for a page, however large the tree is', async () => {
  const [projectId, size] = [newId(), 20_000];
  const facts = factsOfOwner({ projectId }, 256, 100_000n);
  await fed.feed(facts);
  const hashes = Array.from({ length: size - 256 }, () => randomBytes(32));
  await fed.db.transaction((tx) => growTrees(tx, [{ treeId: projectId, first: 256, hashes }]));
  await fed.db.raw('analyze audit.tree_hash');
  const { path, root } = await openProofs(fed.db).inclusion(projectId, 9_876, size - 1);
  expect(rootOfInclusion(hashes[9_876 - 256] as Buffer, 9_876, size - 1, path)).toEqual(root);
  expect((await rowsRead(fed.db, () => openProofs(fed.db).inclusion(projectId, 9_876, size - 1))).rows).toBeLessThan(4_000);
  expect((await rowsRead(fed.db, () => openProofs(fed.db).consistency(projectId, 9_877, size))).rows).toBeLessThan(6_000);
  const proofs = openProofs(fed.db);
  await proofs.inclusion(projectId, 9_876, size - 1);
  await expect(rowsRead(fed.db, () => proofs.inclusion(projectId, 9_800, size - 1))).rejects.toThrow('nothing was read');
  await expect(proofs.inclusion(projectId, 9_876, size + 1)).rejects.toThrow('lacks a node');
  await expect(proofs.inclusion(newId(), 9_876, size - 1)).rejects.toThrow('lacks a node');
  expect((await rowsRead(fed.db, () => readLeaves(fed.db, projectId, 200, 10))).rows).toBeLessThan(500);
});

it('comes out the same when it is rebuilt, and reports the first leaf that does not, which it leaves as it was', async () => {
  const [projectId, honest] = [newId(), newId()];
  const facts = factsOfOwner({ projectId }, 300);
  const others = factsOfOwner({ projectId: honest }, 5, 1_000n);
  await fed.feed([...facts, ...others]);
  await rebuild([...facts, ...others], 2);
  expect(await readDifferences(fed.db)).toEqual([]);
  const root = await rootAt(fed.db, projectId, 300);
  const changed = facts.map((fact, at) => (at === 123 || at === 200 ? { ...fact, data: { n: -at } } : fact));
  await rebuild([...changed, ...others], 3);
  expect(await readDifferences(fed.db)).toEqual([expect.objectContaining({ treeId: projectId, leafIndex: 123 })]);
  expect(await rootAt(fed.db, projectId, 300)).toEqual(root);
});

it('hashes the canonical text of what is stored', () => {
  const [fact] = recorded('pin-1', [{ type: 'PinQueued', data: { b: 1e21, a: ['é', 0.1, null, true], '\ud83d': -0 } }]);
  const metadata = '{"actor":{"type":"system"},"occurredAt":"2026-01-05T09:00:00.000Z","schemaVersion":1}';
  const text = `{"data":{"a":["é",0.1,null,true],"b":1e+21,"\\ud83d":0},"event_id":"${fact?.id}","metadata":${metadata},"revision":0,"stream":"pin-1","type":"PinQueued"}`;
  const expected = createHash('sha256').update(Buffer.of(0)).update(text).digest('hex');
  expect(leafHashOf(fact as RecordedFact).toString('hex')).toBe(expected);
});
