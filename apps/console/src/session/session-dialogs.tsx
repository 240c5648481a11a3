import type { Me } from 'pin-publishing';
import { useWrite } from '../data/use-write';
import { Dialog } from '../shown/dialog';
import { Failure } from '../shown/failure';
import { Text } from '../shown/text';
import { goOnAs, signOut, switchProject } from './enter-session';
import { useSession } from './console-session';
import { isSecretAtRisk, useHeldSecrets } from './held-secret';
import { ProveAgainDialog } from './prove-again-dialog';
import { useProofRequest } from './proof-request';
import { SignInForm } from './sign-in-form';

/** What stands over the page while its session is not what it was: the page stays as it is below. */
export function SessionDialogs() {
  const session = useSession();
  const proof = useProofRequest();
  const isAtRisk = isSecretAtRisk(useHeldSecrets());
  if (session.kind === 'expired')
    return (
      <Dialog title="Sign in again">
        <p>Your session has ended. What you have typed is still there: sign in, and it goes on.</p>
        {isAtRisk && <p>What was made for you and is shown only once waits too: who leaves as somebody else loses it.</p>}
        <SignInForm email={session.me.user.email} />
        <p>
          <button type="button" className="plain" onClick={() => void signOut()}>
            Leave as somebody else
          </button>
        </p>
      </Dialog>
    );
  if (session.kind === 'elsewhere') return <ElsewhereDialog me={session.me} now={session.now} />;
  return session.kind === 'signed_in' && proof ? <ProveAgainDialog onAnswer={proof} /> : null;
}

function ElsewhereDialog({ me, now }: { readonly me: Me; readonly now: Me }) {
  const isSame = me.user.id === now.user.id;
  const back = useWrite(() => switchProject(me.active_project.id));
  return (
    <Dialog title="Another window went elsewhere">
      <p>
        This browser works in <Text>{now.active_project.name}</Text> of <Text>{now.organization.name}</Text> now, as{' '}
        <Text>{now.user.email}</Text>. This window still shows <Text>{me.active_project.name}</Text>.
      </p>
      {back.failure !== undefined && <Failure error={back.failure} what="It could not be switched back" />}
      <div className="actions">
        <button type="button" className="main" onClick={() => void goOnAs(now)}>
          Go on there
        </button>
        {isSame && (
          <button type="button" disabled={back.isBusy} onClick={() => void back.run()}>
            Switch back
          </button>
        )}
      </div>
    </Dialog>
  );
}
