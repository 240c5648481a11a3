export type ImageContentType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

/** What an image is by its first 12 bytes; null for anything but the four forms that are taken. */
export function imageContentType(head: Buffer): ImageContentType | null {
  const text = head.subarray(0, 12).toString('latin1');
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(text)) return 'image/gif';
  if (/^RIFF.{4}WEBP/s.test(text)) return 'image/webp';
  return null;
}
