import { useLocation } from 'wouter';
import { useState } from 'react';
import { useWrite } from '../data/use-write';
import { signOut, switchProject } from '../session/enter-session';
import { useHeldSecrets } from '../session/held-secret';
import { useMe } from '../session/console-session';
import { Failure } from '../shown/failure';
import { ZoneChoice } from './zone-choice';

/** Which project is shown, in which zone, and the way out. */
export function Whereabouts() {
  const { active_project: active, projects, organization, user } = useMe();
  const [, navigate] = useLocation();
  const switching = useWrite(async (id: string) => {
    const from = location.pathname;
    await switchProject(id);
    // Who has gone elsewhere meanwhile stays there.
    if (location.pathname === from) navigate('/');
  });
  const leaving = useWrite(signOut);
  const { coming } = useHeldSecrets();
  // What a sign-out was refused for.
  const [awaited, setAwaited] = useState<typeof coming>([]);
  const leave = (): void => {
    setAwaited(coming);
    if (coming.length === 0) void leaving.run();
  };
  return (
    <div className="where">
      <label>
        <span className="quiet">Project </span>
        <select value={active.id} disabled={switching.isBusy} onChange={({ target }) => void switching.run(target.value)}>
          {projects.map(({ id, name, environment }) => (
            <option key={id} value={id}>
              {cut(name)}
              {environment === 'sandbox' ? ' (sandbox)' : ''}
            </option>
          ))}
        </select>
      </label>
      <ZoneChoice />
      <button type="button" disabled={leaving.isBusy} title={cut(`${user.email}, ${organization.name}`)} onClick={leave}>
        Sign out
      </button>
      {awaited.some((each) => coming.includes(each)) && (
        <p role="alert">Something is being made for you that is shown only once. You can sign out once you have seen it.</p>
      )}
      {switching.failure !== undefined && <Failure error={switching.failure} what="The project was not switched" />}
      {leaving.failure !== undefined && <Failure error={leaving.failure} what="You are still signed in" />}
    </div>
  );
}

const cut = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);
