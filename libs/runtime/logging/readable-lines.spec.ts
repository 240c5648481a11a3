import { openReadableLines } from './readable-lines';

const time = '2026-11-28T12:34:58.325Z';
const line = (fields: object) => JSON.stringify({ level: 'info', time, pid: 7, ...fields });
const withoutTime = (text: string) => text.replace(/^\[\d\d:\d\d:\d\d\] /, '');

describe('a log line for a person', () => {
  it('says of a request what was asked, the answer and how long it took', async () => {
    const read = await openReadableLines(false);
    const text = read(line({ host: 'api', request_id: 'r-1', method: 'GET', route: '/v1/pins/:id', status: 200, ms: 12, msg: 'request' }));
    expect(withoutTime(text)).toBe('INFO: api: GET /v1/pins/:id 200, 12 ms {"request_id":"r-1"}');
  });

  it('has the level, the host, the message and what else the line holds, on one line', async () => {
    const read = await openReadableLines(false);
    const text = read(line({ level: 'warn', host: 'worker', reason: 'no route', msg: 'waiting for NATS_URL' }));
    expect(withoutTime(text)).toBe('WARN: worker: waiting for NATS_URL {"reason":"no route"}');
    expect(text).toMatch(/^\[\d\d:\d\d:\d\d\] /);
  });

  it('shows the stack of an error below it', async () => {
    const read = await openReadableLines(false);
    const text = read(
      line({ level: 'error', host: 'api', err: { type: 'Error', message: 'm', stack: 'Error: m\n    at there' }, msg: 'failed' }),
    );
    expect(text.split('\n').map((part) => part.trim())).toContain('at there');
  });

  it('has colors where they are wanted', async () => {
    expect((await openReadableLines(true))(line({ host: 'api', msg: 'listening' }))).toContain('\x1b[');
    expect((await openReadableLines(false))(line({ host: 'api', msg: 'listening' }))).not.toContain('\x1b[');
  });

  it.each(['no JSON at all', '{"half":', '', '[1]', 'null'])('leaves %j as it is', async (text) => {
    expect((await openReadableLines(false))(text)).toBe(text);
  });

  it('lets no text of a field steer the terminal', async () => {
    const text = (await openReadableLines(false))(line({ host: 'api', msg: 'x\x1b[2Jy', reason: '\x1b]0;title\x07' }));
    expect(text).not.toMatch(/[\x00-\x1f]/);
    const failed = (await openReadableLines(false))(
      line({ host: 'api', err: { type: 'E', message: '\x1b[2J', stack: 'E: \x1b[2J' }, msg: 'm' }),
    );
    expect(failed).not.toContain('\x1b');
  });
});
