import { beforeOpenedAsAnsi, cleanCell, isRoundedId, spreadsheetFault } from './clean-cell';

it.each([
  ['board_id', '\u00a0813744226420000001\u200b', '813744226420000001'],
  ['account_id', '\ufeffx ', 'x'],
  ['link_url', '\thttps://example.org/ ', 'https://example.org/'],
  ['dominant_color', ' #1234E2', '#1234E2'],
  ['title', ' kept ', ' kept '],
  ['idempotency_key', ' kept ', ' kept '],
  ['run_at', '2026-12-01 09:00:00+00', '2026-12-01T09:00:00+00:00'],
  ['run_at', '2026-12-01T09:00Z', '2026-12-01T09:00:00Z'],
  ['run_at', '2026-12-01t09:00:00.5z', '2026-12-01T09:00:00.5Z'],
  ['run_at', '2026-12-01 09:00:00 +0130', '2026-12-01T09:00:00+01:30'],
  ['run_at', '2026-12-01 09:00:00', '2026-12-01 09:00:00'],
  ['run_at', '01.12.2026 09:00', '01.12.2026 09:00'],
])('a cell of %s with %j means %j', (column, cell, meant) => expect(cleanCell(column, cell)).toBe(meant));

it.each([
  ['board_id', '8.13744E+17', true],
  ['board_id', '8,1374422642E+017', true],
  ['board_section_id', '5E17', true],
  ['board_section_id', '813744226420123000', true],
  ['board_section_id', '813744226420123001', false],
  ['board_section_id', '5000', false],
  ['board_id', '813744226420123000', false],
])('%s %s: rounded %s', (column, cell, isRounded) => {
  const fault = spreadsheetFault({ [column]: cell });
  expect(fault).toEqual(isRounded ? { field: column, message: expect.stringContaining('a spreadsheet has rounded') } : null);
});

it.each([
  ['813744226420123500', '471101', true],
  ['813744226420123500', '813744226420123500', true],
  ['813744226420123500', '813744226420123457', false],
  ['813744226420123457', '471101', false],
  ['5512', '471101', false],
])('section %s on board %s: rounded as a library does that calculates in floating point %s', (section, board, isRounded) => {
  const fault = spreadsheetFault({ board_id: board, board_section_id: section });
  expect(fault?.field).toBe(isRounded ? 'board_section_id' : undefined);
});

it.each([
  ['2.0261128E+16', true],
  ['2,02611E+16', true],
  ['2.0261128e+19', true],
  ['20261128000000000000', false],
  ['202611281230000000', false],
  ['1764300000123000000', false],
  ['12e45', false],
  ['20261128000000017', false],
  ['door-1E+5', false],
])('key %s: rounded %s', (key, isRounded) => {
  expect(spreadsheetFault({ idempotency_key: key })?.field).toBe(isRounded ? 'idempotency_key' : undefined);
});

it('knows digits that may have been rounded', () => {
  expect(['813744226420123000', '81374422642012300', '8137442264201230', '813744226420123'].map(isRoundedId)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

it.each([
  ['CrÃ¨me', 'Crème'],
  ['â‚¬ 5', '€ 5'],
  ['ðŸŽƒ', '🎃'],
  ['Gr\u00c3\u00b6\u00c3\u009fe', 'Größe'],
  ['\u00f0\u009f\u008e\u0083', '🎃'],
  ['Crème', null],
  ['Ã', null],
  ['plain', null],
  ['Крем', null],
  ['GrÃ¶ÃŸe', 'Größe'],
  ['CAFÃ‰', 'CAFÉ'],
  ['GRÃ–SSE', 'GRÖSSE'],
  ['WOWÂ®', 'WOW®'],
  ['20 Â°C', '20 °C'],
  ['donâ€™t', 'don’t'],
  ['Ã\u00a0 la carte', 'à la carte'],
  ['TÃ¢rgu MureÈ™', 'Târgu Mureș'],
  ['sÄ…', 'są'],
  ['Ä°STANBUL', 'İSTANBUL'],
  ['ÐšÑ€ÐµÐ¼', 'Крем'],
  ['ÎºÎ±Ï†Î\u00ad', 'καφέ'],
  ['×©×œ×•×\u009d', 'שלום'],
  ['cafeÌ\u0081', 'cafe\u0301'],
  ['æŠ¹èŒ¶', '抹茶'],
])('%s was %s', (text, before) => expect(beforeOpenedAsAnsi(text)).toBe(before));

it.each([
  ...[
    'Viel Spaß…',
    'NESCAFÉ® Gold',
    'NOUVEAUTÉ\u00a0!',
    'NOUVEAUTÉ\u00a0: CAFÉ»',
    '„so ein Spaß“',
    'ein Spaß“',
    'GROß»',
    'PORTRÖ®',
    'MENÜ¼',
    'LÀ©',
    'ESPAÑ°',
  ],
  ...[
    'KESÄ…',
    'KESÄ–SYKSY',
    'BLÅ™',
    'HYVÄ®',
    'AMANHÃ…',
    'MAÇÃ® 1',
    'COSÌ…',
    'Úžina',
    'ÚŽINA',
    'NÔŽ',
    'MÍŠA',
    'VÝŠKA',
    'CAFÈ™',
    'MENÚ®',
    'CANÓ»',
    'FORÊT’S',
  ],
  ...['Voilà\u00a0»', 'Le café…”', 'Thé™®', 'Ø°', '3 ×\u00a04'],
])('%j is meant as it stands', (text) => expect(beforeOpenedAsAnsi(text)).toBeNull());

it('says so only where every text of the row reads like that', () => {
  expect(spreadsheetFault({ title: 'CrÃ¨me', description: 'plain' })).toEqual({
    field: 'title',
    message: 'The row looks as if it had been opened as ANSI ("CrÃ¨me" for "Crème"): open the file as UTF-8',
  });
  expect(spreadsheetFault({ title: 'CrÃ¨me', description: 'Café' })).toBeNull();
  expect(spreadsheetFault({ title: 'Café' })).toBeNull();
});
