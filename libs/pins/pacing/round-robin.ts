export interface Candidate {
  readonly pinId: string;
  readonly attempt: number;
  readonly projectId: string;
  readonly accountId: string;
  readonly boardId: string;
  readonly fingerprint: string;
  readonly cost: number;
  /** Spends of the sandboxes' global bucket. */
  readonly simulated: boolean;
  /** The grant is for the upload of its video, not for its creation. */
  readonly needsUpload: boolean;
}

export type WaitingAccount = Pick<Candidate, 'projectId' | 'accountId' | 'simulated'>;

export interface Allowance {
  readonly grants: number;
  readonly uploads: number;
  readonly globalTokens: (candidate: Pick<Candidate, 'simulated'>) => number;
  readonly accountTokens: (accountId: string) => number;
}

const rememberedAtMost = 20_000;

/** Round robin over projects, in a project over its accounts, and in an account its pins in the order given. */
export class RoundRobin {
  private servings = 0;
  private readonly served = new Map<string, number>();

  /** The accounts by project: the project that was served longest ago first, and within it the account that was. */
  inOrder(accounts: readonly WaitingAccount[]): string[][] {
    const byLastServed = [...accounts].sort(
      (a, b) => this.lastServed(`account:${a.accountId}`) - this.lastServed(`account:${b.accountId}`),
    );
    const projects = new Map<string, string[]>();
    for (const { projectId, accountId } of byLastServed) {
      const known = projects.get(projectId);
      if (known) known.push(accountId);
      else projects.set(projectId, [accountId]);
    }
    const served = ([projectId]: [string, string[]]) => this.lastServed(`project:${projectId}`);
    return [...projects].sort((a, b) => served(a) - served(b)).map(([, ids]) => ids);
  }

  /** Chooses within the allowance; no two pins of one board, no two of one fingerprint. */
  choose(candidates: readonly Candidate[], allowance: Allowance): Candidate[] {
    const chosen: Candidate[] = [];
    const spent = new Map<string, number>();
    const left = [false, true].map((simulated) => allowance.globalTokens({ simulated }));
    const leftFor = ({ simulated }: Candidate): number => left[Number(simulated)] ?? 0;
    let uploads = allowance.uploads;
    let open = [...candidates];
    while (chosen.length < allowance.grants) {
      open = open.filter((candidate) => {
        const { accountId, cost } = candidate;
        return cost <= leftFor(candidate) && (spent.get(accountId) ?? 0) + cost <= allowance.accountTokens(accountId);
      });
      if (uploads <= 0) open = open.filter(({ needsUpload }) => !needsUpload);
      const next = this.next(open);
      if (!next) break;
      chosen.push(next);
      left[Number(next.simulated)] = leftFor(next) - next.cost;
      if (next.needsUpload) uploads--;
      spent.set(next.accountId, (spent.get(next.accountId) ?? 0) + next.cost);
      this.markServed(next);
      open = open.filter(
        ({ pinId, accountId, boardId }) => pinId !== next.pinId && !(accountId === next.accountId && boardId === next.boardId),
      );
    }
    return chosen;
  }

  private next(open: readonly Candidate[]): Candidate | undefined {
    let best: Candidate | undefined;
    for (const candidate of open) if (!best || this.before(candidate, best)) best = candidate;
    return best;
  }

  private before(a: Candidate, b: Candidate): boolean {
    const project = this.lastServed(`project:${a.projectId}`) - this.lastServed(`project:${b.projectId}`);
    if (project !== 0) return project < 0;
    return this.lastServed(`account:${a.accountId}`) < this.lastServed(`account:${b.accountId}`);
  }

  private lastServed(key: string): number {
    return this.served.get(key) ?? -1;
  }

  private markServed({ projectId, accountId }: Candidate): void {
    this.servings++;
    remember(this.served, `project:${projectId}`, this.servings);
    remember(this.served, `account:${accountId}`, this.servings);
  }
}

/** The longest idle are forgotten first and count as newcomers, which they are. */
function remember(served: Map<string, number>, key: string, serving: number): void {
  served.delete(key);
  served.set(key, serving);
  for (const oldest of served.keys()) {
    if (served.size <= rememberedAtMost) break;
    served.delete(oldest);
  }
}
