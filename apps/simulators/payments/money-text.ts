import { currency } from './stripe-objects.state';

/** An amount in cents as people write it. */
export const moneyText = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: currency.toUpperCase() });
