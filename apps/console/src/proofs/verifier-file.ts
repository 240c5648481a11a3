import verifierUrl from '../../../../docs/verify-history.mjs?url';
import type { Checkpoint, VerifyingKey } from 'pin-publishing';

/** What a verifier goes by: roots that were signed, and keys that they are signed with. */
export type SignedRoot = Pick<Checkpoint, 'size' | 'root_hash' | 'key_id' | 'signature'>;
export type KnownKey = Pick<VerifyingKey, 'key_id' | 'public_key'>;

/** What the verifier says: that it holds and what even that does not prove, or the leaf at which it does not. */
export type ProofVerdict =
  | {
      readonly valid: true;
      readonly leaves?: number;
      readonly covered?: number;
      readonly words?: { readonly proved: number; readonly unproved: number; readonly sealed: number };
      readonly not_proved: readonly string[];
    }
  | { readonly valid: false; readonly leaf: number | null; readonly from?: number; readonly fault: string };

/** The file that auditors get, as far as it is called here. */
export interface VerifierFile {
  verifyHistory(
    lines: AsyncIterable<string>,
    checkpoints: readonly SignedRoot[],
    keys: readonly KnownKey[],
    id: string,
  ): Promise<ProofVerdict>;
  verifyProof(
    proof: unknown,
    facts: readonly { readonly value: unknown; readonly isPlain: boolean }[],
    checkpoints: readonly SignedRoot[],
    keys: readonly KnownKey[],
    id: string,
  ): Promise<ProofVerdict>;
  verifyConsistency(answer: unknown, checkpoints: readonly SignedRoot[], keys: readonly KnownKey[], id: string): Promise<ProofVerdict>;
  linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string>;
}

/** Where the console has that file: its bytes are those of the manual, under a name of their hash. */
export const verifierAddress = verifierUrl;
