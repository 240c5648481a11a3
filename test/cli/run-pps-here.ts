import { runProgram } from '../../packages/cli/src/run-program';
import type { PpsOutcome } from './bundled-pps';

/** Runs a command line in this process, one after the other, with these settings alone: for many calls that would each start a program. */
export async function runPpsHere(args: readonly string[], settings: Readonly<Record<string, string>>): Promise<PpsOutcome> {
  const said = { out: '', err: '' };
  const kept = { ...process.env };
  const listening = (['SIGINT', 'SIGTERM'] as const).map((signal) => [signal, process.listeners(signal)] as const);
  const spies = (
    [
      ['stdout', 'out'],
      ['stderr', 'err'],
    ] as const
  ).map(([stream, name]) =>
    jest.spyOn(process[stream], 'write').mockImplementation((text) => {
      said[name] += String(text);
      return true;
    }),
  );
  for (const name of Object.keys(process.env)) if (name.startsWith('PPS_') || name.startsWith('XDG_')) delete process.env[name];
  Object.assign(process.env, settings);
  try {
    return { code: await runProgram(args), ...said };
  } finally {
    spies.forEach((spy) => spy.mockRestore());
    process.env = kept;
    for (const [signal, before] of listening)
      for (const each of process.listeners(signal)) if (!before.includes(each)) process.off(signal, each);
  }
}
