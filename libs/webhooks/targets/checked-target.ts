import { Invalid } from '@pps/kernel';
import { allowedAddresses, targetUrl, Unreachable, type TargetPolicy } from './webhook-targets';

/** The URL as given, after its host was looked up where the policy asks for public addresses. Throws Invalid at `body.url`. */
export async function checkedTarget(text: string, policy: TargetPolicy): Promise<string> {
  const target = targetUrl(text, policy);
  if ('problem' in target) throw refusal(target.problem);
  if (policy === 'public') {
    await allowedAddresses(target.url, policy).catch((error: unknown) => {
      throw error instanceof Unreachable ? refusal(error.message) : error;
    });
  }
  return text;
}

const refusal = (msg: string): Invalid => new Invalid([{ loc: ['body', 'url'], msg, type: 'url_parsing' }]);
