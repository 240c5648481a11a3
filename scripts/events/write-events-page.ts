import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { catalogue } from './catalogue';
import { eventsPage } from './events-page';
import { storedShapesFile, withNewShapes } from './stored-shapes';

async function write(): Promise<void> {
  const all = await catalogue();
  const stored = existsSync(storedShapesFile) ? readFileSync(storedShapesFile, 'utf8') : '';
  const shapes = withNewShapes(
    stored,
    all.streams.flatMap(({ samples }) => samples),
  );
  writeFileSync(storedShapesFile, shapes);
  writeFileSync('docs/events.md', eventsPage(all));
}

write().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
