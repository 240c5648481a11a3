import { pause } from '@pps/concurrency';
import { seededRandom } from '@pps/kernel/testing';
import type { CuttingProxy } from './cutting-proxy';
import type { RefusingTarget } from './refusing-target';
import type { RestartedListener } from './restarted-listener';

export interface Disturbances {
  readonly kills: number;
  readonly cuts: number;
  /** Short ones. */
  readonly freezes: number;
  /** Seconds of the long one. */
  readonly frozen: number;
  readonly seed: number;
}

interface Disturbed {
  readonly forwarding: RestartedListener;
  readonly printing: RestartedListener;
  readonly proxy: CuttingProxy;
  readonly target: RefusingTarget;
}

/** How long the troubles of each half last at least. */
const halfMs = 90_000;
const longestFreezeMs = 15_000;
const longestAwayMs = 1_000;

/**
 * One listener is frozen while the other one is killed, frozen for a while and cut off; then both are. Half of everything happens in each half. Resolves, with both awake, when all
 * of it has happened.
 */
export async function disturbListeners(
  { forwarding, printing, proxy, target }: Disturbed,
  { kills, cuts, freezes, frozen, seed }: Disturbances,
  log: (line: string) => void,
): Promise<Readonly<Record<string, number>>> {
  const random = seededRandom(seed + 1);
  const dealt = { kills: 0, cuts: 0, connectionsCut: 0, freezes: 0, absences: 0 };
  const halves = [
    { ms: Math.max(halfMs, frozen * 1_000), who: [forwarding] },
    { ms: halfMs, who: [forwarding, printing] },
  ] as const;
  /** Does something so many times, at random moments of a half. */
  const spread = async (times: number, ms: number, deal: () => Promise<void>): Promise<void> => {
    for (let n = 0; n < times; n += 1) {
      await pause((random() * 2 * ms) / times);
      await deal();
    }
  };
  printing.send('SIGSTOP');
  for (const [half, { ms, who }] of halves.entries()) {
    const share = (whole: number): number => (half === 0 ? Math.floor(whole / 2) : Math.ceil(whole / 2));
    const pick = (): RestartedListener => who[Math.floor(random() * who.length)] ?? forwarding;
    const cutOff = async (): Promise<void> => {
      dealt.connectionsCut += proxy.cut();
      dealt.cuts += 1;
      proxy.refuse(true);
      await pause(random() < 0.5 ? 0 : random() * longestAwayMs);
      proxy.refuse(false);
    };
    // One after the other: who is killed while it is frozen is only killed.
    const disturb = async (): Promise<void> => {
      const one = pick();
      if (random() * (kills + freezes) < kills ? dealt.kills < kills : dealt.freezes >= freezes) {
        await one.kill();
        dealt.kills += 1;
        await pause(random() * 3_000);
        one.start();
      } else {
        one.send('SIGSTOP');
        dealt.freezes += 1;
        await pause(random() * longestFreezeMs);
        one.send('SIGCONT');
      }
    };
    const leave = async (): Promise<void> => {
      await target.leave();
      dealt.absences += 1;
      await pause(random() * longestAwayMs);
      await target.comeBack();
    };
    await Promise.all([
      spread(share(cuts), ms, cutOff),
      spread(share(kills + freezes), ms, disturb),
      spread(5, ms, leave),
      half === 0 ? pause(frozen * 1_000) : undefined,
    ]);
    if (half === 0) printing.send('SIGCONT');
    log(`half ${half + 1} of the troubles is over: ${JSON.stringify(dealt)}`);
  }
  return dealt;
}
