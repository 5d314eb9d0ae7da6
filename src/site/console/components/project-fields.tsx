import {
  projectPurposes,
  type AuthorizationMethod,
  type ProjectPurpose,
  type ProjectStatus,
} from '../../../domain/projects/project';
import { Pill, type Message } from '../../components/display';
import { ChoiceField, TextField, type FieldProblems } from '../../components/form';

const nameMax = 200;

/** How pages name the authorization methods. */
export const methodNames: Readonly<Record<AuthorizationMethod, string>> = {
  authorizationPdf: 'A signed document (authorizationPdf)',
  ial2Tokens: 'Identity tokens (ial2Tokens)',
};

/** How pages name the purposes. */
export const purposeNames: Readonly<Record<ProjectPurpose, string>> = {
  IndividualAccess: 'Individual access',
  Insurance: 'Insurance',
  Legal: 'Legal',
  Research: 'Research',
  CoveredOperations: 'Operations of a covered entity',
  CoveredPayment: 'Payment of a covered entity',
  CoveredTreatment: 'Treatment by a covered entity',
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

/** What stands in the fields, as it was typed. */
export interface ProjectValues {
  readonly id: string;
  readonly name: string;
  readonly purpose: string;
  readonly method: string;
}

/** What a project works by, and what there is to choose. */
export interface TermsParts {
  readonly values: ProjectValues;
  /** At least one. */
  readonly methods: readonly AuthorizationMethod[];
}

/** A form with what came of it. */
export interface FormShown extends TermsParts {
  readonly message: Message | undefined;
  readonly problems: FieldProblems | undefined;
}

/** The status of a project. */
export function StatusPill({ status }: { readonly status: ProjectStatus }) {
  return (
    <Pill tone={status === 'Live' ? 'passed' : status === 'Sandbox' ? 'warning' : 'neutral'}>{status}</Pill>
  );
}

/** The name of a project. */
export function NameField({ values }: { readonly values: ProjectValues }) {
  return <TextField id="name" name="name" label="Name" value={values.name} isRequired={true} max={nameMax} />;
}

/** Purpose and authorization method. */
export function TermsFields({ values, methods }: TermsParts) {
  return (
    <>
      <ChoiceField
        id="purpose"
        name="purpose"
        label="Purpose"
        value={values.purpose}
        options={[
          ...(values.purpose === '' ? [['', 'Choose one'] as const] : []),
          ...projectPurposes.map(purpose => [purpose, purposeNames[purpose]] as const),
        ]}
        hint="Why you request records. The three purposes of a covered entity need no authorization document."
      />
      <ChoiceField
        id="method"
        name="method"
        label="Authorization"
        value={values.method}
        options={methods.map(method => [method, methodNames[method]] as const)}
        hint="How you show a patient’s consent. Ask support to approve other methods for your company."
      />
    </>
  );
}
