import { useEffect, useState } from 'react';
import type { SecondFactorSetup } from 'pin-publishing';
import { useWrite } from '../data/use-write';
import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { makeSecret } from '../session/held-secret';
import { Dialog } from '../shown/dialog';
import { Failure } from '../shown/failure';
import { TextField } from '../shown/field';
import { Moment } from '../shown/moment';
import { Secret } from '../shown/secret';
import { WriteForm } from '../shown/write-form';
import { QrCode } from './qr-code';
import { secretOfRecoveryCodes } from './recovery-codes';

interface SetupDialogProps {
  readonly onClose: () => void;
  /** Called once the second factor is on. */
  readonly onDone: () => void;
}

/** Shows the secret for an authenticator app, and takes its first code; the recovery codes that it answers are shown once. */
export function SecondFactorSetupDialog({ onClose, onDone }: SetupDialogProps) {
  const { user } = useMe();
  const [setup, setSetup] = useState<SecondFactorSetup | null>(null);
  const { run, failure } = useWrite(async () => setSetup(await client.secondFactor.setUp()));
  useEffect(() => {
    void run();
    // Each setup makes another secret: it is asked for once.
    // oxlint-disable-next-line react-compiler/exhaustive-deps
  }, []);
  const confirm = (form: FormData): Promise<void> =>
    makeSecret(async () => {
      const { recovery_codes: codes } = await client.secondFactor.confirm({ code: String(form.get('code')) });
      return secretOfRecoveryCodes(codes, user.email);
    }, onDone);
  return (
    <Dialog title="Turn the second factor on" onClose={onClose}>
      {failure !== undefined && <Failure error={failure} what="The setup was not begun" onRetry={() => void run()} />}
      {!setup && (
        <p className="actions">
          {failure === undefined && <span role="status">Loading …</span>}
          <button type="button" onClick={onClose}>
            Leave it
          </button>
        </p>
      )}
      {setup && (
        <>
          <p>Scan this with your authenticator app, or give it the secret by hand.</p>
          <QrCode svg={setup.qr_code_svg} />
          <Secret label="Secret">{setup.secret}</Secret>
          <WriteForm act={confirm} action="Turn it on" failed="It is not on yet" fields={['code']} onLeave={onClose}>
            {(faults) => (
              <TextField
                label="Code"
                name="code"
                required
                maxLength={9}
                inputMode="numeric"
                autoComplete="one-time-code"
                hint={
                  <>
                    The six digits that the app shows, until <Moment at={setup.expires_at} />.
                  </>
                }
                fault={faults['code']}
              />
            )}
          </WriteForm>
        </>
      )}
    </Dialog>
  );
}
