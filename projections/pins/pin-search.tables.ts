import { tableFrom } from '@pps/read-store';

/** The texts of so many pins of a project, its first, are read by each search of it; those of later ones are in the index. Another number raises the version. */
export const pinsReadBySearches = 1_000;

/** What can be found of a pin. */
export interface SearchedPin {
  readonly pinId: string;
  readonly projectId: string;
  readonly epoch: number;
  readonly isRemoved: boolean;
  /** How many pins of its project and epoch were queued before it. */
  readonly nth: number;
  readonly text: string;
  /** Null where searches read the text itself. */
  readonly hashes: readonly number[] | null;
}

/** Beside the pins' rows: those change with every attempt, this only with the content. */
export const pinSearchTable = tableFrom<SearchedPin>()({
  name: 'pin_search',
  meaning: 'What searches look through, one row for each pin, deleted ones too.',
  key: ['pin_id'],
  indexes: ['(project_id, epoch, nth)', 'using gin (hashes) with (gin_pending_list_limit = 1024) where hashes is not null'],
  columns: {
    pin_id: ['uuid', 'The pin.', ({ pinId }) => pinId],
    project_id: ['uuid not null', 'Project (workspace_id in the API).', ({ projectId }) => projectId],
    epoch: ['int not null', 'How often the project had been reset when the pin was created.', ({ epoch }) => epoch],
    nth: ['int not null', 'How many pins of the project and epoch were queued before it.', ({ nth }) => nth, { internal: true }],
    is_removed: ['boolean not null', 'Whether the pin was deleted.', ({ isRemoved }) => isRemoved],
    search_text: [
      'text collate "C" not null',
      'Title, description, link and board id, folded for comparison.',
      ({ text }) => text,
      { internal: true },
    ],
    hashes: [
      'int[]',
      'Of its neighbouring characters; null of the first pins of a project, whose texts searches read.',
      ({ hashes }) => hashes,
      { internal: true },
    ],
  },
});
