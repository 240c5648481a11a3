import { runCorrelated } from '../correlation/correlation';
import { createLogger } from './logger';

let lines: string[];
const logger = () => createLogger('test', { LOG_LEVEL: 'debug' }, { write: (line: string) => void lines.push(line) });
const last = () => JSON.parse(lines.at(-1) ?? '{}');

beforeEach(() => {
  lines = [];
});

test.each([
  'authorization',
  'X-API-Key',
  'cookie',
  'set-cookie',
  'password',
  'current_password',
  'access_token',
  'clientSecret',
  'email',
  'MASTER_KEY',
])('a field named %s is not written, however deep it stands', (name) => {
  logger().info({ [name]: 'hunter2', request: { headers: [{ [name]: 'hunter2' }] } }, 'text');
  logger()
    .child({ part: 'child' })
    .child({ [name]: 'hunter2' })
    .warn('text');
  expect(lines.join('')).not.toContain('hunter2');
  expect(last()).toMatchObject({ level: 'warn', part: 'child', [name]: '[redacted]' });
});

test('an error is written with its stack, and without what else hangs on it', () => {
  const error = Object.assign(new Error('failed', { cause: new Error('deeper') }), { code: 'E1', query: 'insert hunter2' });
  logger().error({ err: error }, 'text');
  expect(last().err).toMatchObject({ name: 'Error', message: 'failed', code: 'E1', cause: expect.stringContaining('deeper') });
  expect(last().err.stack).toContain('logger.spec');
  expect(lines.join('')).not.toContain('hunter2');
});

test('lines of a request carry its id; big integers and circles do not break a line', () => {
  const circle: Record<string, unknown> = { position: 2n ** 60n };
  circle['self'] = circle;
  runCorrelated({ requestId: 'request-1', correlationId: 'request-1' }, () => logger().info({ circle }, 'text'));
  expect(last()).toMatchObject({ request_id: 'request-1', circle: { position: '1152921504606846976' } });
});
