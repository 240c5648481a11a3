import type { RecordedFact } from '@pps/event-store';
import { newId } from '@pps/kernel';
import { fedProjection, recorded, type FedProjection } from '@pps/read-store/testing';
import { generateLog } from '../../test/setup/analytics/generated-log.fixture';
import { measures, measuresOf, type CountedFact } from './measures';
import { rollupsProjection } from './rollups.projection';

let fed: FedProjection;
beforeEach(async () => (fed = await fedProjection(rollupsProjection)));
afterEach(() => fed.stop());

/** The sums of a table, by project and begin. */
async function sumsIn(table: string): Promise<Record<string, object>> {
  const rows = (await fed.db(`analytics.${table}`).select('project_id', 'begin_at', ...measures)) as Record<string, string | Date>[];
  return Object.fromEntries(
    rows.map(({ project_id, begin_at, ...sums }) => [
      `${project_id as string} ${(begin_at as Date).toISOString()}`,
      Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== '0')),
    ]),
  );
}

/** The same sums, counted fact by fact. */
function sumsOf(facts: readonly RecordedFact[], digits: number): Record<string, object> {
  const sums = new Map<string, Record<string, number>>();
  for (const fact of facts) {
    const counted = measuresOf(fact as CountedFact) as Record<string, number> | undefined;
    if (!counted) continue;
    const begin = `${fact.recordedAt.toISOString().slice(0, digits)}${'0000-00-00T00:00:00.000Z'.slice(digits)}`;
    const key = `${fact.metadata.projectId} ${begin}`;
    const row = sums.get(key) ?? {};
    sums.set(key, row);
    for (const [measure, count] of Object.entries(counted)) if (count !== 0) row[measure] = (row[measure] ?? 0) + count;
  }
  return Object.fromEntries(
    [...sums].map(([key, row]) => [key, Object.fromEntries(Object.entries(row).map(([name, sum]) => [name, String(sum)]))]),
  );
}

it('always equals the sums over the facts, after every batch, and when batches come again', async () => {
  const { facts } = generateLog(300);
  const sizes = [1, 7, 400, 90, 1_000];
  let taken = 0;
  for (let n = 0; taken < facts.length; n++) {
    const again = Math.max(0, taken - (n % 3) * 50);
    const until = Math.min(facts.length, taken + (sizes[n % sizes.length] ?? 1));
    await fed.feed(facts.slice(again, until));
    taken = until;
    const seen = facts.slice(0, taken);
    expect(await sumsIn('project_hours')).toEqual(sumsOf(seen, 13));
    expect(await sumsIn('project_days')).toEqual(sumsOf(seen, 10));
  }
});

it('leaves out what belongs to no project, and removes the older epochs of a sandbox that is reset', async () => {
  const projectId = newId();
  const of = (fact: RecordedFact, metadata: object): RecordedFact => ({ ...fact, metadata: { ...fact.metadata, ...metadata } });
  const failed = { type: 'PinFailed', data: { errorCode: 'internal_error', errorMessage: '', failedAt: '2026-11-20T10:00:00.000Z' } };
  const [first, second, third] = recorded('pin-1', [failed, failed, failed]) as [RecordedFact, RecordedFact, RecordedFact];
  const reset = recorded(`project-${projectId}`, [{ type: 'SandboxReset', data: { epoch: 1, resetAt: '2026-11-20T10:00:00.000Z' } }], 4n);
  await fed.feed([of(first, {}), of(second, { projectId: 'none' }), of(third, { projectId, epoch: 0 }), ...reset]);
  const [fresh] = recorded('pin-2', [failed], 5n) as [RecordedFact];
  await fed.feed([of(fresh, { projectId, epoch: 1 })]);
  await fed.removeBehind();
  expect(await fed.db('analytics.project_hours').select('project_id', 'epoch', 'pins_failed', 'position')).toEqual([
    { project_id: projectId, epoch: 1, pins_failed: '1', position: '5' },
  ]);
});
