import { PaymentAccess, reconcileSubscriptions } from '@pps/billing';
import { Streams } from '@pps/event-store';
import { Rejected } from '@pps/kernel';
import type { Configuration } from '@pps/runtime/configuration/configuration';
import { loadConfiguration } from '@pps/runtime/configuration/load-configuration';
import { readPartUrls } from '../standalone/part-urls';
import { CommandFailed, exitCodes } from './command-failed';
import { onInstallation } from './on-installation';

/** Compares all subscriptions with the payment provider; the lines to show. Throws CommandFailed. */
export function reconcileOnInstallation(): Promise<readonly string[]> {
  return onInstallation(async ({ store }) => {
    const logger = { warn: (fields: object, message: string) => console.error(`${message} ${JSON.stringify(fields)}`) };
    const payments = PaymentAccess.from(configurationOfInstallation(), logger).client;
    if (!payments) throw new CommandFailed('PAYMENT_API_KEY is not set', exitCodes.usage);
    const deps = { streams: new Streams(store), payments, clock: () => new Date(), log: () => undefined };
    const { compared, mended, unknown, withoutPlan } = await reconcileSubscriptions(deps).catch((error: unknown) => {
      if (error instanceof Rejected) throw new CommandFailed(error.message, exitCodes.unreachable);
      throw error;
    });
    const changes = mended.map(
      ({ organizationId, subscriptionId, plan, status }) => `${organizationId}: ${subscriptionId} is ${plan}, ${status}`,
    );
    const unpriced = withoutPlan.map(
      ({ organizationId, subscriptionId, priceIds }) =>
        `${organizationId}: ${subscriptionId} has no price that is a plan (${priceIds.join(', ')})`,
    );
    return [...changes, ...unpriced, `${compared} compared, ${mended.length} mended, ${unknown} of customers that nobody is`];
  });
}

/** With the simulator that an `npm start` in DATA_DIR has brought, unless the settings name a payment provider. */
function configurationOfInstallation(): Configuration {
  const running = readPartUrls(loadConfiguration(process.env).DATA_DIR);
  const { PAYMENT_API_URL, PAYMENT_API_KEY } = { ...running, ...process.env };
  return loadConfiguration({ ...process.env, PAYMENT_API_URL, PAYMENT_API_KEY });
}
