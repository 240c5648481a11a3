/** What a simulation promises, by the name under which a breach is reported. */
export type Breach =
  | 'over-issue'
  | 'two calls on one board'
  | 'published twice'
  | 'failed but published'
  | 'unit taken twice'
  | 'unit given back twice'
  | 'pin without a unit'
  | 'unit without a pin'
  | 'no dated next action'
  | 'overdue'
  | 'grant not offered again'
  | 'lost pin'
  | 'unfair round'
  | 'too many attempts'
  | 'changed after its end'
  | 'process failed'
  | 'schedule fired early'
  | 'schedule fired twice'
  | 'schedule missed'
  | 'pin of no fired schedule'
  | 'fired as it was'
  | 'fired after the reset'
  | 'unit not given back'
  | 'end not told';

export interface Violation {
  readonly breach: Breach;
  readonly what: string;
}

export type Broken = (breach: Breach, what: string) => void;

const listedAtMost = 20;

/** Breaches in the order they were seen; the first ones are listed, all are counted. */
export class Violations {
  readonly first: Violation[] = [];
  count = 0;

  readonly broken: Broken = (breach, what) => {
    this.count += 1;
    if (this.first.length < listedAtMost) this.first.push({ breach, what });
  };
}
