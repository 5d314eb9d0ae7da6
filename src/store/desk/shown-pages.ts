// SQL text: a row per look at a page, which a second look at it may change.
import type { Executor } from '../database';
import { ShownPageModel, type ShownPage } from '../models/shown-page';
import { named } from '../named';
import { excluded, insert, valuesOf } from '../table';

export type { ShownPage } from '../models/shown-page';

// A page that was shown once counts as shown, even if drawing it again fails.
const upsert = named<never, ShownPage>(
  insert(ShownPageModel, {
    onConflict: `on conflict on constraint shown_page_pkey do update set ${excluded(ShownPageModel)}
      where not shown_page.is_shown`,
  }),
);

/** Records that a session was shown a page, or that the page couldn't be drawn. Safe to repeat. */
export async function putShownPage(executor: Executor, page: ShownPage): Promise<void> {
  await upsert.run(executor, valuesOf(ShownPageModel, page));
}

/** Lists the pages of one version of a patient's authorization that a session was shown. */
export async function listShownPages(
  executor: Executor,
  { sessionUid, patientUid, etag }: Pick<ShownPage, 'sessionUid' | 'patientUid' | 'etag'>,
): Promise<ShownPage[]> {
  return ShownPageModel.query(executor).where({ session_uid: sessionUid, patient_uid: patientUid, etag });
}
