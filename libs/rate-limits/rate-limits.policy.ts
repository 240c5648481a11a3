import type { Configuration } from '@pps/runtime';

/** What is counted: by client address what anybody may do, by project what its keys and users do, by credential what one key or session does, by person what somebody does on pages. */
export type LimitName =
  | 'registrations'
  | 'mails'
  | 'link_uses'
  | 'device_sign_ins'
  | 'token_requests'
  | 'client_registrations'
  | 'refused_bodies'
  | 'webhook_tests'
  | 'webhook_replays'
  | 'sandbox_resets'
  | 'fresh_access_checks'
  | 'board_lists'
  | 'request_lists'
  | 'proposal_answers'
  | 'proposal_looks';

export interface RateLimitRule {
  readonly by: 'address' | 'project' | 'credential' | 'person';
  /** How many in a window of `windowMs`. */
  readonly most: number;
  readonly windowMs: number;
  /** What the refusal says. */
  readonly message: string;
}

/** Every limit of a rate, as configured. */
export const rateLimitRules = (settings: Configuration): Readonly<Record<LimitName, RateLimitRule>> => ({
  registrations: byAddress(settings, settings.REGISTRATIONS_PER_ADDRESS, 'Too many registrations from this address'),
  mails: {
    by: 'address',
    most: settings.MAIL_REQUESTS_PER_ADDRESS,
    windowMs: settings.MAIL_REQUESTS_WINDOW,
    message: 'Too many mails asked for from this address',
  },
  link_uses: byAddress(settings, settings.LINK_USES_PER_ADDRESS, 'Too many links used from this address'),
  device_sign_ins: byAddress(settings, settings.DEVICE_SIGN_INS_PER_ADDRESS, 'Too many terminals sign in from this address'),
  token_requests: byAddress(settings, settings.TOKEN_REQUESTS_PER_ADDRESS, 'Too many calls for tokens from this address'),
  client_registrations: byAddress(settings, settings.CLIENT_REGISTRATIONS_PER_ADDRESS, 'Too many programs register from this address'),
  refused_bodies: byAddress(settings, settings.REFUSED_BODIES_PER_ADDRESS, 'Too many refused bodies from this address'),
  webhook_tests: byProject(settings, settings.WEBHOOK_TESTS_PER_PROJECT, 'Too many webhook tests'),
  webhook_replays: byProject(settings, settings.WEBHOOK_REPLAYS_PER_PROJECT, 'Too many replays'),
  sandbox_resets: byProject(settings, settings.SANDBOX_RESETS_PER_PROJECT, 'Too many resets of the sandbox'),
  fresh_access_checks: byProject(settings, settings.FRESH_ACCESS_CHECKS_PER_PROJECT, 'Too many fresh access checks'),
  board_lists: byProject(settings, settings.BOARD_LISTS_PER_PROJECT, 'Too many lists of boards'),
  proposal_answers: { ...byProject(settings, settings.PROPOSAL_ANSWERS_PER_PERSON, 'Too many answers to proposals'), by: 'person' },
  proposal_looks: { ...byProject(settings, settings.PROPOSAL_ANSWERS_PER_PERSON, 'Too many looks at proposals'), by: 'person' },
  request_lists: { ...byProject(settings, settings.REQUEST_LISTS_PER_CREDENTIAL, 'Too many lists of requests'), by: 'credential' },
});

const byAddress = ({ ADDRESS_LIMITS_WINDOW }: Configuration, most: number, message: string): RateLimitRule => ({
  by: 'address',
  most,
  windowMs: ADDRESS_LIMITS_WINDOW,
  message,
});

const byProject = ({ PROJECT_LIMITS_WINDOW }: Configuration, most: number, message: string): RateLimitRule => ({
  by: 'project',
  most,
  windowMs: PROJECT_LIMITS_WINDOW,
  message,
});
