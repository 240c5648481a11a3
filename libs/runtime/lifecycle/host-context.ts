import type { Configuration } from '../configuration/configuration';
import type { Logger } from '../logging/logger';

export interface HostContext {
  readonly config: Configuration;
  readonly logger: Logger;
}
