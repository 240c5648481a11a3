import 'reflect-metadata';
import { runNamed } from '../named-commands';
import { pages, recorded } from './pages';

async function writeAll(): Promise<void> {
  for (const { load } of Object.values(pages)) await (await load()).run({});
}

if (process.argv.length > 2) runNamed('docs', { ...pages, ...recorded });
else
  writeAll().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
