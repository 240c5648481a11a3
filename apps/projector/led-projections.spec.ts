import { pause, whenAborted } from '@pps/concurrency';
import type { Projection } from '@pps/read-store';
import { eventually } from '../../test/setup/eventually';
import { LedProjections } from './led-projections';

const projection = (name: string) => ({ name, version: 1 }) as Projection;
const [pins, quota, mails] = [projection('pins'), projection('quota'), projection('mails')];
const names = (projections: readonly Projection[]) => projections.map(({ name }) => name).join(' ');

/** A projector that writes down what it runs over; `fail` ends the run of the moment. */
function recording({ endsAfterMs = 0 } = {}) {
  const runs: string[] = [];
  let atOnce = 0;
  let most = 0;
  let fail: (error: unknown) => void = () => undefined;
  const led = new LedProjections(async (projections, signal) => {
    runs.push(names(projections));
    most = Math.max(most, (atOnce += 1));
    try {
      await Promise.race([whenAborted(signal), new Promise((_, reject) => (fail = reject))]);
      await pause(endsAfterMs);
      signal.throwIfAborted();
    } finally {
      atOnce -= 1;
    }
  });
  const lead = (...projections: Projection[]) => {
    const ending = new AbortController();
    const ended = led.lead(projections, ending.signal).then(
      () => 'ended',
      (error: Error) => error.message,
    );
    return { ended, stop: () => ending.abort() };
  };
  const begun = (...expected: string[]) =>
    eventually(`runs over ${expected.join('; ')}`, () => Promise.resolve(runs.join() === expected.join() || undefined));
  return { runs, lead, begun, most: () => most, fail: (error: unknown) => fail(error) };
}

describe('the projections that a host leads', () => {
  it('are run by one projector that begins again when others are led, once for those that come or go together', async () => {
    const { runs, lead, begun, most } = recording({ endsAfterMs: 5 });
    const [first, second] = [lead(pins), lead(quota)];
    await begun('pins quota');
    const third = lead(mails);
    await begun('pins quota', 'pins quota mails');
    first.stop();
    third.stop();
    expect([await first.ended, await third.ended]).toEqual(['ended', 'ended']);
    await begun('pins quota', 'pins quota mails', 'quota');
    second.stop();
    expect(await second.ended).toBe('ended');
    expect(most()).toBe(1);
    const again = lead(pins, quota);
    await begun('pins quota', 'pins quota mails', 'quota', 'pins quota');
    again.stop();
    await again.ended;
    expect(runs).toHaveLength(4);
  });

  it('end only when the projector has: nobody else leads a projection that is still being written here', async () => {
    const { lead, begun } = recording({ endsAfterMs: 50 });
    const one = lead(pins);
    await begun('pins');
    const stoppedAt = performance.now();
    one.stop();
    await one.ended;
    expect(performance.now() - stoppedAt).toBeGreaterThan(45);
  });

  it('end at once where they were given up before the projector began', async () => {
    const { runs, lead } = recording();
    const one = lead(pins);
    one.stop();
    expect(await one.ended).toBe('ended');
    expect(runs).toEqual([]);
  });

  it('fail together with what the projector failed with; one that came meanwhile is run', async () => {
    const { lead, begun, fail } = recording({ endsAfterMs: 20 });
    const [one, two] = [lead(pins), lead(quota)];
    await begun('pins quota');
    fail(new Error('commits lost'));
    const late = lead(mails);
    expect([await one.ended, await two.ended]).toEqual(['commits lost', 'commits lost']);
    await begun('pins quota', 'mails');
    late.stop();
    expect(await late.ended).toBe('ended');
  });
});
