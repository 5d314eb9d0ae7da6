/** One of each item in the desk's queue, of one company, about patients with marked values. */
import { workBulk } from '../../../src/usecases/desk/bulks';
import { admin } from '../admin-shell';
import { uploadAnalyzed } from '../analyzed-authorization';
import type { ApiWorld, TestCompany } from '../api-world';
import { formPdf } from '../authorization-documents';
import { askForLink, linkTo, openVisitor, signedIn, type Visitor } from '../console-visitor';
import {
  ambiguousSearch,
  doubtedPerson,
  failedEndpoint,
  holdFile,
  refusedSearch,
  unansweredExchange,
} from '../desk-work';
import { putFee } from '../fees';
import { putRequestFile } from '../request-files';
import { tokenIn } from './asker';
import type { MarkedPatient } from './marked-patients';
import type { Things } from './row';
import { askForRecords, fileOf, register, valueOf } from './tenant-things';

/**
 * Creates them for three patients. @param olga the operator, who is signed in three times afterward
 * @throws TypeError without three patients
 */
export async function makeDeskThings(
  world: ApiWorld,
  company: TestCompany,
  olga: Visitor,
  patients: readonly MarkedPatient[],
): Promise<Things> {
  const [reviewed, requested, searched] = patients;
  if (reviewed === undefined || requested === undefined || searched === undefined)
    throw new TypeError('three patients are needed');
  const yesterday = new Date(Date.now() - 24 * 3_600_000);
  const { uid: review } = await uploadAnalyzed(
    { world, company },
    { project: 'live', id: reviewed.id },
    reviewed.form,
    await formPdf({ signedOn: undefined }),
  );
  const approved = await register(world, company, 'live', requested);
  await world.db('patient').where({ uid: approved }).update({ authorization_status: 'Approved' });
  const request = await askForRecords(world, company, 'live', requested);
  const site = await valueOf(world, 'select site_uid as value from record_request where uid = ?', [request]);
  await world.db('site').where({ uid: site }).update({ standing: 'unverified' });
  const searchedUid = await register(world, company, 'live', searched);
  const exchange = await unansweredExchange(world, searchedUid, new Date(Date.now() - 9 * 24 * 3_600_000));
  await refusedSearch(world, searchedUid);
  await ambiguousSearch(world, searchedUid, yesterday);
  await doubtedPerson(world, searchedUid, yesterday);
  const [held, alsoHeld] = [
    await holdFile(world, company, request, requested.fileName),
    await holdFile(world, company, request, `Other ${requested.fileName}`),
  ];
  const invoice = await putRequestFile(world, company, request, `Invoice ${requested.fileName}`, {
    area: 'invoices',
  });
  const question = { status: 'Questioned', question: 'Is it per page?', invoice_file_uid: invoice.uid };
  const fee = await putFee(world, request, question);
  await putFee(world, request, { status: 'Rejected', message: 'Too much.' });
  await putFee(world, request, { status: 'Approved' });
  const uploads = `/desk/requests/${request}/uploads`;
  const { location: upload } = await olga.send(`/desk/requests/${request}`, uploads, {
    name: 'Medical Record.pdf',
    as: 'deliverable',
  });
  const { location: bulk } = await olga.send('/desk', '/desk/bulk', { action: 'take', item: `site:${site}` });
  const bulkUid = bulk.replace(/^.*\//, '');
  // Its page reloads itself until it is finished.
  await workBulk({ ...world.services, exchanges: new Map() }, { bulkUid });
  const other = await signedIn(world, 'olga@recordwell.example', '/desk');
  await signedIn(world, 'olga@recordwell.example', '/desk');
  const uma = 'uma@recordwell.example';
  await admin(world, ['operator', 'add', uma, '--name', 'Uma']);
  await askForLink(openVisitor(world, '/desk'), uma, '/desk');
  return {
    review,
    request,
    site,
    exchange,
    searched: searchedUid,
    kind: 'authorization',
    document: '0',
    page: '1',
    searchWorkflow: 'patient-search',
    checkWorkflow: 'auth-check',
    checked: await valueOf(world, 'select uid as value from authorization_document where patient_uid = ?', [
      review,
    ]),
    file: await fileOf(world, request),
    held,
    alsoHeld,
    fee,
    upload: upload.replace(/^.*\//, ''),
    link: (await linkTo(world, uma)).replace(/^.*\//, ''),
    otherToken: tokenIn(other.cookie()),
    bulk: bulkUid,
    failedEndpoint: await failedEndpoint(world, company, yesterday),
    session: await valueOf(
      world,
      'select s.uid as value from desk_session s join desk_operator o on o.uid = s.user_uid where ' +
        'o.email = ? order by s.signed_in_at desc limit 1',
      ['olga@recordwell.example'],
    ),
  };
}
