/** By the names of columns; a blank one is absent. */
type Cells = Readonly<Record<string, string>>;

/** A row with one thing in it that programs change. */
export interface HardRow {
  readonly kind: string;
  readonly cells: Cells;
  /** `docs/imports.md` advises to write it otherwise: to everybody, or to who uses one program. */
  readonly unadvised?: 'everywhere' | 'Gnumeric';
  /** Nothing in the file tells the text that a program makes of it from one that was meant. */
  readonly isText?: true;
}

/** Boards of the account; no two accounts have the same. */
export interface HardBoards {
  /** Digits that every program keeps. */
  readonly short: string;
  readonly long: string;
  readonly endsInZeros: string;
}

/** What stands in place of a picture's address in a row that is to fail, and is mended by putting `https:` there. */
export const brokenScheme = 'httpx:';

/** Rows whose cells programs are known to change, each one alone; in files of their own their columns hold nothing else. */
export function hardRows(accountId: string, { short, long, endsInZeros }: HardBoards): readonly HardRow[] {
  let place = 0;
  const row = (kind: string, cells: Cells, more: Partial<HardRow> = {}): HardRow => {
    place += 1;
    const image_url = `https://images.example.com/${place}.jpg`;
    return { kind, cells: { account_id: accountId, board_id: short, title: `Door number ${place}`, image_url, ...cells }, ...more };
  };
  const unadvised = { unadvised: 'everywhere' } as const;
  const isText = { isText: true } as const;
  return [
    row('nothing special', {}),
    row('board of 18 digits', { board_id: long }),
    row('board that ends in zeros', { board_id: endsInZeros }),
    row('section of 18 digits', { board_section_id: '813744226420123457' }),
    row('short section', { board_section_id: '5512' }),
    row('colour #1234E2', { dominant_color: '#1234E2' }),
    row('colour #008000', { dominant_color: '#008000' }),
    row('colour 1234E2', { dominant_color: '1234E2' }, { ...unadvised, ...isText }),
    row('colour 008000', { dominant_color: '008000' }, unadvised),
    row('colour 12E004', { dominant_color: '12E004' }, { ...unadvised, ...isText }),
    row('text with CRLF', { description: 'first\r\nsecond' }),
    row('text with LF', { description: 'first\nsecond\n\nthird' }),
    row('text with CR', { description: 'first\rsecond', alt_text: 'x' }),
    row('text with quotes and separators', { title: 'The "blue" door; 3, or\t4', description: '"' }),
    row('umlauts', { title: 'Crème brûlée für Zoë', alt_text: 'Größe' }),
    row('emoji', { title: 'Kürbis 🎃 👩‍👩‍👧', description: '🇦🇹' }),
    row('blanks in a text', { title: ' blank  blanks ', description: 'end\u00a0' }),
    row('formula', { title: "'=1+1", description: "'-2 degrees; '+1" }),
    row('formula behind a semicolon', { title: "x;'=1+1;y" }),
    row('apostrophe', { title: "'tis the season" }, isText),
    row('terms', { related_terms: 'door,blue' }),
    row('terms that are numbers', { related_terms: '1,234' }, isText),
    row('terms with commas', { related_terms: '["salt, pepper","x"]' }),
    row('key', { idempotency_key: 'door-00123' }),
    row('key with leading zeros', { idempotency_key: '00123' }, unadvised),
    row('key of digits', { idempotency_key: '4711' }, unadvised),
    row('key of 17 digits', { idempotency_key: '20261128000000017' }, unadvised),
    row('key of 20 digits', { idempotency_key: '20261128000000000017' }, unadvised),
    row('key 7e5', { idempotency_key: '7e5' }, unadvised),
    row('key 1.50', { idempotency_key: '1.50' }, unadvised),
    row('key that is a date', { idempotency_key: '2026-11-28' }, unadvised),
    row('key 1/2', { idempotency_key: '1/2' }, unadvised),
    row('key true', { idempotency_key: 'true' }, unadvised),
    row('time with Z', { run_at: '2099-12-01T09:00:00Z' }, { unadvised: 'Gnumeric' }),
    row('time with offset', { run_at: '2099-12-01T09:00:00+01:00' }),
    row('time of a database', { run_at: '2099-12-01 09:00:00+00' }, unadvised),
    row('time with parts of a second', { run_at: '2099-06-01T09:00:00.250+02:00' }),
    row('title 007', { title: '007' }, isText),
    row('title 1.50', { title: '1.50' }, isText),
    row('title NA', { title: 'NA' }, isText),
    row('description N/A', { description: 'N/A' }, isText),
    row('title TRUE', { title: 'TRUE' }, isText),
    row('title 2026-12-01', { title: '2026-12-01' }, isText),
    row('title 3/4', { title: '3/4' }, isText),
  ];
}

const quoted = (cell: string): string => (/[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** A file with these rows below the names of a template, as an editor writes it. */
export function fillIn(template: string, rows: readonly HardRow[]): string {
  const columns = template.replace(/[\r\n]/g, '').split(',');
  const lines = rows.map(({ cells }) => `${columns.map((column) => quoted(cells[column] ?? '')).join(',')}\r\n`);
  return template + lines.join('');
}
