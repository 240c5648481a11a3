/** Waits of programs under test: a busy machine makes an answer late here, where a production service refuses. */
export const patientSettings = {
  READ_WAIT: '30s',
  REQUEST_WAIT: '2m',
  BULK_WAIT: '2m',
  HASHING_WAIT: '2m',
  DATABASE_WAIT: '2m',
  PAYMENT_TIMEOUT: '1m',
  GOOGLE_TIMEOUT: '1m',
  PLATFORM_CONNECT_TIMEOUT: '1m',
} as const;
