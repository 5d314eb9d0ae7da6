import { createContext, type ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { formKeyName } from '../form-key';

/** Creates the token for the form that posts to a path (CONSOLE-7); without a session there is none. */
export const FormTokens = createContext<(action: string) => string | undefined>(() => undefined);

/** Creates the key of a form that creates something once (CONSOLE-100). */
export const FormKeys = createContext<(() => string) | undefined>(undefined);

/** The key of a form, without which a form that is sent twice would create two things. */
export function FormKey() {
  const newKey = useContext(FormKeys);
  return newKey === undefined ? null : <input type="hidden" name={formKeyName} value={newKey()} />;
}

/** The errors of a rejected form, by field name. */
export type FieldProblems = Readonly<Record<string, string>>;

const Problems = createContext<FieldProblems>({});

interface FormParts {
  readonly action: string;
  /** The ID that fields outside of the form refer to. */
  readonly id?: string;
  readonly label?: string;
  /** What the script requests from an authenticator before it submits the form with the answer. */
  readonly passkey?: { readonly kind: 'create' | 'get'; readonly options: object };
  /** Shown next to the fields. */
  readonly problems?: FieldProblems | undefined;
  /** Whether it surrounds a list, which is printed. */
  readonly isList?: boolean;
  readonly children: ComponentChildren;
}

/** A form that changes something. It carries the token of its session and action, and shows field errors. */
export function Form({ action, id, label, passkey, problems = {}, isList = false, children }: FormParts) {
  const token = useContext(FormTokens)(action);
  return (
    <form
      method="post"
      action={action}
      id={id}
      class={isList ? 'list' : undefined}
      aria-label={label}
      data-passkey={passkey?.kind}
      data-options={passkey === undefined ? undefined : JSON.stringify(passkey.options)}
    >
      {token === undefined ? null : <input type="hidden" name="form" value={token} />}
      {passkey === undefined ? null : <input type="hidden" name="answer" value="" />}
      <Problems.Provider value={problems}>{children}</Problems.Provider>
    </form>
  );
}

interface FieldParts {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly hint?: ComponentChildren;
  /** Whether it takes more room than the other fields of its line. */
  readonly isLong?: boolean;
}

/** The error of a field that doesn't show it itself, such as a group of boxes. */
export function FieldProblem({ name }: { readonly name: string }) {
  const problem = useContext(Problems)[name];
  return problem === undefined ? null : <p class="fault small">{problem}</p>;
}

interface Described {
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: boolean;
}

function useDescription({ id, name, hint }: FieldParts): Described {
  const problem = useContext(Problems)[name];
  const ids = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(problem === undefined ? [] : [`${id}-fault`]),
  ];
  return {
    ...(ids.length === 0 ? {} : { 'aria-describedby': ids.join(' ') }),
    ...(problem === undefined ? {} : { 'aria-invalid': true }),
  };
}

type AroundParts = FieldParts & { readonly children: ComponentChildren };

function Around({ id, name, label, hint, isLong = false, children }: AroundParts) {
  const problem = useContext(Problems)[name];
  return (
    <div class={isLong ? 'field long' : 'field'}>
      <label for={id}>{label}</label>
      {problem === undefined ? null : (
        <p id={`${id}-fault`} class="fault small">
          {problem}
        </p>
      )}
      {children}
      {hint === undefined ? null : (
        <p id={`${id}-hint`} class="muted small">
          {hint}
        </p>
      )}
    </div>
  );
}

/** The input types. One object each, because each has its own type in Preact. */
const kinds = {
  text: { type: 'text' },
  email: { type: 'email' },
  url: { type: 'url' },
  number: { type: 'number' },
  date: { type: 'date' },
  'datetime-local': { type: 'datetime-local' },
} as const;

interface TextFieldParts extends FieldParts {
  readonly type?: keyof typeof kinds;
  readonly value?: string;
  readonly isRequired?: boolean;
  readonly max?: number;
  readonly autocomplete?: string;
}

/** A single-line text field. */
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
        {...useDescription(parts)}
        required={isRequired}
        maxLength={max}
      />
    </Around>
  );
}

/** A multiline text field. */
export function LinesField(parts: FieldParts & { readonly value?: string; readonly max: number }) {
  const { id, name, value = '', max } = parts;
  return (
    <Around {...parts}>
      <textarea
        id={id}
        name={name}
        {...useDescription(parts)}
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

/** A list to select one option from. */
export function ChoiceField(parts: ChoiceFieldParts) {
  const { id, name, value, options } = parts;
  return (
    <Around {...parts}>
      <select id={id} name={name} {...useDescription(parts)}>
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
  /** Whether "Select all" leaves it out. */
  readonly isAlone?: boolean;
  readonly children: ComponentChildren;
}

/** A checkbox or radio button with its label. */
export function Check({
  name,
  value,
  isChecked,
  type = 'checkbox',
  isDisabled = false,
  isAlone = false,
  children,
}: CheckParts) {
  return (
    <label class="choice">
      <input
        type={type}
        name={name}
        value={value}
        checked={isChecked}
        disabled={isDisabled}
        data-alone={isAlone}
      />
      <span>{children}</span>
    </label>
  );
}
