import { caller } from '../../setup/caller';
import { createInBatches, type Creation, type CreatingOptions } from '../traffic/create-in-batches';
import { seededRandom } from '@pps/kernel/testing';
import { openWorkspace, type Workspace } from '../traffic/workspace';

export interface FleetSize {
  readonly workspaces: number;
  readonly accountsOfEach: number;
  readonly boardsOfEach: number;
}

/** One customer of a campaign and what he asks for. */
export interface Member {
  readonly workspace: Workspace;
  readonly usernames: readonly string[];
  readonly titles: readonly string[];
  /** The titles as his requests carry them: alone, or several to a batch. */
  readonly batches: readonly (readonly string[])[];
}

export interface FleetOptions extends FleetSize {
  readonly apiPort: number;
  readonly webhookUrl: string;
  readonly pins: number;
  readonly seed: number;
}

const parallel = 4;
const largestBatch = 50;
// So that about half of the pins come in batches, which hold 26 on average.
const batchShare = 1 / 27;

/** Customers that share the pins, each with accounts and boards of his own; the first hears of every event, the others of how pins end. */
export async function openFleet(options: FleetOptions): Promise<Member[]> {
  const { apiPort, webhookUrl, workspaces, accountsOfEach, boardsOfEach, pins, seed } = options;
  const random = seededRandom(seed + 2);
  const members: Member[] = [];
  for (let member = 1; member <= workspaces; member += 1) {
    const usernames = Array.from({ length: accountsOfEach }, (_, index) => `user-${member}-${index + 1}`) as [string, ...string[]];
    const events = member === 1 ? ['*'] : ['pin.published', 'pin.failed'];
    const [workspace] = await openWorkspace([caller(apiPort)], webhookUrl, { usernames, boardsOfEach, events });
    const share = Math.floor(pins / workspaces) + (member <= pins % workspaces ? 1 : 0);
    const titles = Array.from({ length: share }, (_, index) => `pin-${seed}-${member}-${String(index + 1).padStart(5, '0')}`);
    members.push({ workspace, usernames, titles, batches: batchesOf(random, titles) });
  }
  return members;
}

type Asking = Omit<CreatingOptions, 'parallel'>;

/** All customers create at once. */
export const createAll = (fleet: readonly Member[], asking: Asking): Promise<Creation[][]> =>
  Promise.all(fleet.map(({ workspace, batches }) => createInBatches(workspace, batches, { ...asking, parallel })));

/** The same creations once more, in batches, as fast as they are answered. */
export const repeatAll = (fleet: readonly Member[], asking: Asking): Promise<Creation[][]> =>
  Promise.all(
    fleet.map(async ({ workspace, titles }) => {
      const batches = Array.from({ length: Math.ceil(titles.length / largestBatch) }, (_, index) =>
        titles.slice(index * largestBatch, (index + 1) * largestBatch),
      );
      return createInBatches(workspace, batches, { ...asking, parallel });
    }),
  );

function batchesOf(random: () => number, titles: readonly string[]): string[][] {
  const batches: string[][] = [];
  for (let at = 0; at < titles.length; at += batches.at(-1)?.length ?? 1) {
    const size = random() < batchShare ? 2 + Math.floor(random() * (largestBatch - 1)) : 1;
    batches.push(titles.slice(at, at + size));
  }
  return batches;
}
