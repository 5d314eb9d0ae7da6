/** A field that columns can fill. Names are without case, spaces, and punctuation. */
interface SheetField {
  /** Names that mean this field. Two columns with such names are an error. */
  readonly names: readonly string[];
  /** Names that mean it if no column has one of the above, the most likely first. */
  readonly alsoNames?: readonly string[];
  /** A few of the names, as people write them. */
  readonly shown: readonly string[];
  /** Whether every row requires it. */
  readonly isNeeded?: true;
  /** Whether several columns may fill it: `Last name 2`, `ZIP 3`. */
  readonly isSeveral?: true;
}

// The names are written together.
// cspell:disable

/** Splits a text of names. */
function names(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

const patientId = {
  shown: ['Patient ID', 'MRN', 'Member ID', 'Client ID', 'Case Number', 'Claim Number'],
  isNeeded: true,
} as const;
const patientIdNames = names('patientid patient externalid caseid');
const alsoPatientIdNames = names(`
  reference patientnumber patientno patientaccountnumber mrn mrnumber mrnnumber mrnno medicalrecordnumber
  medicalrecordno memberid
  membernumber memberno subscriberid clientid clientnumber clientno plaintiffid claimantid casenumber caseno
  matterid matternumber matterno claimid claimnumber claimno filenumber fileno accountnumber accountno
  referencenumber referenceno referenceid refnumber refno recordid
`);

// One after the other, so that a file with a case number and a claim number is read, with the first of them.
// A column that is the patient's ID is no reference.
const reference = {
  names: names('reference'),
  alsoNames: names(`
    matternumber matterno matterid matter casenumber caseno claimnumber claimno claimid filenumber fileno
    referencenumber referenceno referenceid refnumber refno
  `),
  shown: ['Reference', 'Matter Number', 'Case Number', 'Claim Number'],
} as const;

const patients = {
  id: { names: ['id', ...patientIdNames], alsoNames: alsoPatientIdNames, ...patientId },
  firstName: {
    names: names('firstname first givenname forename'),
    alsoNames: names('given givennames fname firstnm namefirst legalfirstname'),
    shown: ['First Name', 'Given Name', 'Given'],
    isNeeded: true,
  },
  lastNames: {
    names: names('lastnames lastname last surname familyname'),
    alsoNames: names('family lname lastnm namelast legallastname'),
    shown: ['Last Name', 'Surname', 'Family Name'],
    isNeeded: true,
    isSeveral: true,
  },
  dateOfBirth: {
    names: names('dateofbirth dob birthdate birthday'),
    alsoNames: names('birth birthdt bdate dateborn dobirth borndate'),
    shown: ['Date of Birth', 'DOB', 'Birth Date'],
    isNeeded: true,
  },
  sex: {
    names: names('sex gender'),
    alsoNames: names('sexatbirth birthsex legalsex administrativesex sexcode gendercode sexgender gendersex'),
    shown: ['Sex', 'Gender'],
  },
  zipCodes: {
    names: names('zipcodes zipcode zips zip postalcode postalcodes postcode'),
    alsoNames: names(
      'zip5 zipcode5 zippostalcode zippostal postal homezip homezipcode mailingzip residencezip',
    ),
    shown: ['ZIP', 'ZIP Code', 'Postal Code'],
    isSeveral: true,
  },
  city: {
    names: names('city town'),
    alsoNames: names('homecity mailingcity residencecity'),
    shown: ['City'],
  },
  state: {
    names: names('state statecode'),
    alsoNames: names('stateprovince homestate mailingstate residencestate st'),
    shown: ['State'],
  },
  mobile: {
    names: names('mobile mobilephone mobilenumber cell cellphone phone phonenumber telephone'),
    alsoNames: names(`
      cellnumber cellphonenumber mobilephonenumber phonemobile phonecell primaryphone phoneprimary homephone
      phonehome contactphone contactnumber daytimephone telephonenumber tel
    `),
    shown: ['Phone', 'Mobile', 'Cell'],
  },
  email: {
    names: names('email emailaddress mail'),
    alsoNames: names('primaryemail contactemail homeemail emailid'),
    shown: ['Email'],
  },
  reference,
  siteSonar: { names: names('sitesonar sonar'), shown: ['Site Sonar'] },
  patientHistories: {
    names: names('patienthistories patienthistory histories'),
    shown: ['Patient Histories'],
  },
  ehrSearch: { names: names('ehrsearch ehr'), shown: ['EHR Search'] },
} as const satisfies Record<string, SheetField>;

const recordRequests = {
  patientId: { names: [...patientIdNames, 'id'], alsoNames: alsoPatientIdNames, ...patientId },
  siteId: { names: names('siteid facilityid'), shown: ['Site ID', 'Facility ID'] },
  siteName: {
    names: names('sitename site facility facilityname provider hospital'),
    alsoNames: names(`
      providername hospitalname clinic clinicname practice practicename medicalprovider treatingprovider
      providerfacility facilityprovider medicalfacility locationname
    `),
    shown: ['Facility', 'Provider', 'Hospital'],
  },
  siteAddressLine1: {
    names: names('siteaddressline1 siteaddress siteaddress1 addressline1 address address1 street'),
    alsoNames: names('streetaddress streetaddress1 sitestreet sitestreetaddress'),
    shown: ['Address', 'Street'],
  },
  siteAddressLine2: {
    names: names('siteaddressline2 siteaddress2 addressline2 address2'),
    alsoNames: names('suite unit streetaddress2'),
    shown: ['Address 2'],
  },
  siteCity: { names: names('sitecity city town'), shown: ['City'] },
  siteState: {
    names: names('sitestate state statecode'),
    alsoNames: names('stateprovince st'),
    shown: ['State'],
  },
  siteZip: {
    names: names('sitezip sitezipcode zip zipcode postalcode postcode'),
    alsoNames: names('zip5 zippostalcode postal'),
    shown: ['ZIP', 'ZIP Code'],
  },
  medicalRecord: { names: names('medicalrecord medicalrecords records chart'), shown: ['Records', 'Chart'] },
  billing: { names: names('billing bill bills'), alsoNames: names('billingrecords'), shown: ['Billing'] },
  imaging: { names: names('imaging images radiology'), alsoNames: names('films xrays'), shown: ['Imaging'] },
  startDateOfService: {
    names: names('startdateofservice servicestart startdate datefrom from dosfrom dosstart'),
    alsoNames: names('fromdate servicefrom dosbegin begindate dateofservicefrom dosfromdate treatmentstart'),
    shown: ['Date from', 'Start date'],
  },
  endDateOfService: {
    names: names('enddateofservice serviceend enddate dateto to dosto dosend'),
    alsoNames: names('todate serviceto thrudate throughdate dateofserviceto dostodate treatmentend'),
    shown: ['Date to', 'End date'],
  },
  reference,
  dueDate: { names: names('duedate'), alsoNames: names('neededby dateneeded'), shown: ['Due Date'] },
  rush: { names: names('rush'), alsoNames: names('expedite expedited'), shown: ['Rush'] },
  certification: {
    names: names('certification'),
    alsoNames: names('affidavit custodianaffidavit recordscertification'),
    shown: ['Certification', 'Affidavit'],
  },
} as const satisfies Record<string, SheetField>;

// cspell:enable

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
