import { useId, useRef, useState } from 'react';

/** A text that is shown this once, with a button that copies it. */
export function Secret({ label, children }: { readonly label: string; readonly children: string }) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [told, setTold] = useState('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(children);
      setTold('Copied.');
    } catch {
      area.current?.select();
      setTold('It is selected: copy it with the keyboard.');
    }
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea id={id} ref={area} readOnly rows={2} spellCheck={false} autoComplete="off" value={children} />
      <div className="actions">
        <button type="button" onClick={() => void copy()}>
          Copy
        </button>
        <span role="status">{told}</span>
      </div>
    </div>
  );
}
