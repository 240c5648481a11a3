/** Where a project stands in the order of the next times: its time as PostgreSQL writes it, with its microseconds, and its id. */
export interface DueProjectPosition {
  readonly dueAt: string;
  readonly projectId: string;
}

export interface DueProjectPage {
  /** By the database's clock. */
  readonly now: Date;
  readonly places: readonly DueProjectPosition[];
}

const projectsAtOnce = 512;

/**
 * Goes through the projects of which something is due, however many they are: each of a page of 512 is served once, then those of the next page
 * are. So projects of which nothing can be fired just now, however many, keep no other waiting.
 */
export class DueProjectPages {
  private after: DueProjectPosition | null = null;
  private lastServed = '';
  private unserved = 0;
  private end: DueProjectPosition | null = null;

  constructor(private readonly readPage: (after: DueProjectPosition | null, count: number) => Promise<DueProjectPage>) {}

  /** The projects to serve next, the one after the last served first; `isWhole` where they are all of which something is due. */
  async next(): Promise<{ readonly now: Date; readonly projects: readonly string[]; readonly isWhole: boolean }> {
    let page = await this.readPage(this.after, projectsAtOnce);
    if (page.places.length === 0 && this.after !== null) {
      this.moveTo(null);
      page = await this.readPage(null, projectsAtOnce);
    }
    const isLast = page.places.length < projectsAtOnce;
    this.end = isLast ? null : (page.places.at(-1) ?? null);
    if (this.unserved === 0) this.unserved = page.places.length;
    const projects = rotated(
      page.places.map(({ projectId }) => projectId),
      this.lastServed,
    );
    return { now: page.now, projects, isWhole: isLast && this.after === null };
  }

  /** The projects of which a schedule was taken, one for each, in order; the next page follows when none was served, or all were. */
  noteServed(projects: readonly string[]): void {
    this.lastServed = projects.at(-1) ?? this.lastServed;
    this.unserved = Math.max(0, this.unserved - projects.length);
    if (projects.length === 0 || this.unserved === 0) this.moveTo(this.end);
  }

  private moveTo(after: DueProjectPosition | null): void {
    this.after = after;
    this.unserved = 0;
  }
}

/** Sorted, beginning after the project that was served last. */
function rotated(projects: readonly string[], lastServed: string): string[] {
  const sorted = [...projects].sort();
  const start = sorted.findIndex((project) => project > lastServed);
  return start <= 0 ? sorted : [...sorted.slice(start), ...sorted.slice(0, start)];
}
