import { answerBackupCheck } from './answer-backup-check';

const checked = { head: 7n, checkpoints: 30, references: 2 };
const finding = { part: 'vault', line: 'it is not in the vault' } as const;

it('a program is told how many findings there are where it is shown the first hundred', () => {
  const { answer, text } = answerBackupCheck({ ...checked, findings: Array.from({ length: 250 }, () => finding) });
  expect(answer).toEqual({ ...checked, findings: Array.from({ length: 100 }, () => finding), findings_total: 250 });
  expect(text.split('\n')).toHaveLength(100);
});

it('a copy whose parts belong together has none', () => {
  const { answer, text } = answerBackupCheck({ ...checked, findings: [] });
  expect(answer).toEqual({ ...checked, findings: [], findings_total: 0 });
  expect(text).toBe('they belong together: a log up to 7, 30 checkpoints, 2 references to the vault');
});
