import type { Setting } from './setting';

/** The image-sharing network: where it is, who we are there, how long it may take. */
export const platformSettings = {
  PLATFORM_API_URL: {
    kind: 'url',
    schemes: ['http', 'https'],
    default: 'https://api.pinterest.com/v5',
    group: 'platform',
    feature: 'platform',
    meaning: "The image-sharing network's API.",
  },
  PLATFORM_OAUTH_URL: {
    kind: 'url',
    schemes: ['http', 'https'],
    default: 'https://www.pinterest.com/oauth/',
    keepsTrailingSlash: true,
    group: 'platform',
    feature: 'platform',
    meaning: "The image-sharing network's consent page.",
  },
  PLATFORM_CLIENT_ID: {
    kind: 'string',
    default: null,
    group: 'platform',
    feature: 'platform',
    meaning: 'Application id at the image-sharing network.',
  },
  PLATFORM_CLIENT_SECRET: {
    kind: 'secret',
    default: null,
    group: 'platform',
    feature: 'platform',
    meaning: 'Application secret at the image-sharing network.',
  },
  PLATFORM_TIMEOUT: {
    kind: 'duration',
    default: '20s',
    group: 'platform',
    meaning: 'How long one call to the image-sharing network may take.',
  },
  PLATFORM_CONNECT_TIMEOUT: {
    kind: 'duration',
    default: '5s',
    group: 'platform',
    meaning: 'How much of it may pass until a connection is made.',
  },
} as const satisfies Readonly<Record<string, Setting>>;
