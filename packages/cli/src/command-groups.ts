import type { Command } from 'commander';

export interface CommandGroup {
  readonly about: string;
  /** Loads what the commands need; the others are not loaded. */
  load(): Promise<Command>;
}

/** What stands behind the first word, in the order of the help. */
export const commandGroups: Readonly<Record<string, CommandGroup>> = {
  login: { about: 'Keeps a key in a profile.', load: async () => (await import('./commands/login.commands')).loginCommand() },
  logout: {
    about: 'Revokes the key of a profile, and forgets it.',
    load: async () => (await import('./commands/logout.commands')).logoutCommand(),
  },
  doctor: {
    about: 'Looks for what keeps this machine from working with the service.',
    load: async () => (await import('./commands/doctor.commands')).doctorCommand(),
  },
  explain: {
    about: 'What an error code or a request id means, and what to do.',
    load: async () => (await import('./commands/explain.commands')).explainCommand(),
  },
  listen: {
    about: 'Shows events as they happen, and forwards them to this machine.',
    load: async () => (await import('./commands/listen.commands')).listenCommand(),
  },
  trigger: {
    about: 'Brings an event about in the sandbox, by doing what leads to it.',
    load: async () => (await import('./commands/trigger.commands')).triggerCommand(),
  },
  import: { about: 'Imports a file of pins.', load: async () => (await import('./commands/import.commands')).importCommand() },
  logs: {
    about: 'Activity and refused requests as they come.',
    load: async () => (await import('./commands/logs.commands')).logsCommand(),
  },
  pins: { about: 'Pins, published now.', load: group('pins', async () => (await import('./generated/pins')).pinsOperations) },
  schedules: {
    about: 'Pins, published at a time.',
    load: group('schedules', async () => (await import('./generated/schedules')).schedulesOperations),
  },
  proposals: {
    about: 'What waits for the yes of a person.',
    load: group('proposals', async () => (await import('./generated/proposals')).proposalsOperations),
  },
  forecast: { about: 'When schedules will fire.', load: async () => (await import('./commands/forecast.commands')).forecastCommand() },
  imports: {
    about: 'Files of pins that were taken in.',
    load: group('imports', async () => (await import('./generated/imports')).importsOperations),
  },
  assets: {
    about: 'Uploaded images and videos.',
    load: group('assets', async () => (await import('./generated/assets')).assetsOperations),
  },
  accounts: {
    about: 'Connected accounts of the platform.',
    load: group('accounts', async () => (await import('./generated/accounts')).accountsOperations),
  },
  boards: { about: 'Boards of an account.', load: group('boards', async () => (await import('./generated/boards')).boardsOperations) },
  webhooks: {
    about: 'Webhooks and what they were sent.',
    load: group('webhooks', async () => (await import('./generated/webhooks')).webhooksOperations),
  },
  keys: { about: 'API keys.', load: group('keys', async () => (await import('./generated/keys')).keysOperations) },
  projects: {
    about: 'Production and sandbox.',
    load: group('projects', async () => (await import('./generated/projects')).projectsOperations),
  },
  usage: { about: 'Plan, quota, and what used it.', load: group('usage', async () => (await import('./generated/usage')).usageOperations) },
  dashboard: {
    about: 'A range of time, summarized.',
    load: group('dashboard', async () => (await import('./generated/dashboard')).dashboardOperations),
  },
  activity: {
    about: 'What happened in the project.',
    load: group('activity', async () => (await import('./generated/activity')).activityOperations),
  },
  requests: {
    about: 'Requests of the last 7 days.',
    load: group('requests', async () => (await import('./generated/requests')).requestsOperations),
  },
  audit: {
    about: 'The history, and what proves it.',
    load: async () => (await import('./commands/audit.commands')).auditCommands(),
  },
  api: { about: 'Calls any route.', load: async () => (await import('./commands/api.commands')).apiCommand() },
  open: {
    about: 'Opens the web app, the interface, the manual or the page of an error code in the browser.',
    load: async () => (await import('./commands/open.commands')).openCommand(),
  },
  completions: {
    about: 'Completions for bash, zsh or fish.',
    load: async () => (await import('./commands/completions.commands')).completionsCommand(),
  },
};

type Operations = Parameters<(typeof import('./operations/operation-commands'))['operationCommands']>[1];

function group(name: string, operations: () => Promise<Operations>): CommandGroup['load'] {
  return async () => {
    const [{ operationCommands }, table] = await Promise.all([import('./operations/operation-commands'), operations()]);
    return operationCommands(name, table);
  };
}
