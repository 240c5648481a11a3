import { readArchive } from '@pps/asset-storage/testing';
import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { uploadForm } from '../../assets/uploader';
import { newKey, register } from '../../setup/account';
import { caller } from '../../setup/caller';
import { eventually } from '../../setup/eventually';
import { mailboxOf } from '../../setup/mailbox-of';
import { installation } from '../installation/installation';
import { seededRandom } from '@pps/kernel/testing';

export interface ArchivesCampaignOptions {
  readonly kills: number;
  readonly files: number;
  readonly seed: number;
  readonly log: (line: string) => void;
}

export interface ArchivesReport {
  readonly archives: number;
  /** Killed while the bytes were being written. */
  readonly killedMidway: number;
  /** From the asking until it is ready, in milliseconds. */
  readonly readyP50: number;
  readonly readyMax: number;
  /** Archives that no export names and the hourly sweep will delete: stored by a process that died before it could record them. */
  readonly leftToSweep: number;
  readonly violations: readonly string[];
}

const settings = { DEFAULT_PLAN: 'enterprise', ACCOUNT_EXPORTS_PER_DAY: '1000' };
const killedWithinMs = 1_000;
const readyWithinMs = 180_000;
// Pixels by chance: half a mebibyte that nothing makes smaller.
const side = 418;

/** Asks for one archive after the other and kills the orchestrator while it makes it: each is made again, complete, told of by one mail, and leaves nothing. */
export async function archivesCampaign({ kills, files, seed, log }: ArchivesCampaignOptions): Promise<ArchivesReport> {
  const service = await installation(settings);
  const [violations, took, random]: [string[], number[], () => number] = [[], [], seededRandom(seed)];
  const folder = join(service.dataDir, 'exports');
  let [killedMidway, leftToSweep] = [0, 0];
  try {
    log(`first start ${Math.round(await service.start())} ms`);
    const call = caller(service.apiPort);
    const account = await register(call);
    const { headers: key } = await newKey(call, account.session);
    for (let n = 0; n < files; n++) await upload(service.apiPort, key, `door-${n}.png`);
    const box = mailboxOf({ url: service.platformUrl }, account.email);
    for (let round = 1; round <= kills; round++) {
      const askedAt = Date.now();
      const asked = await call('POST', '/v1/auth/account/export', undefined, account.session);
      if (asked.status !== 202) throw new Error(`asking was answered ${asked.status}: ${JSON.stringify(asked.body)}`);
      await eventually(
        'its bytes are being written',
        async () => (await filesIn(join(folder, 'incoming'))).length > 0 || undefined,
        readyWithinMs,
      );
      await delay(random() * killedWithinMs);
      const running = await eventually('an orchestrator runs', async () => service.processOf('orchestrator') ?? undefined, readyWithinMs);
      if ((await filesIn(join(folder, 'incoming'))).length > 0) killedMidway += 1;
      running.kill();
      const ready = await eventually(
        'the archive is ready',
        async () => {
          const { body } = await call('GET', '/v1/auth/account/export', undefined, account.session);
          return body.status === 'ready' && body.export_id === asked.body.export_id ? body : undefined;
        },
        readyWithinMs,
      );
      took.push(Date.now() - askedAt);
      const zip = Buffer.from(await (await fetch(ready.download_url)).arrayBuffer());
      for (const problem of problemsOf(zip, ready.sha256, files)) violations.push(`round ${round}: ${problem}`);
      await box.newest(/archive.*ready|ready.*archive/i, round);
      log(`round ${round}: ready after ${took.at(-1)} ms`);
    }
    // Those that were replaced are deleted behind, and what a dead process was writing by the next one.
    await eventually(
      'nothing is being written',
      async () => (await filesIn(join(folder, 'incoming'))).length === 0 || undefined,
      readyWithinMs,
    );
    await delay(5_000);
    leftToSweep = (await filesIn(folder)).length - 1;
    const mails = await box.all(/archive.*ready|ready.*archive/i);
    if (mails.length !== kills) violations.push(`${mails.length} mails say that one of ${kills} archives is ready`);
    if (leftToSweep > kills - killedMidway) violations.push(`${leftToSweep} files are left that no export names`);
  } finally {
    await service.discard(violations.length > 0);
  }
  const ordered = [...took].sort((a, b) => a - b);
  const figures = { readyP50: ordered[Math.floor(ordered.length / 2)] ?? 0, readyMax: ordered.at(-1) ?? 0 };
  return { archives: took.length, killedMidway, ...figures, leftToSweep, violations };
}

async function upload(port: number, key: Readonly<Record<string, string>>, name: string): Promise<void> {
  const raw = { width: side, height: side, channels: 3 } as const;
  const bytes = await sharp(randomBytes(side * side * 3), { raw })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name);
  const { status } = await uploadForm(`http://127.0.0.1:${port}/v1/assets/images`, form, key);
  if (status !== 201) throw new Error(`an upload was answered ${status}`);
}

/** What is wrong with an archive: its own hash, the hash of a file in it, or files that are missing. */
function problemsOf(zip: Buffer, sha256: string, uploads: number): string[] {
  const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const found = readArchive(zip);
  const manifest = JSON.parse(found.get('manifest.json')?.toString() ?? '{"files":[]}') as {
    readonly files: readonly { readonly path: string; readonly sha256: string }[];
  };
  const damaged = manifest.files.filter(({ path, sha256: wanted }) => hashOf(found.get(path) ?? Buffer.alloc(0)) !== wanted);
  const uploaded = [...found.keys()].filter((path) => path.startsWith('files/')).length;
  return [
    ...(hashOf(zip) === sha256 ? [] : ['the archive is not what its hash says']),
    ...damaged.map(({ path }) => `${path} is not what the manifest says`),
    ...(manifest.files.length === found.size - 1 && uploaded === uploads ? [] : [`${uploaded} of ${uploads} uploads are in it`]),
  ];
}

/** Paths of all files below a folder; none where it is absent. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
