import { html, textOf } from './web-page';
import { pageDocumentOf } from './render-page';
import { failurePage } from './pages/failure.page';
import { accountNotConnectedPage } from './pages/connections.page';
import { forgotPasswordPage } from './pages/passwords.page';

const hostile = `<script>alert("1")</script> & 'x'`;
const harmless = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;';

test('values are escaped once, in text and in attributes; what is HTML already is left', () => {
  expect(textOf(html`<a title="${hostile}">${hostile}</a>`)).toBe(`<a title="${harmless}">${harmless}</a>`);
  expect(textOf(html`<p>${html`<b>${'&'}</b>`}</p>`)).toBe('<p><b>&amp;</b></p>');
  expect(textOf(html`${[html`<i>1</i>`, '<2>', 3]}${null}${false}`)).toBe('<i>1</i>&lt;2&gt;3');
});

test('nobody who sends data can pass it off as HTML', () => {
  const forged = JSON.parse(JSON.stringify({ markup: hostile, 'Symbol(markup)': hostile }));
  expect(() => textOf(html`${forged}`)).toThrow();
});

test('whatever comes from outside is escaped where a page shows it', () => {
  const shown = pageDocumentOf(forgotPasswordPage(hostile), '/app', 'v');
  expect(shown).toContain(`value="${harmless}"`);
  expect(shown).not.toContain(hostile);
  expect(pageDocumentOf(accountNotConnectedPage(hostile), '/app', 'v')).not.toContain('alert(');
});

test.each([
  [404, 404, 'There is no such page'],
  [422, 422, 'That did not work'],
  [429, 429, 'That did not work'],
  [500, 500, 'That did not work'],
  [503, 503, 'That did not work'],
])('a failure with %i is a page with the id to report', (status, shown, title) => {
  const page = failurePage(status, 'request-7');
  expect([page.status, page.title]).toEqual([shown, title]);
  if (status !== 404) expect(textOf(page.content)).toContain('<code>request-7</code>');
});
