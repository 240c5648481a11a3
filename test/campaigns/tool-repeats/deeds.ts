import { newId } from '@pps/kernel';
import { draftOf, type Publisher } from '../../mcp/tool-calls';
import type { Done, RepeatingAssistant } from './repeating-assistant';

/** What an assistant asked for once, and so has to be there once. */
export interface Asked {
  /** Titles of pins that are there, and of those that were deleted. */
  readonly pins: string[];
  readonly deleted: string[];
  readonly schedules: string[];
  readonly boards: string[];
  readonly imports: string[];
  /** Where the answers to one call contradict each other. */
  readonly contradictions: string[];
}

export const nothingAsked = (): Asked => ({ pins: [], deleted: [], schedules: [], boards: [], imports: [], contradictions: [] });

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

/** One thing that an assistant does with tools that write; each notes what it asked for before it asks. */
export type Deed = (assistant: RepeatingAssistant, publisher: Publisher, asked: Asked) => Promise<void>;

function agreeing(asked: Asked, tool: string, answers: readonly Done[], idsOf: (answer: Done) => string): Done {
  const ids = new Set(answers.map(idsOf));
  if (ids.size !== 1) asked.contradictions.push(`${tool} gave ${[...ids].join(' and ')}`);
  return answers[0];
}

const idOf = ({ id }: Done): string => id as string;

export const deeds: Readonly<Record<string, Deed>> = {
  async create_pin(assistant, publisher, asked) {
    const draft = draftOf(publisher);
    asked.pins.push(draft.title);
    agreeing(asked, 'create_pin', await assistant.call('create_pin', draft), idOf);
  },
  async create_pins(assistant, publisher, asked) {
    const pins = Array.from({ length: 3 }, () => draftOf(publisher));
    asked.pins.push(...pins.map(({ title }) => title));
    agreeing(asked, 'create_pins', await assistant.call('create_pins', { pins }), (answer) => answer.pins.map(idOf).join());
  },
  async schedule_pin(assistant, publisher, asked) {
    const draft = { ...draftOf(publisher), run_at: inDays(20) };
    asked.schedules.push(draft.title);
    agreeing(asked, 'schedule_pin', await assistant.call('schedule_pin', draft), idOf);
  },
  async import_pins(assistant, publisher, asked) {
    const rows = Array.from({ length: 3 }, () => draftOf(publisher));
    asked.pins.push(...rows.map(({ title }) => title));
    const { id } = agreeing(asked, 'import_pins', await assistant.call('import_pins', { rows }), idOf);
    asked.imports.push(id as string);
  },
  async create_board({ call }, { accountId }, asked) {
    const name = `Doors ${newId()}`;
    asked.boards.push(name);
    agreeing(asked, 'create_board', await call('create_board', { account_id: accountId, name }), idOf);
  },
  async delete_pin({ call }, publisher, asked) {
    const draft = draftOf(publisher);
    asked.deleted.push(draft.title);
    const { id } = agreeing(asked, 'create_pin', await call('create_pin', draft), idOf);
    for (const { deleted } of await call('delete_pin', { id })) if (!deleted) asked.contradictions.push('delete_pin deleted nothing');
  },
  async change_and_cancel({ call }, publisher, asked) {
    const draft = { ...draftOf(publisher), run_at: inDays(20) };
    asked.schedules.push(draft.title);
    const { id } = agreeing(asked, 'schedule_pin', await call('schedule_pin', draft), idOf);
    await call('update_schedule', { id, run_at: inDays(21) });
    for (const { status } of await call('cancel_schedule', { id }))
      if (status !== 'canceled') asked.contradictions.push(`cancel_schedule left it ${String(status)}`);
  },
};
