import type { Database } from '@pps/read-store';

/** Rules of rotation that others have: without the minute in which nothing rotates, or without the answer that was lost being given again. */
export type PlantedRotation = 'no settled minute' | 'no second answer';

const forgets: Readonly<Record<PlantedRotation, string>> = {
  'no settled minute': 'new.refreshed_at := null',
  'no second answer': 'new.is_used := true',
};

/** Lets the service forget what a rule of its rotation rests on, from the first refresh on. */
export async function plantRotation(db: Database, planted: PlantedRotation): Promise<void> {
  const body = `begin if new.generation > 1 then ${forgets[planted]}; end if; return new; end`;
  await db.raw(`create function identity.planted_rotation() returns trigger language plpgsql as '${body}'`);
  await db.raw(
    'create trigger planted_rotation before insert or update on identity.grant_token for each row execute function identity.planted_rotation()',
  );
}
