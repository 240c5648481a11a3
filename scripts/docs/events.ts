import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { catalogue } from '../events/catalogue';
import { eventsPage } from '../events/events-page';
import { storedShapesFile, withNewShapes } from '../events/stored-shapes';

export async function run(): Promise<void> {
  const all = await catalogue();
  const stored = existsSync(storedShapesFile) ? readFileSync(storedShapesFile, 'utf8') : '';
  const shapes = withNewShapes(
    stored,
    all.streams.flatMap(({ samples }) => samples),
  );
  writeFileSync(storedShapesFile, shapes);
  writeFileSync('docs/events.md', eventsPage(all));
}
