import { orTimeout } from '@pps/concurrency';
import { setTimeout as delay } from 'node:timers/promises';
import { caller, type Answer } from '../../setup/caller';
import type { ClientsHit } from '../cluster/troubled-installation';
import type { Creation } from '../traffic/create-in-batches';
import { pinOf, type Workspace } from '../traffic/workspace';

export interface CutOffClient {
  /** No new questions; resolves when all have been answered, or their time is over. */
  stop(): Promise<ClientsHit>;
}

export interface CutOffOptions {
  /** Of the site that is cut off, and of another one. */
  readonly apiPort: number;
  readonly otherPort: number;
  /** What titles begin with. */
  readonly prefix: string;
}

const [everyMs, answersWithinMs] = [1_000, 30_000];

/** Asks one site's API itself, as who cannot reach another one: creates a pin each second, and reads one that another site has accepted. */
export function startCutOffClient(workspace: Workspace, { apiPort, otherPort, prefix }: CutOffOptions): CutOffClient {
  const [creations, faults, answers, open]: [Creation[], string[], Record<string, number>, Promise<void>[]] = [[], [], {}, []];
  const stopping = new AbortController();
  const ask = async (port: number, method: string, path: string, body?: unknown): Promise<Answer | null> =>
    (await orTimeout(
      caller(port)(method, path, body, workspace.headers).catch(() => null),
      answersWithinMs,
    )) ?? null;
  const note = (what: string, answer: Answer | null, wanted: number) => {
    const said = `${what}: ${answer?.status ?? 'no answer'}`;
    answers[said] = (answers[said] ?? 0) + 1;
    const isRefused = answer !== null && (answer.status >= 500 || answer.status === 429);
    if (answer?.status !== wanted && !isRefused) faults.push(`asked a site that was cut off to ${said}`);
  };
  const create = async (port: number, title: string): Promise<Answer | null> => {
    const answer = await ask(port, 'POST', '/v1/pins', pinOf(workspace, title));
    const pinId = answer?.status === 201 ? (answer.body.id as string) : null;
    creations.push({ title, pinId, refusal: pinId === null ? `${answer?.status ?? 'no answer'}` : null });
    return answer;
  };
  const createThere = async (title: string) => note('create', await create(apiPort, title), 201);
  const readThere = async (title: string) => {
    const accepted = await create(otherPort, title);
    if (accepted?.status === 201) note('read', await ask(apiPort, 'GET', `/v1/pins/${accepted.body.id}`), 200);
  };
  const asking = (async () => {
    for (let number = 1; !stopping.signal.aborted; number += 1) {
      open.push(createThere(`${prefix}-there-${number}`), readThere(`${prefix}-elsewhere-${number}`));
      await delay(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await asking;
      await Promise.all(open);
      return { creations, faults, answers };
    },
  };
}
