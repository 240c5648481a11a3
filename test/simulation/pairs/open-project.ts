import { connectionStream } from '@pps/connections/events';
import { schemaVersion, streamName, type StreamType } from '@pps/event-store';
import { derivedId, type Fact } from '@pps/kernel';
import { ask, type PairCommand } from './pair-command';
import { accountIds, organizationId, PairWorld, projectId } from './pair-world';
import { finish } from './settle';

/** A project with two accounts, nothing published. */
export function openProject(): PairWorld {
  const world = new PairWorld();
  for (const accountId of accountIds) {
    const grant = { profileRef: 'p', tokenRef: '1', scopes: ['pins:write'], tokenExpiresAt: '2027-01-01T00:00:00.000Z' };
    const data = {
      accountId,
      projectId,
      organizationId,
      epoch: 0,
      platformUserId: 'user',
      ...grant,
      connectedAt: '2026-11-01T00:00:00.000Z',
    };
    given(world, connectionStream, accountId, { type: 'AccountConnected', data });
  }
  world.rows.catchUp();
  return world;
}

/** What was there before, by nobody in particular; a stream gets as many facts as are given. */
export function given<State, F extends Fact>(world: PairWorld, type: StreamType<State, F>, id: string, ...facts: readonly F[]): void {
  for (const fact of facts) {
    const owner = { organizationId, projectId };
    const origin = { actor: { type: 'system' as const }, occurredAt: '2026-11-01T00:00:00.000Z', ...owner };
    const metadata = { ...origin, schemaVersion: schemaVersion(type, fact.type) };
    const [stream, factId] = [streamName(type, id), derivedId('given', id, world.log.facts.length)];
    world.log.given(stream, { id: factId, type: fact.type, data: fact.data as never, metadata });
  }
}

/** Lets these happen one after the other. */
export async function after(world: PairWorld, ...commands: readonly PairCommand[]): Promise<PairWorld> {
  void world.rows.follow();
  for (const [index, command] of commands.entries()) {
    await finish(world, async () => {
      const answer = await ask(world, `before ${index}`, command);
      if (answer !== 'done') throw new Error(`${command.name} is ${JSON.stringify(answer)}`);
    });
    world.rows.catchUp();
  }
  return world;
}
