export interface VideoFile {
  readonly brand?: string;
  readonly compatible?: readonly string[];
  readonly width?: number;
  readonly height?: number;
  /** Rotated by 90 degrees, as a phone held upright records it. */
  readonly rotated?: boolean;
  readonly durationMs?: number;
  readonly handler?: 'vide' | 'soun';
  readonly bytes?: Buffer;
}

const box = (type: string, ...content: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};

/** A video file with the given properties in its boxes; its picture is noise. */
export function videoFile({
  brand = 'isom',
  compatible = [],
  width = 640,
  height = 360,
  rotated = false,
  ...more
}: VideoFile = {}): Buffer {
  const { durationMs = 4_500, handler = 'vide', bytes = Buffer.alloc(1_000, 7) } = more;
  const movie = Buffer.alloc(100);
  movie.writeUInt32BE(1000, 12);
  movie.writeUInt32BE(durationMs, 16);
  const track = Buffer.alloc(84);
  track.writeInt32BE(rotated ? 0 : 0x10000, 40);
  track.writeInt32BE(rotated ? 0x10000 : 0, 44);
  track.writeUInt32BE(width * 0x10000, 76);
  track.writeUInt32BE(height * 0x10000, 80);
  const handlerFields = Buffer.alloc(24);
  handlerFields.write(handler, 8, 'latin1');
  const moov = box('moov', box('mvhd', movie), box('trak', box('tkhd', track), box('mdia', box('hdlr', handlerFields))));
  const brands = Buffer.from([brand, '\0\0\0\0', ...compatible].join(''), 'latin1');
  return Buffer.concat([box('ftyp', brands), moov, box('mdat', bytes)]);
}
