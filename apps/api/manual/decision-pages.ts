import { decisionsAddress } from './link-resolver';
import type { ManualFile } from './manual-files';

/** The list of the decisions, which the repository shows as a folder. */
export function decisionPages(pages: readonly ManualFile[]): ManualFile[] {
  const decisions = pages.filter(({ address }) => address.startsWith(`${decisionsAddress}/`));
  const lines = decisions.map(({ address, markdown }) => `- [${titleOf(markdown)}](${address}.md)`);
  const markdown = `# Decisions\n\nWhy things are as they are, where others would have chosen otherwise.\n\n${lines.join('\n')}\n`;
  return [{ address: decisionsAddress, source: `docs/${decisionsAddress}.md`, markdown }];
}

const titleOf = (markdown: string): string => /^# (.+)$/m.exec(markdown)?.[1] ?? '';
