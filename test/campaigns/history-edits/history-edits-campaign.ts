import { createHash, generateKeyPairSync } from 'node:crypto';
import { seededRandom } from '@pps/kernel/testing';
import { editHistory, type EditedHistory } from './edit-history';
import { makeHistory, uuidOf, type MadeHistory } from './made-history';
import { startVerifier, type Verdict, type VerifierProcess } from './verifier-process';

export interface HistoryEditsReport {
  readonly edits: number;
  readonly byName: Readonly<Record<string, number>>;
  readonly findings: readonly string[];
}

const sizes = [1, 5, 16, 33];
const mostFindings = 20;

/** Edits histories in so many ways and shows each to both verifiers, and to others that are given: they must agree, and name the place of every edit before the last checkpoint. */
export async function historyEditsCampaign({
  edits,
  seed,
  others = [],
}: {
  readonly edits: number;
  readonly seed: number;
  readonly others?: readonly VerifierProcess[];
}): Promise<HistoryEditsReport> {
  const random = seededRandom(seed);
  const { privateKey: key, publicKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(12);
  const keyId = createHash('sha256').update(raw).digest('hex').slice(0, 16);
  const keys = [{ key_id: keyId, public_key: raw.toString('base64') }];
  const verifiers = [startVerifier('javascript'), startVerifier('python'), ...others];
  const findings: string[] = [];
  const byName: Record<string, number> = {};
  const ask = async (history: MadeHistory, lines: readonly string[], what: string): Promise<Verdict> => {
    const { checkpoints, workspaceId } = history;
    const verdicts = await Promise.all(verifiers.map((verifier) => verifier.verify({ lines, checkpoints, keys, workspaceId })));
    const [one, ...rest] = verdicts.map((verdict) => JSON.stringify(Object.entries(verdict).sort()));
    for (const other of rest) if (one !== other) findings.push(`${what}: the verifiers differ: ${one} and ${other}`);
    return verdicts[0] as Verdict;
  };
  const make = () => makeHistory(random, { workspaceId: uuidOf(random), sizes, keyId, key });
  let [history, other] = [make(), make()];
  try {
    for (let done = 0; done < edits && findings.length < mostFindings; done++) {
      if (done % 50 === 0) {
        [history, other] = [make(), make()];
        const honest = await ask(history, history.lines.map(textOf), 'unedited');
        if (!honest.valid) findings.push(`an unedited history is refused: ${JSON.stringify(honest)}`);
      }
      if (done % 5 === 4) {
        byName['byte'] = (byName['byte'] ?? 0) + 1;
        await ask(history, changeLetter(random, history.lines.map(textOf)), `edit ${done}, a letter`);
        continue;
      }
      const edited = editHistory(random, history, other);
      byName[edited.name] = (byName[edited.name] ?? 0) + 1;
      const verdict = await ask(history, edited.lines.map(textOf), `edit ${done}, ${edited.name}`);
      const fault = missedBy(verdict, edited);
      if (fault)
        findings.push(
          `edit ${done}, ${edited.name} at ${edited.place}${edited.covered ? ', covered up' : ''}: ${fault} ${JSON.stringify(verdict)}`,
        );
    }
  } finally {
    for (const verifier of verifiers) verifier.stop();
  }
  return { edits, byName, findings };
}

const textOf = (line: object): string => JSON.stringify(line);

/** An edit that was not covered up is named exactly, or as the place after the last line; another is enclosed. */
function missedBy(verdict: Verdict, { name, place, covered }: EditedHistory): string | null {
  if (verdict.valid) return 'not detected';
  const leaf = verdict.leaf ?? -1;
  if (name === 'truncate') return leaf === place ? null : 'elsewhere';
  const from = verdict.from ?? leaf;
  if (!covered && leaf !== place && leaf !== place + 1) return 'elsewhere';
  return from <= place && place <= leaf + 1 ? null : 'elsewhere';
}

/** One letter of one line becomes another: what that means the verifiers must agree about. */
function changeLetter(random: () => number, lines: readonly string[]): string[] {
  const at = Math.floor(random() * lines.length);
  const letters = '0123456789abcdef"{}[]:,.-eE \\u\u0007é';
  const letter = letters[Math.floor(random() * letters.length)] ?? '';
  return lines.map((line, index) => {
    if (index !== at) return line;
    const where = Math.floor(random() * line.length);
    return line.slice(0, where) + letter + line.slice(where + 1);
  });
}
