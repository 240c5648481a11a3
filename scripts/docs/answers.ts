import type { Command } from 'commander';
import { readFileSync, writeFileSync } from 'node:fs';
import { answersPage, checkedAnswerLines, checkedAnswers } from '../../apps/api/docs/answers-page';
import { previewDescription } from '../../apps/api/docs/preview-description';

const checkedFile = 'docs/answers-checked.txt';

export const options = (command: Command): Command =>
  command.option('--seen <file>', 'what tests wrote to ANSWERS_SEEN: its counts take the place of those that are kept');

export async function run({ seen }: { readonly seen?: string }): Promise<void> {
  if (seen !== undefined) writeFileSync(checkedFile, checkedAnswerLines(checkedAnswers(readFileSync(seen, 'utf8'))));
  writeFileSync('docs/answers.md', answersPage(await previewDescription(), checkedAnswers(readFileSync(checkedFile, 'utf8'))));
}
