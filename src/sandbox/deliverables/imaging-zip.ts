import { strToU8, zipSync, type Zippable } from 'fflate';

import { formDate } from '../../pdf/wording';
import { stubDicomFile } from './dicom-file';
import { stubWarning, type StubDeliverableInput } from './stub-deliverable';

/**
 * Creates the imaging of a stub patient at one site: a ZIP with one DICOM image and a README.txt. No file
 * name in it identifies the patient, because file names travel farther than contents.
 */
export function imagingZip(input: StubDeliverableInput): Promise<Uint8Array> {
  // ZIP times are local and have no zone: noon by the local clock is the same text everywhere.
  const [year = 1980, month = 1, day = 1] = input.preparedOn.split('-').map(Number);
  const mtime = new Date(year, month - 1, day, 12);
  const files: Zippable = {
    'README.txt': [strToU8(readme(input)), { mtime }],
    'IMAGES/IM000001.dcm': [stubDicomFile(input), { mtime }],
  };
  return Promise.resolve(zipSync(files, { level: 6 }));
}

function readme(input: StubDeliverableInput): string {
  const lines = [
    stubWarning,
    '',
    `Imaging from ${input.site.name}, ${input.site.city}, ${input.site.state}`,
    `Record request ${input.reference}`,
    `Prepared on ${formDate(input.preparedOn)}`,
    '',
    'IMAGES/IM000001.dcm   a test pattern, 256 x 256 pixels (DICOM secondary capture)',
    '',
    'Any DICOM viewer opens the files in IMAGES. There is no DICOMDIR: open the folder or the files.',
    '',
  ];
  return lines.join('\r\n');
}
