import { Invalid } from '@pps/kernel';
import { lookUpHost } from './look-up-host';
import { resolveAllowedAddresses, targetUrl, Unreachable, type TargetPolicy } from './target-url';

/** Gives the URL back when the policy allows it; where the policy wants public addresses, the host is looked up for the project. Throws `Invalid` at `body.url`. */
export async function checkTarget(text: string, policy: TargetPolicy, projectId: string): Promise<string> {
  if (invisible.test(text) || text !== text.trim()) throw refusal('The URL must not hold control or invisible characters');
  const target = targetUrl(text, policy);
  if ('problem' in target) throw refusal(target.problem);
  if (policy === 'public') {
    await resolveAllowedAddresses(target.url, policy, projectId, lookUpHost).catch((error: unknown) => {
      throw error instanceof Unreachable ? refusal(error.message) : error;
    });
  }
  return text;
}

/** The parser drops some of them, so that another URL would be called than is shown; a terminal obeys others. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

const refusal = (msg: string): Invalid => new Invalid([{ loc: ['body', 'url'], msg, type: 'url_parsing' }]);
