import { quoteFormula, unquoteFormula } from './write-csv';

it.each([
  ['=1+1', "'=1+1"],
  ['-2', "'-2"],
  ["'=1", "''=1"],
  ['\u200b=1', "'\u200b=1"],
  ['\u00a0 =1', "'\u00a0 =1"],
  ['\uff1d1', "'\uff1d1"],
  ['\t=1', "'\t'=1"],
  ['x;=1+1;y', "x;'=1+1;y"],
  ['x; =1', "x; '=1"],
  ['two\r\n=lines', "two\r\n'=lines"],
  ['x\t@sum', "x\t'@sum"],
  ['a-b = c; d', 'a-b = c; d'],
  ['plain', 'plain'],
])('%j is written as %j, and taken back', (cell, safe) => {
  expect(quoteFormula(cell)).toBe(safe);
  expect(unquoteFormula(safe)).toBe(cell);
});

it('takes back whatever it has written', () => {
  const letters = ["'", '=', ';', '\t', '\r', '\n', ' ', '\u200b', '-', 'x', '\uff20'];
  let seed = 7;
  const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let round = 0; round < 20_000; round += 1) {
    const cell = Array.from({ length: next(9) }, () => letters[next(letters.length)]).join('');
    expect(unquoteFormula(quoteFormula(cell))).toBe(cell);
  }
});
