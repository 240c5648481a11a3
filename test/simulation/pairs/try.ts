import 'reflect-metadata';
import { checkPair } from './check-pair';
import { scheduleSubjects } from './schedule-subjects';
import { pinSubjects } from './pin-subjects';
void (async () => {
  const filter = new RegExp(process.argv[2] ?? '.');
  for (const subject of [...pinSubjects.map((s) => ({ ...s, name: `pin: ${s.name}` })), ...scheduleSubjects])
    for (const [i, a] of subject.commands.entries())
      for (const b of subject.commands.slice(i)) {
        const name = `${subject.name} | ${a.name} | ${b.name}`;
        if (!filter.test(name)) continue;
        const t = performance.now();
        const r = await checkPair(subject, [a, b], { most: Number(process.argv[3] ?? 2000), seed: 1 });
        console.log(
          `${name}: ${r.interleavings}${r.isExhaustive ? '' : '*'} ${Math.round(performance.now() - t)}ms ${r.violation?.what.slice(0, 900) ?? 'ok'}`,
        );
        if (r.violation) console.log('   ', r.violation.steps.join(', '));
      }
})();
