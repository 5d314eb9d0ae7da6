/** The fields of the form that adds or edits a patient. */
import { sexes } from '../../../domain/patients/details';
import { searchNames } from '../../../domain/searches/describe-searches';
import { searchKinds, type SearchKind } from '../../../domain/searches/search';
import { uspsCodes } from '../../../domain/usps-codes';
import { referenceMax } from '../../../domain/text';
import { Check, ChoiceField, LinesField, TextField } from '../../components/form';

/** The names of the text fields, in the order of the page. */
export const patientFields = [
  'firstName',
  'lastName',
  'otherLastNames',
  'dateOfBirth',
  'sex',
  'zipCodes',
  'city',
  'state',
  'mobile',
  'email',
  'reference',
] as const;
/** The name of such a field. */
export type PatientField = (typeof patientFields)[number];

/** The values of the form, as typed. */
export interface PatientValues {
  readonly typed: Readonly<Record<PatientField, string>>;
  readonly searches: readonly SearchKind[];
}

/** The label of each text field. */
export const patientFieldLabels: Readonly<Record<PatientField, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  otherLastNames: 'Other last names (optional)',
  dateOfBirth: 'Date of birth (MM/DD/YYYY)',
  sex: 'Sex (optional)',
  zipCodes: 'ZIP codes (optional)',
  city: 'City (optional)',
  state: 'State (optional)',
  mobile: 'Mobile phone (optional)',
  email: 'E-mail (optional)',
  reference: 'Reference (optional)',
};

interface LineParts {
  readonly values: PatientValues;
  readonly name: Exclude<PatientField, 'otherLastNames' | 'sex' | 'state'>;
  readonly max: number;
  readonly hint?: string;
  readonly isRequired?: boolean;
}

function Line({ values, name, max, hint, isRequired = false }: LineParts) {
  return (
    <TextField
      id={name}
      name={name}
      label={patientFieldLabels[name]}
      value={values.typed[name]}
      max={max}
      isRequired={isRequired}
      {...(hint === undefined ? {} : { hint })}
    />
  );
}

/** The details of a patient. */
export function PatientFields({ values }: { readonly values: PatientValues }) {
  return (
    <>
      <div class="line">
        <Line values={values} name="firstName" max={100} />
        <Line values={values} name="lastName" max={100} isRequired />
        <Line values={values} name="dateOfBirth" max={10} isRequired />
      </div>
      <LinesField
        id="otherLastNames"
        name="otherLastNames"
        label={patientFieldLabels.otherLastNames}
        value={values.typed.otherLastNames}
        max={1_100}
        hint="Maiden and prior names, one to a line. Each one is searched separately. Leave out middle names."
      />
      <Line
        values={values}
        name="zipCodes"
        max={300}
        hint="Where the patient lived when visiting facilities, separated by commas."
      />
      <div class="line">
        <ChoiceField
          id="sex"
          name="sex"
          label={patientFieldLabels.sex}
          value={values.typed.sex}
          options={[['', 'Not provided'], ...sexes.map(sex => [sex, sex] as const)]}
        />
        <Line values={values} name="city" max={100} />
        <ChoiceField
          id="state"
          name="state"
          label={patientFieldLabels.state}
          value={values.typed.state}
          options={[['', 'Not provided'], ...uspsCodes.map(code => [code, code] as const)]}
        />
      </div>
      <div class="line">
        <Line values={values} name="mobile" max={40} />
        <Line values={values} name="email" max={254} />
      </div>
      <Line
        values={values}
        name="reference"
        max={referenceMax}
        hint="Your matter or claim number. Searches find it."
      />
    </>
  );
}

const searchHints: Readonly<Record<SearchKind, string>> = {
  siteSonar: 'finds the facilities where the patient was seen, from claims',
  patientHistories: 'retrieves diagnoses, treatments, and prescriptions',
  ehrSearch: 'enrolls the patient with live EHR systems',
};

/** The searches to run for a new patient. */
export function SearchFields({ values }: { readonly values: PatientValues }) {
  return (
    <fieldset class="field" id="searches">
      <legend>Searches</legend>
      {searchKinds.map(kind => (
        <Check name="searches" value={kind} isChecked={values.searches.includes(kind)}>
          {searchNames[kind]} <span class="muted small">{searchHints[kind]}</span>
        </Check>
      ))}
    </fieldset>
  );
}
