import 'reflect-metadata';
import { runNamed } from '../named-commands';
import { pages } from './pages';

async function writeAll(): Promise<void> {
  for (const { load } of Object.values(pages)) await (await load()).run({});
}

if (process.argv.length > 2) runNamed('docs', pages);
else
  writeAll().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
