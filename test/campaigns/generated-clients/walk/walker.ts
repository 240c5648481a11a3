import { newId } from '@pps/kernel';
import { eventually } from '../../../setup/eventually';
import type { ClientAnswer, GeneratedClient, OperationInput, WalkedOperation } from '../generated-client';

/** One call of the walk; without an answer where the client could not make anything of it. */
export interface WalkStep {
  readonly operation: WalkedOperation;
  readonly input: OperationInput;
  readonly answer: ClientAnswer | null;
  /** Null where the answer is a success that the document has. */
  readonly fault: string | null;
}

// What the walk reads of an answer is what the types of the clients are compared with later.
export type AnsweredBody = ReturnType<typeof JSON.parse>;

/** Calls operations one after the other with the same client, and records what came of each. */
export class Walker {
  readonly steps: WalkStep[] = [];
  private credentials: Readonly<Record<string, string>> = {};

  constructor(
    private readonly client: GeneratedClient,
    private readonly operations: ReadonlyMap<string, WalkedOperation>,
  ) {}

  /** What every later call carries, until it is changed. */
  carry(credentials: Readonly<Record<string, string>>): void {
    this.credentials = { 'x-request-id': `walk.${newId()}`, ...credentials };
  }

  /** The body of a success; undefined where there was none. */
  async call(id: string, input: OperationInput = {}): Promise<AnsweredBody> {
    const step = await this.take(id, input);
    this.steps.push(step);
    return step.fault === null ? step.answer?.body : undefined;
  }

  /** Calls again until the answer is as wanted, while a part is away too; only the last call counts. */
  async until(id: string, input: OperationInput, isWanted: (body: AnsweredBody) => boolean): Promise<AnsweredBody> {
    const wanted = await eventually(`${id} as wanted`, async () => {
      const step = await this.take(id, input);
      const isAway = (step.answer?.status ?? 0) >= 500;
      return !isAway && (step.fault !== null || isWanted(step.answer?.body)) ? step : undefined;
    });
    this.steps.push(wanted);
    return wanted.answer?.body;
  }

  /** The body of a refusal with that status. */
  async refusal(id: string, input: OperationInput, status: number): Promise<AnsweredBody> {
    const step = await this.take(id, input);
    if (step.answer?.status !== status) throw new Error(`${id} is not refused with ${status}: ${step.fault}`);
    return step.answer.body;
  }

  /** Records a fault of the operation that was called last. */
  require(what: string, isSo: boolean): void {
    const last = this.steps.at(-1);
    if (!isSo && last) this.steps.push({ ...last, fault: what });
  }

  private async take(id: string, input: OperationInput): Promise<WalkStep> {
    const operation = this.operations.get(id);
    if (!operation) throw new Error(`the document has no operation ${id}`);
    try {
      const answer = await this.client(operation, input, this.credentials);
      const isExpected = operation.statuses.includes(answer.status);
      return { operation, input, answer, fault: isExpected ? null : `${answer.status} ${JSON.stringify(answer.body)?.slice(0, 300)}` };
    } catch (error) {
      return { operation, input, answer: null, fault: `threw ${String(error).slice(0, 300)}` };
    }
  }
}

export interface WalkedService {
  readonly baseUrl: string;
  readonly simulatorsUrl: string;
  /** Takes webhooks. */
  readonly receiverUrl: string;
}
