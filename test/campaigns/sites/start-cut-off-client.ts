import { setTimeout as delay } from 'node:timers/promises';
import { caller } from '../../setup/caller';
import type { Creation } from '../traffic/create-in-batches';
import { pinOf, type Workspace } from '../traffic/workspace';

export interface CutOffClient {
  /** No new questions; resolves when all have been answered, or their time-outs are over. */
  stop(): Promise<{ readonly creations: readonly Creation[]; readonly faults: readonly string[] }>;
}

const everyMs = 1_000;

/** Asks one site's API itself, as who cannot reach another one: creates a pin each second, and reads one that the whole has accepted. */
export function startCutOffClient(workspace: Workspace, apiPort: number, prefix: string): CutOffClient {
  const call: Workspace['call'] = (method, path, body) => caller(apiPort)(method, path, body, workspace.headers);
  const [creations, faults, open] = [[] as Creation[], [] as string[], [] as Promise<void>[]];
  const stopping = new AbortController();
  const create = async (title: string) => {
    const answer = await call('POST', '/v1/pins', pinOf(workspace, title)).catch(() => null);
    const pinId = answer?.status === 201 ? (answer.body.id as string) : null;
    creations.push({ title, pinId, refusal: pinId === null ? `${answer?.status ?? 'no answer'}` : null });
    if (answer && answer.status !== 201 && answer.status < 500) faults.push(`a site that was cut off refused a pin with ${answer.status}`);
  };
  const read = async (title: string) => {
    const accepted = await workspace.call('POST', '/v1/pins', pinOf(workspace, title)).catch(() => null);
    const pinId = accepted?.status === 201 ? (accepted.body.id as string) : null;
    creations.push({ title, pinId, refusal: pinId === null ? `${accepted?.status ?? 'no answer'}` : null });
    if (pinId === null) return;
    const answer = await call('GET', `/v1/pins/${pinId}`).catch(() => null);
    if (answer && answer.status < 500 && answer.status !== 200)
      faults.push(`a site that was cut off answered ${answer.status} for a pin that another one had accepted`);
  };
  const asking = (async () => {
    for (let number = 1; !stopping.signal.aborted; number += 1) {
      open.push(create(`${prefix}-at-site-${number}`), read(`${prefix}-elsewhere-${number}`));
      await delay(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await asking;
      await Promise.all(open);
      return { creations, faults };
    },
  };
}
