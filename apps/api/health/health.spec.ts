import { Health } from './health';

test('one check that hangs is failed after its time, and holds up nobody else', async () => {
  jest.useFakeTimers();
  const health = new Health();
  health.registerCheck('hangs', () => new Promise(() => undefined));
  health.registerCheck('works', () => Promise.resolve({ ok: true, detail: { lag_seconds: 0 } }));
  const readiness = health.readiness();
  await jest.advanceTimersByTimeAsync(2_000);
  expect(await readiness).toEqual({
    status: 'unavailable',
    checks: { hangs: { ok: false, detail: 'timed out' }, works: { ok: true, detail: { lag_seconds: 0 } } },
  });
  jest.useRealTimers();
});

test('a check that throws at once is failed too', async () => {
  const health = new Health();
  health.registerCheck('throws', () => {
    throw new Error('inside');
  });
  expect(await health.readiness()).toEqual({ status: 'unavailable', checks: { throws: { ok: false, detail: 'failed' } } });
});

test('a part that concerns only what uses it is shown, and leaves the process ready', async () => {
  const health = new Health();
  health.registerCheck('reads', async () => ({ ok: false, degraded: true, detail: { state: 'stopped' } }));
  health.registerCheck('works', async () => ({ ok: true }));
  expect(await health.readiness()).toMatchObject({ status: 'ok', checks: { reads: { ok: false, detail: { state: 'stopped' } } } });
  health.registerCheck('works', async () => ({ ok: false }));
  expect((await health.readiness()).status).toBe('unavailable');
});

test('callers at the same time share one run, later ones get a new one', async () => {
  const health = new Health();
  let runs = 0;
  health.registerCheck('counted', () => Promise.resolve({ ok: (runs += 1) > 0 }));
  await Promise.all([health.readiness(), health.readiness(), health.readiness()]);
  expect(runs).toBe(1);
  await health.readiness();
  expect(runs).toBe(2);
});

test('a flood of probes asks the parts once; what is registered or stopped shows at once', async () => {
  jest.useFakeTimers();
  const health = new Health();
  let runs = 0;
  health.registerCheck('counted', () => Promise.resolve({ ok: (runs += 1) > 0 }));
  for (let probe = 0; probe < 100; probe++) expect((await health.recentReadiness()).status).toBe('ok');
  expect(runs).toBe(1);
  health.registerCheck('broken', () => Promise.resolve({ ok: false }));
  expect((await health.recentReadiness()).status).toBe('unavailable');
  health.stopping();
  expect((await health.recentReadiness()).status).toBe('stopping');
  jest.useRealTimers();
});

test('a process that becomes ready says so after 100 ms, and until then its parts are asked ten times a second', async () => {
  jest.useFakeTimers();
  const health = new Health();
  let [runs, ok] = [0, false];
  health.registerCheck('counted', () => Promise.resolve({ ok: (runs += 1) > 0 && ok }));
  for (let probe = 0; probe < 100; probe++) expect((await health.recentReadiness()).status).toBe('unavailable');
  expect(runs).toBe(1);
  ok = true;
  await jest.advanceTimersByTimeAsync(99);
  expect((await health.recentReadiness()).status).toBe('unavailable');
  await jest.advanceTimersByTimeAsync(1);
  expect((await health.recentReadiness()).status).toBe('ok');
  ok = false;
  await jest.advanceTimersByTimeAsync(999);
  expect((await health.recentReadiness()).status).toBe('ok');
  await jest.advanceTimersByTimeAsync(1);
  expect((await health.recentReadiness()).status).toBe('unavailable');
  expect(runs).toBe(3);
  jest.useRealTimers();
});
