import type { ReactNode } from 'react';
import { useWrite } from '../data/use-write';
import { Dialog } from './dialog';
import { Failure } from './failure';

interface ConfirmProps {
  readonly title: string;
  /** What the button says, as `Delete the pin`. */
  readonly action: string;
  /** What was tried, should it fail. */
  readonly failed: string;
  readonly act: () => PromiseLike<unknown>;
  readonly onDone: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({ title, action, failed, act, onDone, onClose, children }: ConfirmProps) {
  const write = useWrite(act);
  const confirm = async (): Promise<void> => {
    if (await write.run()) onDone();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {write.failure !== undefined && <Failure error={write.failure} what={failed} />}
      <div className="actions">
        <button type="button" onClick={onClose}>
          Keep it
        </button>
        <button type="button" className="danger" disabled={write.isBusy} onClick={() => void confirm()}>
          {action}
        </button>
      </div>
    </Dialog>
  );
}
