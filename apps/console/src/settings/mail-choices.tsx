import type { Preferences } from 'pin-publishing';
import { useState } from 'react';
import { client } from '../session/client';
import { useMe } from '../session/console-session';
import { Text } from '../shown/text';
import { WriteForm } from '../shown/write-form';

const kinds = {
  transactional_enabled: 'what was done',
  alerts_enabled: 'trouble and limits',
  verification_enabled: 'addresses to verify',
} as const;
type Kind = keyof typeof kinds;
const names = Object.keys(kinds) as Kind[];

interface MailChoicesProps {
  readonly preferences: Preferences;
  readonly onSaved: () => Promise<unknown>;
}

/** Which mails come about the project; those about security always do. What was not touched follows what is read, and is not sent. */
export function MailChoices({ preferences, onSaved }: MailChoicesProps) {
  const { active_project: project } = useMe();
  const [touched, setTouched] = useState<Readonly<Partial<Record<Kind, boolean>>>>({});
  const save = async (): Promise<string> => {
    const changed = names.filter((name) => touched[name] !== undefined && touched[name] !== preferences[name]);
    if (changed.length === 0) return 'Nothing was changed.';
    await client.emailPreferences.update(Object.fromEntries(changed.map((name) => [name, touched[name]])));
    await onSaved();
    setTouched({});
    return 'Saved.';
  };
  return (
    <section className="card" aria-label="Mails">
      <h2>Mails</h2>
      <WriteForm act={save} action="Save the choice" failed="The choice was not saved" fields={names}>
        {() => (
          <fieldset>
            <legend>
              About <Text length={80}>{project.name}</Text> you get mails on
            </legend>
            {names.map((name) => (
              <label key={name} className="check">
                <input
                  type="checkbox"
                  name={name}
                  checked={touched[name] ?? preferences[name]}
                  onChange={({ target }) => setTouched((before) => ({ ...before, [name]: target.checked }))}
                />
                {kinds[name]}
              </label>
            ))}
            <p className="hint">Mails about the security of your account always come.</p>
          </fieldset>
        )}
      </WriteForm>
    </section>
  );
}
