/** Waits of programs under test: a busy machine makes an answer late here, where a production service refuses. */
export const patientSettings = { READ_WAIT: '30s', REQUEST_WAIT: '2m', HASHING_WAIT: '2m' } as const;
