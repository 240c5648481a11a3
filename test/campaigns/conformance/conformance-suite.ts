import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { runToEnd } from '../../sdk/package-folder';
import { installNode } from '../sdk-installs/install-node';

/** The first that knows revision 2026-07-28; npm's `latest` is older and speaks another wire. */
export const suiteVersion = '0.2.0-alpha.12';
/** It takes no older Node than 22. */
const nodeVersion = '24.21.0';
const longestMs = 300_000;

export interface SuiteRun {
  readonly passed: boolean;
  /** Its last words, a line for each scenario. */
  readonly summary: readonly string[];
}

export interface ConformanceSuite {
  /** Runs the suite; `heard` is given each line as it comes. */
  run(args: readonly string[], heard?: (line: string) => void): Promise<SuiteRun>;
  remove(): void;
}

/** Installs the protocol's official suite, and a Node that it runs on, in a temporary folder. */
export function installSuite(): ConformanceSuite {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const node = installNode(folder, nodeVersion);
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }));
    const name = '@modelcontextprotocol/conformance';
    const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts', '--save-exact'];
    runToEnd('npm', [...install, `${name}@${suiteVersion}`], folder);
    const program = join(folder, 'node_modules', name, 'dist/index.js');
    return { remove, run: (args, heard = () => undefined) => runSuite(node, [program, ...args], folder, heard) };
  } catch (error) {
    remove();
    throw error;
  }
}

function runSuite(node: string, args: readonly string[], cwd: string, heard: (line: string) => void): Promise<SuiteRun> {
  const child = spawn(node, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'], timeout: longestMs });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    heard(line);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ passed: code === 0, summary: lines.filter((line) => /^\s*[✓✗]|^Total/.test(line)) }));
  });
}
