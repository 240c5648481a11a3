import type { GeneratedClient, WalkedOperation } from '../generated-client';
import { connectAccounts, importPins, publishPins, schedulePins } from './publish-pins';
import { proposePins } from './propose-pins';
import { makeKeys, proveHistory, readFigures, useSandbox } from './read-figures';
import { changeAddress, changePasswords, leaveAndStay, signUp } from './sign-up';
import { subscribe } from './subscribe';
import { uploadAssets } from './upload-assets';
import { signInWithGoogle, useSecondFactor } from './use-second-factor';
import { Walker, type WalkedService, type WalkStep } from './walker';

export interface Walk {
  readonly steps: readonly WalkStep[];
  /** Where a part of the walk ended early: what it needed had not come. */
  readonly broken: readonly string[];
}

/** Walks every operation of the service once or more, in the order in which somebody would use them, as a customer of his own. */
export async function walkService(
  client: GeneratedClient,
  operations: ReadonlyMap<string, WalkedOperation>,
  service: WalkedService,
): Promise<Walk> {
  const walker = new Walker(client, operations);
  const broken: string[] = [];
  const part = (what: string, walked: Promise<unknown>) => walked.catch((error: unknown) => void broken.push(`${what}: ${String(error)}`));
  try {
    const owner = await signUp(walker, service);
    const place = await connectAccounts(walker);
    await part('pins', publishPins(walker, service, place));
    await part('schedules', schedulePins(walker, service, place));
    await part('imports', importPins(walker, place));
    await part('proposals', proposePins(walker, place));
    await part('assets', uploadAssets(walker));
    await part('webhooks', subscribe(walker, service));
    await part('keys', makeKeys(walker, place));
    await part('figures', readFigures(walker, place));
    await part('sandbox', useSandbox(walker));
    await part('second factor', useSecondFactor(walker, owner));
    await part('Google', signInWithGoogle(walker, service, owner));
    await part('history', proveHistory(walker));
    const changed = await changePasswords(walker, service, owner);
    await part('address', changeAddress(walker, service, changed));
    await part('account', leaveAndStay(walker, changed));
  } catch (error) {
    broken.push(String(error));
  }
  return { steps: walker.steps, broken };
}
