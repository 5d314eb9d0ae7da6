/** Uploads of supporting documents: recorded like authorizations, counted, and read. */
import { etagOf } from '../../domain/changes';
import { isClosed, type Project } from '../../domain/projects/project';
import { support, type Patient } from '../../domain/patients/patient';
import {
  isSupportingOnFile,
  newSupporting,
  replaceSupporting,
  supportingMax,
} from '../../domain/supporting-documents/supporting-document';
import { attributesOf, workflows } from '../../domain/workflows';
import { supportingKey, supportingOfKey } from '../../files/key-layout';
import type { ListedObject, ObjectFacts } from '../../files/object-store';
import { findPatientByUid, lockPatientByUid } from '../../store/patients/patients';
import { getProjectByUid } from '../../store/tenants/projects';
import {
  findSupporting,
  insertSupporting,
  listSupporting,
  listSupportingByUid,
  updateSupporting,
} from '../../store/auth-checks/supporting-documents';
import { resource, runOwnChange, type Change, type FileParts } from '../change';
import { handleEvery } from '../every-item';
import { removePagePictures } from '../page-pictures';
import { commitPatient } from './commit-patient';

/** The place of a supporting document in the store. */
export type SupportingPlace = NonNullable<ReturnType<typeof supportingOfKey>>;

type Upload = Pick<ObjectFacts, 'etag' | 'lastModifiedAt'>;

/** The result of an upload: a sixth document is `full` and isn't accepted. */
type Notice = 'noted' | 'settled' | 'full';

function settled(change: Change, why: string): Notice {
  change.unaudited(why);
  return 'settled';
}

/** Stores the upload and starts its reading. */
async function store(
  change: Change,
  { project, patient, uid }: { readonly project: Project; readonly patient: Patient; readonly uid: string },
  { etag, lastModifiedAt: uploadedAt }: Upload,
): Promise<Notice> {
  const documents = await listSupporting(change.tx, patient.uid);
  const found = documents.find(document => document.uid === uid);
  if (found !== undefined && isSupportingOnFile(found, { etag, uploadedAt }))
    return settled(change, 'the upload is already on file');
  if (found === undefined && documents.length >= supportingMax) {
    change.unaudited('the patient has the maximum number of supporting documents');
    return 'full';
  }
  const { companyUid, uid: patientUid } = patient;
  const place = { uid, companyUid, patientUid, number: documents.length + 1, createdAt: change.now };
  const document =
    found === undefined
      ? newSupporting(place, { etag, uploadedAt })
      : replaceSupporting(found, { etag, uploadedAt });
  if (found !== undefined && found.etag !== etag)
    await removePagePictures(change, {
      key: supportingKey({ ...patient, patientUid }, uid),
      etag: found.etag,
    });
  await (found === undefined ? insertSupporting : updateSupporting)(change.tx, document);
  const attributes = attributesOf(project, { patient: patientUid, status: 'reading' });
  // The previous upload is obsolete, so its reading ends.
  if (found?.status === 'pending')
    await change.signal(
      workflows.supportingDocument,
      'discard',
      { documentUid: uid, run: found.run },
      attributes,
    );
  await change.start(workflows.supportingDocument, { documentUid: uid, run: document.run }, attributes);
  await commitPatient(change, project, support(patient, project));
  await change.audit(resource('patient', patient), 'supportingDocument.upload', {
    number: document.number,
    etag: etagOf(etag),
  });
  return 'noted';
}

async function noteUpload(
  change: Change,
  { patientUid, uid }: SupportingPlace,
  upload: Upload,
): Promise<Notice> {
  const patient = await lockPatientByUid(change.tx, patientUid);
  if (patient === undefined) return settled(change, 'there is no such patient');
  const others = await findSupporting(change.tx, uid);
  if (others !== undefined && others.patientUid !== patientUid)
    return settled(change, 'the document belongs to another patient');
  const project = await getProjectByUid(change.tx, patient.projectUid);
  if (isClosed(project)) return settled(change, 'a closed project is read-only');
  return store(change, { project, patient, uid }, upload);
}

/**
 * Compares the stored upload of a supporting document with the one on file, and records it if it differs. A
 * patient's sixth document is removed: no URL is offered for one, but two answers may both have offered the
 * fifth place.
 */
export async function lookForSupporting(parts: FileParts, place: SupportingPlace): Promise<void> {
  const patient = await findPatientByUid(parts.db, place.patientUid);
  if (patient === undefined) return;
  const { companyUid, projectUid, uid: patientUid } = patient;
  const key = supportingKey({ companyUid, projectUid, patientUid }, place.uid);
  const facts = await parts.files.head(key);
  if (facts === undefined) return;
  const notice = await runOwnChange(parts, 'upload notice', 'supportingDocument.upload', change =>
    noteUpload(change, place, facts),
  );
  if (notice !== 'full') return;
  await parts.files.remove(key, facts.etag);
  await runOwnChange(parts, 'upload notice', 'supportingDocument.refuse', change =>
    change.audit(resource('patient', patient), 'supportingDocument.refuse', { etag: etagOf(facts.etag) }),
  );
}

/** Records the supporting documents on a page of the store's listing that differ from what is on file. */
export async function noticeListedSupporting(
  parts: FileParts,
  listed: ReadonlyMap<string, ListedObject>,
): Promise<void> {
  const known = await listSupportingByUid(parts.db, [...listed.keys()]);
  await handleEvery(listed, async ([uid, { key, etag, lastModifiedAt: uploadedAt }]) => {
    const document = known.find(found => found.uid === uid);
    const place = supportingOfKey(key);
    const isOnFile = document !== undefined && isSupportingOnFile(document, { etag, uploadedAt });
    if (place !== undefined && !isOnFile) await lookForSupporting(parts, place);
  });
}
