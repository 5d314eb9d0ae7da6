import { createContext, type ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';

/** Makes the token of the form that is posted to a path (CONSOLE-7); without a session there is none. */
export const FormTokens = createContext<(action: string) => string | undefined>(() => undefined);

interface FormParts {
  readonly action: string;
  /** By which fields name it that stand elsewhere. */
  readonly id?: string;
  readonly label?: string;
  /** What the script asks an authenticator for, before the form goes out with its answer. */
  readonly passkey?: { readonly kind: 'create' | 'get'; readonly options: object };
  readonly children: ComponentChildren;
}

/** A form that changes something: it carries the token of its session and its action. */
export function Form({ action, id, label, passkey, children }: FormParts) {
  const token = useContext(FormTokens)(action);
  return (
    <form
      method="post"
      action={action}
      id={id}
      aria-label={label}
      data-passkey={passkey?.kind}
      data-options={passkey === undefined ? undefined : JSON.stringify(passkey.options)}
    >
      {token === undefined ? null : <input type="hidden" name="form" value={token} />}
      {passkey === undefined ? null : <input type="hidden" name="answer" value="" />}
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
  url: { type: 'url' },
  number: { type: 'number' },
  date: { type: 'date' },
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
        {...kinds[type]}
        id={id}
        name={name}
        value={value}
        autocomplete={autocomplete}
        {...describedBy(parts)}
        required={isRequired}
        maxLength={max}
      />
    </Around>
  );
}

/** A field for lines of text. */
export function LinesField(parts: FieldParts & { readonly value?: string; readonly max: number }) {
  const { id, name, value = '', max } = parts;
  return (
    <Around {...parts}>
      <textarea
        id={id}
        name={name}
        {...describedBy(parts)}
        maxLength={max}
        autocomplete="off"
        spellcheck={false}
      >
        {value}
      </textarea>
    </Around>
  );
}

interface ChoiceFieldParts extends FieldParts {
  readonly value: string;
  readonly options: ReadonlyArray<readonly [value: string, label: string]>;
}

/** A choice of one among several. */
export function ChoiceField(parts: ChoiceFieldParts) {
  const { id, name, value, options } = parts;
  return (
    <Around {...parts}>
      <select id={id} name={name} {...describedBy(parts)}>
        {options.map(([option, label]) => (
          <option value={option} selected={option === value}>
            {label}
          </option>
        ))}
      </select>
    </Around>
  );
}

interface CheckParts {
  readonly name: string;
  readonly value: string;
  readonly isChecked: boolean;
  readonly type?: 'checkbox' | 'radio';
  readonly isDisabled?: boolean;
  readonly children: ComponentChildren;
}

/** A box to check, or one of several to choose, with its label. */
export function Check({
  name,
  value,
  isChecked,
  type = 'checkbox',
  isDisabled = false,
  children,
}: CheckParts) {
  return (
    <label class="choice">
      <input type={type} name={name} value={value} checked={isChecked} disabled={isDisabled} />
      <span>{children}</span>
    </label>
  );
}
