import type { Vault } from '@pps/vault';
import type { Turns } from './turns';

const vault = 'vault';

/** What the vault has, by references that say in which order they were given. */
export class PairVault {
  readonly entries = new Map<string, { readonly subject: string; readonly kind: string; readonly value: unknown }>();
  private given = 0;

  constructor(private readonly turns: Turns) {}

  seenBy(task: string): Omit<Vault, 'getMany'> {
    const change = <T>(work: () => T): Promise<T> => this.turns.at(task, { writes: [vault] }, work);
    const look = <T>(work: () => T): Promise<T> => this.turns.at(task, { reads: [vault] }, work);
    const entriesOf = (subject: string, kind: string) =>
      [...this.entries].filter(([, entry]) => entry.subject === subject && entry.kind === kind);
    return {
      put: (subject, kind, value) => change(() => this.put(subject, kind, value)),
      get: <T>(ref: string) => look(() => (this.entries.get(ref)?.value ?? null) as T | null),
      newest: <T>(subject: string, kind: string) =>
        look(() => {
          const [ref, entry] = entriesOf(subject, kind).at(-1) ?? [];
          return ref === undefined ? null : { ref, value: entry?.value as T };
        }),
      drop: (subject, kind, except) =>
        change(() => {
          for (const [ref] of entriesOf(subject, kind)) if (ref !== except) this.entries.delete(ref);
        }),
      remove: (refs) => change(() => refs.forEach((ref) => this.entries.delete(ref))),
      forget: (subject) =>
        change(() => {
          for (const [ref, entry] of this.entries) if (entry.subject === subject) this.entries.delete(ref);
        }),
    };
  }

  put(subject: string, kind: string, value: unknown = null): string {
    const ref = `${kind} ${++this.given}`;
    this.entries.set(ref, { subject, kind, value });
    return ref;
  }
}
