/** How far the retrieval for a patient is, in one line, and the next step with one button. */
import type { Permission } from '../../../domain/access/permissions';
import type { NextStep } from '../../../domain/patients/next-step';
import { pathIn } from '../paths';
import type { ShownPlace } from './page';

/** The progress of a patient. */
export interface ProgressShown {
  /** What happened, in order: `2 of 3 searches done`. */
  readonly stages: readonly string[];
  /** `undefined` if the member can't see what it depends on, and in a closed project. */
  readonly next: NextStep | undefined;
}

interface Words {
  readonly text: string;
  readonly button?: string;
  /** The path below the patient's. */
  readonly segments?: readonly string[];
  /** Without it, the button isn't shown. */
  readonly needs?: Permission;
}

const wordsOf: Readonly<Record<NextStep, Words>> = {
  uploadAuthorization: {
    text: "Upload the patient's signed authorization.",
    button: 'Upload authorization',
    segments: ['documents'],
    needs: 'ManagePatients',
  },
  fixAuthorization: {
    text: 'The authorization has a problem. Correct it, or upload another one.',
    button: 'Fix authorization',
    segments: ['documents'],
    needs: 'ManagePatients',
  },
  replaceAuthorization: {
    text: 'The authorization is no longer valid. Upload another one.',
    button: 'Upload authorization',
    segments: ['documents'],
    needs: 'ManagePatients',
  },
  awaitReview: {
    text:
      'The authorization is in review. If a problem is listed below, you can fix it now. You can already ' +
      "request records: we hold them until it's approved.",
  },
  fixSearch: {
    text: 'A search needs your attention. The table below says what to do.',
    button: 'Correct details',
    segments: ['edit'],
    needs: 'ManagePatients',
  },
  awaitSearches: { text: 'The searches are running. Facilities appear as they are found.' },
  requestRecords: {
    text: 'Request records from the facilities where the patient was seen.',
    button: 'Choose facilities',
    segments: ['facilities'],
    needs: 'ManageRecordRequests',
  },
  awaitRecords: {
    text: "Records are requested. There's nothing to do until they arrive or a request needs attention.",
  },
  reviewFiles: { text: 'Records have arrived.', button: 'View files', segments: ['files'] },
};

/** Shows the stages, and what to do next. */
export function PatientProgress({
  place,
  patientUid,
  progress: { stages, next },
}: {
  readonly place: ShownPlace;
  readonly patientUid: string;
  readonly progress: ProgressShown;
}) {
  const words = next === undefined ? undefined : wordsOf[next];
  const mayAct = words?.needs === undefined || place.permissions.has(words.needs);
  return (
    <section class="card" aria-labelledby="next-step">
      <ol class="stages small" aria-label="Progress">
        {stages.map(stage => (
          <li>{stage}</li>
        ))}
      </ol>
      <h2 id="next-step">Next step</h2>
      {words === undefined ? (
        <p class="muted">There's nothing to do right now.</p>
      ) : (
        <p class="bar">
          {words.text}
          {words.button === undefined || !mayAct ? null : (
            <a class="button" href={pathIn(place, 'patients', patientUid, ...(words.segments ?? []))}>
              {words.button}
            </a>
          )}
        </p>
      )}
    </section>
  );
}
