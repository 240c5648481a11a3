import type { Setting } from './setting';

/** Where uploaded files are stored, and how long a link to one works. */
export const assetSettings = {
  ASSET_STORAGE: {
    kind: 'enum',
    options: ['folder', 's3'],
    default: 'folder',
    group: 'storage',
    meaning:
      'Uploaded files and archives of accounts: in DATA_DIR/assets and DATA_DIR/exports, or in an S3-compatible store, which several machines need.',
  },
  S3_BUCKET: { kind: 'string', default: null, group: 'storage', meaning: 'Bucket of the S3-compatible store.' },
  S3_REGION: { kind: 'string', default: 'us-east-1', group: 'storage', meaning: 'Its region.' },
  S3_ENDPOINT: { kind: 'url', schemes: ['http', 'https'], default: null, group: 'storage', meaning: 'Its address; AWS when absent.' },
  S3_ACCESS_KEY_ID: { kind: 'string', default: null, group: 'storage', meaning: "Access key; the machine's own credentials when absent." },
  S3_SECRET_ACCESS_KEY: { kind: 'secret', default: null, group: 'storage', meaning: 'Secret of the access key.' },
  ASSET_LINK_LIFETIME: { kind: 'duration', default: '24h', group: 'storage', meaning: 'How long a public link to an uploaded file works.' },
} as const satisfies Readonly<Record<string, Setting>>;
