/** The pages of an authorization that go into a packet: the patient's, and none of another person's form. */
import { Readable } from 'node:stream';
import type { ChartSource } from '../../documents/charts/take-source';
import { documentBytesMax } from '../../domain/auth-checks/limits';
import { othersPages } from '../../domain/auth-checks/patients-form';
import type { Patient } from '../../domain/patients/patient';
import type { ObjectFacts } from '../../files/object-store';
import type { PacketContent } from '../../partners/outreach/packet-content';
import { drawPicture, measurePages } from '../../reading/draw-document';
import { findPatientAuthCheck } from '../../store/auth-checks/auth-checks';
import type { Executor } from '../../store/database';
import { OperatorError } from '../operator-error';
import type { WorkParts } from '../record-requests/lookup';

/** The document also holds other people's forms, and can't be copied without them. A person has to act. */
export class AuthorizationOfSeveral extends Error {
  override readonly name = 'AuthorizationOfSeveral';
  readonly isMessageSafe = true;
  constructor() {
    super("the authorization can't be copied without the pages of other people's forms");
  }
}

/**
 * Returns the pages of a patient's document that are other people's forms.
 * @throws OperatorError while the document is being read: a retry helps
 */
export async function findOthersPages(executor: Executor, patient: Patient): Promise<readonly number[]> {
  if (patient.authorizationEtag === null) return [];
  const analysis = await findPatientAuthCheck(executor, patient.uid);
  if (analysis?.status === 'pending')
    throw new OperatorError('The authorization is still being read. Try again in a minute.');
  const reading = analysis?.etag === patient.authorizationEtag ? analysis.extraction : null;
  return reading === null ? [] : othersPages(reading, patient);
}

/** Puts an authorization into a packet: its pages as they are, or drawn. */
export type Enclose = (key: string, facts: ObjectFacts) => Promise<readonly ChartSource[]>;

const enclosureTitle = 'Authorization';

/** Encloses the pages of the patient as they are. */
export function encloseCopied({ files }: WorkParts, { othersPages: leaveOut }: PacketContent): Enclose {
  return async (key, { sizeBytes }) => [
    {
      title: enclosureTitle,
      contentType: 'application/pdf',
      sizeBytes,
      leaveOut,
      open: () => files.read(key, 0),
    },
  ];
}

/**
 * Encloses pictures of the patient's pages, for a form whose fields only a reader shows. @throws
 * AuthorizationOfSeveral if they can't be drawn
 */
export function encloseDrawn(
  { files }: WorkParts,
  { othersPages: leaveOut = [] }: PacketContent,
  signal: AbortSignal,
): Enclose {
  return async key => {
    const bytes = await files.get(key, documentBytesMax);
    const count = (await measurePages(bytes, signal))?.length ?? 0;
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    const sources: ChartSource[] = [];
    for (const number of numbers.filter(page => !leaveOut.includes(page))) {
      const picture = await drawPicture(bytes, number, signal);
      if (picture === undefined) throw new AuthorizationOfSeveral();
      sources.push({
        title: enclosureTitle,
        contentType: 'image/png',
        sizeBytes: picture.length,
        open: () => Promise.resolve(Readable.from([picture])),
      });
    }
    if (sources.length === 0) throw new AuthorizationOfSeveral();
    return sources;
  };
}
