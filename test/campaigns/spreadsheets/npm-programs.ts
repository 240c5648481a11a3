import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from './run-program';
import type { ResavingProgram, SavedFile } from './resaving-program';

const packages = { exceljs: '4.4.0', xlsx: '0.18.5', papaparse: '5.7.1', '@duckdb/node-api': '1.5.6-r.1' } as const;

// Each resaves `from` as `to`; imports are the package's own default.
const exceljs = (read: string): string => `
const book = new library.Workbook();
await book.csv.readFile(from${read});
await book.csv.writeFile(to);`;
const sheetjs = (book: string): string => `
const book = ${book};
writeFileSync(to, library.utils.sheet_to_csv(book.Sheets[book.SheetNames[0]]));`;
const papaparse = (options: string): string => `
const { data } = library.parse(readFileSync(from, 'utf8'), { header: true, skipEmptyLines: true${options} });
writeFileSync(to, library.unparse(data));`;
const duckdb = (options: string): string => `
const connection = await (await library.DuckDBInstance.create(':memory:')).connect();
await connection.run(\`copy (select * from read_csv('\${from}'${options})) to '\${to}' (header)\`);`;

const ways: readonly (readonly [name: string, from: keyof typeof packages, way: ResavingProgram['way'], code: string])[] = [
  ['exceljs', 'exceljs', 'defaults', exceljs('')],
  ['exceljs', 'exceljs', 'advice', exceljs(', { map: (value) => value }')],
  ['SheetJS', 'xlsx', 'defaults', sheetjs('library.readFile(from)')],
  ['SheetJS', 'xlsx', 'advice', sheetjs("library.read(readFileSync(from, 'utf8'), { type: 'string', raw: true })")],
  ['Papa Parse', 'papaparse', 'defaults', papaparse('')],
  ['Papa Parse', 'papaparse', 'typed', papaparse(', dynamicTyping: true')],
  ['DuckDB', '@duckdb/node-api', 'defaults', duckdb('')],
  ['DuckDB', '@duckdb/node-api', 'advice', duckdb(', all_varchar = true, allow_quoted_nulls = false')],
];

const program = (name: keyof typeof packages, code: string): string => `
import { readFileSync, writeFileSync } from 'node:fs';
const loaded = await import('${name}');
const library = loaded.default ?? loaded;
for (const { from, to } of JSON.parse(readFileSync(0, 'utf8'))) {
  try {${code}
  } catch (error) {
    console.error(from, error);
  }
}
process.exit(0);`;

/** Libraries of npm in the versions named here, installed in a folder. */
export async function npmPrograms(folder: string): Promise<readonly ResavingProgram[]> {
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  const named = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
  await runProgram('npm', ['install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts', '--save-exact', ...named], {
    cwd: folder,
  });
  return ways.map(([name, from, way, code]): ResavingProgram => {
    const save = async (files: readonly SavedFile[]) => {
      const args = ['--input-type=module', '-e', program(from, code)];
      await runProgram(process.execPath, args, { cwd: folder, input: JSON.stringify(files) });
    };
    return { name, version: packages[from], way, save };
  });
}
