import { describeTables } from '@pps/read-store';

export const auditCommentsMigration = describeTables('audit', 'The trees that prove the history, and what was signed of them.', {
  tree: {
    meaning: 'One row for each project and for each organization that has facts of its own.',
    columns: {
      tree_id: 'The project or organization.',
      size: 'Leaves that it has.',
      signed_size: 'Leaves that its newest checkpoint covers.',
    },
  },
  tree_hash: {
    meaning: 'Leaves and every eighth level of nodes above them; rows are added and never changed.',
    columns: {
      tree_id: 'The tree.',
      level: '0 for leaves; a node of level n is over 2^n of them.',
      index: 'Place on its level from the left, from 0.',
      hash: 'SHA-256 as RFC 9162 says.',
    },
  },
  difference: {
    meaning: 'The first leaf of each tree that came out otherwise when the log was read again: the log or the tree was changed.',
    columns: {
      tree_id: 'The tree.',
      leaf_index: 'The leaf.',
      stored_hash: 'What the tree holds, and goes on holding.',
      computed_hash: 'What the fact in the log gave.',
      found_at: 'When that was found.',
    },
  },
  signing_key: {
    meaning: 'Keys that sign checkpoints; one at a time signs, former ones stay for who verifies.',
    columns: {
      key_id: 'First 16 hex digits of the SHA-256 of the public key.',
      public_key: 'Ed25519, 32 bytes.',
      vault_ref: 'Where the vault holds the private key.',
      created_at: 'When it began to sign.',
      retired_at: 'When another key took over; null for the one that signs.',
    },
  },
  operator_checkpoint: {
    meaning: 'Signed statements over the newest checkpoints of all trees, each naming the one before.',
    columns: {
      number: 'Counts from 1.',
      trees: 'Trees that it covers.',
      root_hash: 'Root of the tree over their newest checkpoints, in order of their ids.',
      previous_hash: 'SHA-256 of the text that was signed before; null for the first.',
      signed_at: 'When it was signed.',
      key_id: 'The key that signed.',
      signature: 'Ed25519 over its text.',
    },
  },
  checkpoint: {
    meaning: 'What was signed of each tree.',
    columns: {
      tree_id: 'The tree.',
      size: 'Leaves that it covers.',
      root_hash: 'Root over them.',
      signed_at: 'When it was signed.',
      key_id: 'The key that signed.',
      signature: 'Ed25519 over its text.',
      operator_number: 'The first operator checkpoint that covers it.',
    },
  },
});
