import { copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram, triedProgram } from './run-program';
import type { ResavingProgram, SavedFile } from './resaving-program';

const allText = Array.from({ length: 20 }, (_, index) => `${index + 1}/2`).join('/');
// Comma, quote, UTF-8, from line 1, all columns text; https://help.libreoffice.org/latest/en-US/text/shared/guide/csv_params.html
const asText = `--infilter=Text - txt - csv (StarCalc):44,34,76,1,${allText}`;
const asUtf8 = 'csv:Text - txt - csv (StarCalc):44,34,76,1';

/** LibreOffice Calc and Gnumeric as they are installed; null for one that is not. */
export async function officePrograms(): Promise<readonly (ResavingProgram | string)[]> {
  const [office, gnumeric] = await Promise.all([triedProgram('soffice', ['--version']), triedProgram('ssconvert', ['--version'])]);
  const officeVersion = /\d+(?:\.\d+)+/.exec(office ?? '')?.[0] ?? '';
  const gnumericVersion = /\d+\.\d+\.\d+/.exec(gnumeric ?? '')?.[0] ?? '';
  const calc = (way: ResavingProgram['way'], args: readonly string[]): ResavingProgram => ({
    ...{ name: 'LibreOffice', version: officeVersion, way },
    save: (files) => convertAll(files, args),
  });
  const convert = async (files: readonly SavedFile[]) => {
    for (const { from, to } of files) await triedProgram('ssconvert', [from, to]);
  };
  return [
    ...(office === null ? ['LibreOffice'] : [calc('defaults', ['--convert-to', 'csv']), calc('advice', [asText, '--convert-to', asUtf8])]),
    ...(gnumericVersion === ''
      ? ['Gnumeric']
      : (['defaults', 'advice'] as const).map((way) => ({ name: 'Gnumeric', version: gnumericVersion, way, save: convert }))),
  ];
}

/** All files by one start of LibreOffice, which takes seconds, with a profile of its own. */
async function convertAll(files: readonly SavedFile[], args: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'soffice-'));
  try {
    const [inputs, outputs] = [join(folder, 'in'), join(folder, 'out')];
    await mkdir(inputs);
    const named = files.map((file, index) => ({ ...file, name: `${index}.csv` }));
    for (const { from, name } of named) await copyFile(from, join(inputs, name));
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    const what = named.map(({ name }) => join(inputs, name));
    await runProgram('soffice', [profile, '--headless', ...args, '--outdir', outputs, ...what]);
    for (const { name, to } of named) await rename(join(outputs, name), to);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
