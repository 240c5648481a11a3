import { contentOfJsonRows, decodeJsonRows } from './decode-rows';

async function contentOf(json: string): Promise<string> {
  const body: unknown = JSON.parse(json);
  return contentOfJsonRows(body, await decodeJsonRows(body, Buffer.from(json)));
}

const id = '813744226420000401';

test.each([
  ['the text of its digits', `[{"board_id":${id}}]`, `[{"board_id":"${id}"}]`],
  ['a number that is read as the same', `[{"board_id":${id}}]`, '[{"board_id":813744226420000402}]'],
  ['the text of its digits inside a list', `[{"related_terms":[${id}]}]`, `[{"related_terms":["${id}"]}]`],
  ['the text of its digits as a row', `[${id}]`, `["${id}"]`],
  ['itself and a row with the text', `[{"n":${id}}]`, `[{"n":${id}},{"n":"${id}"}]`],
  ['a text, where it is too large', '[{"related_terms":[1e400]}]', '[{"related_terms":["1e400"]}]'],
])('a number that loses digits is not %s', async (_, left, right) => {
  expect(await contentOf(left)).not.toBe(await contentOf(right));
});

test('rows with numbers that lose digits are the same content in whatever order their fields come', async () => {
  expect(await contentOf(`[{"title":"A","board_id":${id}}]`)).toBe(await contentOf(`[{"board_id":${id},"title":"A"}]`));
});
