import { useState, type FormEvent, type ReactNode } from 'react';
import { useWrite } from '../data/use-write';
import { useHeldDialog } from './dialog';
import { Failure } from './failure';
import { faultsOf, standsBesideFields } from './faults-of';

interface WriteFormProps {
  /** Does what the form says; a sentence that it answers is shown. */
  readonly act: (form: FormData) => PromiseLike<unknown>;
  /** After it was done, while the form is still shown. */
  readonly onDone?: () => void;
  /** What the button says. */
  readonly action: string;
  /** What was tried, should it fail. */
  readonly failed: string;
  /** Names of the fields that show what is wrong with them. */
  readonly fields: readonly string[];
  readonly isDanger?: boolean;
  readonly isEmptied?: boolean;
  readonly onLeave?: (() => void) | undefined;
  /** Who leaves while it is being done ends it: what it says meanwhile. */
  readonly leavable?: string;
  /** What is given is not sent: the form says why. */
  readonly isRefused?: boolean;
  readonly children: (faults: Readonly<Record<string, string | undefined>>) => ReactNode;
}

/** A form that does one thing, says beside its fields what is wrong with them, and keeps what was typed where it was not done. */
export function WriteForm(props: WriteFormProps) {
  const {
    act,
    onDone,
    action,
    failed,
    fields,
    isDanger = false,
    isEmptied = false,
    onLeave,
    leavable,
    isRefused = false,
    children,
  } = props;
  const [told, setTold] = useState('');
  const write = useWrite(act, (answer) => {
    setTold(typeof answer === 'string' ? answer : 'Saved.');
    onDone?.();
  });
  useHeldDialog(write.isBusy && leavable === undefined);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isRefused) return;
    const form = event.currentTarget;
    setTold('');
    void write.run(new FormData(form)).then((isDone) => {
      if (isDone && isEmptied) form.reset();
    });
  };
  return (
    <form onSubmit={onSubmit}>
      {write.failure !== undefined && !standsBesideFields(write.failure, fields) && <Failure error={write.failure} what={failed} />}
      {children(faultsOf(write.failure, fields))}
      <div className="actions">
        {onLeave && (
          <button type="button" disabled={write.isBusy && leavable === undefined} onClick={onLeave}>
            Leave it
          </button>
        )}
        <button className={isDanger ? 'danger' : 'main'} disabled={write.isBusy || isRefused}>
          {action}
        </button>
        <span role="status">{write.isBusy ? (leavable ?? 'At work …') : told}</span>
      </div>
    </form>
  );
}
