import { namesIn } from '../read-model';
import type { SdkField, SdkModel, SdkType } from '../sdk-model';

/**
 * The file of the moments: the names of fields that are moments, but for those that end in `_at`, which all are, and of those whose content is nobody's but
 * the caller's. Throws where one name would be
 * both a moment and something else: the runtime goes by names, as a table of types would take a tenth of the package.
 */
export function writeMoments({ types, resources }: SdkModel): string {
  const answers = new Set(
    resources.flatMap(({ operations }) => operations.flatMap(({ answer }) => ('type' in answer ? namesIn(answer.type) : []))),
  );
  const fields = types.filter(({ use, name }) => use !== 'sent' || answers.has(name)).flatMap((type) => type.fields);
  const moments = new Set(namesOf(fields, ({ kind }) => kind === 'moment'));
  const opaque = new Set(namesOf(fields, isOpaque));
  const withMoments = new Set(types.filter((type) => type.fields.some(({ name }) => moments.has(name))).map(({ name }) => name));
  const doubtful = fields.filter(({ name, type }) =>
    type.kind === 'moment'
      ? opaque.has(name)
      : moments.has(name) || name.endsWith('_at') || (opaque.has(name) && namesIn(type).some((each) => withMoments.has(each))),
  );
  if (doubtful.length > 0) throw new Error(`moments cannot be told by the names ${namesOf(doubtful, () => true).join(', ')}`);
  const table = (name: string, names: ReadonlySet<string>) => `export const ${name} =\n  '${[...names].sort().join(' ')}';\n`;
  const told = new Set([...moments].filter((name) => !name.endsWith('_at')));
  return table('momentNames', told) + table('opaqueNames', opaque);
}

const namesOf = (fields: readonly SdkField[], has: (type: SdkType) => boolean): readonly string[] =>
  fields.filter(({ type }) => has(type)).map(({ name }) => name);

const isOpaque = (type: SdkType): boolean => type.kind === 'json' || (type.kind === 'union' && type.of.some(isOpaque));
