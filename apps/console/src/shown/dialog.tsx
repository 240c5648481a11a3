import { createContext, useContext, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { ancestorsOf, focusNear } from './focus-near';

interface DialogProps {
  readonly title: string;
  /** What closes it by Escape; without it only what is inside does. */
  readonly onClose?: (() => void) | undefined;
  /** Something is being done: nobody leaves before its outcome is known. */
  readonly isBusy?: boolean;
  readonly children: ReactNode;
}

const HoldDialog = createContext<(isHeld: boolean) => void>(() => undefined);

/** Keeps the dialog that this is inside of open while something is being done. */
export function useHeldDialog(isHeld: boolean): void {
  const hold = useContext(HoldDialog);
  useEffect(() => {
    hold(isHeld);
    return () => hold(false);
  }, [hold, isHeld]);
}

/** The browser's own dialog: it holds the keyboard, and gives it back to where it was, or near to that. */
export function Dialog({ title, onClose, isBusy = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [isHeld, hold] = useState(false);
  useEffect(() => {
    const shown = dialog.current;
    const before = document.activeElement;
    const around = ancestorsOf(before);
    shown?.showModal();
    return () => {
      shown?.close();
      if (before instanceof HTMLElement) before.focus();
      if (document.activeElement !== before) focusNear(around);
    };
  }, []);
  const leave = (): void => {
    if (!isBusy && !isHeld) onClose?.();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      // A second Escape closes it whatever is said to the first.
      onClose={({ currentTarget }) => {
        if (currentTarget.open || !currentTarget.isConnected) return;
        currentTarget.showModal();
        leave();
      }}
    >
      <h2 id={id}>{title}</h2>
      <HoldDialog value={hold}>{children}</HoldDialog>
      <p role="status" className="quiet">
        {isBusy && 'At work …'}
      </p>
    </dialog>
  );
}
