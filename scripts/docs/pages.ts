import type { Named } from '../named-commands';

/** What is generated from the code and committed; for each a test fails when it is stale. */
export const pages: Readonly<Record<string, Named>> = {
  env: { about: '.env.example, from the settings.', load: () => import('./env') },
  answers: { about: 'docs/answers.md, from what /openapi.json says of each route and status.', load: () => import('./answers') },
  errors: { about: 'docs/errors.md, from the catalogue of errors.', load: () => import('./errors') },
  scopes: { about: 'docs/scopes.md, from what the routes declare.', load: () => import('./scopes') },
  events: {
    about: 'docs/events.md and the record of stored shapes, from the fact types and their samples.',
    load: () => import('./events'),
  },
  analytics: { about: 'docs/analytics.md, from the comments in an empty database.', load: () => import('./analytics') },
  metrics: {
    about: 'docs/metrics.md and the rules for Kubernetes, from the metrics and the alert rules.',
    load: () => import('./metrics'),
  },
  webhooks: {
    about: 'Events in docs/webhooks.md and the types of the receiver, from the table of events.',
    load: () => import('./webhooks'),
  },
  sdk: { about: 'packages/openapi.json and what of the SDKs is written from it.', load: () => import('./sdk') },
  tools: { about: 'The tools in docs/mcp.md, from their table.', load: () => import('./tools') },
  cli: { about: 'docs/cli.md, from the commands of pps.', load: () => import('./cli') },
  'platform-faults': { about: 'docs/platform-faults.md, from the expected outcomes.', load: () => import('./platform-faults') },
};

/** What is recorded from a running service, one command each: never twice quite the same, so it is written when somebody asks. */
export const recorded: Readonly<Record<string, Named>> = {
  examples: {
    about: 'The examples of the interface, from a walk through a service that it starts (a minute).',
    load: () => import('./examples'),
  },
};
