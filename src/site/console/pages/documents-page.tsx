/** `…/patients/{patient}/documents`: the authorization with what to fix, and the supporting documents. */
import type { ComponentChildren } from 'preact';
import type { AuthorizationStatus } from '../../../domain/authorizations/authorization-status';
import { refusalFacts, type RefusalReason } from '../../../domain/authorizations/refusal-reason';
import type { VerdictStatus } from '../../../domain/auth-checks/verdict';
import type { ListedSupporting } from '../../../domain/supporting-documents/supporting-document';
import { Instant, MessageNotice, Notice, type Message } from '../../components/display';
import type { Viewer } from '../../visit';
import { AuthorizationTerm, type ShownTerm } from '../components/authorization-term';
import { FormToSign } from '../components/form-to-sign';
import { renderConsolePage, type ShownPlace } from '../components/page';
import { PatientTabs } from '../components/patient-tabs';
import { AuthorizationPill, VerdictPill } from '../components/patient-words';
import { StoreUpload } from '../components/store-upload';
import { SupportingDocuments } from '../components/supporting-documents';
import { pathIn } from '../paths';
import { projectIsClosed } from '../problem-sentences';

/** What fixes a finding. */
export type Fix = 'editName' | 'editBirthDate' | 'editZipCodes' | 'editSex' | 'newDocument' | 'supporting';

/** A check of the authorization, with what fixes it. */
export interface ShownCheck {
  readonly label: string;
  /** `null` if it didn't run. */
  readonly status: VerdictStatus | null;
  readonly message: string | null;
  readonly remedy: string | null;
  readonly fixes: readonly Fix[];
}

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

const editFields = {
  editName: ['Edit name', 'lastName'],
  editBirthDate: ['Edit date of birth', 'dateOfBirth'],
  editZipCodes: ['Add ZIP code', 'zipCodes'],
  editSex: ['Set sex', 'sex'],
} as const;

function FixLink({ place, shown, fix }: Parts & { readonly fix: Fix }) {
  if (fix === 'newDocument')
    return (
      <>
        <a class="button" href="#upload">
          Upload new
        </a>{' '}
        <a class="button" href="#form-to-sign">
          Form to sign
        </a>
      </>
    );
  if (fix === 'supporting')
    return (
      <a class="button" href="#supporting">
        Upload supporting document
      </a>
    );
  const [words, field] = editFields[fix];
  return (
    <a class="button" href={`${pathIn(place, 'patients', shown.patient.uid, 'edit')}#${field}`}>
      {words}
    </a>
  );
}

function CheckItem({
  check,
  children,
}: {
  readonly check: ShownCheck;
  readonly children?: ComponentChildren;
}) {
  const { label, status, message, remedy } = check;
  return (
    <li>
      <VerdictPill status={status} /> <strong>{label}</strong>
      {message === null ? null : <p>{message}</p>}
      {remedy === null ? null : <p class="muted">{remedy}</p>}
      {children}
    </li>
  );
}

function ToDo({ place, shown }: Parts) {
  const { checks, forms, patient } = shown;
  if (checks === undefined) return null;
  if (checks === null)
    return (
      <p class="muted" data-again={4_000}>
        The document is being checked. This takes a few seconds.{' '}
        <a href={pathIn(place, 'patients', patient.uid, 'documents')}>Reload page</a>
      </p>
    );
  const open = checks.filter(({ status }) => status === 'failed' || status === 'warning');
  const rest = checks.filter(check => !open.includes(check));
  return (
    <section aria-labelledby="to-do">
      <div class="head">
        <h2 id="to-do">{open.length === 0 ? 'Nothing to fix' : `To fix (${open.length})`}</h2>
        {open.length === 0 ? null : (
          <a class="button aside noprint" href={pathIn(place, 'patients', patient.uid, 'fix-list')}>
            Print fix list
          </a>
        )}
      </div>
      {open.length === 0 ? <p>The check found no problems.</p> : null}
      <ul class="attempts">
        {open.map(check => (
          <CheckItem check={check}>
            {forms === undefined ? null : (
              <p>
                {check.fixes.map(fix => (
                  <>
                    <FixLink place={place} shown={shown} fix={fix} />{' '}
                  </>
                ))}
              </p>
            )}
          </CheckItem>
        ))}
      </ul>
      <details class="more">
        <summary>Other checks ({rest.length})</summary>
        <ul class="attempts">
          {rest.map(check => (
            <CheckItem check={check} />
          ))}
        </ul>
      </details>
    </section>
  );
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
        <AuthorizationPill status={status} />
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
      {reason === null ? null : (
        <Notice tone="warning">
          {refusalFacts(reason).label}. {refusalFacts(reason).remedy}
        </Notice>
      )}
      {authorizationUploadedAt === null ? null : (
        <p>
          <a href={path('documents', '0')}>View pages</a> ·{' '}
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
        <Document place={place} shown={shown} />
        <ToDo place={place} shown={shown} />
        <Actions place={place} shown={shown} />
        <SupportingDocuments
          place={place}
          patient={patient}
          form={shown.forms?.supporting}
          bytesMax={shown.bytesMax}
        />
      </>
    ),
  });
}
