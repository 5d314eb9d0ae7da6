/** The supporting documents on the Authorization tab of a patient. */
import { judgeLegibility } from '../../../domain/auth-checks/judge-document';
import {
  supportingMax,
  supportingName,
  type ListedSupporting,
} from '../../../domain/supporting-documents/supporting-document';
import { Empty, Table } from '../../components/display';
import { pathIn } from '../paths';
import type { ShownPlace } from './page';
import { supportingKindNames } from './patient-words';
import { StoreUpload } from './store-upload';

function supportingWords({ kind, status, refusal }: ListedSupporting): string {
  if (status === 'pending') return 'Being read';
  if (refusal !== null) return `Can't be read. ${judgeLegibility(refusal).message}`;
  return kind === null ? 'Unrecognized document' : supportingKindNames[kind];
}

interface SupportingParts {
  readonly place: ShownPlace;
  readonly patient: { readonly uid: string; readonly supportingDocuments: readonly ListedSupporting[] };
  /** Absent if this member can't upload, and if the patient has the maximum number. */
  readonly form: Parameters<typeof StoreUpload>[0]['form'] | undefined;
  readonly bytesMax: number;
}

/** The supporting documents of a patient, and the form that uploads another one. */
export function SupportingDocuments({ place, patient, form, bytesMax }: SupportingParts) {
  const path = (...rest: string[]): string => pathIn(place, 'patients', patient.uid, 'documents', ...rest);
  return (
    <section class="card" aria-labelledby="supporting">
      <h2 id="supporting">Supporting documents</h2>
      {patient.supportingDocuments.length === 0 ? (
        <Empty>
          <p>
            None yet. If someone signed for the patient, upload what gives them the authority: a power of
            attorney, a proof of guardianship, letters, or a death certificate.
          </p>
        </Empty>
      ) : (
        <Table
          caption="Supporting documents"
          headings={['Document', 'Kind', 'Actions']}
          rows={patient.supportingDocuments.map(document => [
            <a href={path(String(document.number))}>{supportingName(document.number)}</a>,
            supportingWords(document),
            <a href={path(String(document.number), 'download')}>Download</a>,
          ])}
        />
      )}
      {patient.supportingDocuments.length >= supportingMax ? (
        <p class="muted small">
          This patient has {supportingMax} supporting documents, which is the maximum.
        </p>
      ) : null}
      {form === undefined ? null : (
        <StoreUpload
          id="supporting-file"
          label="Supporting document (PDF)"
          button="Upload supporting document"
          accept="application/pdf,.pdf"
          bytesMax={bytesMax}
          form={form}
          isMain={false}
        />
      )}
    </section>
  );
}
