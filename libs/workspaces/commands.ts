import { handles, type CommandTable } from '@pps/kernel';
import { RequestAccountExport, requestAccountExport, type RequestAccountExportDeps } from './account-exports/request-account-export';

/** What people command of their workspaces. */
export const workspacesCommands: CommandTable<RequestAccountExportDeps> = [handles(RequestAccountExport, requestAccountExport)];
