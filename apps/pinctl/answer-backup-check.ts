import type { BackupFinding } from './check-keys';

export interface BackupCheck {
  readonly findings: readonly BackupFinding[];
  /** What was checked. */
  readonly head: bigint;
  readonly checkpoints: number;
  readonly references: number;
}

const shownAtMost = 100;

/** What a check of a copy found, for a program and for a person: at most 100 findings, and how many there are. */
export function answerBackupCheck({ findings, ...checked }: BackupCheck): { readonly answer: object; readonly text: string } {
  const { head, checkpoints, references } = checked;
  const shown = findings.slice(0, shownAtMost);
  const together = `they belong together: a log up to ${head}, ${checkpoints} checkpoints, ${references} references to the vault`;
  return {
    answer: { findings: shown, findings_total: findings.length, ...checked },
    text: shown.map(({ part, line }) => `${part}: ${line}`).join('\n') || together,
  };
}
