import type { ReactNode } from 'react';
import { useSteps } from '../data/use-write';
import { withSession } from '../session/with-session';
import { Dialog } from './dialog';
import { Failure } from './failure';

interface ConfirmProps {
  readonly title: string;
  /** What the button says, as `Delete the pin`. */
  readonly action: string;
  /** What was tried, should it fail. */
  readonly failed: string;
  readonly act: () => PromiseLike<unknown>;
  /** It is done by many calls, each of which asks for the session itself. */
  readonly isStepwise?: boolean;
  readonly onDone: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({ title, action, failed, act, isStepwise = false, onDone, onClose, children }: ConfirmProps) {
  const write = useSteps(isStepwise ? act : () => withSession(act), onDone);
  return (
    <Dialog title={title} onClose={onClose} isBusy={write.isBusy}>
      {children}
      {write.failure !== undefined && <Failure error={write.failure} what={failed} />}
      <div className="actions">
        <button type="button" disabled={write.isBusy} onClick={onClose}>
          Keep it
        </button>
        <button type="button" className="danger" disabled={write.isBusy} onClick={() => void write.run()}>
          {action}
        </button>
      </div>
    </Dialog>
  );
}
