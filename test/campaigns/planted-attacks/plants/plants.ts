import type { Plant } from '../plant';
import { agreementPlants } from './agreement-plants';
import { clientPlants } from './client-plants';
import { consentPlants } from './consent-plants';
import { tokenPlants } from './token-plants';
import { toolPlants } from './tool-plants';

/** Every guard of the connector that is taken out, one at a time. */
export const plants: readonly Plant[] = [...consentPlants, ...clientPlants, ...tokenPlants, ...agreementPlants, ...toolPlants];
