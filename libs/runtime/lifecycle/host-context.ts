import type { Configuration } from '../configuration/configuration';
import type { Logger } from '../logging/logger';
import type { Tracing } from '../tracing/finished-span';

export interface HostContext {
  readonly config: Configuration;
  readonly logger: Logger;
  /** Absent where nothing is traced. */
  readonly tracing?: Tracing;
}
