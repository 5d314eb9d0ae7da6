import { pathIn } from '../../domain/console/paths';
import { importSubject, importText } from '../../mail/import-text';
import { MailNotSetError, type Mailer } from '../../mail/mailer';
import { findImportNotice, markImportEmailed } from '../../store/bulk-imports/import-notices';
import type { Executor } from '../../store/database';
import type { Clock } from '../../platform/clock';

/** The dependencies of telling who ran an import. */
export interface ImportNoticeParts {
  readonly db: Executor;
  readonly clock: Clock;
  readonly mailer: Mailer;
  /** The base of the console's addresses (`PUBLIC_URL`). */
  readonly publicUrl: string;
}

/**
 * E-mails the member who ran an import that it has ended, if they requested it and are still a member
 * (BULK-15). A repeat sends nothing; if a process dies before recording it, the e-mail is sent twice with one
 * message id.
 * @throws if the e-mail couldn't be sent
 */
export async function tellImporter(
  { db, clock, mailer, publicUrl }: ImportNoticeParts,
  { importUid }: { readonly importUid: string },
): Promise<void> {
  const notice = await findImportNotice(db, importUid);
  if (notice === undefined) return;
  const url = new URL(pathIn(notice, 'imports', importUid), publicUrl).href;
  const facts = { ...notice, isSandbox: notice.environment === 'sandbox', url };
  const to = { name: notice.userName, address: notice.userEmail };
  try {
    await mailer.send({ uid: importUid, to, subject: importSubject(facts), text: importText(facts) });
  } catch (error) {
    // Where e-mail isn't set up, retrying would never end.
    if (!(error instanceof MailNotSetError)) throw error;
  }
  await markImportEmailed(db, importUid, clock.now());
}
