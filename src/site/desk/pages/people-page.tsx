/** `/desk/patients/{patient}/people`: the people on whom an operator has to decide, beside the patient. */
import { isRealDate, usDate } from '../../../domain/clinical/calendar-date';
import type { Match } from '../../../domain/matching/match-person';
import type { Person } from '../../../domain/matching/person';
import { searchNames } from '../../../domain/searches/describe-searches';
import type { SearchKind } from '../../../domain/searches/search';
import { Empty, Table } from '../../components/display';
import { comparisonOf } from '../components/match-words';
import { renderDeskPage } from '../components/desk-page';
import { deskPath } from '../paths';
import type { Viewer } from '../../visit';

/** The content of the page. */
export interface PeopleShown {
  readonly patient: { readonly uid: string; readonly id: string };
  readonly ours: Person;
  readonly searches: ReadonlyArray<{ readonly kind: SearchKind; readonly people: readonly ShownPerson[] }>;
  readonly doubted: ReadonlyArray<ShownPerson & { readonly kind: SearchKind }>;
}

interface ShownPerson {
  readonly number: number;
  readonly person: Person | null;
  readonly match: Match | undefined;
}

const listed = (values: readonly string[] = []): string => (values.length === 0 ? '–' : values.join(', '));

/** A partner's date may be partial. */
function birthDateText(date: string | null): string {
  if (date === null) return '–';
  return isRealDate(date) ? usDate(date) : date;
}

/** Returns a person's details, as a row of the table shows them. */
function detailsOf(person: Person | null): readonly string[] {
  if (person === null) return ['Sandbox placeholder', '–', '–', '–', '–', '–', '–'];
  return [
    listed(person.firstNames),
    listed([...person.lastNames, ...(person.suffixes ?? [])]),
    birthDateText(person.birthDate),
    person.sex ?? '–',
    listed(person.zipCodes),
    listed(person.places),
    listed([...person.phones, ...person.emails]),
  ];
}

const headings = [
  'Person',
  'First name',
  'Last name',
  'Date of birth',
  'Sex',
  'ZIP codes',
  'City',
  'Contact',
];

function People({
  ours,
  title,
  people,
}: Pick<PeopleShown, 'ours'> & { readonly title: string; readonly people: readonly ShownPerson[] }) {
  return (
    <section>
      <h2>{title}</h2>
      <Table
        caption={title}
        headings={[...headings, 'Comparison']}
        rows={[
          ['The patient', ...detailsOf(ours), '–'],
          ...people.map(({ number, person, match }) => [
            `Person ${number}`,
            ...detailsOf(person),
            match === undefined ? '–' : comparisonOf(match),
          ]),
        ]}
      />
    </section>
  );
}

/** Renders the page of the people on whom an operator has to decide. */
export function renderPeoplePage(viewer: Viewer, { patient, ours, searches, doubted }: PeopleShown): string {
  const kinds = new Set(doubted.map(({ kind }) => kind));
  return renderDeskPage({
    title: 'People',
    viewer,
    section: 'queue',
    crumbs: [[`Patient ${patient.id}`, deskPath('patients', patient.uid)]],
    message: undefined,
    children: (
      <>
        <div class="head">
          <h1>People in the answers</h1>
        </div>
        {searches.length === 0 && doubted.length === 0 && (
          <Empty>
            <p>No answer is waiting for a decision about who the patient is.</p>
          </Empty>
        )}
        {searches.map(({ kind, people }) => (
          <People ours={ours} title={searchNames[kind]} people={people} />
        ))}
        {[...kinds].map(kind => (
          <People
            ours={ours}
            title={`${searchNames[kind]}: accepted, in doubt`}
            people={doubted.filter(one => one.kind === kind)}
          />
        ))}
      </>
    ),
  });
}
