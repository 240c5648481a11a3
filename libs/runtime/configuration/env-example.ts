import type { Setting } from './setting';
import { settings } from './settings';

/** The text of `.env.example`: every setting with its meaning and default, grouped. */
export function envExample(): string {
  const groups = new Map<string, string[]>();
  for (const [name, setting] of Object.entries<Setting>(settings)) {
    const lines = groups.get(setting.group) ?? [];
    lines.push(`# ${setting.meaning}${optionsOf(setting)}`, `#${name}=${setting.default ?? ''}`, '');
    groups.set(setting.group, lines);
  }
  const sections = [...groups].map(([group, lines]) => [`## ${group}`, '', ...lines].join('\n'));
  return [
    '# Written by `npm run docs env` from libs/runtime/configuration/settings.ts. Take the # off a line to set it.',
    '',
    ...sections,
  ].join('\n');
}

function optionsOf(setting: Setting): string {
  return setting.kind === 'enum' ? ` One of: ${setting.options.join(', ')}.` : '';
}
