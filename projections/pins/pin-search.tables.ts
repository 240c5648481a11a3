import { tableFrom } from '@pps/read-store';

/** What can be found of a pin. */
export interface SearchedPin {
  readonly pinId: string;
  readonly projectId: string;
  readonly epoch: number;
  readonly isRemoved: boolean;
  readonly text: string;
  readonly grams: readonly number[];
}

/** Beside the pins' rows: those change with every attempt, this only with the content. */
export const pinSearchTable = tableFrom<SearchedPin>()({
  name: 'pin_search',
  meaning: 'What searches look through, one row for each pin, deleted ones too.',
  key: ['pin_id'],
  indexes: ['(project_id, epoch)', 'using gin (grams) with (gin_pending_list_limit = 1024)'],
  columns: {
    pin_id: ['uuid', 'The pin.', ({ pinId }) => pinId],
    project_id: ['uuid not null', 'Project (workspace_id in the API).', ({ projectId }) => projectId],
    epoch: ['int not null', 'How often the project had been reset when the pin was created.', ({ epoch }) => epoch],
    is_removed: ['boolean not null', 'Whether the pin was deleted.', ({ isRemoved }) => isRemoved],
    search_text: [
      'text collate "C" not null',
      'Title, description, link and board id, folded for comparison.',
      ({ text }) => text,
      { internal: true },
    ],
    grams: ['int[] not null', 'Hashes of its neighbouring characters.', ({ grams }) => grams, { internal: true }],
  },
});
