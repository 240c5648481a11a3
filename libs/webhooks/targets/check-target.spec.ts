import { checkTarget } from './check-target';

it.each([
  'https://8.8.8.8/\r\nX-Evil: 1',
  'https://8.8.8.8/\u0007\u001b[31m',
  'https://8.8.8.8/a\tb',
  'https://8.8.8.8/\u0000',
  'https://8.8.8.8/\u007f',
  'https://8.8.8.8/\u0085',
  'https://8.8.8.8/\u2028',
  'https://8.8.8.8/\u202egnp.exe',
  'https://8.8.8.8/\u200b',
  'https://8.8.8.8/\ud83d',
  'https://8.8.8.8/hooks ',
])('%j is refused: what is called would not be what is shown', async (url) => {
  for (const policy of ['public', 'any'] as const) {
    await expect(checkTarget(url, policy, 'p')).rejects.toMatchObject({ errors: [{ loc: ['body', 'url'] }] });
  }
});

it.each(['https://8.8.8.8/hooks', 'https://8.8.8.8/caf\u00e9/%0a?q=\u{1f4cc}'])('%j is taken as it is', async (url) => {
  expect(await checkTarget(url, 'public', 'p')).toBe(url);
});
