/** `…/patients/{patient}/fix-list`: what to fix on an authorization, for print. */
import { usDate } from '../../../domain/clinical/calendar-date';
import { refusalFacts } from '../../../domain/authorizations/refusal-reason';
import { Empty, Facts, Instant } from '../../components/display';
import type { Viewer } from '../../visit';
import { authorizationStatusLabels } from '../../../domain/status-labels';
import { fixesByStatus } from '../authorization-fixes';
import { placeWords, type ShownCheck } from '../components/authorization-checks';
import { environmentNames, renderConsolePage, type ShownPlace } from '../components/page';
import { PrintHead } from '../components/print-head';
import { nameOf } from '../components/patient-tabs';
import { pathIn } from '../paths';
import { statusSentences, type DocumentsShown } from './documents-page';

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

/** A box to check with a pen. */
const Box = () => <span aria-hidden="true">☐ </span>;

interface Finding {
  readonly label: string;
  readonly message: string | null;
  readonly remedy: string | null;
  /** The pages that it is based on. */
  readonly pages: string;
}

/** Returns what support refused the authorization for; none if support didn't refuse it. */
function refusalOf({ authorizationReason, authorizationStatus }: FixListShown['patient']): Finding[] {
  const nothing = { message: null, pages: '' };
  if (authorizationReason !== null) return [{ ...nothing, ...refusalFacts(authorizationReason) }];
  if (fixesByStatus[authorizationStatus].length === 0) return [];
  return [
    {
      ...nothing,
      label: authorizationStatusLabels[authorizationStatus],
      remedy: statusSentences[authorizationStatus],
    },
  ];
}

function findingsOf({ patient, checks }: FixListShown): readonly Finding[] {
  const open = (checks ?? []).filter(({ status }) => status === 'failed' || status === 'warning');
  return [
    ...refusalOf(patient),
    ...open.map(check => ({ ...check, pages: check.places.map(placeWords).join(' · ') })),
  ];
}

function Findings({ shown }: { readonly shown: FixListShown }) {
  const { checks } = shown;
  const findings = findingsOf(shown);
  if (checks === undefined && findings.length === 0)
    return (
      <Empty>
        <p>No authorization yet. Have the patient sign one, and upload it on the Authorization tab.</p>
      </Empty>
    );
  const nothing = checks === null ? 'Not checked yet' : 'Nothing to fix';
  return (
    <section aria-labelledby="to-fix">
      <h2 id="to-fix">{findings.length === 0 ? nothing : `To fix (${findings.length})`}</h2>
      {checks === null ? <p>The document is being checked. Open this page again in a minute.</p> : null}
      <ul class="attempts">
        {findings.map(({ label, message, remedy, pages }) => (
          <li>
            <Box />
            <strong>{label}</strong>
            {message === null ? null : <p>{message}</p>}
            {remedy === null ? null : <p>{remedy}</p>}
            {pages === '' ? null : <p class="muted">{pages}</p>}
          </li>
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
        {patient.authorizationUploadedAt === null ||
        fixesByStatus[patient.authorizationStatus].length > 0 ? null : (
          <p>{statusSentences[patient.authorizationStatus]}</p>
        )}
        <Findings shown={shown} />
      </>
    ),
  });
}
