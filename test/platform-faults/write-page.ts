import { writeFileSync } from 'node:fs';
import { platformFaultsPage } from './page';

writeFileSync('docs/platform-faults.md', platformFaultsPage());
