import { connectionStream } from '@pps/connections/events';
import { schemaVersion } from '@pps/event-store';
import { derivedId } from '@pps/kernel';
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
    const metadata = {
      ...{ actor: { type: 'system' as const }, occurredAt: data.connectedAt, organizationId, projectId },
      schemaVersion: schemaVersion(connectionStream, 'AccountConnected'),
    };
    world.log.given(`connection-${accountId}`, { id: derivedId('given', accountId), type: 'AccountConnected', data, metadata });
  }
  world.rows.catchUp();
  return world;
}

/** Lets these happen one after the other. */
export async function after(world: PairWorld, ...commands: readonly PairCommand[]): Promise<PairWorld> {
  for (const [index, command] of commands.entries()) {
    await finish(world, async () => {
      const answer = await ask(world, `before ${index}`, command);
      if (answer !== 'done') throw new Error(`${command.name} is ${JSON.stringify(answer)}`);
    });
    world.rows.catchUp();
  }
  return world;
}
