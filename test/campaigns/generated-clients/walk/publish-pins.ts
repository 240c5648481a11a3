import { newId } from '@pps/kernel';
import { send } from '../../../../apps/simulators/testing';
import { approveAsPlatformUser } from '../../../setup/platform-user';
import type { WalkedService, Walker } from './walker';

export interface PinPlace {
  readonly account_id: string;
  readonly board_id: string;
}

/** Connects two accounts, disconnects one, and makes and removes a board of the other. */
export async function connectAccounts(walker: Walker): Promise<PinPlace> {
  const connect = async () => {
    const { authorization_url } = await walker.call('startConnection');
    const back = await approveAsPlatformUser(authorization_url, { username: `walk-${newId()}` });
    const { searchParams } = new URL(back, 'http://back.invalid');
    const query = { code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '' };
    return (await walker.call('handleConnectionCallback', { query })).account_id as string;
  };
  const [account_id, other] = [await connect(), await connect()];
  await walker.call('listAccounts');
  await walker.call('revokeAccount', { path: { account_id: other } });
  const boards = await walker.call('listBoards', { query: { account_id } });
  const made = await walker.call('createBoard', { body: { account_id, name: 'Doors', description: null, privacy: 'SECRET' } });
  await walker.call('updateBoard', { path: { board_id: made.id }, query: { account_id }, body: { name: 'Blue doors' } });
  await walker.call('checkBoardAccess', { path: { board_id: made.id }, query: { account_id, fresh: true } });
  await walker.call('deleteBoard', { path: { board_id: made.id }, query: { account_id } });
  return { account_id, board_id: boards[0].id };
}

export const draftOf = (place: PinPlace, title = `Door ${newId()}`) => ({
  ...place,
  title,
  image_url: 'https://images.example.com/door.jpg',
  idempotency_key: `walk ${newId()}`,
});

/** Lets the platform refuse the next pin of a title. */
export const refuseOnce = ({ simulatorsUrl }: WalkedService, title: string) =>
  send('POST', `${simulatorsUrl}/platform/_control/faults`, {
    operation: 'pins.create',
    status: 404,
    code: 40,
    message: 'Board not found.',
    title,
    times: 1,
  });

const becomes = (walker: Walker, id: string, status: string) => walker.until('getPin', { path: { id } }, (pin) => pin.status === status);

/** Publishes pins alone and in a batch, edits and retries what failed, and deletes. */
export async function publishPins(walker: Walker, service: WalkedService, place: PinPlace): Promise<void> {
  const { idempotency_key, ...draft } = draftOf(place);
  const words = { description: 'A blue door in the old town.', link_url: 'https://example.com/doors', alt_text: 'A blue wooden door.' };
  await walker.call('validatePin', { body: { ...draft, ...words } });
  const { id } = await walker.call('createPin', { body: { ...draft, ...words }, headers: { 'Idempotency-Key': idempotency_key } });
  await walker.call('createPins', {
    body: {
      pins: [
        { ...draftOf(place), link_url: null },
        { ...draftOf(place), board_id: '404' },
      ],
    },
  });
  await becomes(walker, id, 'published');
  await walker.call('getPinTimeline', { path: { id } });
  await walker.call('getJob', { path: { id } });
  await walker.call('listPins', { query: { limit: 2, sort: 'created_at_asc', status: 'published', since: '2026-01-01T00:00:00Z' } });
  await walker.call('getRateMeter', { query: { account_id: place.account_id } });
  const failPin = async () => {
    const refused = draftOf(place);
    await refuseOnce(service, refused.title);
    const made = await walker.call('createPin', { body: refused });
    await becomes(walker, made.id, 'failed');
    return made.id as string;
  };
  const [one, two] = [await failPin(), await failPin()];
  await walker.call('updatePin', { path: { id: one }, body: { title: `Mended ${newId()}`, description: '' } });
  await walker.call('retryPin', { path: { id: one }, body: { board_id: place.board_id } });
  await walker.call('retryPins', { body: { ids: [two] } });
  await becomes(walker, one, 'published');
  await walker.call('deletePin', { path: { id: one }, query: { delete_from_platform: true } });
  await walker.call('deletePin', { path: { id: await failPin() } });
  await walker.call('deletePins', { body: { ids: [id] } });
}

/** Schedules pins, changes and cancels them, and retries one that failed. */
export async function schedulePins(walker: Walker, service: WalkedService, place: PinPlace): Promise<void> {
  const laterBy = (ms: number) => new Date(Date.now() + ms).toISOString();
  const create = (title: string, ms = 3_600_000) =>
    walker.call('createSchedule', { body: { ...draftOf(place, title), run_at: laterBy(ms) } });
  await walker.call('validateSchedule', { body: { ...draftOf(place), run_at: laterBy(3_600_000) } });
  const { id: schedule_id } = await create(`Later ${newId()}`);
  const path = { schedule_id };
  await walker.call('listSchedules', { query: { status: 'scheduled' } });
  await walker.call('updateSchedule', { path, body: { run_at: laterBy(7_200_000), link_url: null } });
  await walker.call('forecastSchedules', { query: { days: 2 } });
  await walker.call('getScheduleCalendar', { query: { tz: 'Europe/Vienna' } });
  await walker.call('cancelSchedule', { path });
  await walker.call('deleteSchedule', { path });
  const other = await create(`Another ${newId()}`);
  await walker.call('cancelSchedules', { body: { ids: [other.id] } });
  await walker.call('deleteSchedules', { body: { ids: [other.id] } });
  const title = `Refused ${newId()}`;
  await refuseOnce(service, title);
  const soon = await create(title, 2_000);
  await walker.until('getSchedule', { path: { schedule_id: soon.id } }, ({ status }) => status === 'failed');
  await walker.call('retrySchedule', { path: { schedule_id: soon.id } });
  await walker.call('retrySchedules', { body: { ids: [soon.id] } });
}

/** Sends files of pins, and reads what became of their rows. */
export async function importPins(walker: Walker, place: PinPlace): Promise<void> {
  await walker.call('getImportTemplate', { query: { delimiter: 'semicolon' } });
  const { id: job_id } = await walker.call('importJson', { body: [draftOf(place), { ...draftOf(place), board_id: '404' }] });
  await walker.until('getImport', { path: { job_id } }, ({ status }) => String(status).startsWith('completed'));
  await walker.call('getFailedRows', { path: { job_id } });
  const rows = [Object.keys(draftOf(place)), Object.values(draftOf(place))].map((cells) => cells.join(','));
  await walker.call('importCsv', { body: { file: new File([rows.join('\n')], 'pins.csv', { type: 'text/csv' }) } });
  const many = await walker.call('importJson', { body: Array.from({ length: 200 }, () => draftOf(place)) });
  await walker.call('cancelImport', { path: { job_id: many.id } });
  await walker.call('listImports', { query: { source_type: 'json', limit: 1 } });
}
