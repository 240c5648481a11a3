import { Inject, Injectable } from '@nestjs/common';
import { KEYS, type Keys } from '@pps/runtime';
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { parse, stringify } from 'uuid';

const shape = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/** Signs and verifies the OAuth `state`: the id of a consent's stream. */
@Injectable()
export class StateSignature {
  private readonly key: Buffer;

  constructor(@Inject(KEYS) keys: Keys) {
    this.key = Buffer.from(hkdfSync('sha256', keys.JWT_KEY, '', 'oauth state', 32));
  }

  sign(stateId: string): string {
    const id = Buffer.from(parse(stateId)).toString('base64url');
    return `${id}.${this.signatureOf(id).toString('base64url')}`;
  }

  /** The state's id, or null for text that was not signed here. */
  verify(state: string): string | null {
    const [, id, signature] = shape.exec(state) ?? [];
    if (id === undefined || signature === undefined) return null;
    const given = Buffer.from(signature, 'base64url');
    const expected = this.signatureOf(id);
    return given.length === expected.length && timingSafeEqual(given, expected) ? stringify(Buffer.from(id, 'base64url')) : null;
  }

  private signatureOf(id: string): Buffer {
    return createHmac('sha256', this.key).update(id).digest();
  }
}
