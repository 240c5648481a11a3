import { useId, type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, type TextareaHTMLAttributes } from 'react';

interface Labelled {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong with it. */
  readonly fault?: string | undefined;
}

type Described = { readonly id: string; readonly 'aria-describedby'?: string; readonly 'aria-invalid'?: true };

/** A label, what it labels, a hint and a fault, tied together for whoever does not see them. */
function Field({ label, hint, fault, children }: Labelled & { readonly children: (described: Described) => ReactNode }) {
  const id = useId();
  const told = [hint !== undefined && `${id}-hint`, fault !== undefined && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, ...(told && { 'aria-describedby': told }), ...(fault !== undefined && { 'aria-invalid': true as const }) })}
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault !== undefined && (
        <p className="fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  );
}

export const TextField = ({ label, hint, fault, ...input }: Labelled & InputHTMLAttributes<HTMLInputElement>) => (
  <Field {...{ label, hint, fault }}>{(described) => <input {...described} {...input} />}</Field>
);

export const LongTextField = ({ label, hint, fault, ...area }: Labelled & TextareaHTMLAttributes<HTMLTextAreaElement>) => (
  <Field {...{ label, hint, fault }}>{(described) => <textarea {...described} {...area} />}</Field>
);

export const ChoiceField = ({ label, hint, fault, ...select }: Labelled & SelectHTMLAttributes<HTMLSelectElement>) => (
  <Field {...{ label, hint, fault }}>{(described) => <select {...described} {...select} />}</Field>
);
