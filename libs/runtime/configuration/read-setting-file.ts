import { readFileSync, statSync } from 'node:fs';

/** No setting is longer; a file that is was not meant. */
const mostBytes = 65_536;

export type SettingFile = { readonly text: string } | { readonly trouble: string };

/** The text of a file that holds one setting; what went wrong is a word of the operating system or of ours, never what the file holds. */
export function readSettingFile(path: string): SettingFile {
  try {
    const found = statSync(path);
    // A pipe could hold a start up for ever.
    if (!found.isFile()) return { trouble: 'it is none' };
    return found.size > mostBytes ? { trouble: 'more than 64 KiB' } : { text: readFileSync(path, 'utf8') };
  } catch (error) {
    return { trouble: error instanceof Error && 'code' in error ? String(error.code) : 'unreadable' };
  }
}
