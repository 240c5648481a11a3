import type { Configuration } from './configuration';
import { readSettingFile } from './read-setting-file';
import { readValue, expectationOf } from './read-value';
import type { Setting } from './setting';
import { settings } from './settings';
import { CannotStart } from '../lifecycle/cannot-start';

type Environment = Readonly<Record<string, string | undefined>>;

const table: ReadonlyMap<string, Setting> = new Map(Object.entries(settings));

/**
 * Reads and checks all settings at once; an empty value counts as absent, and what `<NAME>_FILE` leads to is the value of `<NAME>`. Throws BrokenSetting
 * naming every setting that cannot be used.
 */
export function loadConfiguration(given: Environment): Configuration {
  const { environment, problems } = withFiles(given);
  const values = new Map<string, unknown>();
  for (const [name, setting] of table) {
    const given = textOf(name, setting, environment);
    if (given === undefined) continue;
    const value = readValue(given, setting);
    values.set(name, value);
    if (value === undefined) problems.push({ name, given, setting });
  }
  const own = problems.filter(({ name, trouble }) => trouble !== undefined || isGiven(environment[name]));
  if (problems.length > 0) throw new BrokenSetting(own.length > 0 ? own : problems);
  return Object.freeze(Object.fromEntries(values)) as unknown as Configuration;
}

/** The environment with the texts of files in it, in place of their paths. A setting that is given both ways is refused: one of the two would be ignored. */
function withFiles(
  given: Environment,
  names: { has(name: string): boolean } = table,
): { readonly environment: Environment; readonly problems: Problem[] } {
  const givenTexts = new Map(Object.entries(given));
  const texts: [string, string | undefined][] = [];
  const problems: Problem[] = [];
  for (const [name, setting] of table) {
    const path = givenTexts.get(`${name}_FILE`);
    if (!isGiven(path) || !names.has(name)) continue;
    const file = isGiven(givenTexts.get(name)) ? { trouble: `not used, as ${name} is set too` } : readSettingFile(path.trim());
    if ('text' in file) texts.push([name, file.text], [`${name}_FILE`, undefined]);
    else problems.push({ name: `${name}_FILE`, given: path, setting, trouble: file.trouble });
  }
  return { environment: { ...given, ...Object.fromEntries(texts) }, problems };
}

/**
 * What `<NAME>_FILE` leads to as `<NAME>` of these settings, for a program that looks at them itself and hands its environment on; others stay in their
 * files. A file that cannot be used stays named, for `loadConfiguration` to refuse.
 */
export const environmentWithFiles = (given: Environment, names: readonly string[]): Environment =>
  withFiles(given, new Set(names)).environment;

function textOf(name: string, setting: Setting, environment: Environment): string | undefined {
  const given = environment[name];
  if (isGiven(given)) return given.trim();
  return setting.default?.replace(/\$([A-Z_]+)/g, (_, other: string) => {
    const named = table.get(other);
    return named ? (textOf(other, named, environment) ?? '') : '';
  });
}

function isGiven(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '';
}

interface Problem {
  readonly name: string;
  readonly given: string;
  readonly setting: Setting;
  /** Why a file cannot be used. */
  readonly trouble?: string;
}

/** One or more settings cannot be used; one line names each, what was given (never a credential) and what is expected. */
export class BrokenSetting extends CannotStart {
  override readonly name = 'BrokenSetting';

  constructor(readonly problems: readonly Problem[]) {
    super(`broken setting${problems.length > 1 ? 's' : ''}: ${problems.map(describe).join('; ')}`);
  }
}

function describe({ name, given, setting, trouble }: Problem): string {
  if (trouble !== undefined) return `${name} is ${JSON.stringify(given.slice(0, 100))}, expected a file to read (${trouble})`;
  const hidden = setting.sensitive === true || setting.kind === 'secret' || setting.kind === 'key';
  const shown = hidden ? 'a value that is not shown' : JSON.stringify(given.slice(0, 100));
  return `${name} is ${shown}, expected ${expectationOf(setting)}`;
}
