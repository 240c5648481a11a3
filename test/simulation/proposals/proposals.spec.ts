import { runProposals } from './proposal-run';

/** `PROPOSAL_RUNS=10000` is the long form. */
const runs = Number(process.env['PROPOSAL_RUNS'] ?? 30);

test('nothing is made that no person agreed to, whatever stops and whoever answers at once', async () => {
  const found: string[] = [];
  const seen = { pins: 0, agreed: 0, stops: 0 };
  for (let seed = 1; seed <= runs && found.length === 0; seed++) {
    const { violations, pins, agreed, stops } = await runProposals(seed);
    found.push(...violations.map((violation) => `seed ${seed}: ${violation}`));
    seen.pins += pins;
    seen.agreed += agreed;
    seen.stops += stops;
  }
  expect(found).toEqual([]);
  // The runs have gone where it hurts.
  expect(Math.min(seen.pins, seen.agreed, seen.stops)).toBeGreaterThan(runs / 3);
}, 3_600_000);

test('a key that counted as a person would be found', async () => {
  const found = async (seed: number) => (await runProposals(seed, { keysAgree: true })).violations.includes('a key has agreed');
  let seed = 1;
  while (seed < 30 && !(await found(seed))) seed += 1;
  expect(seed).toBeLessThan(30);
});
