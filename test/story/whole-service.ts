import { findFreePort } from '@pps/embedded';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { send } from '../../apps/simulators/testing';
import { caller, type Call } from '../setup/caller';
import { noProcessOf, processesOf } from '../operations/standalone/processes-of';
import { startProgram, type StartedProgram } from '../operations/standalone/started-program';
import { putCluster } from '../setup/put-cluster';
import { patientSettings } from '../setup/patient-settings';

export interface CreatedPin {
  readonly id: string;
  readonly title: string;
  /** Pins of this account with equal content. */
  readonly count: number;
}

export interface WholeService {
  readonly call: Call;
  readonly url: string;
  readonly simulatorsUrl: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Every line that its processes wrote. */
  output(): readonly string[];
  /** A control route of the platform simulator. */
  control(path: string, body: object): Promise<void>;
  /** Clears the platform's faults of an operation; the calls that they delay go on. */
  clearFaults(operation: string): Promise<void>;
  /** A control route of the payment provider's simulator. */
  payment(path: string, body: object): Promise<void>;
  /** What the platform really created. */
  created(filter: Readonly<Record<string, string>>): Promise<readonly CreatedPin[]>;
  stop(): Promise<void>;
}

const quickSettings = {
  LOG_LEVEL: 'error',
  ...patientSettings,
  RECONCILE_AFTER: '200ms,300ms',
  PLATFORM_TIMEOUT: '10s',
  PACING_GLOBAL: '1000/100',
};

/** Everything that `npm start` runs, as processes of their own on a folder of their own. */
export async function startWholeService(changes: Readonly<Record<string, string>> = {}): Promise<WholeService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'story-'));
  if (!changes['DATABASE_URL']) putCluster(dataDir);
  const [port, simulatorsPort] = [await findFreePort(), await findFreePort()];
  const settings = { ...quickSettings, DATA_DIR: dataDir, PORT: String(port), SIMULATORS_PORT: String(simulatorsPort), ...changes };
  const program: StartedProgram = startProgram('apps/standalone/main', [], settings);
  const stop = async () => {
    program.process.kill('SIGTERM');
    await program.ended;
    for (const { pid } of processesOf(dataDir)) process.kill(pid, 'SIGKILL');
    await noProcessOf(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  };
  await program.ready().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const platform = `http://127.0.0.1:${simulatorsPort}/platform/_control`;
  const control = async (base: string, path: string, body: object) => {
    const { status, json } = await send('POST', `${base}/${path}`, body);
    if (status >= 300) throw new Error(`the simulator answered ${status} to ${path}: ${JSON.stringify(json)}`);
  };
  return {
    call: caller(port),
    url: `http://127.0.0.1:${port}`,
    simulatorsUrl: `http://127.0.0.1:${simulatorsPort}`,
    settings,
    output: () => [...program.stdout, ...program.stderr],
    control: (path, body) => control(platform, path, body),
    clearFaults: async (operation) => void (await send('DELETE', `${platform}/faults?${new URLSearchParams({ operation })}`)),
    payment: (path, body) => control(`http://127.0.0.1:${simulatorsPort}/payments/_control`, path, body),
    created: async (filter) => (await send('GET', `${platform}/pins?${new URLSearchParams(filter)}`)).json,
    stop,
  };
}
