import { inflateRawSync } from 'node:zlib';

const endSignature = 0x06054b50;
const endLength = 22;

/** The files of a small ZIP (no ZIP64) by their names. Throws where its directory and its entries differ. */
export function readArchive(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || zip.readUInt32LE(end) !== endSignature || zip.length < end + endLength) throw new Error('no end of a ZIP');
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let n = zip.readUInt16LE(end + 10); n > 0; n--) {
    const [method, packed, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)];
    const [nameLength, extraLength, commentLength] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(begin, begin + packed);
    const file = method === 0 ? bytes : inflateRawSync(bytes);
    if (file.length !== size || files.has(name)) throw new Error(`${name} is not as the directory says`);
    files.set(name, file);
    at += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}
