import { allScopes, type NewApiKey } from '@pps/identity';
import { Invalid } from '@pps/kernel';
import { unfitEnd } from '@pps/use-cases';
import { checkInput } from '../http/check-input';
import { isMoment } from '../http/field-rules.decorator';
import { CreateApiKeyDto } from './api-key.dto';

/** Reads a body that may be anything. Throws `Invalid`, which names an end that is over or too far away beside other faults. */
export async function decodeNewKey(body: unknown, now: Date): Promise<NewApiKey> {
  const { expires_at } = Object(body) as { readonly expires_at?: unknown };
  const unfit = isMoment(expires_at) ? unfitEnd(expires_at, now) : null;
  const others = (error: unknown): never => {
    if (unfit === null || !(error instanceof Invalid)) throw error;
    throw new Invalid([...error.errors, unfit]);
  };
  const asked = await checkInput(CreateApiKeyDto, body, { loc: ['body'], unknownFields: 'refuse' }).catch(others);
  return {
    name: asked.name,
    permissions: { scopes: asked.scopes ?? allScopes, accountIds: asked.platform_account_ids ?? null },
    expiresAt: asked.expires_at ? new Date(asked.expires_at).toISOString() : null,
  };
}
