import { writeFileSync } from 'node:fs';
import { ApiModule } from '../../apps/api/api.module';
import { declaredRoutes } from '../../apps/api/docs/declared-routes';
import { scopesPage } from '../../apps/api/docs/scopes-page';
import type { Parts } from '../../apps/foundation/open-parts';

export async function run(): Promise<void> {
  writeFileSync('docs/scopes.md', scopesPage(declaredRoutes(ApiModule.with({} as Parts))));
}
