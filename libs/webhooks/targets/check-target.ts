import { Invalid } from '@pps/kernel';
import { lookUpHost } from './look-up-host';
import { resolveAllowedAddresses, targetUrl, Unreachable, type TargetPolicy } from './target-url';

/** Gives the URL back when the policy allows it; where the policy wants public addresses, the host is looked up for the project. Throws `Invalid` at `body.url`. */
export async function checkTarget(text: string, policy: TargetPolicy, projectId: string): Promise<string> {
  const problem = targetProblem(text, policy);
  if (problem !== null) throw refusal(problem);
  if (policy === 'public') {
    await resolveAllowedAddresses(new URL(text), policy, projectId, lookUpHost).catch((error: unknown) => {
      throw error instanceof Unreachable ? refusal(error.message) : error;
    });
  }
  return text;
}

/** What is wrong with the form of a URL, as a sentence for the user; null for one that may be looked up. `any` asks for no more than every policy does. */
export function targetProblem(text: string, policy: TargetPolicy): string | null {
  if (invisible.test(text) || text !== text.trim()) return 'The URL must not hold control or invisible characters';
  const target = targetUrl(text, policy);
  return 'problem' in target ? target.problem : null;
}

/** The parser drops some of them, so that another URL would be called than is shown; a terminal obeys others. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

const refusal = (msg: string): Invalid => new Invalid([{ loc: ['body', 'url'], msg, type: 'url_parsing' }]);
