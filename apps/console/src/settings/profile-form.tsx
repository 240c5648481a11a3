import type { Profile } from 'pin-publishing';
import { useState } from 'react';
import { client } from '../session/client';
import { readMeAgain } from '../session/enter-session';
import { TextField } from '../shown/field';
import { WriteForm } from '../shown/write-form';

const invoice = {
  company_name: ['Company', 255, 'organization'],
  company_website: ['Website', 255, 'url'],
  billing_email: ['Invoices go to', 255, 'email'],
  billing_phone: ['Telephone', 50, 'tel'],
  tax_id: ['Tax number', 100, 'off'],
  address_line1: ['Address', 255, 'address-line1'],
  address_line2: ['Address, second line', 255, 'address-line2'],
  address_postal_code: ['Postal code', 40, 'postal-code'],
  address_city: ['City', 120, 'address-level2'],
  address_state: ['State or region', 120, 'address-level1'],
  address_country: ['Country', 10, 'country'],
} as const;

type Name = 'full_name' | 'workspace_name' | keyof typeof invoice;
const names: readonly Name[] = ['full_name', 'workspace_name', ...(Object.keys(invoice) as (keyof typeof invoice)[])];

/** As fields of one line show them. */
const textsOf = (profile: Profile): Readonly<Record<Name, string>> =>
  Object.fromEntries(names.map((name) => [name, (profile[name] ?? '').replaceAll(/[\r\n]/g, '')])) as Record<Name, string>;

interface ProfileFormProps {
  readonly profile: Profile;
  readonly onSaved: () => void;
}

/** Name, workspace and what stands on invoices: what was not touched is not sent, so that what others have changed meanwhile stays. */
export function ProfileForm({ profile, onSaved }: ProfileFormProps) {
  const [held, setHeld] = useState(() => textsOf(profile));
  const [turns, setTurns] = useState<Readonly<Partial<Record<Name, number>>>>({});
  const save = async (form: FormData): Promise<string> => {
    const given = names.map((name) => [name, String(form.get(name))] as const);
    const changes = Object.fromEntries(given.filter(([name, value]) => value !== held[name]));
    if (Object.keys(changes).length === 0) return 'Nothing was changed.';
    const saved = textsOf(await client.profile.update(changes));
    setHeld(saved);
    // What others have changed meanwhile is shown, and so not sent back with the next change.
    const others = given.filter(([name, value]) => value !== saved[name]).map(([name]) => name);
    setTurns((before) => ({ ...before, ...Object.fromEntries(others.map((name) => [name, (before[name] ?? 0) + 1])) }));
    onSaved();
    await readMeAgain();
    return 'Saved.';
  };
  const usual = (name: Name) => ({ name, defaultValue: held[name] });
  const keyOf = (name: Name): string => `${name} ${turns[name] ?? 0}`;
  return (
    <section className="card" aria-label="You and your workspace">
      <h2>You and your workspace</h2>
      <WriteForm act={save} action="Save" failed="It was not saved" fields={names}>
        {(faults) => (
          <>
            <TextField
              key={keyOf('full_name')}
              label="Your name"
              {...usual('full_name')}
              required
              maxLength={255}
              autoComplete="name"
              fault={faults['full_name']}
            />
            <TextField
              key={keyOf('workspace_name')}
              label="Workspace"
              {...usual('workspace_name')}
              required
              maxLength={255}
              fault={faults['workspace_name']}
            />
            <fieldset className="beside">
              <legend>On invoices</legend>
              {Object.entries(invoice).map(([name, [label, most, autoComplete]]) => (
                <TextField
                  key={keyOf(name as Name)}
                  label={label}
                  {...usual(name as Name)}
                  maxLength={most}
                  autoComplete={autoComplete}
                  fault={faults[name]}
                />
              ))}
            </fieldset>
          </>
        )}
      </WriteForm>
    </section>
  );
}
