/** The form of a patient's page that downloads an authorization to sign. */
import {
  formFacilitiesMax,
  formLanguageNames,
  formLanguages,
} from '../../../domain/authorizations/authorization-form';
import type { AuthorizationStatus } from '../../../domain/authorizations/authorization-status';
import { Check } from '../../components/form';
import { pathIn } from '../paths';
import type { ShownPlace } from './page';

interface FormToSignParts {
  readonly place: ShownPlace;
  readonly shown: {
    readonly patient: { readonly uid: string; readonly authorizationStatus: AuthorizationStatus };
    readonly facilities: ReadonlyArray<{
      readonly uid: string;
      readonly name: string;
      readonly city: string;
    }>;
  };
}

/** Downloads a prefilled authorization. It's open while the patient needs one that can be accepted. */
export function FormToSign({ place, shown: { patient, facilities } }: FormToSignParts) {
  const isDone = patient.authorizationStatus === 'Approved';
  return (
    <details class="more" open={!isDone}>
      <summary>Create a form to sign</summary>
      <div>
        <p>
          We fill in the patient, your company, and the facilities. The patient signs and dates it, on paper
          or on a screen.
        </p>
        <form
          method="get"
          action={pathIn(place, 'patients', patient.uid, 'authorization-form')}
          aria-label="Create a form to sign"
        >
          <fieldset class="field">
            <legend>Language</legend>
            {formLanguages.map(language => (
              <Check name="language" value={language} type="radio" isChecked={language === 'en'}>
                <span lang={language}>{formLanguageNames[language]}</span>
              </Check>
            ))}
          </fieldset>
          {facilities.length === 0 ? null : (
            <fieldset class="field">
              <legend>Facilities (up to {formFacilitiesMax})</legend>
              <p class="muted small">
                Without any, the form is for every provider and health plan with the patient's records.
              </p>
              <div
                class="scroll"
                tabIndex={0}
                role="group"
                aria-label="Facilities where the patient was seen"
              >
                {facilities.map(({ uid, name, city }) => (
                  <Check name="siteIds" value={uid} isChecked={false}>
                    {name} <span class="muted small">{city}</span>
                  </Check>
                ))}
              </div>
            </fieldset>
          )}
          <button type="submit">Download form</button>
        </form>
      </div>
    </details>
  );
}
