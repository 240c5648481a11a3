import type { Principal } from '@pps/identity';
import type { UseCaseDeps } from '@pps/use-cases';
import { pairDeps } from './pair-deps';
import type { PairWorld } from './pair-world';

/** What a command is given when its request has come in, in a process of its own. */
export interface Request {
  readonly world: PairWorld;
  readonly task: string;
  readonly deps: UseCaseDeps;
  readonly principal: Principal;
}

export interface PairCommand {
  readonly name: string;
  /** Throws what the request is refused with. */
  readonly run: (request: Request) => Promise<unknown>;
  /** Whether being refused as absent is as good as being done: what was to go is gone. */
  readonly removes?: true;
}

/** What became of a command: done, not there any more, not asked yet, or refused with this. */
export type Answer = 'done' | 'gone' | 'later' | { readonly refused: string };

export async function ask(world: PairWorld, task: string, command: PairCommand): Promise<Answer> {
  const principal = await world.principal(task);
  try {
    await command.run({ world, task, deps: pairDeps(world, task), principal });
    return 'done';
  } catch (error) {
    const refused = refusalOf(error);
    return command.removes && refused === 'NotFound' ? 'gone' : { refused };
  }
}

/** What a client would be told; anything that no rule says is a fault of ours. */
function refusalOf(error: unknown): string {
  if (!(error instanceof Error)) throw error;
  if (error.name === 'Rejected') return (error as Error & { readonly code: string }).code;
  if (error.name === 'NotFound' || error.name === 'Invalid') return error.name;
  throw error;
}
