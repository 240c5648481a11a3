export type SettingGroup =
  | 'http'
  | 'storage'
  | 'platform'
  | 'mail'
  | 'keys'
  | 'sessions'
  | 'google'
  | 'plans'
  | 'publishing'
  | 'webhooks'
  | 'limits'
  | 'operations';
export type Feature = 'platform' | 'mail' | 'google' | 'payments';

interface Described {
  /** What holds when the variable is absent or empty; `$NAME` stands for another setting; null: nothing. */
  readonly default: string | null;
  readonly meaning: string;
  readonly group: SettingGroup;
  /** Without a value for every setting of a feature that has no default, the feature reports itself disabled. */
  readonly feature?: Feature;
  /** The value may hold a credential and is never shown. */
  readonly sensitive?: true;
}

export type Setting = Described &
  (
    | {
        readonly kind:
          | 'port'
          | 'path'
          | 'duration'
          | 'durations'
          | 'bucket'
          | 'string'
          | 'secret'
          | 'key'
          | 'keys'
          | 'origins'
          | 'proxies'
          | 'boolean';
      }
    | { readonly kind: 'integer'; readonly min: number; readonly max: number }
    | { readonly kind: 'url'; readonly schemes: readonly string[]; readonly keepsTrailingSlash?: true }
    | { readonly kind: 'enum'; readonly options: readonly string[] }
  );

export type SettingKind = Setting['kind'];

export interface Bucket {
  readonly capacity: number;
  readonly refillPerSecond: number;
}

/** What a setting of each kind is read as; durations are milliseconds, a key is 32 bytes. */
export interface ValueOfKind {
  readonly port: number;
  readonly url: string;
  readonly path: string;
  readonly duration: number;
  readonly durations: readonly number[];
  readonly bucket: Bucket;
  readonly enum: string;
  readonly string: string;
  readonly secret: string;
  readonly key: Buffer;
  readonly keys: readonly Buffer[];
  /** `*` alone, or origins such as `https://app.example.com`. */
  readonly origins: readonly string[];
  /** False, how many proxies stand in a row in front, or the addresses and networks that they have. */
  readonly proxies: false | number | readonly string[];
  readonly boolean: boolean;
  readonly integer: number;
}
