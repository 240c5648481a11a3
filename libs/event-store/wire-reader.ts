const malformed = () => new Error('the event store sent a malformed answer');

/** Walks the fields of one protobuf message, or of a part of it, without copying. Throws for malformed bytes. */
export class WireReader {
  field = 0;
  private wireType = 0;

  constructor(
    private readonly bytes: Buffer,
    private at = 0,
    private readonly end = bytes.length,
  ) {}

  /** Moves to the next field; false at the end. The value must then be taken or skipped. */
  next(): boolean {
    if (this.at >= this.end) return false;
    const tag = this.number();
    this.field = tag >>> 3;
    this.wireType = tag & 7;
    return true;
  }

  message(): WireReader {
    const end = this.ending();
    const start = this.at;
    this.at = end;
    return new WireReader(this.bytes, start, end);
  }

  text(): string {
    const end = this.ending();
    const text = this.bytes.toString('utf8', this.at, end);
    this.at = end;
    return text;
  }

  /** A view of the message's own memory. */
  content(): Buffer {
    const end = this.ending();
    const content = this.bytes.subarray(this.at, end);
    this.at = end;
    return content;
  }

  unsigned(): bigint {
    let low = 0;
    let scale = 1;
    for (let taken = 0; taken < 7; taken++) {
      const byte = this.byte();
      low += (byte & 0x7f) * scale;
      if (byte < 0x80) return BigInt(low);
      scale *= 128;
    }
    let value = BigInt(low);
    for (let shift = 49n; shift < 70n; shift += 7n) {
      const byte = this.byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw malformed();
  }

  skip(): void {
    if (this.wireType === 0) this.unsigned();
    else if (this.wireType === 1) this.at += 8;
    else if (this.wireType === 5) this.at += 4;
    else if (this.wireType === 2) this.at = this.ending();
    else throw malformed();
    if (this.at > this.end) throw malformed();
  }

  private ending(): number {
    if (this.wireType !== 2) throw malformed();
    const length = this.number();
    if (this.at + length > this.end) throw malformed();
    return this.at + length;
  }

  private number(): number {
    let value = 0;
    for (let shift = 0; shift < 32; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
    throw malformed();
  }

  private byte(): number {
    const byte = this.at < this.end ? this.bytes[this.at++] : undefined;
    if (byte === undefined) throw malformed();
    return byte;
  }
}
