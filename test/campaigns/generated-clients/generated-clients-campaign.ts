import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientFolder, type ClientFolder } from './client-folder';
import type { ClientGenerator, WalkedOperation } from './generated-client';
import { looseTexts } from './loose-texts';
import { plainFetch } from './generators/plain-fetch';
import { stepOf, typedLines } from './typed-lines';
import { walkService, type Walk } from './walk/walk-service';
import type { WalkedService } from './walk/walker';
import { withWalkedInstallation } from './walked-installation';
import { walkedOperations } from './walked-operations';

export interface ClientReport {
  readonly name: string;
  readonly versions: string;
  readonly operations: readonly WalkedOperation[];
  /** Of the generator, about the document. */
  readonly warnings: readonly string[];
  /** Of the generated client itself. */
  readonly compileErrors: readonly string[];
  /** What is wrong, by operation; none where it was walked and its types hold. */
  readonly faults: ReadonlyMap<string, readonly string[]>;
  /** What is wrong beside: parts of the walk that ended early, fields that the document describes too loosely. */
  readonly broken: readonly string[];
}

export interface ClientsOptions {
  readonly generators: readonly ClientGenerator[];
  readonly keep: boolean;
  /** For `npm start`, beside the plan. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly log: (line: string) => void;
}

/** Starts the service, makes a client with each generator of the document that it serves, and walks every operation with each. */
export async function generatedClientsCampaign({ generators, keep, settings, log }: ClientsOptions): Promise<readonly ClientReport[]> {
  const folder = mkdtempSync(join(tmpdir(), 'generated-clients-'));
  try {
    return await withWalkedInstallation({ ...settings }, async ({ service, text, document }) => {
      const operations = walkedOperations(document);
      const made: MadeClient[] = [];
      for (const generator of generators) {
        log(`${generator.name}: makes a client in ${join(folder, generator.name)}`);
        made.push({ generator, client: await clientFolder(join(folder, generator.name), generator, text) });
      }
      const [plain, generated] = await Promise.all([
        walkService(plainFetch(service.baseUrl), operations, service),
        Promise.all(made.map((each) => walkGenerated(each, operations, service))),
      ]);
      const first = reportOf({ name: 'fetch alone', packages: {} }, operations, plain, []);
      return [{ ...first, broken: [...first.broken, ...looseTexts(document, plain.steps)] }, ...generated];
    });
  } finally {
    if (!keep) rmSync(folder, { recursive: true, force: true });
  }
}

interface MadeClient {
  readonly generator: ClientGenerator;
  readonly client: ClientFolder;
}

type Operations = ReadonlyMap<string, WalkedOperation>;

async function walkGenerated({ generator, client }: MadeClient, operations: Operations, service: WalkedService): Promise<ClientReport> {
  const compileErrors = await client.compile(generator.entries);
  const walk = await walkService(generator.open(client.load, service.baseUrl), operations, service);
  client.write('steps.ts', typedLines(generator, walk.steps));
  const typeFaults = (await client.compile(['steps.ts'])).flatMap((message) => {
    const step = walk.steps[stepOf(message, generator) ?? -1];
    return step ? [[step.operation.id, message.replace(/^.*?error /, '')] as const] : [];
  });
  return { ...reportOf(generator, operations, walk, typeFaults), warnings: client.warnings, compileErrors };
}

function reportOf(
  { name, packages }: Pick<ClientGenerator, 'name' | 'packages'>,
  operations: Operations,
  { steps, broken }: Walk,
  typeFaults: readonly (readonly [id: string, fault: string])[],
): ClientReport {
  const faults = new Map<string, string[]>();
  const note = (id: string, fault: string) => void faults.set(id, [...new Set([...(faults.get(id) ?? []), fault])]);
  for (const { operation, fault } of steps) if (fault !== null) note(operation.id, fault);
  for (const [id, fault] of typeFaults) note(id, fault);
  const walked = new Set(steps.map(({ operation }) => operation.id));
  for (const id of operations.keys()) if (!walked.has(id)) note(id, 'was not reached');
  const versions = Object.entries(packages).map(([library, version]) => `${library} ${version}`);
  return { name, versions: versions.join(', '), operations: [...operations.values()], warnings: [], compileErrors: [], faults, broken };
}
