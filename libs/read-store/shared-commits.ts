import type { Knex } from 'knex';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from './database';
import { runPrepared } from './run-prepared';

/** What one of those who share a commit wants to have stored and to know. */
export interface CommitPart {
  /** Statements of a `with` clause; their names and those of the bindings begin with the part's own. */
  readonly statements: string;
  /** An SQL expression of these statements' results, of any type. */
  readonly answer: string;
  readonly bindings: Readonly<Record<string, Knex.RawBinding>>;
}

export interface SharedAnswer {
  /** Just before the database was asked, on this process's monotonic clock. */
  readonly askedAt: number;
  /** As JSON. */
  readonly answer: unknown;
}

interface NextCommit {
  readonly parts: Map<string, () => CommitPart>;
  readonly sent: Promise<ReadonlyMap<string, Promise<SharedAnswer>>>;
}

type NamedPart = CommitPart & { readonly name: string };

/**
 * Small things that a process stores again and again, all of them in one statement a second: each commit waits for the disk, and wakes this process
 * and the database.
 */
export class SharedCommits {
  private next: NextCommit | undefined;
  private hasSent = false;
  /** Names whose last commit failed, or has not been answered. */
  private readonly unconfirmed = new Set<string>();

  constructor(
    private readonly db: Database,
    private readonly everyMs = 1_000,
  ) {}

  /**
   * Joins the next commit, which is sent a second after somebody first joined it, and the very first one at once; `part` is made right before. A name
   * joins a commit once.
   * Rejects with what the database throws, for all who share it: each of them is then sent alone until one of its own succeeds, so that nobody fails
   * or waits again because of another.
   */
  async join(name: string, part: () => CommitPart): Promise<SharedAnswer> {
    const commit = (this.next ??= this.begin());
    commit.parts.set(name, part);
    const answer = (await commit.sent).get(name);
    if (!answer) throw new Error(`part ${name} was not sent`);
    return answer;
  }

  private begin(): NextCommit {
    const parts: NextCommit['parts'] = new Map();
    const send = async () => {
      await delay(this.hasSent ? this.everyMs : 0, undefined, { ref: false });
      this.hasSent = true;
      // Whoever joins from now on joins the one after, also while this one hangs.
      this.next = undefined;
      const made = [...parts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, part]) => ({ name, ...part() }));
      const alone = made.filter(({ name }) => this.unconfirmed.has(name)).map((part) => [part]);
      const together = made.filter(({ name }) => !this.unconfirmed.has(name));
      return new Map([...(together.length > 0 ? [together] : []), ...alone].flatMap((group) => this.send(group)));
    };
    return { parts, sent: send() };
  }

  private send(group: readonly NamedPart[]): [string, Promise<SharedAnswer>][] {
    for (const { name } of group) this.unconfirmed.add(name);
    const askedAt = performance.now();
    const run = async () => {
      const { rows } = await runPrepared<{ rows: Record<string, unknown>[] }>(
        this.db,
        `with ${group.map(({ statements }) => statements).join(', ')}
         select ${group.map(({ name, answer }) => `to_jsonb(${answer}) as ${name}`).join(', ')}`,
        Object.assign({}, ...group.map(({ bindings }) => bindings)) as CommitPart['bindings'],
      );
      for (const { name } of group) this.unconfirmed.delete(name);
      return rows[0] ?? {};
    };
    const answers = run();
    return group.map(({ name }) => [name, answers.then((row) => ({ askedAt, answer: row[name] }))]);
  }
}
