/** `…/patients/{patient}/fix-list`: what to fix on an authorization, for print. */
import { usDate } from '../../../domain/clinical/calendar-date';
import { refusalFacts } from '../../../domain/authorizations/refusal-reason';
import { Empty, Facts, Instant } from '../../components/display';
import type { Viewer } from '../../visit';
import { environmentNames, renderConsolePage, type ShownPlace } from '../components/page';
import { PrintHead } from '../components/print-head';
import { nameOf } from '../components/patient-tabs';
import { pathIn } from '../paths';
import { statusSentences, type DocumentsShown, type Fix, type ShownCheck } from './documents-page';

/** The content of the page. */
export interface FixListShown {
  readonly patient: DocumentsShown['patient'] & {
    readonly id: string;
    readonly dateOfBirth: string;
    readonly reference: string | null;
  };
  readonly at: Date;
  /** `null` while the document is being checked; absent if none is on file. */
  readonly checks?: readonly ShownCheck[] | null;
}

/** What to do for each fix, where the check itself doesn't say it. */
const fixWords: Readonly<Record<Fix, string>> = {
  editName: "If the authorization is right, correct the name on the patient's page.",
  editBirthDate: "If the authorization is right, correct the date of birth on the patient's page.",
  editZipCodes: "Add the ZIP code on the patient's page.",
  editSex: "Set the sex on the patient's page.",
  newDocument: 'Have the patient or their representative correct and sign the form. Then upload it.',
  supporting: 'Upload the supporting document, such as a power of attorney.',
};

/** A box to check with a pen. */
const Box = () => <span aria-hidden="true">☐ </span>;

function Finding({ check }: { readonly check: ShownCheck }) {
  const { label, message, remedy, fixes } = check;
  return (
    <li>
      <Box />
      <strong>{label}</strong>
      {message === null ? null : <p>{message}</p>}
      {remedy === null ? fixes.map(fix => <p>{fixWords[fix]}</p>) : <p>{remedy}</p>}
    </li>
  );
}

function Findings({ shown }: { readonly shown: FixListShown }) {
  const { checks, patient } = shown;
  const { authorizationReason: reason } = patient;
  if (checks === undefined)
    return (
      <Empty>
        <p>No authorization yet. Have the patient sign one, and upload it on the Authorization tab.</p>
      </Empty>
    );
  const open = (checks ?? []).filter(({ status }) => status === 'failed' || status === 'warning');
  const count = open.length + (reason === null ? 0 : 1);
  const nothing = checks === null ? 'Not checked yet' : 'Nothing to fix';
  return (
    <section aria-labelledby="to-fix">
      <h2 id="to-fix">{count === 0 ? nothing : `To fix (${count})`}</h2>
      {checks === null ? <p>The document is being checked. Open this page again in a minute.</p> : null}
      <ul class="attempts">
        {reason === null ? null : (
          <li>
            <Box />
            <strong>{refusalFacts(reason).label}</strong>
            <p>{refusalFacts(reason).remedy}</p>
          </li>
        )}
        {open.map(check => (
          <Finding check={check} />
        ))}
      </ul>
    </section>
  );
}

/** Renders the page. Its title has no patient data. */
export function renderFixListPage(viewer: Viewer, place: ShownPlace, shown: FixListShown): string {
  const { patient, at } = shown;
  const title = 'Authorization fix list';
  const path = pathIn(place, 'patients', patient.uid);
  return renderConsolePage({
    title,
    viewer,
    place,
    section: 'patients',
    crumbs: [
      ['Patients', pathIn(place, 'patients')],
      [nameOf(patient), path],
      ['Authorization', `${path}/documents`],
    ],
    children: (
      <>
        <PrintHead title={title} />
        <Facts
          facts={[
            ['Company', `${place.companyName} (${environmentNames[place.environment]})`],
            ['Patient', nameOf(patient)],
            ['Date of birth', usDate(patient.dateOfBirth)],
            ['Your reference', patient.reference ?? patient.id],
            ...(patient.authorizationUploadedAt === null
              ? []
              : [['Authorization uploaded', <Instant at={patient.authorizationUploadedAt} />] as const]),
            [
              'Created',
              <>
                <Instant at={at} /> by {viewer.userName}
              </>,
            ],
          ]}
        />
        {patient.authorizationUploadedAt === null ? null : (
          <p>{statusSentences[patient.authorizationStatus]}</p>
        )}
        <Findings shown={shown} />
      </>
    ),
  });
}
