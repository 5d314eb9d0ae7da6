import { purposeLabels } from '../../../domain/status-labels';
import {
  projectPurposes,
  type AuthorizationMethod,
  type ProjectPurpose,
  type ProjectStatus,
} from '../../../domain/projects/project';
import { Pill, type Message } from '../../components/display';
import { ChoiceField, TextField, type FieldProblems } from '../../components/form';
import type { ShownPlace } from './page';

const nameMax = 200;

/** The display name of each authorization method. */
export const methodNames: Readonly<Record<AuthorizationMethod, string>> = {
  authorizationPdf: 'A signed document (authorizationPdf)',
  ial2Tokens: 'Identity tokens (ial2Tokens)',
};

/** A project in the list. */
export interface ListedProject {
  readonly uid: string;
  readonly id: string;
  readonly name: string;
  readonly status: ProjectStatus;
  readonly purpose: ProjectPurpose;
  readonly createdAt: Date;
}

/** The values of the fields, as typed. */
export interface ProjectValues {
  readonly id: string;
  readonly name: string;
  readonly purpose: string;
  readonly method: string;
}

/** The values of the form, and the authorization methods to choose from. */
export interface TermsParts {
  readonly values: ProjectValues;
  /** At least one. */
  readonly methods: readonly AuthorizationMethod[];
  readonly place: Pick<ShownPlace, 'supportName'>;
}

/** A form, with the result of submitting it. */
export interface FormShown extends Omit<TermsParts, 'place'> {
  readonly message: Message | undefined;
  readonly problems: FieldProblems | undefined;
}

/** The status of a project. */
export function StatusPill({ status }: { readonly status: ProjectStatus }) {
  return (
    <Pill tone={status === 'Live' ? 'passed' : status === 'Sandbox' ? 'warning' : 'neutral'}>{status}</Pill>
  );
}

/** The field for the name of a project. */
export function NameField({ values }: { readonly values: ProjectValues }) {
  return <TextField id="name" name="name" label="Name" value={values.name} isRequired={true} max={nameMax} />;
}

/** The fields for the purpose and authorization method of a project. */
export function TermsFields({ place, values, methods }: TermsParts) {
  return (
    <>
      <ChoiceField
        id="purpose"
        name="purpose"
        label="Purpose"
        value={values.purpose}
        options={[
          ...(values.purpose === '' ? [['', 'Choose a purpose'] as const] : []),
          ...projectPurposes.map(purpose => [purpose, purposeLabels[purpose]] as const),
        ]}
        hint="Why you request records. The covered entity purposes don't need an authorization document."
      />
      <ChoiceField
        id="method"
        name="method"
        label="Authorization method"
        value={values.method}
        options={methods.map(method => [method, methodNames[method]] as const)}
        hint={
          "How you prove a patient's consent. To use other methods, ask " +
          `${place.supportName} to enable them for your company.`
        }
      />
    </>
  );
}
