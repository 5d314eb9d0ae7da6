/** `…/patients/{patient}/documents`: the authorization with what to fix, and the supporting documents. */
import type { AuthorizationStatus } from '../../../domain/authorizations/authorization-status';
import { refusalFacts, type RefusalReason } from '../../../domain/authorizations/refusal-reason';
import type { ListedSupporting } from '../../../domain/supporting-documents/supporting-document';
import { Instant, MessageNotice, Notice, type Message } from '../../components/display';
import type { Viewer } from '../../visit';
import { fixesByReason, fixesByStatus } from '../authorization-fixes';
import {
  AuthorizationChecks,
  FixLinks,
  type FixPlace,
  type ShownCheck,
} from '../components/authorization-checks';
import { AuthorizationHistory, type ShownHistory } from '../components/authorization-history';
import { AuthorizationPages, type ShownPages } from '../components/authorization-pages';
import { AuthorizationTerm, type ShownTerm } from '../components/authorization-term';
import { FormToSign } from '../components/form-to-sign';
import { renderConsolePage, type ShownPlace } from '../components/page';
import { PatientTabs } from '../components/patient-tabs';
import { AuthorizationPill } from '../components/patient-words';
import { StoreUpload } from '../components/store-upload';
import { SupportingDocuments } from '../components/supporting-documents';
import { pathIn } from '../paths';
import { projectIsClosed } from '../problem-sentences';

type UploadForm = Parameters<typeof StoreUpload>[0]['form'];

/** The content of the page. */
export interface DocumentsShown {
  readonly patient: {
    readonly uid: string;
    readonly firstName: string;
    readonly lastNames: readonly string[];
    readonly authorizationStatus: AuthorizationStatus;
    readonly authorizationReason: RefusalReason | null;
    readonly authorizationUploadedAt: Date | null;
    readonly supportingDocuments: readonly ListedSupporting[];
  };
  readonly isClosed: boolean;
  readonly message: Message | undefined;
  /** Absent if the project's patients need no authorization. */
  readonly term?: ShownTerm;
  readonly facilities: ReadonlyArray<{ readonly uid: string; readonly name: string; readonly city: string }>;
  /** `null` while the document is being checked; absent if none is on file. */
  readonly checks?: readonly ShownCheck[] | null;
  /** Absent if none is on file. */
  readonly pages?: ShownPages;
  readonly history: ShownHistory;
  /** Absent if this member can't upload. */
  readonly forms?: { readonly authorization: UploadForm; readonly supporting?: UploadForm };
  readonly bytesMax: number;
}

interface Parts {
  readonly place: ShownPlace;
  readonly shown: DocumentsShown;
}

/** What each status means for the person who has to go on, in a sentence. */
export const statusSentences: Readonly<Record<AuthorizationStatus, string>> = {
  NeedsApproval: 'Waiting for review.',
  Approved: 'Approved. Searches and record requests can be sent.',
  WrongPatientName:
    "The name on the authorization isn't the patient's. Edit the name, or upload another one.",
  WrongDateOfBirth:
    "The date of birth on the authorization isn't the patient's. Edit the date, or upload another one.",
  MissingZip: "Add the patient's ZIP code.",
  MissingGender: "Set the patient's sex.",
  WrongDateOfService: "The authorization doesn't cover the dates of service. Upload another one.",
  MissingSignature: "The authorization isn't signed correctly. Upload a signed one.",
  MissingPowerOfAttorney: 'A representative signed. Upload the power of attorney as a supporting document.',
  MissingProofOfGuardianship: 'A guardian signed. Upload the proof of guardianship as a supporting document.',
  MissingRedisclosureSmt:
    'The authorization is missing a required statement. Have the patient sign our form.',
};

function isRefused({ patient: { authorizationStatus } }: DocumentsShown): boolean {
  return fixesByStatus[authorizationStatus].length > 0;
}

function fixPlaceOf({ place, shown }: Parts): FixPlace {
  return {
    place,
    patientUid: shown.patient.uid,
    hasFormToSign: shown.term !== undefined,
    hasPages: shown.pages?.kind === 'drawn',
  };
}

function Upload({ shown }: { readonly shown: DocumentsShown }) {
  const { forms, patient, bytesMax } = shown;
  if (forms === undefined) return null;
  const isFirst = patient.authorizationUploadedAt === null;
  const upload = (
    <StoreUpload
      id="upload"
      label="Signed authorization (PDF)"
      button="Upload authorization"
      accept="application/pdf,.pdf"
      bytesMax={bytesMax}
      form={forms.authorization}
    >
      {isFirst
        ? 'We check it within seconds, and then review it.'
        : 'It replaces the document on file, and goes to review.'}
    </StoreUpload>
  );
  if (isFirst) return upload;
  return (
    <details class="more" open={patient.authorizationStatus !== 'Approved'}>
      <summary>Upload a new authorization</summary>
      <div>{upload}</div>
    </details>
  );
}

function Document({ place, shown }: Parts) {
  const { patient, forms } = shown;
  const { authorizationStatus: status, authorizationReason: reason, authorizationUploadedAt } = patient;
  const path = (...rest: string[]): string => pathIn(place, 'patients', patient.uid, ...rest);
  const hasNone = authorizationUploadedAt === null;
  return (
    <section class="card" aria-labelledby="authorization">
      <div class="head">
        <h2 id="authorization">Authorization</h2>
        <AuthorizationPill status={status} hasDocument={!hasNone || shown.term === undefined} />
      </div>
      {hasNone && status === 'NeedsApproval' ? (
        <p>
          No authorization yet.{' '}
          {forms === undefined
            ? "You can't upload one. Ask an administrator for the ManagePatients permission."
            : 'Upload one that the patient signed, or create a form to sign below.'}
        </p>
      ) : (
        <p>{statusSentences[status]}</p>
      )}
      {hasNone && shown.history.uploads[0]?.isTooLarge === true ? (
        <Notice tone="warning">
          The last upload was larger than 25 MB, so we didn't keep it. Upload a smaller file: scan in
          grayscale at 200 to 300 dpi.
        </Notice>
      ) : null}
      {reason === null ? null : (
        <Notice tone="warning">
          {refusalFacts(reason).label}. {refusalFacts(reason).remedy}
        </Notice>
      )}
      {forms === undefined ? null : (
        <FixLinks
          fixes={reason === null ? fixesByStatus[status] : fixesByReason[reason]}
          at={fixPlaceOf({ place, shown })}
        />
      )}
      {authorizationUploadedAt === null ? null : (
        <p>
          {shown.pages?.kind === 'refused' ? null : (
            <>
              <a href={path('documents', '0')}>View pages</a> ·{' '}
            </>
          )}
          <a href={path('authorization')}>Download authorization</a>{' '}
          <span class="muted">
            Uploaded <Instant at={authorizationUploadedAt} />
          </span>
        </p>
      )}
    </section>
  );
}

/** The forms that upload, create, and revoke an authorization. */
function Actions({ place, shown }: Parts) {
  const { patient, term, forms } = shown;
  if (term === undefined && forms === undefined) return null;
  return (
    <section class="card" aria-labelledby="actions">
      <h2 id="actions">Upload or sign</h2>
      <Upload shown={shown} />
      {term === undefined ? null : <AuthorizationTerm place={place} patientUid={patient.uid} term={term} />}
      {term === undefined ? null : (
        <div id="form-to-sign">
          <FormToSign place={place} shown={shown} />
        </div>
      )}
    </section>
  );
}

/** The authorization with its findings, beside its first page if one is on file. */
function Findings({ place, shown }: Parts) {
  const { checks, pages, forms, patient } = shown;
  const document = <Document place={place} shown={shown} />;
  if (checks === undefined || pages === undefined) return document;
  return (
    <div class="beside">
      <div class="details">
        {document}
        <AuthorizationChecks
          checks={checks}
          at={fixPlaceOf({ place, shown })}
          isRefused={isRefused(shown)}
          mayFix={forms !== undefined}
        />
      </div>
      <AuthorizationPages
        place={place}
        patientUid={patient.uid}
        pages={pages}
        mayUpload={forms !== undefined}
      />
    </div>
  );
}

/** Renders the page. Its title has no patient data. */
export function renderDocumentsPage(viewer: Viewer, place: ShownPlace, shown: DocumentsShown): string {
  const { patient, message, isClosed } = shown;
  return renderConsolePage({
    title: 'Authorization',
    viewer,
    place,
    section: 'patients',
    crumbs: [['Patients', pathIn(place, 'patients')]],
    children: (
      <>
        <PatientTabs place={place} patient={patient} current="documents" />
        <MessageNotice message={message} />
        {isClosed ? <Notice tone="neutral">{projectIsClosed(place.supportName)}</Notice> : null}
        <Findings place={place} shown={shown} />
        <Actions place={place} shown={shown} />
        <SupportingDocuments
          place={place}
          patient={patient}
          form={shown.forms?.supporting}
          bytesMax={shown.bytesMax}
        />
        <AuthorizationHistory history={shown.history} />
      </>
    ),
  });
}
