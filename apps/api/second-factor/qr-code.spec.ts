import sharp from 'sharp';
import { textOf } from '../web/web-page';
import { qrCode } from './qr-code';

test('a code has its three finder patterns on a light ground, and its label is escaped', async () => {
  const svg = textOf(qrCode(`otpauth://totp/${'ä'.repeat(200)}`, '"><script>'));
  expect(svg).toContain('aria-label="&quot;&gt;&lt;script&gt;"');
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const { data } = await sharp(Buffer.from(svg))
    .resize(size, size, { kernel: 'nearest' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const isDark = (x: number, y: number) => (data[y * size + x] ?? 255) < 128;
  const centres = [7, size - 8];
  expect([isDark(7, 7), isDark(size - 8, 7), isDark(7, size - 8)]).toEqual([true, true, true]);
  // The light ring around each.
  for (const x of centres) expect([isDark(x - 2, 7), isDark(x - 3, 7), isDark(x - 4, 7)]).toEqual([false, true, false]);
  expect([0, 3, size - 1, size - 4].some((edge) => isDark(edge, 10) || isDark(10, edge))).toBe(false);
});
