import { bundledPps } from '../../cli/bundled-pps';
import { caller } from '../../setup/caller';
import { eventually } from '../../setup/eventually';
import { installation } from '../installation/installation';
import { startCuttingProxy } from './cutting-proxy';
import { disturbListeners, type Disturbances } from './disturb-listeners';
import { judgeArrivals } from './judge-arrivals';
import { openListenedProject } from './listened-project';
import { startRefusingTarget } from './refusing-target';
import { restartedListener, type RestartedListener } from './restarted-listener';

export interface ListenOptions extends Disturbances {
  readonly events: number;
  readonly log: (line: string) => void;
}

export interface ListenReport {
  readonly violations: readonly string[];
  readonly listeners: Readonly<Record<string, object>>;
  readonly events: number;
  readonly refused: number;
  readonly tookS: number;
}

const settings = {
  DEFAULT_PLAN: 'enterprise',
  SERVICE_PROCESSES: 'one',
  LOG_LEVEL: 'error',
  PACING_ACCOUNT: '1000/200',
  PACING_GLOBAL: '1000/200',
};
const longestCatchUpMs = 1_800_000;
const silenceMs = 120_000;
const endsWithinMs = 5_000;

/** Two listeners of one project, one with a target that refuses, while both are killed, frozen and cut off; then their key is revoked. */
export async function listenCampaign({ events, log, ...disturbances }: ListenOptions): Promise<ListenReport> {
  const begun = performance.now();
  const [pps, running, target] = [bundledPps(), await installation(settings), await startRefusingTarget(disturbances.seed)];
  const ending = new AbortController();
  let proxy: Awaited<ReturnType<typeof startCuttingProxy>> | undefined;
  const listeners: RestartedListener[] = [];
  try {
    await running.start();
    proxy = await startCuttingProxy(running.apiPort);
    const project = await openListenedProject(caller(running.apiPort));
    const environment = { PPS_API_KEY: project.key, PPS_URL: proxy.url };
    const forwarding = restartedListener(pps, ['--name', 'forwarding', '--forward', target.url], environment);
    const printing = restartedListener(pps, ['--name', 'printing'], environment);
    for (const each of [forwarding, printing]) {
      each.start();
      listeners.push(each);
      await each.isLive();
    }
    log('both are live');
    const made = project.makeEvents(events, ending.signal);
    made.catch(() => undefined);
    const dealt = await disturbListeners({ forwarding, printing, proxy, target }, disturbances, log);
    await made;
    const newest = await eventually('every event', async () => project.newestWhenSettled(), longestCatchUpMs);
    log(`${newest} events, ${JSON.stringify(dealt)}`);
    const seen = () => ({ target: target.arrivals, forwarding: forwarding.printed(), printing: printing.printed() });
    let said = performance.now();
    // What comes is asked for, not how long it takes: a violation that remains is told once nothing more comes.
    let [last, lastAt] = [0, performance.now()];
    await eventually(
      'all events at both listeners',
      async () => {
        const counts = Object.values(seen()).map((arrivals) => new Set(arrivals.map(({ sequence }) => sequence)).size);
        const sum = counts.reduce((all, count) => all + count, 0);
        if (sum !== last) [last, lastAt] = [sum, performance.now()];
        if (performance.now() - said > 30_000) {
          log(`of ${newest} have come: ${counts.join(', ')}`);
          said = performance.now();
        }
        const isOver = listeners.some((each) => each.gaveUp().length > 0) || performance.now() - lastAt > silenceMs;
        return isOver || counts.every((count) => count >= newest) || undefined;
      },
      longestCatchUpMs,
    );
    const verdicts = Object.entries(seen()).map(([name, arrivals]) => [name, judgeArrivals(arrivals, newest)] as const);
    const violations = verdicts.flatMap(([name, verdict]) => verdict.violations.map((text) => `${name}: ${text}`));
    const rows = Object.fromEntries(verdicts.map(([name, { lost, repeats }]) => [name, { lost, repeats } as object]));
    for (const each of listeners) violations.push(...each.gaveUp());
    await project.revokeKey();
    const revokedAt = performance.now();
    for (const [name, each] of Object.entries({ forwarding, printing })) {
      const { code, err } = await each.ended();
      const ms = Math.round(performance.now() - revokedAt);
      rows[name] = { ...rows[name], 'exit code': code, 'ended after ms': ms };
      if (code !== 3 || !/"code":"invalid_api_key".*"remediation":"\w/.test(err))
        violations.push(`${name} ended with ${code}: ${err.slice(-500)}`);
      if (ms > endsWithinMs) violations.push(`${name} ended ${ms} ms after its key`);
    }
    const tookS = Math.round((performance.now() - begun) / 1_000);
    return { violations, listeners: rows, events: newest, refused: target.refused(), ...dealt, tookS };
  } catch (error) {
    for (const line of [...running.lastWords().slice(-20), ...listeners.map((each) => each.says().slice(-2_000))]) log(line);
    throw error;
  } finally {
    ending.abort();
    for (const each of listeners) await each.kill().catch(() => undefined);
    await running.stop().catch(() => undefined);
    await running.discard(false);
    await proxy?.stop();
    await target.stop();
    pps.remove();
  }
}
