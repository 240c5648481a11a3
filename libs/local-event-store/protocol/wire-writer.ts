import { frameHeaderBytes, writeFrameHeader } from '../transport/message-frames';

/** Bytes a varint of this value takes. */
export function varintBytes(value: number): number {
  let bytes = 1;
  for (let rest = value; rest > 127; rest = Math.floor(rest / 128)) bytes += 1;
  return bytes;
}

/** Writes an unsigned varint and returns the offset behind it; numbers must be safe integers. */
export function writeVarint(target: Buffer, at: number, value: number): number {
  let rest = value;
  while (rest > 0x7fffffff) {
    target[at++] = (rest % 128) | 128;
    rest = Math.floor(rest / 128);
  }
  while (rest > 127) {
    target[at++] = (rest & 127) | 128;
    rest >>>= 7;
  }
  target[at++] = rest;
  return at;
}

/** Builds one framed gRPC message of any size. The hot event encoder does without it. */
export class WireWriter {
  private bytes = Buffer.allocUnsafe(256);
  private at = frameHeaderBytes;

  unsigned(field: number, value: bigint | number): this {
    this.reserve(16);
    this.at = writeVarint(this.bytes, this.at, field << 3);
    if (typeof value === 'number' || value <= BigInt(Number.MAX_SAFE_INTEGER)) {
      this.at = writeVarint(this.bytes, this.at, Number(value));
      return this;
    }
    let rest = BigInt.asUintN(64, value);
    for (; rest > 127n; rest >>= 7n) this.bytes[this.at++] = Number(rest & 127n) | 128;
    this.bytes[this.at++] = Number(rest);
    return this;
  }

  content(field: number, value: Buffer | string): this {
    const length = typeof value === 'string' ? Buffer.byteLength(value) : value.length;
    this.reserve(length + 10);
    this.at = writeVarint(this.bytes, this.at, (field << 3) | 2);
    this.at = writeVarint(this.bytes, this.at, length);
    if (typeof value === 'string') this.bytes.write(value, this.at);
    else value.copy(this.bytes, this.at);
    this.at += length;
    return this;
  }

  empty(field: number): this {
    return this.message(field, () => undefined);
  }

  message(field: number, fill: (writer: this) => void): this {
    this.reserve(10);
    this.at = writeVarint(this.bytes, this.at, (field << 3) | 2);
    const lengthAt = this.at;
    this.at += 1;
    fill(this);
    const length = this.at - lengthAt - 1;
    const extra = varintBytes(length) - 1;
    if (extra > 0) {
      this.reserve(extra);
      this.bytes.copyWithin(lengthAt + 1 + extra, lengthAt + 1, this.at);
      this.at += extra;
    }
    writeVarint(this.bytes, lengthAt, length);
    return this;
  }

  /** The message with its gRPC frame header. */
  frame(): Buffer {
    writeFrameHeader(this.bytes, 0, this.at - frameHeaderBytes);
    return this.bytes.subarray(0, this.at);
  }

  private reserve(extra: number): void {
    if (this.at + extra <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.at + extra));
    this.bytes.copy(larger, 0, 0, this.at);
    this.bytes = larger;
  }
}
