import { whatThePaymentProviderSays } from './billing';
import { oneKeyOnePin } from './idempotency';
import { theJourney } from './journey';
import { whateverThePlatformDoes } from './platform-faults';
import { refusalsChangeNothing } from './refusals';
import { startWholeService, type WholeService } from './whole-service';

describe('the whole service, as npm start runs it', () => {
  let service: WholeService;
  beforeAll(async () => void (service = await startWholeService()), 120_000);
  afterAll(() => service?.stop());

  describe('the journey', () => theJourney(() => service));
  describe('one key, one pin', () => oneKeyOnePin(() => service));
  describe('refusals change nothing', () => refusalsChangeNothing(() => service));
  describe('what the payment provider says', () => whatThePaymentProviderSays(() => service));
  describe('whatever the platform does', () => whateverThePlatformDoes(() => service));
});
