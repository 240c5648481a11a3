import { newId, type Invalid } from '@pps/kernel';
import type { CreatePinDto } from './create-pin.dto';
import { decodeBatchItem, decodePinRequest, keyOfItem, pinRequestOf } from './decode-pin-request';

const [accountId, assetId, coverId] = [newId(), newId(), newId()];

const requestOf = (change: (id: string) => string) => {
  const body: CreatePinDto = {
    account_id: change(accountId),
    board_id: '1',
    title: 'A film',
    asset_id: change(assetId),
    cover_image_asset_id: change(coverId),
  };
  return pinRequestOf(body, undefined);
};

it('knows an id in whatever case it comes', () => {
  const asMade = requestOf((id) => id);
  expect(asMade).toMatchObject({ accountId, content: { assetId, coverImageAssetId: coverId } });
  expect(requestOf((id) => id.toUpperCase())).toEqual(asMade);
});

it('gives an item without a key the one that it would have had', async () => {
  for (const body of [null, {}, { title: 'A door' }]) expect(keyOfItem(await decodeBatchItem(body, 0), body)).toMatch(/^[0-9a-f-]{36}$/);
});

it.each([
  ['of characters beyond the basic plane', { idempotency_key: '🌷'.repeat(255) }, '🌷'.repeat(255)],
  ['that is too long', { idempotency_key: 'k'.repeat(256) }, null],
  ['that is no text', { idempotency_key: 7 }, null],
])('finds the key of an item, also of one %s', async (_, given, key) => {
  const valid = { account_id: accountId, board_id: '1', title: 'A door', image_url: 'https://example.org/door.jpg', ...given };
  for (const body of [given, given && valid]) expect(keyOfItem(await decodeBatchItem(body, 0), body)).toBe(key);
});

it.each([
  ['a long one beside a number', [5, 'x'.repeat(101)], ['0 string_type', '1 string_too_long']],
  [
    'long ones around one that is none',
    ['x'.repeat(101), null, 'x'.repeat(101)],
    ['1 string_type', '0 string_too_long', '2 string_too_long'],
  ],
  ['a number among too many', [5, ...Array<string>(100).fill('x')], ['0 string_type', 'related_terms too_long']],
  ['a number alone', [5], ['0 string_type']],
])('names what is wrong with terms: %s', async (_, related_terms, faults) => {
  const body = { account_id: accountId, board_id: '1', title: 'A door', image_url: 'https://example.org/door.jpg', related_terms };
  const { errors } = await decodePinRequest(body, undefined).then(
    () => ({ errors: [] }),
    (error: Invalid) => error,
  );
  expect(errors.map(({ loc, type }) => `${loc.at(-1)} ${type}`).toSorted()).toEqual(faults.toSorted());
});

it('keeps the content in the order that facts of the log have, lists last', async () => {
  const optional = { description: 'd', link_url: 'https://a.example/', alt_text: 'a', board_section_id: '7', dominant_color: 'aabbcc' };
  const id = '0192F0AB-1111-7000-8000-00000000000A';
  const body = { cover_image_asset_id: id, related_terms: 'a, b', ...optional, asset_id: id, title: 't', board_id: '1', account_id: id };
  const { content } = await decodePinRequest(body, undefined);
  expect(JSON.stringify(content)).toBe(
    '{"title":"t","description":"d","linkUrl":"https://a.example/","assetId":"0192f0ab-1111-7000-8000-00000000000a","altText":"a",' +
      '"boardSectionId":"7","dominantColor":"#AABBCC","coverImageAssetId":"0192f0ab-1111-7000-8000-00000000000a","relatedTerms":["a","b"]}',
  );
});
