import { contentHash } from './content';
import type { PinContent } from './pin.events';

const content = {
  title: 'Blue \ud83d door',
  description: 'é "quoted" \u2028 🎈',
  altText: null,
  linkUrl: 'https://shop.example.com/?b=2&a=1',
  imageUrl: 'https://images.example.com/door.jpg',
  terms: ['10', '9', '\ufb33', '\u20ac'],
  ratio: [1e21, 1e-7, -0, 0.1, 333333333.3333333],
  '10': 1,
  '9': 2,
  mediaType: 'image/jpeg',
  absent: undefined,
} as unknown as PinContent;

test('the hash of a content is the one that facts of all releases hold', () => {
  expect(contentHash('01890a5d-ac96-774b-bcce-b302099a8057', '99a8057', content)).toBe(
    'ad889f972d614978194ad3af5d3598288bd7f07a2bd25bb733b4241a3d03e3a1',
  );
});
