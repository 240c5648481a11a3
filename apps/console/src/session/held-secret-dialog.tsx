import { useEffect, type MouseEvent } from 'react';
import { Dialog } from '../shown/dialog';
import { Secret } from '../shown/secret';
import { Text } from '../shown/text';
import { useSession } from './console-session';
import { forgetSecretsOfOthers, isSecretAtRisk, secretOwnerOf, secretToShow, takeSecret, useHeldSecrets } from './held-secret';

/** A secret that is shown this once, over whatever page is open. While one is being made or shown, the browser asks before it leaves the console. */
export function HeldSecretDialog() {
  const session = useSession();
  const secrets = useHeldSecrets();
  const ownerId = secretOwnerOf(session);
  useEffect(() => forgetSecretsOfOthers(ownerId), [ownerId]);
  const isAtRisk = isSecretAtRisk(secrets);
  useEffect(() => {
    if (!isAtRisk) return undefined;
    // What was forgotten just now is no reason to ask.
    const ask = (event: Event): void => {
      if (isSecretAtRisk()) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isAtRisk]);
  const first = secretToShow(secrets, session);
  if (first === undefined) return null;
  const { title, subject, project, note, label, text, taken } = first.secret;
  // The second click of a double click was meant for the one before.
  const take = ({ detail }: MouseEvent): void => {
    if (detail <= 1) takeSecret(first.id);
  };
  return (
    <Dialog key={first.id} title={title}>
      <p>
        <strong>
          <Text>{subject}</Text>
        </strong>
        {project !== null && (
          <>
            {' '}
            in the project <Text>{project}</Text>
          </>
        )}
      </p>
      <p role="status">{note}</p>
      <Secret label={label}>{text}</Secret>
      <button type="button" className="main" onClick={take}>
        {taken}
      </button>
    </Dialog>
  );
}
