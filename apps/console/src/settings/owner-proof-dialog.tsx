import type { OwnerProof } from 'pin-publishing';
import type { ReactNode } from 'react';
import { OwnerProofFields, ownerProofFields, ownerProofIn } from '../session/owner-proof-fields';
import { Dialog } from '../shown/dialog';
import { WriteForm } from '../shown/write-form';

interface OwnerProofProps {
  readonly title: string;
  readonly action: string;
  readonly failed: string;
  readonly act: (proof: OwnerProof) => PromiseLike<unknown>;
  readonly onClose: () => void;
  readonly isDanger?: boolean;
  readonly children: ReactNode;
}

/** Asks for the password, or a code of the second factor, before something that only the person may do. */
export function OwnerProofDialog({ title, action, failed, act, onClose, isDanger = false, children }: OwnerProofProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <WriteForm
        act={(form) => act(proofIn(form))}
        action={action}
        failed={failed}
        fields={ownerProofFields}
        onLeave={onClose}
        isDanger={isDanger}
      >
        {(faults) => (
          <OwnerProofFields
            faults={faults}
            codeLabel="Or a code"
            codeHint="Six digits of your authenticator app, or a recovery code; for who has no password."
          />
        )}
      </WriteForm>
    </Dialog>
  );
}

/** One of the two is enough: the password goes first. */
function proofIn(form: FormData): OwnerProof {
  const { password, ...factor } = ownerProofIn(form);
  return password === undefined ? factor : { password };
}
