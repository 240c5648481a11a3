import type { Vault } from '@pps/vault';
import type { Turns } from './turns';

const vault = 'vault';

/** What the vault has, by references that say in which order they were given. */
export class PairVault {
  readonly entries = new Map<string, { readonly subject: string; readonly kind: string }>();
  private given = 0;

  constructor(private readonly turns: Turns) {}

  seenBy(task: string): Pick<Vault, 'put' | 'remove' | 'forget'> {
    const change = <T>(work: () => T): Promise<T> => this.turns.at(task, { writes: [vault] }, work);
    return {
      put: (subject, kind) => change(() => this.put(subject, kind)),
      remove: (refs) => change(() => refs.forEach((ref) => this.entries.delete(ref))),
      forget: (subject) =>
        change(() => {
          for (const [ref, entry] of this.entries) if (entry.subject === subject) this.entries.delete(ref);
        }),
    };
  }

  put(subject: string, kind: string): string {
    const ref = `${kind} ${++this.given}`;
    this.entries.set(ref, { subject, kind });
    return ref;
  }
}
