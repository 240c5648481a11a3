import { connectionStream } from '@pps/connections/events';
import { quotaStream, quotaStreamId } from '@pps/billing/events';
import { schemaVersion } from '@pps/event-store';
import { fold, derivedId } from '@pps/kernel';
import { decode } from '@pps/event-store';
import type { Subject } from './check-pair';
import { ask, type PairCommand } from './pair-command';
import { accountIds, organizationId, PairWorld, projectId, type Start } from './pair-world';
import { attemptPin, createPinCommand, pinCommands, pinId } from './pin-commands';
import { finish, pinsOf, settlePins, shownPin, wrongFingerprint } from './settle-pins';

const month = '2026-11';

/** A project with two accounts, nothing published. */
export function openProject(): PairWorld {
  const world = new PairWorld();
  for (const accountId of accountIds) {
    const grant = { profileRef: 'p', tokenRef: '1', scopes: ['pins:write'], tokenExpiresAt: '2027-01-01T00:00:00.000Z' };
    const data = { accountId, projectId, organizationId, epoch: 0, platformUserId: 'user', ...grant, connectedAt: '2026-11-01T00:00:00.000Z' };
    const metadata = {
      ...{ actor: { type: 'system' as const }, occurredAt: data.connectedAt, organizationId, projectId },
      schemaVersion: schemaVersion(connectionStream, 'AccountConnected'),
    };
    world.log.given(`connection-${accountId}`, { id: derivedId('given', accountId), type: 'AccountConnected', data, metadata });
  }
  world.platform.onCreation = () => undefined;
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

async function failedPin(): Promise<Start> {
  const world = openProject();
  world.platform.refusesNext = true;
  return (await after(world, createPinCommand(), attemptPin)).end();
}

async function inDoubt(): Promise<Start> {
  const world = openProject();
  world.platform.losesNext = true;
  await after(world, createPinCommand(), attemptPin);
  world.passHour();
  return world.end();
}

const starts: Readonly<Record<string, () => Promise<Start>>> = {
  'no pin yet': async () => openProject().end(),
  'a waiting pin': async () => (await after(openProject(), createPinCommand())).end(),
  'a failed pin': failedPin,
  'a pin in doubt': inDoubt,
  'a published pin': async () => (await after(openProject(), createPinCommand(), attemptPin)).end(),
};

/** What counts of a project's pins, whatever they come from. */
export function endOfPins(world: PairWorld): unknown {
  const pins = [...pinsOf(world.log.facts).values()].map(shownPin);
  const published = world.platform.pins.map(({ accountId, boardId, title, description, link, altText }) => [accountId, boardId, title, description, link, altText]);
  return { pins, published, used: unitsUsed(world) };
}

function unitsUsed({ log }: PairWorld): number {
  const stream = `quota-${quotaStreamId(projectId, 0, month)}`;
  const facts = log.facts.filter((fact) => fact.stream === stream).flatMap((fact) => decode(quotaStream, fact) ?? []);
  return fold(quotaStream.decider, facts).used;
}

/** What no two commands may break of pins. */
export function breachOfPins(world: PairWorld): string | null {
  const { length } = [...pinsOf(world.log.facts).values()].filter(({ kind }) => kind === 'pin' || kind === 'deleted');
  if (world.platform.created > length) return `published ${world.platform.created} times`;
  const fact = wrongFingerprint(world.log.facts);
  if (fact !== null) return `after ${fact} the fingerprint is not that of board and content`;
  return world.breach;
}

/** One pin in every situation; the first answer that the platform gives afterwards is lost, or not. */
export const pinSubjects: readonly Subject[] = Object.entries(starts).flatMap(([name, start]) =>
  [false, true].map(
    (isLost): Subject => ({
      name: `${name}, ${isLost ? 'an answer lost' : 'answers kept'}`,
      start,
      commands: pinCommands,
      prepare: (world) => {
        world.platform.losesNext = isLost;
        world.platform.onCreation = (accountId) => {
          if (world.disconnected.has(accountId)) world.breach = 'a call went out after the disconnection of its account was answered';
        };
      },
      settle: settlePins,
      end: endOfPins,
      breach: breachOfPins,
    }),
  ),
);

export { pinId };
