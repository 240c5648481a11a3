import type { Configuration } from '@pps/runtime/configuration/configuration';
import { loadConfiguration } from '@pps/runtime/configuration/load-configuration';
import { keyFileOf } from '@pps/runtime/keys/key-file';
import { keyNames, type KeyName } from '@pps/runtime/keys/load-keys';
import { Command, InvalidArgumentError } from 'commander';
import { randomBytes, randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { alignColumns } from './align-columns';
import { CommandFailed, exitCodes } from './command-failed';
import { newSettings, storePasswords } from './new-settings';
import { showAnswer, type AnswerFlags } from './show-answer';

interface InitEnvFlags extends AnswerFlags {
  readonly file: string;
  readonly publicUrl?: string | null;
  readonly appUrl?: string | null;
}

type KnownKeys = Readonly<Partial<Record<KeyName, string>>>;

/** `pinctl init-env`: the settings of a new installation. */
export function initEnvCommand(): Command {
  return new Command('init-env')
    .option('--file <file>', 'what to write; a file that is there is never changed', '.env')
    .option('--public-url <url>', 'this API as others reach it; this machine, at PORT, when absent', webAddress)
    .option('--app-url <url>', 'the web app; /app of the public URL when absent', webAddress)
    .action(({ file, publicUrl = null, appUrl = publicUrl && `${publicUrl}/app`, ...flags }: InitEnvFlags) => {
      const configuration = loadConfiguration(process.env);
      const { DATA_DIR } = configuration;
      const [stored, given] = [keysIn(DATA_DIR), keysGiven(configuration)];
      const known = { ...stored, ...given };
      writeNewFile(file, newSettings({ publicUrl, appUrl, known, draw: randomBytes }));
      const kept = keyNames.filter((name) => name in known);
      const drawn = [...keyNames.filter((name) => !kept.includes(name)), 'OPERATOR_TOKEN', ...storePasswords];
      const keptFrom = (place: string, names: readonly KeyName[]) => (names.length > 0 ? [[`kept from ${place}`, names.join(', ')]] : []);
      const rows = [
        ['drawn', drawn.join(', ')],
        ...keptFrom(
          'the settings',
          kept.filter((name) => name in given),
        ),
        ...keptFrom(
          join(DATA_DIR, 'keys'),
          kept.filter((name) => !(name in given)),
        ),
        ['addresses', publicUrl === null ? 'this machine, at PORT' : `PUBLIC_URL ${publicUrl}, APP_URL ${appUrl}`],
      ];
      const next =
        publicUrl === null
          ? 'npm start; Docker Compose also wants PUBLIC_URL and APP_URL'
          : 'docker compose up --build --detach --wait, or npm start';
      const text = `${alignColumns([file, 'is written, for its owner alone'], rows)}\nnext: ${next}`;
      showAnswer(flags, { file, drawn, kept, public_url: publicUrl, app_url: appUrl }, text);
    });
}

/** The keys that an `npm start` has made in the folder: with others it would not start again. */
function keysIn(dataDir: string): KnownKeys {
  const files = keyNames.map((name) => [name, keyFileOf(dataDir, name)] as const).filter(([, file]) => existsSync(file));
  return Object.fromEntries(files.map(([name, file]) => [name, readFileSync(file, 'utf8').trim()]));
}

/** The keys that the settings give; they win over those of the folder, as in every start. */
function keysGiven(configuration: Configuration): KnownKeys {
  return Object.fromEntries(keyNames.flatMap((name) => (configuration[name] ? [[name, configuration[name].toString('base64')]] : [])));
}

/** The whole file gets its name at once, and only where there is none. Throws `CommandFailed`. */
function writeNewFile(file: string, text: string): void {
  const draft = `${file}.${randomUUID()}`;
  try {
    const descriptor = openSync(draft, 'wx', 0o600);
    try {
      writeSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    linkSync(draft, file);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'failed';
    if (code === 'EEXIST') throw new CommandFailed(`${file} is there already; it is not changed`, exitCodes.refused);
    throw new CommandFailed(`${file} cannot be written (${code})`, exitCodes.usage);
  } finally {
    if (existsSync(draft)) unlinkSync(draft);
  }
}

function webAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url && ['http:', 'https:'].includes(url.protocol) && !/[\s$#'"\\]/.test(text);
  if (!isPlain || url.username || url.password || url.search || url.hash)
    throw new InvalidArgumentError('It takes a URL with http or https.');
  return text.replace(/\/+$/, '');
}
