import { contentHash } from '@pps/pins';
import { parse } from 'csv-parse/sync';
import type { Answer } from '../setup/caller';
import { eventually } from '../setup/eventually';
import { startBackgroundService, type BackgroundService } from '../assets/background-service';
import { newImporter, outcomes, type Importer } from './importer';

let service: BackgroundService;
let ann: Importer;
beforeAll(async () => {
  service = await startBackgroundService({ DEFAULT_PLAN: 'growth' });
  ann = await newImporter(service);
});
afterAll(() => service.stop());

const names = 'account_id,board_id,image_url,title,description';
const picture = 'https://images.example.com/door.jpg';
const file = (...rows: string[]) => [names, ...rows].map((row) => `${row}\r\n`).join('');
const rowOf = (title: string, description = '') => `${ann.accountId},${ann.boardId},${picture},${title},${description}`;
const done = async (csv: string) => ann.ended((await ann.sendCsv(csv)).body.id);
/** Fetch's own text() leaves the byte order mark out. */
const failedCsv = async (id: string, query = ''): Promise<string> => {
  const response = await fetch(`${service.url}/v1/pins/imports/${id}/failed.csv${query}`, {
    headers: ann.key,
    signal: AbortSignal.timeout(60_000),
  });
  return Buffer.from(await response.arrayBuffer()).toString();
};

describe('a file that a spreadsheet has saved again', () => {
  it('with other line ends in its cells makes nothing twice', async () => {
    const cell = '"first\r\nsecond"';
    const [sent] = (await done(file(rowOf('Lines', cell)))).results;
    const saved = await done(file(rowOf('Lines', cell)).replaceAll('\r\n', '\n'));
    expect(saved.results).toMatchObject([{ status: 'existing', pin_id: sent.pin_id }]);
    expect((await ann.get(`/v1/pins/${sent.pin_id}`)).body.description).toBe('first\r\nsecond');
    const json = [ann.row('Lines', { description: 'first\rsecond' })];
    expect((await ann.ended((await ann.sendJson(json)).body.id)).results).toMatchObject([{ status: 'existing', pin_id: sent.pin_id }]);
  });

  it('finds the pins of earlier releases, whose keys were made of the line ends as they were', async () => {
    const content = { title: 'Of a release before', description: 'first\r\nsecond', imageUrl: picture };
    const hash = contentHash(ann.accountId, ann.boardId, content);
    const key = `import-${hash.slice(0, 40)}-1`;
    const made = await ann.post('/v1/pins', {
      ...{ account_id: ann.accountId, board_id: ann.boardId, title: content.title, image_url: picture },
      ...{ description: content.description, idempotency_key: key },
    });
    for (const end of ['\r\n', '\n']) {
      const again = await done(file(rowOf(content.title, `"first${end}second"`)));
      expect(again.results).toMatchObject([{ status: 'existing', pin_id: made.body.id, idempotency_key: key }]);
    }
  });

  it('whose cells had line ends of several kinds makes nothing twice, and what was deleted stays deleted', async () => {
    const [sent] = (await ann.ended((await ann.sendJson([ann.row('Mixed', { description: 'a\r\nb\nc\rd' })])).body.id)).results;
    const saved = await done(file(rowOf('Mixed', '"a\nb\nc\nd"')));
    expect(saved.results).toMatchObject([{ status: 'existing', pin_id: sent.pin_id }]);
    const content = { title: 'Deleted', description: 'x\r\ny', imageUrl: picture };
    const key = `import-${contentHash(ann.accountId, ann.boardId, content).slice(0, 40)}-1`;
    const body = { account_id: ann.accountId, board_id: ann.boardId, title: 'Deleted', image_url: picture, description: 'x\r\ny' };
    const made = await ann.post('/v1/pins', { ...body, idempotency_key: key });
    await eventually('its end', async () => {
      const { status } = (await ann.get(`/v1/pins/${made.body.id}`)).body;
      return status === 'published' || status === 'failed' ? status : undefined;
    });
    expect((await service.call('DELETE', `/v1/pins/${made.body.id}`, undefined, ann.key)).status).toBe(204);
    expect(outcomes(await done(file(rowOf('Deleted', '"x\ny"'))))).toEqual([[1, 'failed', 'idempotency_key_reused']]);
  });

  it('with a CR that is not quoted keeps its cell whole', async () => {
    const [sent] = (await done(file(rowOf('Unquoted', '"first\rsecond"')))).results;
    const saved = await done(`${names}\n${rowOf('Unquoted', 'first\rsecond')}\n`);
    expect(saved.results).toMatchObject([{ status: 'existing', pin_id: sent.pin_id }]);
    const old = await done([names, rowOf('Of an old Mac'), ''].join('\r'));
    expect(outcomes(old)).toEqual([[1, 'created', null]]);
  });

  it('keeps apart what differs in more than line ends', async () => {
    const two = await done(file(rowOf('Apart', '"a\r\nb"'), rowOf('Apart', '"a\r\n\r\nb"'), rowOf('Apart', '"a\nb"')));
    expect(new Set(two.results.map((row: { pin_id: string }) => row.pin_id)).size).toBe(3);
  });

  it('may lack cells at the end of its rows, but not in a last line that is cut off', async () => {
    const short = `${ann.accountId},${ann.boardId},${picture},Short`;
    expect(outcomes(await done(file(short, rowOf('Whole'))))).toEqual([
      [1, 'created', null],
      [2, 'created', null],
    ]);
    const torn = await done(`${names}\r\n${rowOf('Before the end')}\r\n${ann.accountId},${ann.boardId},${picture},To`);
    expect(outcomes(torn)).toEqual([
      [1, 'created', null],
      [2, 'failed', 'validation_error'],
    ]);
  });

  it('says which ids were rounded, sections too', async () => {
    const rounded = await done(file(rowOf('Rounded').replace(ann.boardId, '813744226420000000')));
    expect(rounded.results[0]).toMatchObject({
      error_code: 'board_not_found',
      error_message: expect.stringContaining('spreadsheet has rounded'),
    });
    const section = await done(`${names},board_section_id\r\n${rowOf('Section')},8.1E+17\r\n`);
    expect(section.results[0]).toMatchObject({ error_field: 'board_section_id', error_message: expect.stringContaining('has rounded') });
  });
});

describe('a key that a spreadsheet takes for a number', () => {
  const keyed = (key: string, title = 'Keyed') => `${names},idempotency_key\r\n${rowOf(title)},${key}\r\n`;

  it.each([
    ['00123', '123'],
    ['0456', '456.0'],
    ['7e5', '700000'],
    ['1.50', '1.5'],
    ['true', 'TRUE'],
    ['2026-11-28', '11/28/26'],
    ['1/2', '2026/01/02'],
  ])('%s finds its pin when the file comes back with %s', async (key, saved) => {
    const [sent] = (await done(keyed(key))).results;
    expect((await done(keyed(saved))).results).toMatchObject([{ status: 'existing', pin_id: sent.pin_id, idempotency_key: key }]);
  });

  it('is another one where its digits are of another value, however close', async () => {
    const [sent] = (await done(keyed('813744226420000401', 'Daily'))).results;
    const [next] = (await done(keyed('813744226420000402', 'Daily'))).results;
    expect([sent.status, next.status, next.pin_id === sent.pin_id]).toEqual(['created', 'created', false]);
  });

  it.each([
    ['20261128000000017', '20261128000000016', 'JavaScript'],
    ['20261128000000000017', '20261128000000000000', 'JavaScript'],
    ['20261128000000000019', '20261128000000000020', 'Gnumeric'],
    ['813744226420123401', '813744226420123000', 'Excel'],
  ])('%s is not published again as %s, as %s rounds it', async (key, rounded, program) => {
    const [sent] = (await done(keyed(key, `Rounded by ${program} ${key}`))).results;
    const saved = await done(keyed(rounded, `Rounded by ${program} ${key}`));
    expect(outcomes(saved)).toEqual([[1, 'failed', 'validation_error']]);
    expect(saved.results[0]).toMatchObject({ error_field: 'idempotency_key', error_message: expect.stringContaining('has rounded') });
    expect(saved.results[0].error_message).toContain(key);
    expect(await failedCsv(saved.id)).toContain(rounded);
    const again = await done(keyed(key, `Rounded by ${program} ${key}`));
    expect(again.results).toMatchObject([{ status: 'existing', pin_id: sent.pin_id }]);
  });

  it('that was rounded makes no second schedule either', async () => {
    const scheduled = (key: string) => `${names},run_at,idempotency_key\r\n${rowOf('Rounded later')},2099-12-01T09:00:00Z,${key}\r\n`;
    expect(outcomes(await done(scheduled('20261128000000033')))).toEqual([[1, 'created', null]]);
    expect(outcomes(await done(scheduled('20261128000000032')))).toEqual([[1, 'failed', 'validation_error']]);
  });

  it('stays a key where no program makes it of another, the content is another, in one file, in JSON, and after the pin was deleted', async () => {
    const madeOf = (body: Answer['body']) => body.results.map(({ status }: { status: string }) => status);
    const both = (key: string, next: string) => `${keyed(key, 'Neighbours')}${rowOf('Neighbours')},${next}\r\n`;
    expect(madeOf(await done(both('20261128000000041', '20261128000000040')))).toEqual(['created', 'created']);
    expect(madeOf(await done(both('20261128000000042', '20261128000000043')))).toEqual(['created', 'created']);
    expect(madeOf(await done(both('20261128000000040', '20261128000000047')))).toEqual(['existing', 'created']);
    expect(madeOf(await done(keyed('20261128000000044', 'No neighbour')))).toEqual(['created']);
    const json = [ann.row('Neighbours', { image_url: picture, idempotency_key: '20261128000000048' })];
    expect(madeOf(await ann.ended((await ann.sendJson(json)).body.id))).toEqual(['created']);
    const [gone] = (await done(keyed('20261128000000051', 'Deleted by hand'))).results;
    await eventually('its end', async () => {
      const { status } = (await ann.get(`/v1/pins/${gone.pin_id}`)).body;
      return status === 'published' || status === 'failed' ? status : undefined;
    });
    expect((await service.call('DELETE', `/v1/pins/${gone.pin_id}`, undefined, ann.key)).status).toBe(204);
    expect(madeOf(await done(keyed('20261128000000052', 'Deleted by hand')))).toEqual(['created']);
  });

  it('makes a schedule once as well', async () => {
    const scheduled = (key: string) => `${names},run_at,idempotency_key\r\n${rowOf('Later')},2099-12-01T09:00:00Z,${key}\r\n`;
    const [sent] = (await done(scheduled('0077'))).results;
    expect((await done(scheduled('77'))).results).toMatchObject([{ status: 'existing', schedule_id: sent.schedule_id }]);
  });

  it('stays another key for other content, in one file, and in JSON', async () => {
    const [sent] = (await done(keyed('0088'))).results;
    const others = await done(`${keyed('88', 'Other')}${rowOf('Other')},088\r\n`);
    const json = await ann.ended((await ann.sendJson([ann.row('Keyed', { image_url: picture, idempotency_key: '88.0' })])).body.id);
    expect([...outcomes(others), ...outcomes(json)]).toEqual([
      [1, 'created', null],
      [2, 'created', null],
      [1, 'created', null],
    ]);
    const made = [sent, ...others.results, ...json.results].map((row: { pin_id: string }) => row.pin_id);
    expect(new Set(made).size).toBe(4);
  });

  it('is refused where it was rounded', async () => {
    const rounded = await done(keyed('2.0261128E+16'));
    expect(rounded.results[0]).toMatchObject({ error_field: 'idempotency_key', error_message: expect.stringContaining('has rounded') });
  });
});

describe('failed.csv', () => {
  it('keeps the cells of a row whose commas were not quoted, and the row is refused until it is mended', async () => {
    const sent = await done(file(`${ann.accountId},${ann.boardId},${picture},Pumpkin, spice and all,Best latte`));
    expect(outcomes(sent)).toEqual([[1, 'failed', 'validation_error']]);
    const csv = await failedCsv(sent.id);
    expect(csv).toContain('Best latte');
    expect(outcomes(await done(csv))).toEqual([[1, 'failed', 'validation_error']]);
  });

  it('begins with a byte order mark, separates by what the file did or what is asked for, and keeps terms with commas and colours', async () => {
    const bad = ann.row('', { related_terms: ['salt, pepper', 'x'], dominant_color: '1234e2', Title: 'Misnamed', description: 'x;=1+1' });
    const sent = await ann.ended((await ann.sendJson([bad])).body.id);
    const csv = await failedCsv(sent.id, '?delimiter=semicolon');
    expect(csv.startsWith('\ufeffaccount_id;board_id;')).toBe(true);
    expect(csv).toContain('Title: Misnamed');
    const [row] = parse(csv, { columns: true, bom: true, delimiter: ';', relax_column_count: true }) as Record<string, string>[];
    expect(row).toMatchObject({ dominant_color: '#1234E2', related_terms: '["salt, pepper","x"]', description: "x;'=1+1" });
    const mended = csv.replace(';Title: Misnamed', '').replace(`${ann.boardId};;`, `${ann.boardId};Mended;`);
    const again = await done(mended);
    expect(outcomes(again)).toEqual([[1, 'created', null]]);
    const pin = (await ann.get(`/v1/pins/${again.results[0].pin_id}`)).body;
    expect(pin).toMatchObject({ related_terms: ['salt, pepper', 'x'], dominant_color: '#1234E2', description: 'x;=1+1' });
    expect((await ann.get('/v1/pins/imports/template.csv?delimiter=semicolon')).body).toMatch(/^account_id;board_id;/);
    expect((await ann.get('/v1/pins/imports/template.csv?delimiter=constructor')).status).toBe(422);
  });

  it('shows a key the rows of its own accounts that could not be read', async () => {
    const narrow = await ann.keyWith({ platform_account_ids: [ann.accountId] });
    const sent = await ann.ended((await ann.sendJson([ann.row(''), { title: 'Nobody' }])).body.id);
    const seen = (await ann.get(`/v1/pins/imports/${sent.id}/failed.csv`, narrow)).body;
    expect([seen.includes(ann.accountId), seen.includes('Nobody')]).toEqual([true, false]);
  });
});

it('a row is measured by when its file was accepted: it fires late rather than never', async () => {
  await service.control('faults', { operation: 'boards.get', delay_ms: 10_000, times: 1 });
  const board = (await ann.post('/v1/platform/boards', { account_id: ann.accountId, name: 'Slow' })).body.id;
  const before = await ann.sendJson([ann.row('Holds the next one up', { board_id: board })]);
  const runAt = new Date(Date.now() + 5_000).toISOString();
  const late = await ann.ended((await ann.sendJson([ann.row('Late', { run_at: runAt })])).body.id);
  expect((await ann.ended(before.body.id)).completed_at > runAt).toBe(true);
  expect(outcomes(late)).toEqual([[1, 'created', null]]);
  await eventually('its pin', async () => {
    const { body } = await ann.get(`/v1/schedules/${late.results[0].schedule_id}`);
    return body.pin_id ?? undefined;
  });
});
