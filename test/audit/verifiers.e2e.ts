import { newId } from '@pps/kernel';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPlatformService, type PlatformService } from '../setup/platform-service';
import { auditedHistory, type AuditedHistory } from './audited-history';
import { foundEdits, harmlessEdits } from './found-edits';
import { untouched, without, type HistoryEdit } from './audited-files';
import { madeAnew } from './own-public-key';
import { runVerifiers } from './run-verifiers';
import { unreadableEdits } from './unreadable-edits';

let service: PlatformService;
let history: AuditedHistory;
let other: AuditedHistory;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'verifiers-'));
  service = await startPlatformService({ DEFAULT_PLAN: 'enterprise' });
  [history, other] = [await auditedHistory(service), await auditedHistory(service)];
});
afterAll(async () => {
  await service?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Both verifiers on the files of the history as the edit leaves them. */
async function verified({ change }: HistoryEdit) {
  const files = { ...untouched(history), ...change(history, other) };
  const place = mkdtempSync(join(folder, 'edit-'));
  const named = { 'export.ndjson': files.export, 'checkpoints.json': files.checkpoints, 'keys.json': files.keys };
  const paths = Object.entries(named).map(([name, content]) => {
    if (content !== null) writeFileSync(join(place, name), content);
    return join(place, name);
  });
  return runVerifiers([...paths, files.id]);
}

const byName = (edits: readonly HistoryEdit[]) => edits.map((edit) => [edit.name, edit] as const);

test.each(byName(harmlessEdits))('%s changes nothing that is proved', async (_, edit) => {
  const { code, verdict, complaint } = await verified(edit);
  expect([code, complaint]).toEqual([0, '']);
  const size = history.lines.length;
  expect(verdict).toMatchObject({ valid: true, leaves: size, covered: size });
  const { proved, unproved, sealed } = verdict?.['words'] as Record<string, number>;
  expect(proved).toBeGreaterThan(0);
  expect(`${unproved} unproved, ${sealed} sealed`).toMatch(edit.says);
  expect(verdict?.['not_proved']).toEqual(expect.arrayContaining([expect.stringMatching(/^that what was written was true/)]));
});

test.each(byName(foundEdits))('%s is found', async (_, edit) => {
  const { code, verdict, complaint } = await verified(edit);
  expect([code, complaint]).toEqual([1, '']);
  expect(verdict).toMatchObject({ valid: false, fault: expect.stringMatching(edit.says) });
  if (edit.leaf) expect(verdict).toMatchObject({ leaf: edit.leaf(history) });
});

test.each(byName(unreadableEdits))('of %s nothing is said', async (_, edit) => {
  const { code, verdict, complaint } = await verified(edit);
  expect([code, verdict]).toEqual([2, null]);
  expect(complaint).toMatch(edit.says);
});

test('a directory, too few and too many arguments are told in one line', async () => {
  const place = join(folder, 'a directory');
  mkdirSync(place);
  expect(await runVerifiers([place, place, place, newId()])).toMatchObject({ code: 2, complaint: `${place}: it is a directory` });
  for (const args of [[], [place], ['proof', place], ['consistency', place, place], ['witness', place], ['a', 'b', 'c', 'd', 'e']]) {
    expect(await runVerifiers(args)).toMatchObject({ code: 2, complaint: expect.stringMatching(/^use: verify-history EXPORT/) });
  }
});

test('words of facts of releases before, which have no hash of them, are told as not proved', async () => {
  const change = () => madeAnew(history, (item) => ({ ...without(item, 'opened_keys'), metadata: without(item.metadata, 'wordsHash') }));
  const { code, verdict } = await verified({ name: '', says: /^/, change });
  const { proved, unproved } = verdict?.['words'] as Record<string, number>;
  expect([code, proved]).toEqual([0, 0]);
  expect(verdict?.['not_proved']).toContain(`${unproved} opened words of facts that say no wordsHash`);
});

test('facts after the newest checkpoint are told as not proved', async () => {
  const [newest, ...older] = JSON.parse(history.checkpoints).items;
  const { code, verdict } = await verified({ name: '', says: /^/, change: () => ({ checkpoints: JSON.stringify({ items: older }) }) });
  expect([code, verdict?.['covered']]).toEqual([0, older[0].size]);
  expect(verdict?.['not_proved']).toContain(`leaves ${older[0].size} to ${newest.size - 1}: no checkpoint given here covers them`);
});
