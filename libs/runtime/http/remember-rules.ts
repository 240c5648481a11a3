import { getMetadataStorage } from 'class-validator';

type Storage = ReturnType<typeof getMetadataStorage>;

/**
 * Makes class-validator look for the rules of a class once: it goes through every class that has any, for each value. A class has its rules when it is
 * declared, and those of what it inherits from before. Asked for groups it looks each time.
 */
export function rememberRules(storage: Storage = getMetadataStorage()): void {
  const known = new Map<unknown, ReturnType<Storage['getTargetValidationMetadatas']>>();
  const look = storage.getTargetValidationMetadatas.bind(storage);
  storage.getTargetValidationMetadatas = (type, schema, always, strictGroups, groups) => {
    if (schema !== undefined || always || strictGroups || groups !== undefined) return look(type, schema, always, strictGroups, groups);
    let rules = known.get(type);
    if (!rules) known.set(type, (rules = look(type, schema, always, strictGroups, groups)));
    return rules;
  };
}
