import type { Database } from '@pps/read-store';
import type { Configuration } from '@pps/runtime/configuration/configuration';
import { CannotUnseal, masterKeys, openSubjectSealers, UnknownMasterKey, type SubjectSealers } from '@pps/vault';
import { checkKeys } from './check-keys';
import { CommandFailed, exitCodes } from './command-failed';

/**
 * The keys of facts, when they are first needed. Where the installation's keys are not given, or are others, what is sealed stays closed, as most commands
 * need none of it; a fact that has something to seal is refused with `CommandFailed`.
 */
export function sealersAtHand(db: Database, configuration: Configuration): SubjectSealers {
  let opening: Promise<SubjectSealers | null> | undefined;
  const open = async () => {
    const { keys } = await checkKeys(db, configuration);
    return keys && openSubjectSealers(db, masterKeys(keys.MASTER_KEY, configuration.MASTER_PREVIOUS_KEYS));
  };
  const sealers = () => (opening ??= open());
  return {
    async toSeal(subject) {
      const found = await sealers();
      if (!found) throw new CommandFailed('this command needs the keys of the installation', exitCodes.refused);
      return found.toSeal(subject);
    },
    async toOpen(subjects) {
      try {
        return (await (await sealers())?.toOpen(subjects)) ?? new Map();
      } catch (error) {
        if (error instanceof UnknownMasterKey || error instanceof CannotUnseal) return new Map();
        throw error;
      }
    },
  };
}
