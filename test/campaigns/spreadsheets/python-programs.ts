import { runProgram, triedProgram } from './run-program';
import type { ResavingProgram, SavedFile } from './resaving-program';

const pandas = (read: string): string => `
import json, sys
import pandas
for file in json.load(sys.stdin):
    try:
        pandas.read_csv(file["from"]${read}).to_csv(file["to"], index=False)
    except Exception as error:
        print(file["from"], error, file=sys.stderr)`;

const csvkit = (inference: string): string => `
import json, sys
from csvkit.utilities.in2csv import In2CSV
for file in json.load(sys.stdin):
    try:
        with open(file["to"], "w", encoding="utf-8", newline="") as output:
            In2CSV(["-f", "csv", ${inference} file["from"]], output).run()
    except (Exception, SystemExit) as error:
        print(file["from"], error, file=sys.stderr)`;

const advised = ', dtype=str, keep_default_na=False';

/** pandas and csvkit of the first Python that has them; the name alone of one that none has. */
export async function pythonPrograms(): Promise<readonly (ResavingProgram | string)[]> {
  return [
    ...(await waysOf('pandas', 'import pandas; print(pandas.__version__)', { defaults: pandas(''), advice: pandas(advised) })),
    ...(await waysOf('csvkit', 'import csvkit; from importlib.metadata import version; print(version("csvkit"))', {
      defaults: csvkit(''),
      advice: csvkit('"-I", "--blanks",'),
    })),
  ];
}

async function waysOf(name: string, ask: string, ways: { readonly defaults: string; readonly advice: string }) {
  for (const python of ['/usr/bin/python3', 'python3']) {
    const version = (await triedProgram(python, ['-c', ask]))?.trim();
    if (version === undefined) continue;
    return (['defaults', 'advice'] as const).map((way): ResavingProgram => {
      const save = async (files: readonly SavedFile[]) =>
        void (await runProgram(python, ['-c', ways[way]], { input: JSON.stringify(files) }));
      return { name, version, way, save };
    });
  }
  return [name];
}
