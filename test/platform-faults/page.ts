import { pinWords } from './becomes-of-pin';
import { columns, expected } from './expected';
import { attemptCalls, expectedPins } from './expected-pins';
import { operations } from './operations';
import { outcomeClassNames } from './outcome-classes';

/** The text of `docs/platform-faults.md`. */
export function platformFaultsPage(): string {
  const rows = [...expected].map(([name, cells]) => `| ${name} | ${cells.map((cell) => (cell === 'ok' ? '·' : cell)).join(' | ')} |`);
  const cells = expected.size * columns.length;
  return [
    '# What the adapter makes of a nasty platform',
    '',
    'Written by `npm run docs platform-faults`. Each row is a switch of the simulator, each column a call of the port, each cell what the',
    `caller sees over real HTTP: ${expected.size} switches × ${columns.length} calls = ${cells} cells, every one of them tried by`,
    '`test/platform-faults/platform-faults.spec.ts`, which fails when a cell differs or a switch or a call has no row or column.',
    '',
    '`·`: the call succeeds. Else the kind of failure: alone, the platform refused and nothing took effect; with `?`, a write may have taken',
    'effect; with `0`, nothing was sent. For pins the simulator also counted: what is refused or never sent made none.',
    '',
    `Calls: ${operations.map(({ short, name }) => `\`${short}\` ${name}`).join(', ')}.`,
    '',
    `Kinds: ${outcomeClassNames.map(([name, kind]) => `\`${name}\` ${kind}`).join(', ')}.`,
    '',
    `| switch | ${columns.join(' | ')} |`,
    `|---|${columns.map(() => '---').join('|')}|`,
    ...rows,
    '',
    '## What becomes of the pin',
    '',
    'The same switches, and the calls that an attempt makes: a pin, a pin of a video, the registration and the upload of that video. Tried with the',
    'answers of the table above by the same spec.',
    '',
    ...Object.entries(pinWords).map(([word, meaning]) => `- ${word}: ${meaning}.`),
    '',
    `| switch | ${attemptCalls.join(' | ')} |`,
    `|---|${attemptCalls.map(() => '---').join('|')}|`,
    ...[...expectedPins].map(([name, each]) => `| ${name} | ${each.join(' | ')} |`),
    '',
  ].join('\n');
}
