import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

/** Reads and writes one kind of protobuf message. */
export interface MessageType<Message> {
  encode(message: Message, writer: BinaryWriter): BinaryWriter;
  decode(input: Uint8Array | BinaryReader, length?: number): Message;
}

/** The message that a type reads and writes. */
export type MessageOf<Type> = Type extends MessageType<infer Message> ? Message : never;

/** A property of a message: one field of the protocol, or the fields of a `oneof`. */
interface Property<Value> {
  readonly absent: () => Value;
  write(value: Value, writer: BinaryWriter): void;
  /** By tag: the number of a field and its wire type. What was read of the property so far is given. */
  readonly readers: readonly (readonly [tag: number, read: (reader: BinaryReader, before: Value) => Value])[];
}

/** A field and how one value of it is written, also the default, which a property leaves out. */
interface Field<Value> {
  readonly tag: number;
  readonly read: (reader: BinaryReader) => Value;
  writeAny(value: Value, writer: BinaryWriter): void;
}

/** A message with these properties. Fields that it does not have are skipped when they are read. */
export function message<Message>(properties: { readonly [Name in keyof Message]: Property<Message[Name]> }): MessageType<Message> {
  const named = Object.entries<Property<unknown>>(properties as Record<string, Property<unknown>>);
  const readers: { readonly name: string; readonly read: (reader: BinaryReader, before: unknown) => unknown }[] = [];
  for (const [name, property] of named) for (const [tag, read] of property.readers) readers[tag] = { name, read };
  return {
    encode(values, writer) {
      for (const [name, property] of named) property.write((values as Record<string, unknown>)[name], writer);
      return writer;
    },
    decode(input, length) {
      const reader = input instanceof BinaryReader ? input : new BinaryReader(input);
      const end = length === undefined ? reader.len : reader.pos + length;
      const values = {} as { [name: string]: unknown };
      for (const [name, property] of named) values[name] = property.absent();
      while (reader.pos < end) {
        const tag = reader.uint32();
        const known = readers[tag];
        if (known) values[known.name] = known.read(reader, values[known.name]);
        else if (tag === 0 || (tag & 7) === WireType.EndGroup) break;
        else reader.skip(tag & 7);
      }
      return values as Message;
    },
  };
}

interface Scalar<Value> {
  readonly wire: WireType;
  readonly absent: Value;
  readonly isAbsent?: (value: Value) => boolean;
  readonly write: (value: Value, writer: BinaryWriter) => void;
  readonly read: (reader: BinaryReader) => Value;
}

const scalar =
  <Value>({ wire, absent, isAbsent = (value) => value === absent, write, read }: Scalar<Value>) =>
  (number: number): Field<Value> & Property<Value> => {
    const tag = (number << 3) | wire;
    const writeAny = (value: Value, writer: BinaryWriter) => write(value, writer.uint32(tag));
    return {
      tag,
      read,
      writeAny,
      absent: () => absent,
      write: (value, writer) => {
        if (!isAbsent(value)) writeAny(value, writer);
      },
      readers: [[tag, read]],
    };
  };

const { Varint, LengthDelimited } = WireType;
export const string = scalar({ wire: LengthDelimited, absent: '', write: (value, to) => to.string(value), read: (from) => from.string() });
export const bool = scalar({ wire: Varint, absent: false, write: (value, to) => to.bool(value), read: (from) => from.bool() });
export const int32 = scalar({ wire: Varint, absent: 0, write: (value, to) => to.int32(value), read: (from) => from.int32() });
export const uint32 = scalar({ wire: Varint, absent: 0, write: (value, to) => to.uint32(value), read: (from) => from.uint32() });
export const int64 = scalar({ wire: Varint, absent: 0n, write: (value, to) => to.int64(value), read: (from) => from.int64() as bigint });
export const uint64 = scalar({ wire: Varint, absent: 0n, write: (value, to) => to.uint64(value), read: (from) => from.uint64() as bigint });
export const bytes = scalar<Uint8Array>({
  wire: LengthDelimited,
  absent: new Uint8Array(),
  isAbsent: ({ length }) => length === 0,
  write: (value, to) => to.bytes(value),
  read: (from) => from.bytes(),
});

/** A message within a message. */
export function nested<Message>(number: number, type: MessageType<Message>): Field<Message> & Property<Message | undefined> {
  const tag = (number << 3) | LengthDelimited;
  const read = (reader: BinaryReader) => type.decode(reader, reader.uint32());
  const writeAny = (value: Message, writer: BinaryWriter) => void type.encode(value, writer.uint32(tag).fork()).join();
  return {
    tag,
    read,
    writeAny,
    absent: () => undefined,
    write: (value, writer) => {
      if (value !== undefined) writeAny(value, writer);
    },
    readers: [[tag, read]],
  };
}

/** As many values of a field as are given. */
export const repeated = <Value>({ tag, read, writeAny }: Field<Value>): Property<Value[]> => ({
  absent: () => [],
  write: (values, writer) => {
    for (const value of values) writeAny(value, writer);
  },
  readers: [[tag, (reader, before) => (before.push(read(reader)), before)]],
});

/** Texts by name. */
export function stringMap(number: number): Property<Record<string, string>> {
  const { tag, read, writeAny } = nested(number, message({ key: string(1), value: string(2) }));
  return {
    absent: () => ({}),
    write: (values, writer) => {
      for (const [key, value] of Object.entries(values)) writeAny({ key, value }, writer);
    },
    readers: [
      [
        tag,
        (reader, before) => {
          const { key, value } = read(reader);
          before[key] = value;
          return before;
        },
      ],
    ],
  };
}

type OneOf<Values> = { [Name in keyof Values]: { readonly $case: Name; readonly value: Values[Name] } }[keyof Values];

/** At most one of these fields. */
export function oneof<Values>(fields: { readonly [Name in keyof Values]: Field<Values[Name]> }): Property<OneOf<Values> | undefined> {
  const known = fields as Record<string, Field<unknown>>;
  return {
    absent: () => undefined,
    write: (chosen, writer) => {
      if (chosen) known[chosen.$case as string]?.writeAny(chosen.value, writer);
    },
    readers: Object.entries(known).map(([$case, { tag, read }]) => [tag, (reader) => ({ $case, value: read(reader) }) as OneOf<Values>]),
  };
}
