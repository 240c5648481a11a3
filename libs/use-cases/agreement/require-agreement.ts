import type { Principal } from '@pps/identity';
import { Rejected } from '@pps/kernel';
import type { Agreement } from '@pps/pins/events';

/** Where a program publishes what its person agreed to. */
export const proposalsRoute = 'POST /v1/proposals';

/**
 * What is recorded of who agreed to a change of what is published; every such change asks here before it looks at anything. `given` counts where a person
 * carries out what he agreed to; of a program it is the mode of its grant that says. Throws `Rejected('proposal_required')` where its person has to agree first;
 * `remediation`: what to propose, where it is not the call itself.
 */
export function requireAgreement({ grant }: Pick<Principal, 'grant'>, given?: Agreement, remediation?: string): Agreement | undefined {
  if (!grant) return given;
  if (grant.mode === 'direct') return { way: 'none' };
  if (grant.mode === 'confirm' && grant.isConfirmed) return { way: 'client' };
  const mode = { publishing_mode: grant.mode };
  const message = 'The person who let this program act agrees to each pin before it is published';
  throw new Rejected('proposal_required', message, mode, remediation === undefined ? {} : { remediation });
}

/** What a program proposes instead of another go at a schedule. */
export const insteadOfScheduleRetry = `Propose \`retry_pin\` of its pin with ${proposalsRoute}; where it has no pin, \`publish\` or \`schedule\` with what it shows. Give the person the link in the answer.`;

/**
 * A board that becomes public shows all its pins to everybody: a program does that only where it also publishes by itself. Throws
 * `Rejected('proposal_required')`.
 */
export function refusePublicBoard({ grant }: Pick<Principal, 'grant'>): void {
  if (!grant || grant.mode === 'direct') return;
  const message = 'The person who let this program act makes a board public himself: everybody sees its pins then';
  const remediation = 'Ask the person to make it public at the network; leave visibility and privacy out to change the rest.';
  throw new Rejected('proposal_required', message, { publishing_mode: grant.mode }, { remediation });
}

/** A request with what is recorded of who agreed to it. Throws as `requireAgreement`. */
export function withAgreement<Request extends { readonly agreement?: Agreement }>(
  caller: Pick<Principal, 'grant'>,
  request: Request,
): Request {
  const agreement = requireAgreement(caller, request.agreement);
  return agreement === request.agreement ? request : { ...request, agreement };
}

/** The same of what is carried out later, by the grant as it is then: no word of a program lasts. Throws as `requireAgreement`. */
export function requireLastingAgreement({ grant }: Pick<Principal, 'grant'>): void {
  if (grant) requireAgreement({ grant: { ...grant, isConfirmed: undefined } });
}

/** The caller in one call to which its user has agreed, as the program says: with `confirm` that counts, with `propose` it does not. */
export const confirmedByClient = (principal: Principal): Principal =>
  principal.grant ? { ...principal, grant: { ...principal.grant, isConfirmed: true } } : principal;
