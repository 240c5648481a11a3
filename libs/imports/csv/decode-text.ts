import { Invalid } from '@pps/kernel';

interface Encoding {
  readonly label: 'utf-8' | 'utf-16le' | 'utf-16be';
  readonly name: string;
}

const utf8: Encoding = { label: 'utf-8', name: 'UTF-8' };
const marks: readonly (readonly [mark: readonly number[], encoding: Encoding])[] = [
  [[0xef, 0xbb, 0xbf], utf8],
  [[0xff, 0xfe], { label: 'utf-16le', name: 'UTF-16' }],
  [[0xfe, 0xff], { label: 'utf-16be', name: 'UTF-16' }],
];
const longestMark = 4;

/** A fault of a file as a whole. */
export const unreadableFile = (msg: string, type: string, column?: string): Invalid =>
  new Invalid([{ loc: ['body', 'file', ...(column === undefined ? [] : [column])], msg, type }]);

/**
 * The text of a file in UTF-8, or in UTF-16 where a byte order mark says so, without the mark. Throws `Invalid` for a file in another
 * encoding, for a spreadsheet that is no text, and for U+0000.
 */
export async function* decodeText(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decode: ((chunk?: Buffer) => string) | undefined;
  let begin = Buffer.alloc(0);
  for await (const chunk of bytes) {
    if (decode) {
      yield decode(chunk);
      continue;
    }
    begin = Buffer.concat([begin, chunk]);
    if (begin.length < longestMark) continue;
    decode = decoderFor(begin);
    yield decode(begin);
  }
  decode ??= decoderFor(begin);
  // What is still held back may be half of a character.
  yield begin.length < longestMark ? decode(begin) + decode() : decode();
}

function decoderFor(begin: Buffer): (chunk?: Buffer) => string {
  const encoding = encodingOf(begin);
  const decoder = new TextDecoder(encoding.label, { fatal: true });
  return (chunk) => {
    const text = decodeOrRefuse(decoder, encoding, chunk);
    if (text.includes('\0')) throw unreadableFile('The text must not contain U+0000; save the file as CSV in UTF-8', 'string_unicode');
    return text;
  };
}

function decodeOrRefuse(decoder: InstanceType<typeof TextDecoder>, { name }: Encoding, chunk: Buffer | undefined): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch {
    throw unreadableFile(`The file is not valid ${name}; save it as CSV in UTF-8`, 'encoding');
  }
}

function encodingOf(begin: Buffer): Encoding {
  if (begin.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))) {
    throw unreadableFile('The file is a spreadsheet or an archive; save it as CSV in UTF-8', 'encoding');
  }
  if (begin.subarray(0, 4).equals(Buffer.from([0xff, 0xfe, 0, 0]))) {
    throw unreadableFile('The file is in UTF-32; save it as CSV in UTF-8', 'encoding');
  }
  return marks.find(([mark]) => mark.every((byte, index) => begin[index] === byte))?.[1] ?? utf8;
}
