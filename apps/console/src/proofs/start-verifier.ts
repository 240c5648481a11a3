import workerUrl from './verifier.main?worker&url';

interface PolicyMaker {
  createPolicy(name: string, rules: { createScriptURL(given: string): string }): { createScriptURL(given: string): URL };
}

/** The one policy that the page allows: whatever it is asked for, it names the worker that the build has made. */
const policy = (globalThis as { readonly trustedTypes?: PolicyMaker }).trustedTypes?.createPolicy('pps-verifier', {
  createScriptURL: () => workerUrl,
});

/** Starts the worker that verifies; its own policy lets it load the verifier's file and speak to nobody. */
export const startVerifier = (): Worker => new Worker(policy?.createScriptURL('') ?? workerUrl, { type: 'module', name: 'verifier' });
