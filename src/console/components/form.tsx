import { createContext, type ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';

/** Makes the token of the form that is posted to a path (CONSOLE-7); without a session there is none. */
export const FormTokens = createContext<(action: string) => string | undefined>(() => undefined);

interface FormParts {
  readonly action: string;
  readonly label?: string;
  readonly children: ComponentChildren;
}

/** A form that changes something: it carries the token of its session and its action. */
export function Form({ action, label, children }: FormParts) {
  const token = useContext(FormTokens)(action);
  return (
    <form method="post" action={action} aria-label={label}>
      {token === undefined ? null : <input type="hidden" name="form" value={token} />}
      {children}
    </form>
  );
}

interface FieldParts {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly fault?: string | undefined;
}

interface Described {
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: boolean;
}

function describedBy({ id, hint, fault }: FieldParts): Described {
  const ids = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(fault === undefined ? [] : [`${id}-fault`]),
  ];
  return {
    ...(ids.length === 0 ? {} : { 'aria-describedby': ids.join(' ') }),
    ...(fault === undefined ? {} : { 'aria-invalid': true }),
  };
}

function Around({ id, label, hint, fault, children }: FieldParts & { readonly children: ComponentChildren }) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {hint === undefined ? null : (
        <p id={`${id}-hint`} class="muted small">
          {hint}
        </p>
      )}
      {fault === undefined ? null : (
        <p id={`${id}-fault`} class="fault small">
          {fault}
        </p>
      )}
    </div>
  );
}

/** What is typed into a field; apart, since each kind has a type of its own. */
const kinds = {
  text: { type: 'text' },
  email: { type: 'email' },
} as const;

interface TextFieldParts extends FieldParts {
  readonly type?: keyof typeof kinds;
  readonly value?: string;
  readonly isRequired?: boolean;
  readonly max?: number;
  readonly autocomplete?: string;
}

/** A field for a line of text. */
export function TextField(parts: TextFieldParts) {
  const { id, name, type = 'text', value = '', isRequired = false, max, autocomplete = 'off' } = parts;
  return (
    <Around {...parts}>
      <input
        {...{ ...kinds[type], id, name, value, autocomplete, ...describedBy(parts) }}
        required={isRequired}
        maxLength={max}
      />
    </Around>
  );
}
