import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The files of the repository of which a function runs while `work` does, in whatever the process does meanwhile. Not counted are the accessors of
 * exports and `evolve`, which live states run for facts of anybody.
 */
export async function filesRun(work: () => Promise<unknown>): Promise<ReadonlySet<string>> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await session.post('Profiler.takePreciseCoverage');
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const ran = result.filter(({ functions }) => functions.some(({ functionName, ranges }) => isOwn(functionName) && ranges[0]?.count));
    return new Set(ran.map(({ url }) => pathOf(url)));
  } finally {
    session.disconnect();
  }
}

const isOwn = (functionName: string): boolean => !/^(get( .*)?|evolve|)$/.test(functionName);

const pathOf = (url: string): string => relative(process.cwd(), url.startsWith('file:') ? fileURLToPath(url) : url);
