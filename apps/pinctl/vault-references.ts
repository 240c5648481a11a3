import { linkAbort } from '@pps/concurrency';
import type { EventStore, RecordedFact } from '@pps/event-store';

/** What a fact names in the vault, as long as no later fact of its stream replaces it. */
export interface VaultReference {
  readonly ref: string;
  /** The vault's subject; null for a stream that none belongs to. */
  readonly subject: string | null;
  readonly stream: string;
  readonly fact: string;
  readonly field: string;
  readonly position: bigint;
  readonly recordedAt: Date;
}

export interface VaultReferences {
  readonly current: readonly VaultReference[];
  /** Subjects that a fact says are forgotten. */
  readonly forgotten: ReadonlySet<string>;
}

const subjectKinds: Readonly<Record<string, string>> = {
  user: 'user',
  second_factor: 'user',
  organization: 'organization',
  connection: 'account',
  webhook: 'webhook',
};
// After one of these facts no entry that the stream has named is needed any more.
const ends = new Set(['UserForgotten', 'OrganizationErased', 'AccountRevoked', 'WebhookDeleted', 'SecondFactorDisabled']);
const forgettings = new Set(['UserForgotten', 'OrganizationErased']);
// Of users: tokens of mailed links are deleted once they were used.
const spentFields = new Set(['tokenRef', 'newAddressRef']);
const quietMs = 60_000;

/** Reads the whole log up to `head` and gathers what it names in the vault now. Throws when no fact is read for a minute. */
export async function vaultReferences(store: EventStore, head: bigint): Promise<VaultReferences> {
  const open = new Map<string, Map<string, VaultReference>>();
  const forgotten = new Set<string>();
  const note = (fact: RecordedFact) => {
    const subject = subjectOf(fact);
    if (ends.has(fact.type)) {
      open.delete(fact.stream);
      if (forgettings.has(fact.type) && subject !== null) forgotten.add(subject);
      return;
    }
    for (const [field, ref] of refsIn(fact.data)) {
      if (subject?.startsWith('user:') && spentFields.has(field)) continue;
      const { stream, type, position, recordedAt } = fact;
      const known = open.get(stream) ?? new Map<string, VaultReference>();
      if (ref === null) {
        known.delete(field);
        continue;
      }
      open.set(stream, known.set(field, { ref, subject, stream, fact: type, field, position, recordedAt }));
    }
  };
  await eachFact(store, head, note);
  return { current: [...open.values()].flatMap((known) => [...known.values()]), forgotten };
}

/** Null where a fact says that there is none any more. A secret's predecessor is needed for a day only. */
function refsIn(data: unknown): [string, string | null][] {
  return Object.entries(data ?? {}).filter(
    (entry): entry is [string, string | null] =>
      entry[0].endsWith('Ref') && !entry[0].startsWith('previous') && (typeof entry[1] === 'string' || entry[1] === null),
  );
}

function subjectOf({ stream, data }: RecordedFact): string | null {
  const dash = stream.indexOf('-');
  const category = stream.slice(0, dash);
  // What a session names belongs to the person whose session it is, and goes with that person.
  const { userId } = (data ?? {}) as { readonly userId?: unknown };
  if (category === 'session' && typeof userId === 'string') return `user:${userId}`;
  const kind = Object.hasOwn(subjectKinds, category) ? subjectKinds[category] : undefined;
  return kind === undefined ? null : `${kind}:${stream.slice(dash + 1)}`;
}

async function eachFact(store: EventStore, head: bigint, note: (fact: RecordedFact) => void): Promise<void> {
  const reading = linkAbort(new AbortController().signal);
  const silence = setTimeout(reading.abort, quietMs);
  try {
    for await (const fact of store.subscribe(null, reading.signal)) {
      silence.refresh();
      note(fact);
      if (fact.position >= head) return;
    }
  } finally {
    clearTimeout(silence);
    reading.abort();
    reading.release();
  }
  throw new Error(`the log ended before its head ${head}`);
}
