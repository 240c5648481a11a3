/** Remembers the ids of so many events, the newest, in this process; several processes need a table with a unique id instead. */
export class SeenEvents {
  private readonly ids = new Set<string>();

  constructor(private readonly remembered = 10_000) {}

  /** True the first time that an event comes, false for a repeat. */
  isNew({ id }: { readonly id: string }): boolean {
    if (this.ids.has(id)) return false;
    this.ids.add(id);
    const [oldest] = this.ids;
    if (this.ids.size > this.remembered && oldest !== undefined) this.ids.delete(oldest);
    return true;
  }
}
