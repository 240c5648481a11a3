#!/usr/bin/env node
process.argv.splice(2, 0, 'apps/pinctl/main');
await import('./run.mjs');
