import { failedRowsCsv, readCsv } from '@pps/imports';
import { Invalid } from '@pps/kernel';
import { Readable } from 'node:stream';
import { decodeCsvRows, decodeJsonRows, mostRows } from './decode-rows';

const account = '0197a000-0000-7000-8000-00000000000a';
const image = 'https://images.example.com/door.jpg';
const header = 'account_id,board_id,title,image_url';
const good = `${account},1,Blue door,${image}`;
const row = { account_id: account, board_id: '1', title: 'Blue door', image_url: image };

const utf16 = (text: string, isBigEndian = false): Buffer => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
};
const bytes = (...parts: (string | number[])[]): Buffer => Buffer.concat(parts.map((part) => Buffer.from(part as string)));

/** What the file is refused with, or what each of its rows fails with; `ok` for a row that is a request. In chunks of one size after the other. */
async function answersTo(file: Buffer | string, chunk = 7): Promise<string | string[]> {
  const content = Buffer.from(file as string);
  const chunks = Array.from({ length: Math.ceil(content.length / chunk) }, (_, index) =>
    content.subarray(index * chunk, (index + 1) * chunk),
  );
  return summaryOf(async () => decodeCsvRows((await readCsv(Readable.from(chunks), mostRows)).rows));
}

async function summaryOf(decode: () => ReturnType<typeof decodeJsonRows>): Promise<string | string[]> {
  try {
    return (await decode()).map(({ fault }) => (fault === null ? 'ok' : `${fault.field ?? '-'}: ${fault.message}`));
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return error.errors.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ');
  }
}

const refusedCsv: readonly (readonly [what: string, file: Buffer | string, answer: string])[] = [
  ['nothing at all', '', 'The file is empty'],
  ['a byte order mark and nothing', '\ufeff', 'The file is empty'],
  ['blank lines', '\r\n\r\n \n', 'The file is empty'],
  ['blank cells', ',,,\r\n,,,\r\n', 'The file is empty'],
  ['a header row and no other', header, 'a header row and no other'],
  ['a header row and blank rows', `${header}\r\n\r\n,,,\r\n`, 'a header row and no other'],
  ['no header row', `${good}\r\n${good}`, 'The first row must have the names of fields'],
  ['one unknown column', `${header},colour\r\n${good},blue`, 'body.file.colour: Unknown column'],
  ['two unknown columns', `${header},colour,size\r\n${good},blue,1`, 'body.file.colour: Unknown column; body.file.size: Unknown column'],
  ['a column twice', `${header},title\r\n${good},Green`, 'body.file.title: There are two columns of this name'],
  ['a column twice, in another case', `${header}, Title \r\n${good},Green`, 'body.file.title: There are two columns of this name'],
  ['a column of every object', `${header},__proto__\r\n${good},x`, 'body.file.__proto__: Unknown column'],
  ['a long unknown column with an emoji at its cut', `${header},${'x'.repeat(59)}😀y\n${good},1`, `body.file.${'x'.repeat(59)}😀: Unknown`],
  ['501 rows', `${header}\n${`${good}\n`.repeat(501)}`, 'A file has at most 500 rows'],
  ['a quote that is not closed', `${header}\n${account},1,"Blue door,${image}`, 'a quote is not closed'],
  ['a quote that is not closed in the header row', `"${header}\n${good}`, 'a quote is not closed'],
  ['a long file in an open quote', `"${header}\n${'x'.repeat(70_000)}`, 'longer than 64 KB'],
  ['names in one cell', `"${header}"\n"${good}"`, 'The names of all fields stand in one cell'],
  ['names in one cell of a wide sheet', `${header};;;;;;;\n${good};;;;;;;`, 'The names of all fields stand in one cell'],
  ['a fault behind two blank lines', `\n\r\n${header}\n${account},1,5" nail,${image}`, 'Line 4: a quote'],
  ['a fault behind a line that says the delimiter', `sep=,\n${header}\n${account},1,5" nail,${image}`, 'Line 3: a quote'],
  [
    'a fault behind two lines in a cell',
    `${header}\r\n${account},1,"a\r\nb\r\nc",${image}\r\n${account},1,5" nail,${image}`,
    'Line 5: a quote',
  ],
  ['text behind a closed quote', `${header}\n${account},1,"Blue" door,${image}`, 'Line 2: something follows the quote'],
  ['a quote inside of a cell', `${header}\n${account},1,5" nail,${image}`, 'Line 2: a quote stands inside of a cell'],
  ['a row of a million blank cells', `${header}\n${','.repeat(1_000_000)}`, 'a header row and no other'],
  ['Windows-1252', bytes(`${header}\n${account},1,Caf`, [0xe9], `,${image}`), 'not valid UTF-8'],
  ['a character cut off at the end', bytes(`${header}\n${good}`, [0xf0, 0x9f, 0x98]), 'not valid UTF-8'],
  ['half of a character in UTF-8', bytes(`${header}\n${account},1,`, [0xed, 0xa0, 0xbd], `,${image}`), 'not valid UTF-8'],
  ['half of a character in UTF-16', utf16(`${header}\n${account},1,\ud83d,${image}`), 'not valid UTF-16'],
  ['an odd number of bytes in UTF-16', Buffer.concat([utf16(`${header}\n${good}`), Buffer.from('x')]), 'not valid UTF-16'],
  ['UTF-16 without its mark', utf16(`${header}\n${good}`).subarray(2), 'U+0000'],
  ['UTF-32', bytes([0xff, 0xfe, 0, 0], 'a'), 'UTF-32'],
  ['U+0000 in a cell', `${header}\n${account},1,Blue\0door,${image}`, 'U+0000'],
  ['a spreadsheet', bytes('PK\x03\x04', 'content'), 'spreadsheet'],
  ['a picture', bytes([0xff, 0xd8, 0xff, 0xe0], 'JFIF'), 'not valid UTF-8'],
  ['JSON', JSON.stringify([row]), 'body.file: '],
  ['a web page', '<!doctype html>\n<html></html>', 'The first row must have the names of fields'],
  ['cells between bars', `${header.replaceAll(',', '|')}\n${good.replaceAll(',', '|')}`, 'The first row must have the names of fields'],
];

it.each(refusedCsv)('a CSV of %s is refused as a whole', async (_, file, answer) => {
  for (const chunk of [1, 7, 64 * 1024]) {
    if (chunk < 10 && file.length > 5_000) continue;
    expect(await answersTo(file, chunk)).toEqual(expect.stringContaining(answer));
  }
});

const failedRows: readonly (readonly [what: string, file: Buffer | string, answers: readonly string[]])[] = [
  ['a last line that is cut off', `${header}\n${good}\n${account},1,Blue door`, ['ok', '-: The row has 3 cells, the header row 4']],
  ['all cells in one', `${header.replaceAll(',', ';')}\n"${good}"\n`, ['-: All cells of the row stand in its first one']],
  [
    'a board in scientific notation',
    `${header}\n${account},8.13744E+17,Blue,${image}\n`,
    ['board_id: 8.13744E+17 is a number that a spreadsheet'],
  ],
  [
    'a text that was opened as ANSI',
    `${header}\n${account},1,CrÃ¨me,${image}\n`,
    ['title: The row looks as if it had been opened as ANSI'],
  ],
  ['too many cells', `${header}\n${good},more\n${good}`, ['-: The row has 5 cells, the header row 4', 'ok']],
  ['a cell under no name', `${header},\n${good},more\n${good},`, ['-: Column E has a value and no name', 'ok']],
  ['no title', `${header}\n${account},1,,${image}`, ['title: title: is required']],
  ['a title of 101 characters', `${header}\n${account},1,${'x'.repeat(101)},${image}`, ['title: title: ']],
  ['a title of two million characters', `${header}\n${account},1,${'x'.repeat(2_000_000)},${image}\n${good}`, ['title: title: ', 'ok']],
  ['an account that is no id', `${header}\nmine,1,Blue,${image}`, ['account_id: account_id: ']],
  ['a board that is no number', `${header}\n${account},doors,Blue,${image}`, ['board_id: board_id: must be digits']],
  ['a picture and an asset', `${header},asset_id\n${good},${account}`, ['asset_id: asset_id: Give image_url or asset_id, not both']],
  ['no picture', `${header}\n${account},1,Blue,`, ['image_url: image_url: One of image_url and asset_id is required']],
  ['a picture of another kind of address', `${header}\n${account},1,Blue,ftp://example.com/a.jpg`, ['image_url: image_url: ']],
  ['a colour in words', `${header},dominant_color\n${good},blue`, ['dominant_color: dominant_color: must be 6 hex digits']],
  ['101 terms', `${header},related_terms\n${good},"${'a,'.repeat(101)}"`, ['related_terms: related_terms: ']],
  ['a moment without an offset', `${header},run_at\n${good},2099-01-01T10:00:00`, ['run_at: run_at: ']],
  ['a day that is none', `${header},run_at\n${good},2099-02-30T10:00:00Z`, ['run_at: run_at: ']],
  ['several faults', `${header}\nmine,doors,,`, ['account_id: account_id: must be a UUID (and 3 more)']],
];

it.each(failedRows)('a row of a CSV with %s fails alone', async (_, file, answers) => {
  expect(await answersTo(file)).toEqual(answers.map((answer) => (answer === 'ok' ? answer : expect.stringContaining(answer))));
});

it.each([
  ['a byte order mark', `\ufeff${header}\n${good}`],
  ['CRLF', `${header}\r\n${good}\r\n`],
  ['CR', `${header}\r${good}\r`],
  ['line ends of several kinds', `\n\r\n${header}\r\n\r\n${good}\n`],
  ['semicolons', `${header.replaceAll(',', ';')}\n${good.replaceAll(',', ';')}`],
  ['tabs', `${header.replaceAll(',', '\t')}\n${good.replaceAll(',', '\t')}`],
  ['a first line that says the delimiter', `sep=;\r\n${header.replaceAll(',', ';')}\r\n${good.replaceAll(',', ';')}`],
  ['a first line that says the delimiter, padded', `sep=;;;;\n${header.replaceAll(',', ';')}\n${good.replaceAll(',', ';')}`],
  ['a first line that says another delimiter', `"sep=,"\n${header.replaceAll(',', ';')}\n${good.replaceAll(',', ';')}`],
  ['tabs before its first name', `\t${header.replaceAll(',', '\t')}\n\t${good.replaceAll(',', '\t')}`],
  ['blanks that do not show around names and ids', `\u200b${header}\n\u00a0${good}\u200b\n`],
  ['a moment as a database writes it', `${header},run_at\n${good},2099-12-01 09:00:00+00\n`],
  ['a moment in lower-case letters', `${header},run_at\n${good},2099-12-01t09:00:00z\n`],
  ['cells that are lacking at the end of a row', `${header},description,alt_text\n${good}\n`],
  ['UTF-16, the little end first', utf16(`${header}\n${good}`)],
  ['UTF-16, the big end first', utf16(`${header}\n${good}`, true)],
  ['quotes around everything', `"${header.replaceAll(',', '","')}"\n"${good.replaceAll(',', '","')}"`],
  ['names in capitals and with blanks', `${header.toUpperCase().replaceAll(',', ' , ')}\n${good}`],
  [
    'the columns in another order, and the reason of a failure',
    `error,title,image_url,board_id,account_id\nbad,Blue,${image},1,${account}`,
  ],
])('a CSV with %s is understood', async (_, file) => {
  for (const chunk of [1, 2, 3, 1_000]) expect(await answersTo(file, chunk)).toEqual(['ok']);
});

it.each([
  ['nothing', undefined, 'body: body must be an array of pins'],
  ['null', null, 'body: body must be an array of pins'],
  ['an object', { pins: [row] }, 'body: body must be an array of pins'],
  ['an empty array', [], 'body: body must have at least one row'],
  ['501 rows', Array.from({ length: 501 }, () => row), 'body: body must have at most 500 rows'],
])('JSON of %s is refused as a whole', async (_, body, answer) => {
  expect(await summaryOf(() => decodeJsonRows(body))).toBe(answer);
});

it.each([
  ['a number', 17, '-: The row must be a JSON object'],
  ['null', null, '-: The row must be a JSON object'],
  ['an array', [row], '-: The row must be a JSON object'],
  ['an unknown field', { ...row, colour: 'blue' }, 'colour: colour: is not a known field'],
  ['the reason of a failure', { ...row, error: 'bad' }, 'error: error: is not a known field'],
  ['a field of every object', JSON.parse('{"__proto__": 1, "title": "x"}'), '__proto__: __proto__: is not a known field'],
  [
    'a URL without a host',
    { ...row, link_url: 'http:example.org' },
    'link_url: link_url: must be a URL with http:// or https:// and a host',
  ],
  ['a number for a title', { ...row, title: 17 }, 'title: title: '],
  ['an object among the terms', { ...row, related_terms: ['door', {}] }, 'related_terms: related_terms: '],
])('a row of JSON that is, or has, %s fails alone', async (_, bad, answer) => {
  expect(await summaryOf(() => decodeJsonRows([row, bad]))).toEqual(['ok', expect.stringContaining(answer)]);
});

it('a row whose board is a number fails with words, and what was written is not lost', async () => {
  const digits = '813744226420000001';
  const json = JSON.stringify([{ ...row, board_id: 0 }, row]).replace('"board_id":0', `"board_id":${digits}`);
  const [bad, good] = await decodeJsonRows(JSON.parse(json), Buffer.from(`\ufeff${json}`));
  expect(bad).toMatchObject({ request: null, given: { ...row, board_id: digits } });
  expect(bad?.fault?.message).toMatch(/^board_id: .*, in quotes: JSON rounds a number of so many digits/);
  expect(good).toMatchObject({ given: row, fault: null });
  const csv = failedRowsCsv([{ given: bad?.given, error: 'failed', idempotencyKey: null }]);
  expect(csv.split(/\r?\n/)[1]?.split(',')[1]).toBe(digits);
});

it('terms that are numbers keep their digits in the file of failed rows', async () => {
  const json = JSON.stringify([{ ...row, title: 5, related_terms: ['a', 0] }]).replace(',0]', ',813744226420000401]');
  const [bad] = await decodeJsonRows(JSON.parse(json), Buffer.from(json));
  expect(failedRowsCsv([{ given: bad?.given, error: 'failed', idempotencyKey: null }])).toContain('"a,813744226420000401"');
});

it.each([
  ['a number', ['a', 5], '["a",5]'],
  ['a number that JSON has rounded', ['a', Number('813744226420000401')], '["a",null]'],
  ['an object', [{ a: 1 }], '[{"a":1}]'],
])('a list of terms with %s stays one in the file of failed rows, and is refused again', async (_, related_terms, cell) => {
  const csv = failedRowsCsv([{ given: { ...row, related_terms }, error: '', idempotencyKey: null }]);
  expect(csv).toContain(cell.replaceAll('"', '""'));
  expect(await answersTo(csv)).toEqual([expect.stringMatching(/^related_terms: /)]);
});
