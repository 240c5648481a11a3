import { mapLimited } from '@pps/concurrency';
import { send } from '../../../apps/simulators/testing';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newImporter, type Importer } from '../../imports/importer';
import { pinctl } from '../../operations/projections/pinctl';
import { caller } from '../../setup/caller';
import { installation, type Installation } from '../installation/installation';
import { fillIn, hardRows, type HardRow } from './hard-rows';
import type { Verdict } from './judge-rows';
import { npmPrograms } from './npm-programs';
import { officePrograms } from './office-programs';
import { pythonPrograms } from './python-programs';
import { resaveExport } from './resave-export';
import { resaveFiles, type Finding } from './resaved-files';
import { sendRows } from './sent-rows';

const programsAtOnce = 3;

export const countOf = (findings: readonly Finding[]): Readonly<Record<Verdict, number>> => {
  const count = (verdict: Verdict) => findings.filter((one) => one.verdict === verdict).length;
  return {
    same: count('same'),
    'refused with words': count('refused with words'),
    'changed by the program': count('changed by the program'),
    'silently wrong': count('silently wrong'),
    'published twice': count('published twice'),
  };
};

/** Lets each program that is there save our files again, sends them, and judges every row; names the programs that are not there. */
export async function spreadsheetsCampaign(only: string, log: (line: string) => void) {
  const folder = await mkdtemp(join(tmpdir(), 'spreadsheets-'));
  const service = await installation({ DEFAULT_PLAN: 'enterprise' });
  try {
    const found = [...(await officePrograms()), ...(await pythonPrograms()), ...(await npmPrograms(folder))];
    const programs = found.filter((one) => typeof one !== 'string').filter(({ name }) => name.startsWith(only));
    await service.start();
    const exported = await exportOf(service, folder);
    const findings = await mapLimited(programsAtOnce, programs, async (program) => {
      const name = `${program.name} ${program.version}, ${program.way}`;
      const here = await mkdtemp(join(folder, 'files-'));
      const { importer, rows } = await customerOf(service);
      const advised = rows.filter(
        ({ unadvised }) => program.way !== 'advice' || (unadvised !== 'everywhere' && unadvised !== program.name),
      );
      const place = { folder: here, url: urlOf(service) };
      const judged = await resaveFiles(importer, advised, program, place);
      log(`${name}: ${judged.length} rows`);
      return [...judged, ...(await resaveExport(importer, exported, program, here))].map((one): Finding => ({ program: name, ...one }));
    });
    return { findings: findings.flat(), leftOut: found.filter((one) => typeof one === 'string') };
  } finally {
    await service.discard(false);
    await rm(folder, { recursive: true, force: true });
  }
}

const urlOf = ({ apiPort }: Installation): string => `http://127.0.0.1:${apiPort}`;
let customers = 0;

/** Somebody new, his boards, whose ids nobody else has, and the rows for them. */
async function customerOf(service: Installation): Promise<{ readonly importer: Importer; readonly rows: readonly HardRow[] }> {
  const importer = await newImporter({ call: caller(service.apiPort), url: urlOf(service) });
  customers += 1;
  const boards = {
    short: `${471_100 + customers}`,
    long: `${813_744_226_420_123_400n + BigInt(customers)}`,
    endsInZeros: `${813_744_226_421_000n + BigInt(customers)}000`,
  };
  for (const id of Object.values(boards)) {
    const { status } = await send('POST', `${service.platformUrl}/platform/_control/boards`, { username: importer.username, id, name: id });
    if (status !== 200) throw new Error(`a board was answered ${status}`);
  }
  return { importer, rows: hardRows(importer.accountId, boards) };
}

/** What `pinctl analytics export` writes of somebody's pins. */
async function exportOf(service: Installation, folder: string): Promise<string> {
  const { importer, rows } = await customerOf(service);
  const template: string = (await importer.get('/v1/pins/imports/template.csv')).body;
  await sendRows(importer, fillIn(template, rows));
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'pins.csv');
  const { code, stderr } = await pinctl({ DATA_DIR: service.dataDir }, 'analytics', 'export', 'pins', file, '--format', 'csv');
  if (code !== 0) throw new Error(`the export ended with ${code}: ${stderr}`);
  return file;
}
