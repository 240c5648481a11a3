import { replaceUnstorable } from '@pps/kernel';

const longestBytes = 120;

/**
 * The name of an uploaded file as every system can unpack it: no separators, control or reserved characters, no half of a character, not longer than
 * 120 bytes of UTF-8, its ending kept. The id before it keeps equal names apart.
 */
export function nameInArchive(fileId: string, original: string): string {
  const name = replaceUnstorable(original)
    .normalize('NFC')
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffd<>:"/\\|?*]/g, '_')
    .replace(/^[. ]+|[. ]+$/g, '');
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && name.length - dot <= 12 ? name.slice(dot) : '';
  const stem = shortened(name.slice(0, name.length - ending.length), longestBytes - Buffer.byteLength(ending));
  return stem + ending === '' ? fileId : `${fileId}-${stem}${ending}`;
}

function shortened(text: string, mostBytes: number): string {
  let bytes = 0;
  let kept = '';
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > mostBytes) break;
    kept += character;
  }
  return kept;
}
