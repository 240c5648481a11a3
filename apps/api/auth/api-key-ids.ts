import { Inject, Injectable } from '@nestjs/common';
import { apiKeyId, isApiKeyText } from '@pps/identity';
import { KEYS, type Keys } from '@pps/runtime';
import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';

const most = 10_000;

/** The ids of API keys, by the key's hash: checksum and keyed hash are computed once for a key in use. A cached id does not mean that the key works. */
@Injectable()
export class ApiKeyIds {
  private readonly known = new LRUCache<string, string>({ max: most });

  constructor(@Inject(KEYS) private readonly keys: Keys) {}

  /** Null for a text that is no key. */
  of(text: string): string | null {
    const digest = hash('sha256', text, 'base64');
    const known = this.known.get(digest);
    if (known !== undefined) return known;
    if (!isApiKeyText(text)) return null;
    const id = apiKeyId(text, this.keys.API_KEY_HASH_KEY);
    this.known.set(digest, id);
    return id;
  }
}
