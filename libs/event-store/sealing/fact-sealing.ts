import type { FactMetadata, NewFact, RecordedFact } from '../recorded-fact';
import { hasField, replaceField, stepsOf, type FieldSteps } from './replace-field';
import { isSealedText, lostText, openText, sealedFieldAddress, sealText } from './sealed-text';
import { KeyCache } from './key-cache';
import type { SealingKeys, SubjectSealer } from './sealing-keys';
import { canonicalize } from 'json-canonicalize';
import { hash } from 'node:crypto';

/** The part of a stream type that says what is sealed. */
export interface StreamWithSealedFields {
  readonly category: string;
  readonly sealed?: Readonly<Record<string, readonly string[] | undefined>>;
}

/** What the hosts say about sealing. */
export interface SealingOptions {
  readonly keys: SealingKeys;
  /** Every stream type that declares sealed fields. */
  readonly streams: readonly StreamWithSealedFields[];
  /** Subjects whose keys are dropped because of this fact. */
  readonly forgottenBy?: (fact: RecordedFact) => readonly string[];
  /** False where processes that cannot open what is sealed still read the log: new facts and snapshots are then stored in the clear. True when absent. */
  readonly isSealing?: boolean;
}

/** Seals the declared fields of new facts and opens those of stored ones. */
export class FactSealing {
  readonly keys: KeyCache;
  readonly isSealing: boolean;
  private readonly categories: ReadonlySet<string>;
  private readonly fields: ReadonlyMap<string, readonly FieldSteps[]>;
  private readonly forgottenBy: NonNullable<SealingOptions['forgottenBy']>;

  constructor({ keys, streams, forgottenBy = () => [], isSealing = true }: SealingOptions) {
    this.keys = new KeyCache(keys);
    this.isSealing = isSealing;
    this.categories = new Set(streams.map(({ category }) => category));
    this.forgottenBy = forgottenBy;
    this.fields = new Map(
      streams.flatMap(({ category, sealed = {} }) =>
        Object.entries(sealed).map(([type, paths]) => [`${category} ${type}`, (paths ?? []).map(stepsOf)] as const),
      ),
    );
  }

  /** The facts as they are to be stored. Throws while the keys cannot be read, and for a fact with something to seal that concerns nobody. */
  async seal(stream: string, facts: readonly NewFact[]): Promise<readonly NewFact[]> {
    if (!this.isSealing || !facts.some(({ type }) => this.fieldsOf(stream, type))) return facts;
    return Promise.all(facts.map((fact) => this.sealFact(stream, fact)));
  }

  /** Reads the keys that these facts need, unless they are known. */
  async prepare(facts: readonly RecordedFact[]): Promise<ReadonlyMap<string, SubjectSealer>> {
    const subjects = new Set<string>();
    for (const fact of facts) {
      const subject = this.fieldsOf(fact.stream, fact.type) && wordsSubject(fact.stream, fact.metadata);
      if (subject) subjects.add(subject);
    }
    return subjects.size === 0 ? new Map() : this.keys.toOpen([...subjects]);
  }

  /** The fact in the clear, what is sealed of it beside it; what the sealers given cannot open is null. */
  open(fact: RecordedFact, sealers: ReadonlyMap<string, SubjectSealer>): RecordedFact {
    const fields = this.fieldsOf(fact.stream, fact.type);
    if (!fields) return fact;
    const subject = wordsSubject(fact.stream, fact.metadata);
    const sealer = subject === null ? undefined : sealers.get(subject);
    const openField = (value: unknown, path: string) =>
      isSealedText(value) ? openText(sealer, value, sealedFieldAddress(fact.stream, fact.id, path)) : value;
    const data = fields.reduce<unknown>((opened, steps) => replaceField(opened, steps, openField), fact.data);
    if (data === fact.data) return fact;
    const proved = sealer && fact.metadata.wordsHash !== undefined ? { wordKeys: () => wordKeys(fact, fields, sealer) } : {};
    return { ...fact, data, storedData: fact.data, ...proved };
  }

  /** As `open`, but what is sealed is opened when `data` is read first: most who follow the log pass most facts over. */
  openLater(fact: RecordedFact, sealers: ReadonlyMap<string, SubjectSealer>): RecordedFact {
    if (!this.fieldsOf(fact.stream, fact.type)?.some((steps) => hasField(fact.data, steps, isSealedText))) return fact;
    let opened: RecordedFact | undefined;
    const open = () => (opened ??= this.open(fact, sealers));
    return {
      ...fact,
      get data() {
        return open().data;
      },
      storedData: fact.data,
      wordKeys: () => open().wordKeys?.() ?? {},
    };
  }

  /** Called with every fact of the log in its order, before it is passed on. */
  observe(fact: RecordedFact): void {
    for (const subject of this.forgottenBy(fact)) this.keys.drop(subject);
  }

  /** Whether some fact of the stream's kind has fields to seal. */
  hasWords(stream: string): boolean {
    return this.categories.has(categoryOf(stream));
  }

  private async sealFact(stream: string, fact: NewFact): Promise<NewFact> {
    const fields = this.fieldsOf(stream, fact.type);
    if (!fields) return fact;
    if (!fields.some((steps) => hasField(fact.data, steps))) return fact;
    const subject = wordsSubject(stream, fact.metadata);
    if (subject === null) throw new Error(`${fact.type} of ${stream} has fields to seal and names no organization`);
    const sealer = await this.keys.toSeal(subject);
    const words = new Map<string, unknown>();
    const sealField = (value: unknown, path: string) => {
      words.set(path, value);
      return sealer ? sealText(sealer, value, sealedFieldAddress(stream, fact.id, path)) : lostText();
    };
    const data = fields.reduce((sealed, steps) => replaceField(sealed, steps, sealField), fact.data);
    if (!sealer) return { ...fact, data };
    const wordsHash = wordsHashOf(words, wordKeysOf(sealer, stream, fact.id, [...words.keys()]));
    return { ...fact, data, metadata: { ...fact.metadata, wordsHash } };
  }

  private fieldsOf(stream: string, type: string): readonly FieldSteps[] | undefined {
    return this.fields.get(`${categoryOf(stream)} ${type}`);
  }
}

/** The keys of what is sealed in a stored fact. */
function wordKeys({ stream, id, data }: RecordedFact, fields: readonly FieldSteps[], sealer: SubjectSealer): Record<string, string> {
  const places: string[] = [];
  const note = (value: unknown, path: string) => {
    if (isSealedText(value)) places.push(path);
    return value;
  };
  for (const steps of fields) replaceField(data, steps, note);
  return wordKeysOf(sealer, stream, id, places);
}

const categoryOf = (stream: string): string => stream.slice(0, stream.indexOf('-'));

/** Whose words a fact holds: the organization's that it names, else the person's whose stream it is in; null for neither. */
export function wordsSubject(stream: string, { organizationId }: Pick<FactMetadata, 'organizationId'>): string | null {
  if (organizationId !== undefined) return `organization:${organizationId}`;
  return stream.startsWith('user-') ? `user:${stream.slice('user-'.length)}` : null;
}

/** The keys of the words of one fact by their places, each of which proves its own word alone. */
function wordKeysOf(sealer: SubjectSealer, stream: string, factId: string, places: readonly string[]): Record<string, string> {
  const key = sealer.keyFor(`${stream}\n${factId.toLowerCase()}`).toString('hex');
  return Object.fromEntries(places.map((place) => [place, hash('sha256', `${key}\n${place}`)]));
}

/**
 * What stands in `metadata.wordsHash`: SHA-256 over the RFC 8785 text of, by place, the SHA-256 over each key and the RFC 8785 text of the word. Who has not
 * the keys cannot confirm a guess by it, and who has them cannot find other words for it.
 */
function wordsHashOf(words: ReadonlyMap<string, unknown>, keys: Readonly<Record<string, string>>): string {
  const hashes = [...words].map(([place, word]) => [place, hash('sha256', `${keys[place]}${textOf(word)}`)] as const);
  return hash('sha256', canonicalize(Object.fromEntries(hashes)));
}

/** Of the word as readers get it back. */
const textOf = (word: unknown): string =>
  typeof word === 'string' ? JSON.stringify(word) : canonicalize(JSON.parse(JSON.stringify(word)));
