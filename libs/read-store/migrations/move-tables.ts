import type { VersionedMigration } from './migration';

export interface Move {
  /** As the table was called in the schema `service`. */
  readonly from: string;
  /** As it is called in its owner's schema. */
  readonly to: string;
  /** Columns that get another name: the former name to the new one. */
  readonly renamed?: Readonly<Record<string, string>>;
}

/**
 * Moves tables out of the schema `service`, which all owners shared, into their owner's; rows, indexes, triggers and defaults go with them. In
 * the place of each stays a view of its name that can be written through, for processes of the release before that still run.
 */
export const moveTables = (name: string, schema: string, moves: readonly Move[]): VersionedMigration => ({
  name,
  up: async (tx) => {
    await tx.raw([`create schema if not exists ${schema};`, ...moves.map((move) => statementsFor(schema, move))].join('\n'));
  },
});

function statementsFor(schema: string, { from, to, renamed = {} }: Move): string {
  const owned = `${schema}.${to}`;
  const asBefore = Object.entries(renamed);
  return [
    `alter table service.${from} set schema ${schema};`,
    ...(from === to ? [] : [`alter table ${schema}.${from} rename to ${to};`]),
    `create view service.${from} as select * from ${owned};`,
    `comment on view service.${from} is 'For processes of a release up to 1.58; the table is ${owned}.';`,
    // The view goes on calling its columns what they were called.
    ...asBefore.map(([former, column]) => `alter table ${owned} rename column ${former} to ${column};`),
  ].join('\n');
}
