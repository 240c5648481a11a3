import { readFileSync } from 'node:fs';
import { webhookPages } from './webhook-pages';

test.each(Object.entries(webhookPages()))('%s says what the table of webhook events says', (file, text) => {
  expect(readFileSync(file, 'utf8')).toBe(text);
});
