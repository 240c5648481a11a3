import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { committedModel } from '../../scripts/sdk/document-file';
import { snakeCase } from '../../scripts/sdk/read-model';
import type { ClientAnswer, GeneratedClient, OperationInput } from '../campaigns/generated-clients/generated-client';
import { pythonEnvironment, sdkFolder } from './run-python';

export type PythonClientKind = 'standard' | 'httpx' | 'async-threads' | 'async-httpx';

export interface PythonClient {
  readonly call: GeneratedClient;
  stop(): void;
}

interface Told {
  readonly status: number;
  readonly body?: unknown;
  readonly file?: string;
  readonly type?: string;
  /** What the SDK lost of an answer, or did not know. */
  readonly faults?: readonly string[];
  readonly threw?: string;
}

/** The Python SDK in a process of its own, called as a client of the walk; throws where it loses a word of an answer. */
export function startPythonClient(python: string, baseUrl: string, kind: PythonClientKind): PythonClient {
  const args = [join(sdkFolder, 'tests/walk_bridge.py'), baseUrl, kind];
  const child = spawn(python, args, { cwd: sdkFolder, env: pythonEnvironment(), stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const names = methodNames();
  const call: GeneratedClient = async ({ id, answersFile }, input, credentials) => {
    const { 'x-request-id': requestId, ...others } = credentials;
    const said = { ...names.get(id), ...(await inputOf(input)), credentials: others, request_id: requestId, answers_file: answersFile };
    child.stdin.write(`${JSON.stringify(said)}\n`);
    const line = await lines.next();
    if (line.done) throw new Error('Python has ended');
    return answerOf(JSON.parse(line.value) as Told);
  };
  return { call, stop: () => void child.kill() };
}

const methodNames = (): ReadonlyMap<string, { readonly resource: string; readonly method: string }> =>
  new Map(
    committedModel().resources.flatMap(({ operations }) =>
      operations.map(({ id, resource, method }) => [id, { resource: snakeCase(resource), method: snakeCase(method) }] as const),
    ),
  );

async function inputOf({ body, ...input }: OperationInput): Promise<object> {
  const file = Object.values((body ?? {}) as object).find((value): value is File => value instanceof File);
  if (!file) return { ...input, body };
  return { ...input, file: { name: file.name, base64: Buffer.from(await file.arrayBuffer()).toString('base64') } };
}

function answerOf({ status, body, file, type = '', faults = [], threw }: Told): ClientAnswer {
  if (threw !== undefined || faults.length > 0) throw new Error(threw ?? faults.join('; '));
  return { status, body: file === undefined ? (body ?? undefined) : new Blob([Buffer.from(file, 'base64')], { type }) };
}
