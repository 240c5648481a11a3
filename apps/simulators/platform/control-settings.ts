import { badParameter } from './platform-refusal';

export type RateCategory = 'org_read' | 'org_write';

export interface ControlSettings {
  /** A new pin shows this much later in the listing of its board. */
  readonly read_lag_ms: number;
  readonly clock_skew_ms: number;
  /** Calls a minute, per user and category. */
  readonly rate_limits: Readonly<Record<RateCategory, number>>;
  /** Calls a day of the app as a whole, as on trial; 0: no limit. */
  readonly daily_limit: number;
  /** A board that was written to is not written to again for so long. */
  readonly board_write_ms: number;
  readonly access_token_seconds: number;
  readonly refresh_token_seconds: number;
  /** A refresh ends the access token it replaces, instead of leaving it until it expires. */
  readonly refresh_ends_access: boolean;
  readonly media_processing_ms: number;
  /** `processing` means: for ever. */
  readonly media_outcome: 'succeeded' | 'failed' | 'processing';
  /** Refuses pins as the platform does to an app on trial. */
  readonly trial: boolean;
}

const defaults: ControlSettings = {
  read_lag_ms: 0,
  clock_skew_ms: 0,
  rate_limits: { org_read: 100_000, org_write: 100_000 },
  daily_limit: 0,
  board_write_ms: 0,
  access_token_seconds: 2_592_000,
  refresh_token_seconds: 5_184_000,
  refresh_ends_access: false,
  media_processing_ms: 500,
  media_outcome: 'succeeded',
  trial: false,
};

export function controlSettingsOf(stored: Partial<ControlSettings> | undefined): ControlSettings {
  return { ...defaults, ...stored, rate_limits: { ...defaults.rate_limits, ...stored?.rate_limits } };
}

export function changeControlSettings(current: ControlSettings, change: unknown): ControlSettings {
  if (typeof change !== 'object' || change === null) throw badParameter('The settings are no object');
  for (const [name, value] of Object.entries(change)) {
    if (!(name in defaults)) throw badParameter(`Unknown setting ${name}`);
    if (typeof value !== typeof defaults[name as keyof ControlSettings]) throw badParameter(`Setting ${name} has the wrong type`);
  }
  const { rate_limits, ...rest } = change as Partial<ControlSettings>;
  return { ...current, ...rest, rate_limits: { ...current.rate_limits, ...rate_limits } };
}
