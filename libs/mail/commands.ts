import { handles, type CommandTable } from '@pps/kernel';
import { ChangePreferences, changePreferences } from './preferences/change-preferences';
import { Unsubscribe, unsubscribe, type UnsubscribeDeps } from './preferences/unsubscribe';

/** What people command of the mails that they get. */
export const mailCommands: CommandTable<UnsubscribeDeps> = [
  handles(ChangePreferences, changePreferences),
  handles(Unsubscribe, unsubscribe),
];
