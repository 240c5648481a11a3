import type { Principal } from '@pps/identity';
import type { App } from '../../../apps/foundation/bind-app';
import { pairDeps } from './pair-deps';
import type { PairWorld } from './pair-world';

/** What a command is given when its request has come in, in a process of its own. */
export interface Request {
  readonly world: PairWorld;
  readonly task: string;
  readonly deps: App;
  readonly principal: Principal;
}

export interface PairCommand {
  readonly name: string;
  /** Throws what the request is refused with. */
  readonly run: (request: Request) => Promise<unknown>;
  /** Refusals that are as good as being done: it was so already. */
  readonly isSoAlready?: readonly string[];
  /** Refusals by what another command has done in part so far: it may be asked again. */
  readonly isForLater?: readonly string[];
}

/** What became of a command: done, so already, not now, not asked yet, or refused with this. */
export type Answer = 'done' | 'so already' | 'not now' | 'not asked' | { readonly refused: string };

export async function ask(world: PairWorld, task: string, command: PairCommand): Promise<Answer> {
  const principal = await world.principal(task);
  const read = await world.readPins(task);
  try {
    await command.run({ world, task, deps: pairDeps(world, task, read), principal });
    return 'done';
  } catch (error) {
    const refused = refusalOf(error);
    if (command.isSoAlready?.includes(refused)) return 'so already';
    return isForLater(command, refused) ? 'not now' : { refused };
  }
}

/** Refused for what goes on at the moment. */
const isForLater = ({ isForLater: own = [] }: PairCommand, refused: string): boolean =>
  ['pin_publishing', 'conflict', ...own].includes(refused);

/** What a client would be told; anything that no rule says is a fault of ours. */
function refusalOf(error: unknown): string {
  if (!(error instanceof Error)) throw error;
  if (error.name === 'Rejected') return (error as Error & { readonly code: string }).code;
  if (error.name === 'NotFound') return 'not_found';
  if (error.name === 'Invalid') return 'validation_error';
  throw error;
}
