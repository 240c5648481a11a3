import { newId } from '@pps/kernel';
import { send } from '../../apps/simulators/testing';
import { newKey } from '../setup/account';
import type { Answer } from '../setup/caller';
import { eventually } from '../setup/eventually';
import { connectPlatformUser, newSession, type Headers } from '../setup/platform-user';
import type { PacingService } from './pacing-service';

export interface PacedAccount {
  readonly username: string;
  /** Queues so many pins, spread over the account's boards by round robin. */
  queue(count: number): Promise<void>;
  /** Resolves when the pacer can see everything that was queued before. */
  inQueue(): Promise<void>;
}

const batchSize = 100;

/** A new workspace with so many connected accounts of so many boards each. */
export async function pacedWorkspace(service: PacingService, accounts: number, boards: number): Promise<PacedAccount[]> {
  const session = await newSession(service.api);
  const { headers } = await newKey(service.api, session);
  return Promise.all(Array.from({ length: accounts }, () => pacedAccount(service, headers, boards)));
}

async function pacedAccount({ api, platformUrl }: PacingService, headers: Headers, boards: number): Promise<PacedAccount> {
  const username = `paced-${newId()}`;
  const { account_id } = requireStatus(200, await connectPlatformUser(api, headers, { username }));
  await send('POST', `${platformUrl}/platform/_control/boards`, { username, name: 'Paced', count: boards });
  const listed = requireStatus(200, await api('GET', `/v1/platform/boards?account_id=${account_id}`, undefined, headers)) as {
    id: string;
  }[];
  let queued = 0;
  const draft = () => {
    const board = listed[queued % listed.length];
    queued += 1;
    return { account_id, board_id: board?.id, title: `${username} ${queued}`, image_url: `https://images.example/${queued}.jpg` };
  };
  return {
    username,
    async queue(count) {
      for (let left = count; left > 0; left -= batchSize) {
        const pins = Array.from({ length: Math.min(left, batchSize) }, draft);
        const { created_count } = requireStatus(200, await api('POST', '/v1/pins/batch', { pins }, headers));
        if (created_count !== pins.length) throw new Error(`of ${pins.length} pins ${created_count} were created`);
      }
    },
    async inQueue() {
      // The meter waits for the read model of the queue, for as long as a read may take.
      await eventually(
        'the queue as the pacer sees it',
        async () => ((await api('GET', `/v1/rate-meter?account_id=${account_id}`, undefined, headers)).status === 200 ? true : undefined),
        120_000,
      );
    },
  };
}

function requireStatus(status: number, answer: Answer): Answer['body'] {
  if (answer.status !== status) throw new Error(`answered ${answer.status} instead of ${status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}
