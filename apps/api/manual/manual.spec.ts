import { openManual } from './manual';
import type { ManualFolder } from './manual-files';
import { markdownRenderer } from './render-markdown';

const served = { hrefOf: (address: string) => `/docs/${address}`, urlOf: (address: string) => `http://pins.test/docs/${address}` };
const notInstalled: ManualFolder = { pages: [], attachments: [] };

it('explains each code where no manual is installed, and then has no list of pages', async () => {
  const manual = openManual({ ...served, folder: notInstalled });
  expect((await manual.page('errors/quota_exceeded'))?.title).toBe('quota_exceeded');
  expect(manual.markdown('errors')).toContain('http://pins.test/docs/errors/quota_exceeded.md');
  expect((await manual.search('quota_exceeded')).map(({ address }) => address)).toContain('errors/quota_exceeded');
  expect([await manual.page('manual'), manual.llms(), manual.llmsFull()]).toEqual([null, null, null]);
});

it('finds each place once', async () => {
  const hits = await openManual(served).search('quota_exceeded');
  const places = hits.map(({ address, anchor }) => `${address}#${anchor}`);
  expect(places).toContain('errors#errors');
  expect(places).toEqual([...new Set(places)]);
});

it('shows pages and finds places after a failure as if there had been none', async () => {
  let failures = 2;
  const startRenderer: typeof markdownRenderer = async (hrefOf) => {
    failures -= 1;
    if (failures >= 0) throw new Error('the disk does not answer');
    return markdownRenderer(hrefOf);
  };
  const manual = openManual({ ...served, startRenderer });
  await expect(manual.search('pin')).rejects.toThrow('the disk');
  await expect(manual.page('webhooks')).rejects.toThrow('the disk');
  expect(await manual.search('pin')).not.toEqual([]);
  expect(await manual.page('webhooks')).not.toBeNull();
});

it('writes what programs read once', () => {
  let asked = 0;
  const urlOf = (address: string) => {
    asked += 1;
    return served.urlOf(address);
  };
  const manual = openManual({ ...served, urlOf });
  const first = [manual.llms(), manual.llmsFull(), manual.markdown('webhooks')];
  const before = asked;
  expect([manual.llms(), manual.llmsFull(), manual.markdown('webhooks')]).toEqual(first);
  expect(asked).toBe(before);
});

it('shows programs that say the same beside each other, each with its name', async () => {
  const render = await markdownRenderer(String);
  const fences = ['ts TypeScript', 'sh <Shell>', '', 'sh'].map((info) => `\`\`\`${info}\nrun ${info}\n\`\`\`\n`);
  const { html } = render(fences.join('\n'), () => ({ kind: 'source', path: '' }));
  const figure = (name: string, words: string) =>
    `<figure><figcaption>${name}</figcaption><pre tabindex="0"><code class="language-${words.split(' ')[0]}">run ${words}\n</code></pre>\n</figure>`;
  expect(html).toContain(
    `<div class="beside">${figure('TypeScript', 'ts TypeScript')}${figure('&lt;Shell&gt;', 'sh &lt;Shell&gt;')}</div><pre`,
  );
});
