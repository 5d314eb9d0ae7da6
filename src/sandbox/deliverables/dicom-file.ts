import { createHash } from 'node:crypto';

import { data } from 'dcmjs';

import type { CalendarDate } from '../../domain/clinical/calendar-date';
import { stubIdentity } from '../content/stub-patient';
import type { StubDeliverableInput } from './stub-deliverable';
import { testPattern } from './test-pattern';

/** Secondary Capture Image Storage: an image not taken by a modality. */
const sopClassUid = '1.2.840.10008.5.1.4.1.1.7';
const explicitLittleEndian = '1.2.840.10008.1.2.1';

/**
 * Creates one image of a stub patient as a DICOM Part 10 file: secondary capture, 256 × 256 pixels of 8 bits,
 * explicit VR little endian, text in UTF-8. UIDs have the 2.25 root and are derived from the input, so
 * creating it again gives the same instance.
 */
export function stubDicomFile(input: StubDeliverableInput): Uint8Array {
  const image = testPattern();
  const uid = (role: string): string => derivedUid(...stubIdentity(input.patient), input.reference, role);
  const instanceUid = uid('instance');
  const takenOn = dicomDate(input.visits.at(-1)?.visit.latestServiceDate ?? input.preparedOn);
  const dict = data.datasetToDict({
    _meta: {
      FileMetaInformationVersion: { Value: [new Uint8Array([0, 1]).buffer], vr: 'OB' },
      MediaStorageSOPClassUID: { Value: [sopClassUid], vr: 'UI' },
      MediaStorageSOPInstanceUID: { Value: [instanceUid], vr: 'UI' },
      TransferSyntaxUID: { Value: [explicitLittleEndian], vr: 'UI' },
    },
    _vrMap: { PixelData: 'OB' },
    SpecificCharacterSet: 'ISO_IR 192',
    ImageType: ['DERIVED', 'SECONDARY'],
    SOPClassUID: sopClassUid,
    SOPInstanceUID: instanceUid,
    StudyDate: takenOn,
    ContentDate: takenOn,
    StudyTime: '120000',
    ContentTime: '120000',
    AccessionNumber: digest('accession', input.reference).slice(0, 12).toUpperCase(),
    Modality: 'OT',
    ConversionType: 'SYN',
    Manufacturer: 'recordwell',
    InstitutionName: longText(input.site.name),
    ReferringPhysicianName: '',
    StudyDescription: 'SANDBOX STUB DATA',
    SeriesDescription: 'Test pattern',
    PatientName: [input.patient.lastNames[0] ?? '', input.patient.firstName].map(nameComponent).join('^'),
    PatientID: `STUB-${digest('patient', ...stubIdentity(input.patient))
      .slice(0, 12)
      .toUpperCase()}`,
    PatientBirthDate: dicomDate(input.patient.dateOfBirth),
    PatientSex: { Male: 'M', Female: 'F', Other: 'O' }[input.patient.sex ?? ''] ?? '',
    StudyInstanceUID: uid('study'),
    SeriesInstanceUID: uid('series'),
    StudyID: '1',
    SeriesNumber: '1',
    InstanceNumber: '1',
    PatientOrientation: '',
    Laterality: '',
    SamplesPerPixel: 1,
    PhotometricInterpretation: 'MONOCHROME2',
    Rows: image.height,
    Columns: image.width,
    BitsAllocated: 8,
    BitsStored: 8,
    HighBit: 7,
    PixelRepresentation: 0,
    BurnedInAnnotation: 'NO',
    WindowCenter: '128',
    WindowWidth: '256',
    PixelData: image.pixels.buffer,
  });
  return new Uint8Array(dict.write());
}

/**
 * Returns the UID of a UUID (PS3.5 B.2) that is the same for the same seed: version 8, 122 bits of SHA-256.
 */
function derivedUid(...seed: readonly string[]): string {
  const bytes = Buffer.from(digest(...seed).slice(0, 32), 'hex');
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return `2.25.${BigInt(`0x${bytes.toString('hex')}`)}`;
}

function digest(...seed: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(seed)).digest('hex');
}

function dicomDate(date: CalendarDate): string {
  return date.replaceAll('-', '');
}

/**
 * Returns a part of a person name without PS3.5's delimiters and control characters; both parts and `^` fit
 * in 64 characters.
 */
function nameComponent(name: string): string {
  return Array.from(
    name
      .normalize('NFC')
      .replaceAll(/[\\^=\p{Control}]+/gu, ' ')
      .trim(),
  )
    .slice(0, 31)
    .join('');
}

/**
 * Returns the text of a long string element (LO): no backslash, no control character, at most 64 characters.
 */
function longText(text: string): string {
  return Array.from(text.replaceAll(/[\\\p{Control}]+/gu, ' '))
    .slice(0, 64)
    .join('');
}
