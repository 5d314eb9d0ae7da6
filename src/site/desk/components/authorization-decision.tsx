/** The forms that decide on an authorization. */
import { overrideReasons, type ApprovalConcern } from '../../../domain/authorizations/approval';
import {
  authorizationStatuses,
  type AuthorizationStatus,
} from '../../../domain/authorizations/authorization-status';
import {
  refusalFacts,
  refusalReasons,
  type RefusalReason,
} from '../../../domain/authorizations/refusal-reason';
import type { Suggestion } from '../../../domain/auth-checks/suggestion';
import type { CalendarDate } from '../../../domain/clinical/calendar-date';
import {
  approvalConcernLabels,
  authorizationStatusLabels,
  overrideReasonLabels,
} from '../../../domain/status-labels';
import { Facts, Notice, Pill } from '../../components/display';
import { Check, FieldProblem, Form, TextField, type FieldProblems } from '../../components/form';
import { deskPath } from '../paths';

/** The maximum length of a reason. */
export const reasonMax = 500;

/** What the forms show. */
export interface DecisionShown {
  readonly patient: {
    readonly uid: string;
    readonly version: number;
    readonly authorizationStatus: AuthorizationStatus;
    readonly authorizationExpiresOn: CalendarDate | null;
    readonly authorizationRevokedOn: CalendarDate | null;
  };
  readonly analysis: { readonly suggestion: Suggestion | null } | undefined;
  /** Why the decision was refused, with the posted values. */
  readonly refusal?: {
    readonly sentence: string;
    readonly fields: FieldProblems;
    readonly posted: Readonly<Record<'status' | 'reason' | 'expires' | 'override', string>>;
  };
  /** What speaks against an approval. */
  readonly question: {
    readonly concerns: readonly ApprovalConcern[];
    /** The names of the failed checks. */
    readonly failed: readonly string[];
    /** The question in one line, which the form confirms. */
    readonly line: string;
  };
}

/** Returns what the form posts for a reason, which implies a status. */
export function becauseOf(reason: RefusalReason): `because:${RefusalReason}` {
  return `because:${reason}`;
}

const denials = authorizationStatuses.filter(status => status !== 'NeedsApproval' && status !== 'Approved');

interface FormParts {
  readonly shown: DecisionShown;
  readonly action: string;
}

function Expires({ shown }: { readonly shown: DecisionShown }) {
  const { patient, refusal } = shown;
  return (
    <TextField
      id="expires"
      name="expires"
      label="Valid through"
      type="date"
      value={refusal?.posted.expires ?? patient.authorizationExpiresOn ?? ''}
      hint="The last day on which the document is valid. Leave it empty if it ends with an event."
    />
  );
}

function Approval({ shown, action }: FormParts) {
  const { patient, refusal } = shown;
  return (
    <Form action={action} label="Approve" problems={refusal?.fields}>
      <input type="hidden" name="version" value={String(patient.version)} />
      <input type="hidden" name="status" value="Approved" />
      <Expires shown={shown} />
      <button type="submit" class="main" accesskey="a">
        Approve
      </button>
    </Form>
  );
}

/** The second step of an approval that something speaks against. It has no access key. */
function Confirmation({ shown, action }: FormParts) {
  const { patient, refusal, question } = shown;
  return (
    <Form action={action} label="Confirm approval" problems={refusal?.fields}>
      <input type="hidden" name="version" value={String(patient.version)} />
      <input type="hidden" name="status" value="Approved" />
      <input type="hidden" name="confirms" value={question.line} />
      <h3>Confirm approval</h3>
      <ul>
        {question.concerns.map(concern => (
          <li>
            {approvalConcernLabels[concern]}
            {concern === 'failedCheck' ? (
              <ul>
                {question.failed.map(label => (
                  <li>{label}</li>
                ))}
              </ul>
            ) : null}
          </li>
        ))}
      </ul>
      <Expires shown={shown} />
      <fieldset class="field">
        <legend>Approve anyway: choose a reason</legend>
        <FieldProblem name="override" />
        {overrideReasons.map(reason => (
          <Check name="override" value={reason} type="radio" isChecked={reason === refusal?.posted.override}>
            {overrideReasonLabels[reason]}
          </Check>
        ))}
      </fieldset>
      <TextField
        id="approval-reason"
        name="reason"
        label="Explanation of the approval"
        max={reasonMax}
        value={refusal?.posted.reason ?? ''}
        hint="Kept in the audit log, so don't include patient data such as a name or date of birth."
      />
      <button type="submit" class="danger">
        Approve anyway
      </button>
    </Form>
  );
}

function Denial({ shown, action }: FormParts) {
  const { patient, analysis, refusal } = shown;
  const suggested = analysis?.suggestion ?? null;
  const suggestedValue =
    suggested === null || suggested.status === 'Approved'
      ? ''
      : suggested.reason === null
        ? suggested.status
        : becauseOf(suggested.reason);
  const chosen = refusal?.posted.status ?? suggestedValue;
  return (
    <Form action={action} label="Deny" problems={refusal?.fields}>
      <input type="hidden" name="version" value={String(patient.version)} />
      <fieldset class="field">
        <legend>Deny: choose a reason</legend>
        <FieldProblem name="status" />
        {denials.map(status => (
          <Check name="status" value={status} type="radio" isChecked={status === chosen}>
            {authorizationStatusLabels[status]}
          </Check>
        ))}
        {refusalReasons.map(reason => (
          <Check
            name="status"
            value={becauseOf(reason)}
            type="radio"
            isChecked={becauseOf(reason) === chosen}
          >
            {refusalFacts(reason).label}
          </Check>
        ))}
      </fieldset>
      <TextField
        id="reason"
        name="reason"
        label="Explanation"
        max={reasonMax}
        isRequired={true}
        value={refusal?.posted.reason ?? ''}
        hint="Kept in the audit log, so don't include patient data such as a name or date of birth."
      />
      <button type="submit" class="danger" accesskey="r">
        Deny
      </button>
    </Form>
  );
}

/** The decision on an authorization: approve it, confirm an approval with a reason, or deny it. */
export function Decision({ shown }: { readonly shown: DecisionShown }) {
  const { patient, analysis, refusal } = shown;
  const suggested = analysis?.suggestion ?? null;
  const action = deskPath('authorizations', patient.uid, 'decide');
  const isQuestioned = refusal?.fields['override'] !== undefined && shown.question.concerns.length > 0;
  return (
    <section class="card" aria-labelledby="decision">
      <h2 id="decision">Decision</h2>
      <Facts
        facts={[
          ['Status', authorizationStatusLabels[patient.authorizationStatus]],
          ...(patient.authorizationRevokedOn === null
            ? []
            : [['Revoked by the patient', patient.authorizationRevokedOn] as const]),
          [
            'Suggested by analysis',
            suggested === null ? (
              <span class="muted">No suggestion</span>
            ) : (
              <>
                {suggested.reason === null ? null : `${refusalFacts(suggested.reason).label}: `}
                <Pill tone={suggested.status === 'Approved' ? 'passed' : 'failed'}>
                  {authorizationStatusLabels[suggested.status]}
                </Pill>
              </>
            ),
          ],
        ]}
      />
      {refusal === undefined ? null : <Notice tone="failed">{refusal.sentence}</Notice>}
      {isQuestioned ? (
        <Confirmation shown={shown} action={action} />
      ) : (
        <Approval shown={shown} action={action} />
      )}
      <Denial shown={shown} action={action} />
    </section>
  );
}
