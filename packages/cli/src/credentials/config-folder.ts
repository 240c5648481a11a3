import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Where profiles are kept. A relative XDG folder counts as none, as its specification says. */
export const configFolder = (): string => join(absolute(process.env['XDG_CONFIG_HOME']) ?? join(homedir(), '.config'), 'pps');

/** Where it is kept how far listening and importing came. */
export const stateFolder = (): string => join(absolute(process.env['XDG_STATE_HOME']) ?? join(homedir(), '.local', 'state'), 'pps');

const absolute = (folder: string | undefined): string | null => (folder !== undefined && isAbsolute(folder) ? folder : null);
