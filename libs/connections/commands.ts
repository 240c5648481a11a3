import { handles, type CommandTable } from '@pps/kernel';
import { CompleteConnection, completeConnection, type CompleteConnectionDeps } from './oauth/complete-connection';
import { StartConnection, startConnection, type StartConnectionDeps } from './oauth/start-connection';

/** What users command of connections. */
export const connectionCommands: CommandTable<StartConnectionDeps & CompleteConnectionDeps> = [
  handles(StartConnection, startConnection),
  handles(CompleteConnection, completeConnection),
];
