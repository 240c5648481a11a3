import { createLogger } from '@pps/runtime';
import { nestLogger } from './nest-logger';

test("Nest's lines go through", () => {
  const lines: string[] = [];
  const logger = nestLogger(createLogger('test', { LOG_LEVEL: 'debug' }, { write: (line: string) => void lines.push(line) }));
  const last = (): unknown => JSON.parse(lines.at(-1) ?? '{}');
  logger.error('broken', 'Error: broken\n    at x', 'Scanner');
  expect(last()).toMatchObject({ level: 'error', msg: 'broken', context: 'Scanner', stack: 'Error: broken\n    at x' });
  logger.log('Mapped', 'Router');
  expect(last()).toMatchObject({ level: 'debug', msg: 'Mapped', context: 'Router' });
});
