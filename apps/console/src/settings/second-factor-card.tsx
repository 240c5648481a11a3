import type { OwnerProof, SecondFactor } from 'pin-publishing';
import { useState } from 'react';
import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { makeSecret } from '../session/held-secret';
import { Badge } from '../shown/badge';
import { Moment } from '../shown/moment';
import { OwnerProofDialog } from './owner-proof-dialog';
import { secretOfRecoveryCodes } from './recovery-codes';
import { SecondFactorSetupDialog } from './second-factor-setup-dialog';

interface SecondFactorCardProps {
  readonly factor: SecondFactor;
  readonly onChange: () => void;
}

/** Whether signing in asks for a code: turn it on and off, and make new recovery codes. */
export function SecondFactorCard({ factor, onChange }: SecondFactorCardProps) {
  const { user } = useMe();
  const [asked, setAsked] = useState<'set_up' | 'replace' | 'disable' | null>(null);
  const leave = (): void => {
    setAsked(null);
    onChange();
  };
  const replace = (proof: OwnerProof): Promise<void> =>
    makeSecret(
      async () => secretOfRecoveryCodes((await client.secondFactor.replaceRecoveryCodes(proof)).recovery_codes, user.email),
      leave,
    );
  const disable = async (proof: OwnerProof): Promise<void> => {
    await client.secondFactor.disable(proof);
    leave();
  };
  return (
    <section className="card" aria-label="Second factor">
      <h2>
        Second factor <Badge>{factor.enabled ? 'on' : 'off'}</Badge>
      </h2>
      {factor.enabled ? (
        <p>
          Signing in asks for a code of your authenticator app since <Moment at={factor.enabled_at} />. {factor.recovery_codes_left}{' '}
          recovery codes are left.
        </p>
      ) : (
        <p>With it, signing in also asks for a code of an authenticator app: who learns your password has not enough.</p>
      )}
      {!factor.enabled && !user.email_verified && (
        <p className="hint">Verify your address first: it is the way back, should the app be lost.</p>
      )}
      <div className="actions">
        {factor.enabled ? (
          <>
            <button type="button" onClick={() => setAsked('replace')}>
              New recovery codes …
            </button>
            <button type="button" className="danger" onClick={() => setAsked('disable')}>
              Turn off …
            </button>
          </>
        ) : (
          <button type="button" className="main" disabled={!user.email_verified} onClick={() => setAsked('set_up')}>
            Turn on …
          </button>
        )}
      </div>
      {asked === 'set_up' && <SecondFactorSetupDialog onClose={leave} onDone={leave} />}
      {asked === 'replace' && (
        <OwnerProofDialog title="New recovery codes" action="Make new codes" failed="No codes were made" act={replace} onClose={leave}>
          <p>The ones that you have no longer work then.</p>
        </OwnerProofDialog>
      )}
      {asked === 'disable' && (
        <OwnerProofDialog
          title="Turn the second factor off?"
          action="Turn it off"
          failed="It is still on"
          act={disable}
          onClose={leave}
          isDanger
        >
          <p>Signing in asks for your password alone then.</p>
        </OwnerProofDialog>
      )}
    </section>
  );
}
