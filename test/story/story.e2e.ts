import { migratedDatabase } from '../setup/migrated-database';
import { billingStory } from './billing';
import { idempotencyStory } from './idempotency';
import { journeyStory } from './journey';
import { platformFaultsStory } from './platform-faults';
import { refusalsStory } from './refusals';
import { startWholeService, type WholeService } from './whole-service';

describe('the whole service, as npm start runs it', () => {
  let service: WholeService;
  beforeAll(async () => void (service = await startWholeService({ DATABASE_URL: await migratedDatabase() })));
  afterAll(() => service?.stop());

  describe('the journey', () => journeyStory(() => service));
  describe('one key, one pin', () => idempotencyStory(() => service));
  describe('refusals change nothing', () => refusalsStory(() => service));
  describe('what the payment provider says', () => billingStory(() => service));
  describe('whatever the platform does', () => platformFaultsStory(() => service));
});
