import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { ApiModule } from '../api.module';
import type { Parts } from '../../foundation/open-parts';
import { declaredRoutes } from './declared-routes';
import { scopesPage } from './scopes-page';

writeFileSync('docs/scopes.md', scopesPage(declaredRoutes(ApiModule.with({} as Parts))));
