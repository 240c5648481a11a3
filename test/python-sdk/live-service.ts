import { installation, type Installation } from '../campaigns/installation/installation';
import { runPython, type PythonRun } from './run-python';

/** For checkpoints that come soon, and plans that take what tests create. */
export const liveSettings = {
  DEFAULT_PLAN: 'enterprise',
  SERVICE_PROCESSES: 'one',
  LOG_LEVEL: 'error',
  AUDIT_CHECKPOINT_EVERY: '2s',
};

export interface LiveService {
  readonly baseUrl: string;
  readonly running: Installation;
  /** Runs tests of `live_service.py` by name, or all. */
  runLive(python: string, names: readonly string[], environment?: NodeJS.ProcessEnv, timeoutMs?: number): Promise<PythonRun>;
  /** Runs tests of other files by name. */
  runTests(python: string, names: readonly string[], environment?: NodeJS.ProcessEnv, timeoutMs?: number): Promise<PythonRun>;
  stop(): Promise<void>;
}

/** The whole service for Python programs. */
export async function startLiveService(settings: Readonly<Record<string, string>> = {}): Promise<LiveService> {
  const running = await installation({ ...liveSettings, ...settings });
  const stop = async (): Promise<void> => {
    await running.stop();
    await running.discard(false);
  };
  try {
    await running.start();
  } catch (error) {
    await stop();
    throw error;
  }
  const baseUrl = `http://127.0.0.1:${running.apiPort}`;
  const runTests: LiveService['runTests'] = (python, names, environment = {}, timeoutMs = undefined) =>
    runPython(
      python,
      ['-W', 'ignore::ResourceWarning', '-m', 'unittest', ...names],
      { PPS_BASE_URL: baseUrl, ...environment },
      { timeoutMs },
    );
  const runLive: LiveService['runLive'] = (python, names, ...more) =>
    runTests(python, names.length > 0 ? names.map((name) => `live_service.${name}`) : ['live_service'], ...more);
  return { baseUrl, running, stop, runTests, runLive };
}
