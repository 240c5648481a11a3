import type { KnownKey, SignedRoot, ProofVerdict } from './verifier-file';

interface Known {
  readonly checkpoints: readonly SignedRoot[];
  readonly keys: readonly KnownKey[];
  /** The project's or the organization's. */
  readonly workspaceId: string;
}

/** A fact as it is shown, and the answer that proves it. */
export interface FactWithProof {
  readonly fact: unknown;
  readonly proof: unknown;
}

/** What the worker is asked to verify. */
export type VerifierTask = Known &
  (
    | { readonly kind: 'export'; readonly file: Blob }
    | { readonly kind: 'facts'; readonly facts: readonly FactWithProof[] }
    | { readonly kind: 'consistency'; readonly answer: unknown }
  );

/** What it tells: how far it has come, and at the end what it found, or why it can say nothing. */
export type VerifierMessage =
  | { readonly kind: 'progress'; readonly lines: number; readonly bytes: number }
  | { readonly kind: 'verdict'; readonly verdict: ProofVerdict; readonly tookMs: number }
  | { readonly kind: 'no_verdict'; readonly reason: string }
  /** The verifier's file could not be loaded. */
  | { readonly kind: 'broken' };
