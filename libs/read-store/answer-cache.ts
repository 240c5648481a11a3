export interface CachedAnswer {
  readonly body: Buffer;
  /** What this answer has beside the headers of every answer. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface AnswerCacheOptions {
  /** Bytes of all entries. Default: 16 MiB. */
  readonly maxBytes?: number;
  /** Bytes of one organization's entries. Default: 1 MiB. */
  readonly maxBytesPerOrganization?: number;
  /** Bytes of one entry; a larger one is not cached. Default: 256 KiB. */
  readonly maxEntryBytes?: number;
  /** For how long an entry is given. Default: 60 s. */
  readonly maxAgeMs?: number;
}

interface Entry extends CachedAnswer {
  readonly bytes: number;
  readonly until: number;
}

interface OrganizationEntries {
  readonly position: bigint;
  /** Least recently used first. */
  readonly byKey: Map<string, Entry>;
  bytes: number;
}

/** Beside key and body, generously: two objects, a map's slot, a buffer's own. */
const entryOverhead = 600;

/**
 * Finished answers that follow from the facts of one organization alone, each as of the position of that organization's newest fact when it was
 * read. It holds those of one position of each organization. An organization that asks for many pushes out its own; beyond all bytes the
 * organization that was answered longest ago loses its entries.
 */
export class AnswerCache {
  /** Least recently used first. */
  private readonly organizations = new Map<string, OrganizationEntries>();
  private held = 0;
  private readonly limits: Required<AnswerCacheOptions>;

  constructor(options: AnswerCacheOptions = {}) {
    this.limits = { maxBytes: 2 ** 24, maxBytesPerOrganization: 2 ** 20, maxEntryBytes: 2 ** 18, maxAgeMs: 60_000, ...options };
  }

  /** Of all entries, with what they take beside their bodies. */
  get bytes(): number {
    return this.held;
  }

  get(organizationId: string, position: bigint, key: string): CachedAnswer | undefined {
    const known = this.organizations.get(organizationId);
    if (known?.position !== position) return undefined;
    const entry = known.byKey.get(key);
    if (!entry || entry.until <= performance.now()) return undefined;
    moveToEnd(known.byKey, key, entry);
    moveToEnd(this.organizations, organizationId, known);
    return entry;
  }

  /** `position` must have been read before the rows that the answer is made of; entries of older ones go, and it is not cached beside newer ones. */
  set(organizationId: string, position: bigint, key: string, answer: CachedAnswer): void {
    const bytes = answer.body.length + 2 * key.length + entryOverhead;
    const present = this.organizations.get(organizationId);
    if (bytes > this.limits.maxEntryBytes || (present && present.position > position)) return;
    if (present && present.position < position) this.drop(organizationId);
    const known = this.organizations.get(organizationId) ?? { position, byKey: new Map<string, Entry>(), bytes: 0 };
    this.remove(known, key);
    known.byKey.set(key, { ...answer, bytes, until: performance.now() + this.limits.maxAgeMs });
    known.bytes += bytes;
    this.held += bytes;
    moveToEnd(this.organizations, organizationId, known);
    this.evict(known);
  }

  clear(): void {
    this.organizations.clear();
    this.held = 0;
  }

  /** Frees what is too old to be given. */
  removeExpired(): void {
    const now = performance.now();
    for (const [organizationId, known] of this.organizations) {
      for (const [key, { until }] of known.byKey) if (until <= now) this.remove(known, key);
      if (known.byKey.size === 0) this.organizations.delete(organizationId);
    }
  }

  private evict(own: OrganizationEntries): void {
    for (const key of own.byKey.keys()) {
      if (own.bytes <= this.limits.maxBytesPerOrganization) break;
      this.remove(own, key);
    }
    for (const organizationId of this.organizations.keys()) {
      if (this.held <= this.limits.maxBytes) break;
      this.drop(organizationId);
    }
  }

  private remove(known: OrganizationEntries, key: string): void {
    const bytes = known.byKey.get(key)?.bytes ?? 0;
    known.byKey.delete(key);
    known.bytes -= bytes;
    this.held -= bytes;
  }

  private drop(organizationId: string): void {
    this.held -= this.organizations.get(organizationId)?.bytes ?? 0;
    this.organizations.delete(organizationId);
  }
}

function moveToEnd<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
}
