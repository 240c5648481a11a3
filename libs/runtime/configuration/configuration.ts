import type { Setting, ValueOfKind } from './setting';
import type { settings, SettingName } from './settings';

type ValueOf<S extends Setting> = S extends { readonly kind: 'enum'; readonly options: readonly (infer Option)[] }
  ? Option
  : ValueOfKind[S['kind']];

/** All settings as read and checked, typed by the table of settings; those without value or default are undefined. */
export type Configuration = {
  readonly [Name in SettingName]:
    | ValueOf<(typeof settings)[Name]>
    | ((typeof settings)[Name]['default'] extends string ? never : undefined);
};

/** Nest's token for the Configuration. */
export const CONFIGURATION = Symbol('Configuration');
