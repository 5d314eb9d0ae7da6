/** Which authorizations were uploaded for a patient, and what happened to each. */
import type {
  PastDecision,
  PastUpload,
  UploadHistory,
} from '../../../domain/authorizations/authorization-history';
import { refusalFacts } from '../../../domain/authorizations/refusal-reason';
import { usDate } from '../../../domain/clinical/calendar-date';
import { authorizationStatusLabels } from '../../../domain/status-labels';
import { Instant, Table } from '../../components/display';

/** An upload with the result of its check in words. */
export interface ShownUpload extends Omit<PastUpload, 'check'> {
  readonly checkWords: string;
}

/** The uploads as shown, newest first. */
export interface ShownHistory extends Pick<UploadHistory, 'isCut'> {
  readonly uploads: readonly ShownUpload[];
}

function Decision({ decision: { status, reason, made } }: { readonly decision: PastDecision }) {
  const words = status === 'NeedsApproval' ? 'Sent back to review' : authorizationStatusLabels[status];
  return (
    <p>
      {words}
      {reason === null ? null : `: ${refusalFacts(reason).label}`}
      {made === null ? null : (
        <span class="small muted">
          {' '}
          <Instant at={made.at} />
          {made.by === null ? null : ` by ${made.by.name}`}
        </span>
      )}
    </p>
  );
}

function Decisions({ upload: { decisions, isOnFile } }: { readonly upload: ShownUpload }) {
  if (decisions.length === 0) return <>{isOnFile ? 'Waiting for review' : 'Not decided'}</>;
  return (
    <>
      {decisions.map(decision => (
        <Decision decision={decision} />
      ))}
    </>
  );
}

function validity({ validThrough, revokedOn }: ShownUpload): string {
  if (revokedOn !== null) return `Revoked on ${usDate(revokedOn)}`;
  return validThrough === null ? '–' : usDate(validThrough);
}

function Uploaded({ upload }: { readonly upload: ShownUpload }) {
  const { uploadedAt, uploadedBy, isOnFile, isSameFile } = upload;
  return (
    <>
      <p>
        <Instant at={uploadedAt} />
        {uploadedBy === null ? null : ` by ${uploadedBy.name}`}
      </p>
      {isOnFile ? <p class="small muted">On file</p> : null}
      {isSameFile ? <p class="small muted">Same file as before</p> : null}
    </>
  );
}

/** The uploads, newest first; nothing before the first one. */
export function AuthorizationHistory({ history: { uploads, isCut } }: { readonly history: ShownHistory }) {
  if (uploads.length === 0) return null;
  return (
    <section class="card" aria-labelledby="history">
      <h2 id="history">Upload history</h2>
      <Table
        caption="Upload history"
        headings={['Uploaded', 'Check', 'Decision', 'Valid through']}
        rows={uploads.map(upload => [
          <Uploaded upload={upload} />,
          upload.checkWords,
          <Decisions upload={upload} />,
          validity(upload),
        ])}
      />
      <p class="muted small">
        {isCut ? `These are the ${uploads.length} latest uploads. There are earlier ones. ` : null}
        An upload replaces the file before it, so you can download only the one on file.
      </p>
    </section>
  );
}
