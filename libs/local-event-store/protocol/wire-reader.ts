import { GrpcFailure, grpcStatus } from '../transport/grpc-failure';

const malformed = () => new GrpcFailure(grpcStatus.invalidArgument, 'malformed protobuf message');

/** Walks the fields of one protobuf message without copying. Throws GrpcFailure INVALID_ARGUMENT for malformed bytes. */
export class WireReader {
  field = 0;
  private wireType = 0;
  private at = 0;

  constructor(private readonly bytes: Buffer) {}

  /** Moves to the next field; false at the end. The value must then be taken or skipped. */
  next(): boolean {
    if (this.at >= this.bytes.length) return false;
    const tag = this.smallVarint();
    this.field = tag >>> 3;
    this.wireType = tag & 7;
    return true;
  }

  message(): Buffer {
    if (this.wireType !== 2) throw malformed();
    const length = this.smallVarint();
    const end = this.at + length;
    if (end > this.bytes.length) throw malformed();
    const value = this.bytes.subarray(this.at, end);
    this.at = end;
    return value;
  }

  text(): string {
    return this.message().toString('utf8');
  }

  flag(): boolean {
    return this.unsigned() !== 0n;
  }

  /** A varint below 2^32. */
  small(): number {
    return Number(BigInt.asUintN(32, this.unsigned()));
  }

  unsigned(): bigint {
    if (this.wireType !== 0) throw malformed();
    let low = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.byte();
      low |= (byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt(low);
    }
    let value = BigInt(low);
    for (let shift = 28n; shift < 70n; shift += 7n) {
      const byte = this.byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw malformed();
  }

  signed(): bigint {
    return BigInt.asIntN(64, this.unsigned());
  }

  skip(): void {
    if (this.wireType === 0) this.unsigned();
    else if (this.wireType === 1) this.at += 8;
    else if (this.wireType === 5) this.at += 4;
    else this.message();
    if (this.at > this.bytes.length) throw malformed();
  }

  private smallVarint(): number {
    let value = 0;
    for (let shift = 0; shift < 32; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
    throw malformed();
  }

  private byte(): number {
    const byte = this.bytes[this.at++];
    if (byte === undefined) throw malformed();
    return byte;
  }
}
