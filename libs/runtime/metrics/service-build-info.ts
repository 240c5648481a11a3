import { releaseVersion } from '../release-version';
import { gauge } from './metrics';

export const serviceBuildInfo = gauge('service_build_info', 'The release of the process that was asked; always 1.', ['version']);

serviceBuildInfo.set({ version: releaseVersion }, 1);
