import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { base62Text, checksumOf, base62Number } from '../api-keys/api-key-text';

/** `access` lets a program call, `refresh` gets it the next pair. */
export type GrantTokenKind = 'access' | 'refresh';

/** What the text of a token says. It is derived from this and a key of the service, and stored nowhere. */
export interface GrantToken {
  readonly kind: GrantTokenKind;
  readonly environment: 'production' | 'sandbox';
  /** The grant, which is an API key. */
  readonly keyId: string;
  /** Raised by each refresh that rotates. */
  readonly generation: number;
  readonly endsAt: Date;
}

const prefixes = {
  production: { access: 'pps_live_at_', refresh: 'pps_live_rt_' },
  sandbox: { access: 'pps_test_at_', refresh: 'pps_test_rt_' },
} as const;
const kinds = { at: 'access', rt: 'refresh' } as const;
const environments = { live: 'production', test: 'sandbox' } as const;

const bytesOfId = 16;
const bytesOfPayload = bytesOfId + 4 + 4;
const bytesOfMac = 16;
/** So many base62 digits hold 40 bytes. */
const digitsOfBytes = 54;
const form = /^pps_(live|test)_(at|rt)_([0-9A-Za-z]{54})([0-9A-Za-z]{6})$/;

/** How the tokens of a grant begin, which is what is shown of it in lists. */
export const grantTokenPrefix = (environment: GrantToken['environment']): string => prefixes[environment].access;

/** Whether a text may be a token of a grant; a key of its own is none. */
export const isGrantTokenText = (text: string): boolean => form.test(text);

/** Writes and reads tokens of grants: prefix, 40 bytes in base62 (grant, generation, end, MAC of 128 bits), 6 digits of checksum as keys have. */
export class GrantTokens {
  private readonly key: Buffer;

  constructor(keys: { readonly API_KEY_HASH_KEY: Buffer }) {
    this.key = Buffer.from(hkdfSync('sha256', keys.API_KEY_HASH_KEY, '', 'tokens of grants', 32));
  }

  textOf(token: GrantToken): string {
    const { kind, environment, keyId, generation, endsAt } = token;
    const payload = Buffer.alloc(bytesOfPayload);
    payload.write(keyId.replaceAll('-', ''), 'hex');
    payload.writeUInt32BE(generation, bytesOfId);
    payload.writeUInt32BE(Math.floor(endsAt.getTime() / 1_000), bytesOfId + 4);
    const prefix = prefixes[environment][kind];
    const bytes = Buffer.concat([payload, this.macOf(prefix, payload)]);
    const body = prefix + base62Text(BigInt(`0x${bytes.toString('hex')}`), digitsOfBytes);
    return body + checksumOf(body);
  }

  /** Null for what was not written here. Whether it has ended, and whether its grant works, is asked elsewhere. */
  read(text: string): GrantToken | null {
    const [, environment, kind, digits = '', checksum] = form.exec(text) ?? [];
    if (checksum === undefined || checksumOf(text.slice(0, -checksum.length)) !== checksum) return null;
    const number = base62Number(digits);
    const hex = number.toString(16).padStart((bytesOfPayload + bytesOfMac) * 2, '0');
    if (hex.length > (bytesOfPayload + bytesOfMac) * 2) return null;
    const bytes = Buffer.from(hex, 'hex');
    const payload = bytes.subarray(0, bytesOfPayload);
    const prefix = text.slice(0, prefixes.production.access.length);
    if (!timingSafeEqual(this.macOf(prefix, payload), bytes.subarray(bytesOfPayload))) return null;
    return {
      kind: kinds[kind as keyof typeof kinds],
      environment: environments[environment as keyof typeof environments],
      keyId: uuidOf(payload.subarray(0, bytesOfId).toString('hex')),
      generation: payload.readUInt32BE(bytesOfId),
      endsAt: new Date(payload.readUInt32BE(bytesOfId + 4) * 1_000),
    };
  }

  private macOf(prefix: string, payload: Buffer): Buffer {
    return createHmac('sha256', this.key).update(prefix).update(payload).digest().subarray(0, bytesOfMac);
  }
}

const uuidOf = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
