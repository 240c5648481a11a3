import type { Setting } from './setting';
import { settings, type SettingName } from './settings';

/** The text of `.env.example`: every setting with its meaning and default, grouped. */
export function envExample(): string {
  const groups = new Map<string, string[]>();
  for (const [name, setting] of Object.entries<Setting>(settings)) {
    const lines = groups.get(setting.group) ?? [];
    lines.push(`# ${setting.meaning}${optionsOf(setting)}${derivationOf(setting)}`, `#${name}=${shownDefault(setting)}`, '');
    groups.set(setting.group, lines);
  }
  const sections = [...groups].map(([group, lines]) => [`## ${group}`, '', ...lines].join('\n'));
  return [
    '# Written by `npm run docs env` from libs/runtime/configuration/settings.ts. Take the # off a line to set it.',
    '#',
    '# As a file .env in the folder that they are started in, it is read by `npm start`, `npm run demo` and `pinctl`, for what the environment does not',
    '# set, and by Docker Compose for what docker-compose.yml passes on. The hosts (`npm run start:api` …) read the environment alone.',
    '# In place of a value, NAME_FILE may name a file that holds it: MASTER_KEY_FILE=/secrets/MASTER_KEY.',
    '# `pinctl init-env` writes such a file with keys and passwords for a new installation.',
    '',
    ...sections,
  ].join('\n');
}

/** A value that follows another setting is shown as it is by default: who reads the file need not know of `$NAME`. */
const derivationOf = (setting: Setting): string => (setting.default?.includes('$') ? ` When absent: ${setting.default}.` : '');

const shownDefault = (setting: Setting): string =>
  (setting.default ?? '').replace(/\$([A-Z_]+)/g, (_, other: SettingName) => settings[other].default ?? '');

function optionsOf(setting: Setting): string {
  return setting.kind === 'enum' ? ` One of: ${setting.options.join(', ')}.` : '';
}
