import { z } from 'zod';
import { formFacilitiesMax, formLanguages } from '../../domain/authorizations/authorization-form';
import { isUuid } from '../../domain/text';
import { makeSeenForm } from '../../usecases/patients/member-patients';
import { field, formOf, list } from '../forms';
import type { Reply } from '../reply';
import { uidIn } from '../visit';
import { readFor, type MemberVisit } from './visit';

const wantedForm = z.object({
  language: field(
    z
      .string()
      .transform(text => (text === '' ? 'en' : text))
      .pipe(z.enum(formLanguages)),
    'Choose a language.',
  ),
  siteIds: list(formFacilitiesMax + 1).refine(
    ids => ids.length <= formFacilitiesMax && ids.every(isUuid),
    `Choose at most ${formFacilitiesMax} facilities. A form has no room for more.`,
  ),
});

/**
 * Returns the form to sign that the query asks for.
 * @throws FormProblem for an unknown language and too many facilities; Problem as `makeSeenForm`
 */
export async function downloadForm(visit: MemberVisit): Promise<Reply> {
  const uid = uidIn(visit, 'patient');
  const wanted = formOf(wantedForm, new URLSearchParams(visit.context.querystring));
  const bytes = await readFor(visit, 'authorizationForm.create', reading =>
    makeSeenForm(reading, uid, wanted),
  );
  return { kind: 'pdf', bytes, fileName: 'Authorization form.pdf' };
}
