import sharp from 'sharp';
import { newKey } from '../../setup/account';
import { bearer } from '../../setup/caller';
import { eventually } from '../../setup/eventually';
import type { WholeService } from '../../story/whole-service';
import type { Planted } from './planted';
import type { Owner } from './use-account';

/** Writes a word into every field that takes a text and ends in a fact. */
export async function writeTexts({ call, url }: WholeService, { word }: Planted, { session, accountId }: Owner): Promise<void> {
  const post = async (path: string, body: object, headers = session) => {
    const answer = await call('POST', path, body, headers);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const send = async (path: string, filename: string, bytes: Uint8Array<ArrayBuffer>) => {
    const form = new FormData();
    form.set('file', new Blob([bytes]), filename);
    const response = await fetch(url + path, { method: 'POST', body: form, headers: session, signal: AbortSignal.timeout(120_000) });
    if (response.status >= 300) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { id: string };
  };
  const texts = (of: string, boardId: string, account = accountId) => ({
    account_id: account,
    board_id: boardId,
    title: word('written', `${of} title`),
    description: word('written', `${of} description`),
    alt_text: word('written', `${of} alt text`),
    link_url: `https://shop.example.test/${word('written', `${of} link`)}`,
    image_url: `https://images.example.test/${word('written', `${of} image`)}.jpg`,
    related_terms: [word('written', `${of} term`)],
    idempotency_key: word('written', `${of} key`),
  });
  const boards = await call('GET', `/v1/platform/boards?account_id=${accountId}`, undefined, session);
  const boardId: string = boards.body[0].id;
  await post('/v1/pins', texts('pin', boardId));
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const schedule = await post('/v1/schedules', { ...texts('schedule', boardId), run_at: tomorrow });
  const edited = { description: word('written', 'edited description of a schedule') };
  const { status } = await call('PATCH', `/v1/schedules/${schedule.id}`, edited, session);
  if (status !== 200) throw new Error(`the edit of a schedule was answered ${status}`);
  const png = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#24c' } })
    .png()
    .toBuffer();
  await send('/v1/assets/images', `${word('written', 'file name of an asset')}.png`, new Uint8Array(png));
  await newKey(call, session, { name: word('written', 'name of a key') });
  const header = word('written', 'name of a header');
  const hook = { url: `http://127.0.0.1:9/${word('written', 'URL of a webhook')}`, events: ['pin.published'], headers: { [header]: 'x' } };
  await post('/v1/webhooks', hook);
  const row = [
    accountId,
    boardId,
    word('written', 'title of a row'),
    'https://images.example.test/door.jpg',
    word('written', 'key of a row'),
  ];
  const refused = [accountId, boardId, '', word('written', 'bad image of a row'), word('written', 'key of a refused row')];
  const csv = ['account_id,board_id,title,image_url,idempotency_key', row.join(','), refused.join(',')].join('\n');
  const job = await send('/v1/pins/imports/csv', `${word('written', 'file name of an import')}.csv`, new TextEncoder().encode(csv));
  await eventually('the end of the import', async () => {
    const { body } = await call('GET', `/v1/pins/imports/${job.id}`, undefined, session);
    return ['queued', 'processing'].includes(body.status) ? undefined : body;
  });
  await useSandbox();

  async function useSandbox() {
    const { projects } = await post('/v1/projects/sandbox', { name: word('written', 'name of a sandbox') });
    const inside = bearer((await post('/v1/projects/switch', { project_id: projects[1].id })).access_token);
    const { body: accounts } = await call('GET', '/v1/platform/accounts', undefined, inside);
    const account = accounts[0].id;
    const named = { name: word('written', 'board'), description: word('written', 'description of a board') };
    const board = await post('/v1/platform/boards', { account_id: account, ...named }, inside);
    await post('/v1/pins', texts('sandbox pin', board.id, account), inside);
  }
}
