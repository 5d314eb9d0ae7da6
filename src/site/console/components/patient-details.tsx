/** What is on record about a patient, in three groups. */
import type { ComponentChildren } from 'preact';
import { usDate } from '../../../domain/clinical/calendar-date';
import { Address, Facts, Instant } from '../../components/display';
import { pathIn } from '../paths';
import type { ShownPlace } from './page';
import type { PatientField } from './patient-fields';

/** The details of a patient. */
export interface PatientDetailsShown {
  readonly uid: string;
  readonly id: string;
  readonly firstName: string;
  readonly lastNames: readonly string[];
  readonly dateOfBirth: string;
  readonly dateOfDeath: string | null;
  readonly sex: string | null;
  readonly zipCodes: readonly string[];
  readonly city: string | null;
  readonly state: string | null;
  readonly mobile: string | null;
  readonly email: string | null;
  readonly reference: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

type Fact = readonly [name: string, value: ComponentChildren];

interface GroupParts {
  readonly id: string;
  readonly title: string;
  /** Facts with `null` are named below the others. */
  readonly facts: readonly Fact[];
  readonly edit?: { readonly path: string; readonly field: PatientField; readonly text: string };
}

/** Returns a fact's name inside a sentence. */
function inSentence(name: string): string {
  return name.startsWith('ZIP') ? name : `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}

function Group({ id, title, facts, edit }: GroupParts) {
  const given = facts.filter(([, value]) => value !== null);
  const missing = facts.filter(([, value]) => value === null).map(([name]) => inSentence(name));
  return (
    <section aria-labelledby={id}>
      <div class="head">
        <h2 id={id}>{title}</h2>
        {edit === undefined ? null : (
          <a class="small" href={`${edit.path}#${edit.field}`}>
            {edit.text}
          </a>
        )}
      </div>
      {given.length === 0 ? null : <Facts facts={given} />}
      {missing.length === 0 ? null : <p class="muted small">Not provided: {missing.join(', ')}.</p>}
    </section>
  );
}

/** The details of a patient. @param mayEdit whether each group links to its fields in the form */
export function PatientDetails({
  place,
  patient,
  project,
  mayEdit,
}: {
  readonly place: ShownPlace;
  readonly patient: PatientDetailsShown;
  readonly project: { readonly id: string; readonly name: string };
  readonly mayEdit: boolean;
}) {
  const [current = '', ...others] = patient.lastNames;
  const town = [patient.city, patient.state].filter(part => part !== null).join(', ');
  const path = pathIn(place, 'patients', patient.uid, 'edit');
  const editing = (field: PatientField, text: string): Pick<GroupParts, 'edit'> =>
    mayEdit ? { edit: { path, field, text } } : {};
  return (
    <div class="fact-groups">
      <Group
        id="identity"
        title="Identity"
        facts={[
          ['First name', patient.firstName],
          ['Last name', current],
          ...(others.length === 0 ? [] : [['Other last names', others.join(', ')] as const]),
          ['Date of birth', usDate(patient.dateOfBirth)],
          ...(patient.dateOfDeath === null ? [] : [['Date of death', usDate(patient.dateOfDeath)] as const]),
          ['Sex', patient.sex],
        ]}
        {...editing('firstName', 'Edit identity')}
      />
      <Group
        id="contact"
        title="Contact"
        facts={[
          ['ZIP codes', patient.zipCodes.length === 0 ? null : patient.zipCodes.join(', ')],
          ['City, state', town === '' ? null : town],
          ['Phone', patient.mobile],
          ['E-mail', patient.email === null ? null : <Address of={patient.email} />],
        ]}
        {...editing('zipCodes', 'Edit contact')}
      />
      <Group
        id="registration"
        title="Registration"
        facts={[
          ['Your ID', <code>{patient.id}</code>],
          ['Reference', patient.reference],
          ['Project', place.permissions.has('ViewProjects') ? project.name : <code>{project.id}</code>],
          ['Registered', <Instant at={patient.createdAt} />],
          ['Last updated', <Instant at={patient.updatedAt} />],
        ]}
        {...editing('reference', 'Edit reference')}
      />
    </div>
  );
}
