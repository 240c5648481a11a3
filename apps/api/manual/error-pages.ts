import { errorCatalogue, errorCauses, type ErrorCode } from '@pps/runtime';
import type { ManualFile } from './manual-files';

const folder = 'errors';

const codes = Object.keys(errorCatalogue) as ErrorCode[];

/** A page for each code of the interface, and one that lists them; `urlOf` is where a page is served. */
export function errorPages(urlOf: (address: string) => string): ManualFile[] {
  const list = errorsPage((code) => `[\`${code}\`](${folder}/${code}.md)`);
  return [{ address: folder, source: `docs/${folder}.md`, markdown: list }, ...codes.map((code) => pageOf(code, urlOf))];
}

/** The text of `docs/errors.md`: every code of the interface, why it is answered and what to do. */
export function errorsPage(shown = (code: ErrorCode): string => `\`${code}\``): string {
  const rows = codes.map(
    (code) => `| ${errorCatalogue[code].status} | ${shown(code)} | ${errorCauses[code].when} | ${errorCatalogue[code].remediation} |`,
  );
  return [
    '# Errors',
    '',
    'Written by `npm run docs errors` from the catalogue of errors. Every refusal has one of these codes in `error.code`; programs branch on it. `error.doc_url` is the address of the',
    'page about the code, which a running service serves at `/docs/errors/<code>`; of problem details (`Accept: application/problem+json`), `type` is the same address.',
    'A response may say more in `message` and `remediation`, for its own case, and has further fields where they help, which [answers.md](answers.md) shows by route.',
    '',
    '| status | code | why | what to do |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function pageOf(code: ErrorCode, urlOf: (address: string) => string): ManualFile {
  const { status, message, remediation } = errorCatalogue[code];
  const { when, page } = errorCauses[code];
  const error = { code, message, remediation, doc_url: urlOf(`${folder}/${code}`), request_id: '01890a5d-ac96-774b-bcce-b302099a8057' };
  const markdown = [
    `# ${code}`,
    `**${message}.** Status ${status}.`,
    '## Why it happens',
    when,
    '## What to do',
    remediation,
    `More: [${page.replace('.md', '')}](../${page}), [all errors](../${folder}.md).`,
    '## What it looks like',
    `\`\`\`json\n${JSON.stringify({ error, detail: message }, null, 2)}\n\`\`\``,
    'A response may say more in `message` and `remediation`, for its own case, and has further fields where they help. Branch on `code`; send `request_id` with a question.',
  ].join('\n\n');
  return { address: `${folder}/${code}`, source: `docs/${folder}/${code}.md`, markdown: `${markdown}\n` };
}
