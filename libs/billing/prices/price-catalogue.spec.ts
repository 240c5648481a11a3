import { priceCatalogue, catalogueFaults, priceFault } from './price-catalogue';

const found = { priceId: 'price_1', unitAmount: 4_900, currency: 'usd', interval: 'month' };

test('the catalogue is one that can be sold from', () => {
  expect(catalogueFaults(priceCatalogue)).toEqual([]);
});

test.each([
  [{ currency: 'Dollar' }, 'the currency is no ISO 4217 code in lower case'],
  [{ version: 0 }, 'the version is no whole number from 1'],
  [{ refreshedAt: 'today' }, 'refreshedAt is no time in UTC'],
  [
    { prices: { ...priceCatalogue.prices, pro: { ...priceCatalogue.prices.pro, annual: { unitAmount: 0, display: '$0' } } } },
    'pro, annual: what is for sale costs something, and nothing else does',
  ],
])('a broken one is named: %j', (broken, fault) => {
  expect(catalogueFaults({ ...priceCatalogue, ...broken })).toEqual([fault]);
});

test.each([
  [found, null],
  [undefined, 'the provider has no active price growth_monthly'],
  [{ ...found, unitAmount: 5_000 }, 'growth_monthly: 5000 at the provider, 4900 in the catalogue'],
  [{ ...found, currency: 'eur' }, 'growth_monthly: eur at the provider, usd in the catalogue'],
  [{ ...found, interval: 'year' }, 'growth_monthly: by year at the provider, by month in the catalogue'],
])('the price %j of the provider differs by: %s', (price, fault) => {
  expect(priceFault(priceCatalogue, 'growth', 'monthly', price)).toBe(fault);
});
