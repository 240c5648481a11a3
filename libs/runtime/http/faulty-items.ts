import { getMetadataStorage, type ValidationError, type ValidatorConstraintInterface } from 'class-validator';

const mostItems = 100;

/**
 * Which items of a list do not meet a constraint that is one of each item; null for a constraint of the list itself, and for what is no list. At most the
 * first 100.
 */
export function faultyItems({ target, property, value }: ValidationError, constraint: string): readonly number[] | null {
  if (!Array.isArray(value) || !target) return null;
  const storage = getMetadataStorage();
  for (const metadata of storage.getTargetValidationMetadatas(target.constructor, '', false, false)) {
    if (metadata.propertyName !== property || !metadata.each || !metadata.constraintCls) continue;
    const named = storage.getTargetValidatorConstraints(metadata.constraintCls as () => void).find(({ name }) => name === constraint);
    if (!named) continue;
    const args = { targetName: target.constructor.name, property, object: target, constraints: (metadata.constraints ?? []) as unknown[] };
    return indicesWhere(value, (item) => !named.instance.validate(item, { ...args, value: item }));
  }
  return null;
}

function indicesWhere(
  items: readonly unknown[],
  isFaulty: (item: unknown) => ReturnType<ValidatorConstraintInterface['validate']>,
): number[] {
  const found: number[] = [];
  for (let index = 0; index < items.length && found.length < mostItems; index += 1) if (isFaulty(items[index])) found.push(index);
  return found;
}
