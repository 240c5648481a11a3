import { startPlatformService, type PlatformService } from '../setup/platform-service';
import { createThroughLosses, violationsOf } from './create-through-losses';
import { creatingClients, type CreatingClientName } from './creating-clients';

/** `npm run campaign sdk-retries` makes 10,000 with each. */
const creations = 40;

let service: PlatformService;
beforeAll(async () => void (service = await startPlatformService({ DEFAULT_PLAN: 'enterprise' })));
afterAll(() => service.stop());

describe('whatever is lost on the way, each creation makes one pin and takes one unit', () => {
  it.concurrent.each(Object.keys(creatingClients) as CreatingClientName[])('by %s', async (client) => {
    const { url, call } = service;
    const report = await createThroughLosses({ url, call, client, creations, seed: 44 });
    expect(violationsOf(report, creations)).toEqual([]);
  });
});
