import { findDebianProgram, startChild, waitUntil, type Child } from '@pps/embedded';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export interface HaproxyOptions {
  /** The configuration beside `global` each time it starts. */
  readonly configuration: () => string;
  readonly folder: string;
  /** Of its files. */
  readonly name: string;
  readonly networkNamespace?: string;
}

export interface Haproxy {
  /** Of its process as it runs now. */
  readonly pid: number | undefined;
  /** One command of its runtime interface; throws when it says anything. */
  command(words: string): Promise<void>;
  kill(): Promise<void>;
  startAgain(): Promise<void>;
}

const startsWithinMs = 10_000;
const quiet = () => undefined;

/** haproxy in one process in the foreground; resolves when it takes commands. */
export async function startHaproxy({ configuration, folder, name, networkNamespace }: HaproxyOptions): Promise<Haproxy> {
  const howToGetIt = 'haproxy was not found (Debian: apt-get install haproxy)';
  const program = await findDebianProgram({ name: 'haproxy', howToGetIt, purpose: 'a proxy', log: quiet });
  const [file, socket] = [join(folder, `${name}.cfg`), join(folder, `${name}.sock`)];
  let running: Child | undefined;
  const command = async (words: string) => {
    const connection = connect(socket);
    connection.setTimeout(5_000, () => connection.destroy(new Error('haproxy does not answer')));
    connection.end(`${words}\n`);
    const said = (await text(connection)).trim();
    if (said !== '') throw new Error(`haproxy: ${words}: ${said}`);
  };
  const startAgain = async () => {
    writeFileSync(file, `global\n  stats socket ${socket} mode 600 level admin\n${configuration()}`);
    const last: string[] = [];
    const hear = (line: string) => void last.push(line);
    const env = { PATH: process.env.PATH };
    const args = ['-db', '-f', file];
    const child = startChild({ command: program, args, env, stopSignal: 'SIGTERM', stdout: hear, stderr: hear, networkNamespace });
    running = child;
    void child.ended.then(() => running === child && (running = undefined));
    const isThere = () =>
      command('clear counters').then(
        () => true,
        () => false,
      );
    await waitUntil('haproxy', startsWithinMs, child, isThere).catch(async (error: Error) => {
      await child.stop(0);
      throw new Error([error.message, ...last].join('\n'));
    });
  };
  await startAgain();
  return {
    get pid() {
      return running?.pid;
    },
    command,
    startAgain,
    kill: async () => {
      running?.kill('SIGKILL');
      await running?.ended;
    },
  };
}
