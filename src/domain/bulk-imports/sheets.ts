/** A field that columns can fill. */
interface SheetField {
  /** Column names that spreadsheets use, without case, spaces, and punctuation. */
  readonly names: readonly string[];
  /** Whether every row requires it. */
  readonly isNeeded?: true;
  /** Whether several columns may fill it: `Last name 2`, `ZIP 3`. */
  readonly isSeveral?: true;
}

const patientIdNames = ['patientid', 'patient', 'externalid', 'caseid', 'reference'];

const patients = {
  id: { names: ['id', ...patientIdNames], isNeeded: true },
  firstName: { names: ['firstname', 'first', 'givenname', 'forename'], isNeeded: true },
  lastNames: {
    names: ['lastnames', 'lastname', 'last', 'surname', 'familyname'],
    isNeeded: true,
    isSeveral: true,
  },
  dateOfBirth: { names: ['dateofbirth', 'dob', 'birthdate', 'birthday'], isNeeded: true },
  sex: { names: ['sex', 'gender'] },
  zipCodes: {
    names: ['zipcodes', 'zipcode', 'zips', 'zip', 'postalcode', 'postalcodes', 'postcode'],
    isSeveral: true,
  },
  city: { names: ['city', 'town'] },
  state: { names: ['state', 'statecode'] },
  mobile: {
    names: [
      'mobile',
      'mobilephone',
      'mobilenumber',
      'cell',
      'cellphone',
      'phone',
      'phonenumber',
      'telephone',
    ],
  },
  email: { names: ['email', 'emailaddress', 'mail'] },
  siteSonar: { names: ['sitesonar', 'sonar'] },
  patientHistories: { names: ['patienthistories', 'patienthistory', 'histories'] },
  ehrSearch: { names: ['ehrsearch', 'ehr'] },
} as const satisfies Record<string, SheetField>;

const recordRequests = {
  patientId: { names: [...patientIdNames, 'id'], isNeeded: true },
  siteId: { names: ['siteid', 'facilityid'] },
  siteName: { names: ['sitename', 'site', 'facility', 'facilityname', 'provider', 'hospital'] },
  siteAddressLine1: {
    names: [
      'siteaddressline1',
      'siteaddress',
      'siteaddress1',
      'addressline1',
      'address',
      'address1',
      'street',
    ],
  },
  siteAddressLine2: { names: ['siteaddressline2', 'siteaddress2', 'addressline2', 'address2'] },
  siteCity: { names: ['sitecity', 'city', 'town'] },
  siteState: { names: ['sitestate', 'state', 'statecode'] },
  siteZip: { names: ['sitezip', 'sitezipcode', 'zip', 'zipcode', 'postalcode', 'postcode'] },
  medicalRecord: { names: ['medicalrecord', 'medicalrecords', 'records', 'chart'] },
  billing: { names: ['billing', 'bill', 'bills'] },
  imaging: { names: ['imaging', 'images', 'radiology'] },
  startDateOfService: {
    names: ['startdateofservice', 'servicestart', 'startdate', 'datefrom', 'from', 'dosfrom', 'dosstart'],
  },
  endDateOfService: {
    names: ['enddateofservice', 'serviceend', 'enddate', 'dateto', 'to', 'dosto', 'dosend'],
  },
} as const satisfies Record<string, SheetField>;

/** The fields of each kind of file. */
const sheets = { patients, recordRequests };

/** A kind of file. */
export type BulkImportKind = keyof typeof sheets;
/** Every kind of file. */
export const bulkImportKinds = Object.keys(sheets) as [BulkImportKind, ...BulkImportKind[]];

/** A field that a column can fill. */
export type BulkField = keyof typeof patients | keyof typeof recordRequests;

/** The field with the patient's id. */
export const idFields = { patients: 'id', recordRequests: 'patientId' } as const satisfies Record<
  BulkImportKind,
  BulkField
>;

/** Returns the fields of a kind of file, in the order in which they are documented. */
export function fieldsOf(kind: BulkImportKind): ReadonlyMap<BulkField, SheetField> {
  return new Map(Object.entries(sheets[kind]) as Array<[BulkField, SheetField]>);
}

/** Every field of every kind. */
export const bulkFields = [...new Set(bulkImportKinds.flatMap(kind => [...fieldsOf(kind).keys()]))] as [
  BulkField,
  ...BulkField[],
];
