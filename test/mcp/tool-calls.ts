import { newId } from '@pps/kernel';
import type { McpClient, ToolAnswer } from './mcp-clients';

export interface Publisher {
  readonly accountId: string;
  readonly boardId: string;
  /** Something that was proposed for the account. */
  readonly proposalId?: string;
}

export type Expect = (tool: string, answer: ToolAnswer) => void;

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

export const draftOf = ({ accountId, boardId }: Publisher, title = `Door ${newId()}`) => ({
  account_id: accountId,
  board_id: boardId,
  title,
  image_url: 'https://images.example.com/door.jpg',
});

/** Calls every tool so that it does what it is for; `seen` is given each answer. Returns the ids of what was made. */
export async function callEveryTool(client: McpClient, publisher: Publisher, seen: Expect) {
  const call = async (tool: string, args: object = {}) => {
    const answer = await client.call(tool, args);
    seen(tool, answer);
    return answer.structured;
  };
  const account = { account_id: publisher.accountId };
  await call('list_accounts');
  await call('list_boards', account);
  await call('check_board', { ...account, board_id: publisher.boardId });
  await call('create_board', { ...account, name: `Doors ${newId()}`, privacy: 'PUBLIC' });
  await call('get_quota', account);
  await call('get_quota');
  await call('validate_pin', draftOf(publisher));
  await call('validate_pin', { ...draftOf(publisher), run_at: inHours(5) });
  await call('validate_pin', { title: '' });
  const pin = await call('create_pin', draftOf(publisher));
  await call('get_pin', { id: pin.id });
  await call('why_is_this_pin_waiting', { id: pin.id });
  await call('update_pin', { id: pin.id, description: 'Blue, and open.' });
  await call('retry_pin', { id: pin.id });
  const several = await call('create_pins', { pins: [draftOf(publisher), { title: 'no board' }] });
  await call('list_pins', { limit: 5 });
  await call('delete_pin', { id: several.pins[0].id });
  const schedule = await call('schedule_pin', { ...draftOf(publisher), run_at: inHours(48) });
  await call('list_schedules', {});
  await call('forecast_schedules', { days: 3 });
  await call('update_schedule', { id: schedule.id, run_at: inHours(50) });
  await call('cancel_schedule', { id: schedule.id });
  const sent = await call('import_pins', { rows: [{ ...draftOf(publisher), run_at: inHours(30) }] });
  await call('list_proposals', {});
  if (publisher.proposalId !== undefined) await call('get_proposal', { id: publisher.proposalId });
  await call('list_imports', {});
  await call('get_import', { id: sent.id });
  await call('cancel_import', { id: sent.id });
  await call('webhook_health');
  await call('explain_error', { code: 'quota_exceeded' });
  await call('search_docs', { q: 'webhook' });
  await call('read_doc', { page: 'api' });
  return { pinId: pin.id as string, scheduleId: schedule.id as string, importId: sent.id as string };
}
