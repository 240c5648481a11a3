import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConditionVariable, pause } from '@pps/concurrency';
import { caller } from '../test/setup/caller';
import { openWorkspace, pinOf } from '../test/campaigns/traffic/workspace';

/** Milliseconds of each sample. */
export interface Times {
  readonly create: number[];
  readonly read: number[];
  /** From the answer of a creation to its first webhook. */
  readonly delivery: number[];
}

export interface HonestTenant {
  /** Creates, reads and waits for the webhook, one after the other, so many times. Throws where a call is refused. */
  measure(samples: number): Promise<Times>;
  stop(): void;
}

/** So long that a neighbour who stops deliveries shows as a figure. */
const deliveredWithinMs = 300_000;
const betweenMs = 20;

/** A tenant with a webhook of its own, who does nothing out of the ordinary. */
export async function honestTenant(apiPort: number): Promise<HonestTenant> {
  /** When the webhook of a pin came first; it may overtake the answer of the creation. */
  const arrived = new Map<string, number>();
  const arrival = new ConditionVariable();
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { data } = JSON.parse(body) as { data: { pin_id: string } };
      if (!arrived.has(data.pin_id)) arrived.set(data.pin_id, performance.now());
      arrival.notifyAll();
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const [workspace] = await openWorkspace([caller(apiPort)], url, { usernames: ['honest'], events: ['pin.queued'] });
  let pins = 0;
  const asked = async (status: number, method: string, path: string, body?: object) => {
    const begun = performance.now();
    const answer = await workspace.call(method, path, body);
    if (answer.status !== status) throw new Error(`the honest tenant was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return { answer, ms: performance.now() - begun };
  };
  const delivered = async (pinId: string): Promise<number> => {
    for (const deadline = performance.now() + deliveredWithinMs; performance.now() < deadline;) {
      const at = arrived.get(pinId);
      if (at !== undefined) return at;
      await arrival.wait(1_000);
    }
    throw new Error(`no webhook of a pin within ${deliveredWithinMs} ms`);
  };
  const measureOne = async (times: Times) => {
    const { answer, ms } = await asked(201, 'POST', '/v1/pins', pinOf(workspace, `honest-${++pins}`));
    const answered = performance.now();
    times.create.push(ms);
    times.read.push((await asked(200, 'GET', '/v1/pins?limit=20')).ms);
    times.delivery.push(Math.max(0, (await delivered(answer.body.id as string)) - answered));
    await pause(betweenMs);
  };
  return {
    measure: async (samples) => {
      const times: Times = { create: [], read: [], delivery: [] };
      for (let sample = 0; sample < samples; sample += 1) await measureOne(times);
      return times;
    },
    stop: () => void receiver.close(),
  };
}
