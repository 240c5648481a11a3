import { describeTables } from '@pps/read-store';

export const vaultCommentsMigration = describeTables('vault', 'Secrets and personal data, encrypted; facts hold references to them.', {
  subject_key: {
    meaning: 'One key for each subject, a person or an organization; deleting it forgets the subject.',
    columns: {
      subject: 'Whose data it encrypts.',
      wrapped_key: 'The key, encrypted with the master key.',
      master_key_id: 'Fingerprint of that master key.',
      created_at: 'When it was made.',
    },
  },
  entry: {
    meaning: 'Encrypted values; a row is never changed.',
    columns: {
      ref: 'What facts call it by.',
      subject: 'Whose key encrypts it.',
      kind: 'What it is, such as an e-mail address or a platform token.',
      ciphertext: 'The value, AES-256-GCM.',
      created_at: 'When it was stored; facts name it soon afterwards, or a sweep deletes it.',
    },
  },
  forgotten_subject: {
    meaning: 'Subjects whose key was dropped on purpose; what facts name of them is not missing.',
    columns: { subject: 'Who was forgotten.', forgotten_at: 'When the key was dropped.' },
  },
});
