import { seededRandom } from '@pps/kernel/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { startTwoApis, type TwoApis } from '../installation/start-two-apis';
import { disturb, planDisturbances } from '../quota/disturbances';
import { openWorkspace } from '../traffic/workspace';
import { judgeTools } from './judge-tools';
import { repeatingAssistant } from './repeating-assistant';
import { deeds, nothingAsked } from './deeds';

export interface ToolRepeatsOptions {
  readonly deeds: number;
  /** Kills and freezes of processes meanwhile. */
  readonly disturbances: number;
  readonly seed: number;
  readonly log: (line: string) => void;
}

export interface ToolRepeatsReport {
  /** How often each was done. */
  readonly done: Readonly<Record<string, number>>;
  readonly repeats: number;
  readonly violations: readonly string[];
}

export const toolRepeatsSettings = { DEFAULT_PLAN: 'enterprise', BOARD_LISTS_PER_PROJECT: '1000000', RECONCILE_AFTER: '300ms,700ms' };

const assistants = 6;
const stuckMs = 240_000;

/** Assistants call tools that write, repeat what was not answered and call many times at once, while processes are killed: all of it has to be there once. */
export async function toolRepeatsCampaign(options: ToolRepeatsOptions): Promise<ToolRepeatsReport> {
  const service = await startTwoApis(toolRepeatsSettings);
  try {
    return await toolRepeatsOn(service, options);
  } finally {
    await service.stop();
  }
}

/** The same on APIs that run already. */
export async function toolRepeatsOn(service: TwoApis, options: ToolRepeatsOptions): Promise<ToolRepeatsReport> {
  const random = seededRandom(options.seed);
  // The second one's process is not killed, so that it can be asked in the end.
  const [, workspace] = await openWorkspace(service.apis, service.receiverUrl);
  const assistant = repeatingAssistant(service.apis, workspace.headers, random);
  const [asked, names] = [nothingAsked(), Object.keys(deeds)];
  const done: Record<string, number> = {};
  let begun = 0;
  const work = async () => {
    while (begun < options.deeds) {
      const name = names[begun % names.length] ?? '';
      begun += 1;
      await deeds[name]?.(assistant, workspace, asked);
      done[name] = (done[name] ?? 0) + 1;
    }
  };
  const working = Promise.all(Array.from({ length: assistants }, work));
  // What fails is thrown by the wait for them, not while a disturbance is waited for.
  working.catch(() => undefined);
  for (const disturbance of planDisturbances(random, options.disturbances, options.deeds)) {
    const deadline = performance.now() + stuckMs;
    while (begun < disturbance.after && performance.now() < deadline) await delay(10);
    options.log(`${disturbance.kind} at deed ${begun}`);
    await disturb(service.dataDir, disturbance);
  }
  await working;
  const violations = await judgeTools(workspace, service.platformUrl, asked);
  return { done, repeats: assistant.repeats(), violations };
}
