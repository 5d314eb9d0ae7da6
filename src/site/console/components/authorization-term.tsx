/** How long an authorization is valid, on the page of a patient. */
import { noticeDays } from '../../../domain/authorizations/authorization-term';
import { usDate, type CalendarDate } from '../../../domain/clinical/calendar-date';
import { Notice } from '../../components/display';
import { Form, TextField } from '../../components/form';
import { pathIn } from '../paths';
import type { ShownPlace } from './page';

/** The term of a patient's authorization, as shown. */
export interface ShownTerm {
  readonly expiresOn: CalendarDate | null;
  readonly revokedOn: CalendarDate | null;
  /** Until it expires, negative afterward; `null` if it has no date, or isn't approved. */
  readonly daysLeft: number | null;
  /** What names the document in the form that revokes it; absent if this member can't revoke it. */
  readonly revocable?: { readonly seenUpload: string; readonly today: CalendarDate };
}

function inDays(days: number): string {
  if (days === 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}

function Warning({ term: { expiresOn, revokedOn, daysLeft } }: { readonly term: ShownTerm }) {
  if (revokedOn !== null)
    return (
      <Notice tone="failed">
        The patient revoked this authorization on {usDate(revokedOn)}. Nothing is sent under it. To continue,
        upload another one.
      </Notice>
    );
  if (expiresOn === null || daysLeft === null || daysLeft > noticeDays[0]) return null;
  if (daysLeft < 0)
    return (
      <Notice tone="failed">
        This authorization expired on {usDate(expiresOn)}. Nothing is sent under it. To continue, upload
        another one.
      </Notice>
    );
  return (
    <Notice tone={daysLeft <= noticeDays[1] ? 'failed' : 'neutral'}>
      This authorization expires {inDays(daysLeft)}, on {usDate(expiresOn)}. Upload another one before then.
      Work that isn't sent by then will wait.
    </Notice>
  );
}

interface TermParts {
  readonly place: ShownPlace;
  readonly patientUid: string;
  readonly term: ShownTerm;
}

/** Until when the authorization is valid, and the form that records its revocation. */
export function AuthorizationTerm({ place, patientUid, term }: TermParts) {
  const { expiresOn, daysLeft, revocable } = term;
  return (
    <>
      <Warning term={term} />
      {expiresOn === null || (daysLeft ?? 0) < 0 ? null : <p>Valid through {usDate(expiresOn)}.</p>}
      {revocable === undefined ? null : (
        <details class="more">
          <summary>Revoke authorization</summary>
          <Form action={pathIn(place, 'patients', patientUid, 'revocation')} label="Revoke authorization">
            <p>
              Record here that the patient revoked this authorization. Searches and record requests that
              aren't sent yet wait for another one. You can't undo this: to continue, upload another
              authorization.
            </p>
            <input type="hidden" name="seen" value={revocable.seenUpload} />
            <TextField
              id="revoked"
              name="revoked"
              label="Date the patient revoked it"
              type="date"
              isRequired={true}
              value={revocable.today}
            />
            <button type="submit" class="danger">
              Revoke authorization
            </button>
          </Form>
        </details>
      )}
    </>
  );
}
