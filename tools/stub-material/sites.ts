/**
 * The facilities of the stub material. Those in Massachusetts have Synthea's name and address; the others are
 * invented, since Synthea's run covers one state. Phone numbers are all in the range reserved for fiction
 * (555-01xx), and NPIs all start with 2, none of which has been issued, so that a stub site can never reach
 * or bill a real one.
 */
import { npiCheckDigit } from '../../src/domain/clinical/npi';
import type { StubMaterial, StubSite } from '../../src/sandbox/content/stub-material-schema';

type Setting = StubSite['setting'];

/** Synthea's organization name → the name as people write it. */
const syntheaSites: ReadonlyArray<{
  organization: string;
  name: string;
  setting: Setting;
  areaCode: string;
}> = [
  {
    organization: 'BROCKTON HOSPITAL  INC.',
    name: 'Brockton Hospital',
    setting: 'hospital',
    areaCode: '508',
  },
  {
    organization: 'MILFORD REGIONAL MEDICAL CENTER',
    name: 'Milford Regional Medical Center',
    setting: 'hospital',
    areaCode: '508',
  },
  {
    organization: 'CHARLES RIVER COMMUNITY HEALTH  INC',
    name: 'Charles River Community Health',
    setting: 'clinic',
    areaCode: '617',
  },
  {
    organization: 'SOUTH SHORE CENTER FOR WELLNESS LTD',
    name: 'South Shore Center for Wellness',
    setting: 'clinic',
    areaCode: '781',
  },
  {
    organization: 'WOONSOCKET URGENT CARE PC',
    name: 'Woonsocket Urgent Care',
    setting: 'urgentCare',
    areaCode: '508',
  },
  {
    organization: 'PATRIOT URGENT CARE PROFESSIONALS PC',
    name: 'Patriot Urgent Care',
    setting: 'urgentCare',
    areaCode: '781',
  },
];

const hudson = 'Hudson Crossing Health';
const lonestar = 'Live Oak Health System';
const pacific = 'Pacific Terrace Health';
const prairie = 'Prairie Lakes Medical Group';

const inventedSites: ReadonlyArray<Omit<StubSite, 'npi' | 'phone' | 'fax'> & { areaCode: string }> = [
  {
    setting: 'hospital',
    name: 'Hudson Crossing Medical Center',
    systemName: hudson,
    addressLine1: '410 Riverview Avenue',
    city: 'Yonkers',
    state: 'NY',
    zip: '10701',
    areaCode: '914',
  },
  {
    setting: 'clinic',
    name: 'Hudson Crossing Family Medicine',
    systemName: hudson,
    addressLine1: '88 Palisade Street',
    addressLine2: 'Suite 3',
    city: 'Dobbs Ferry',
    state: 'NY',
    zip: '10522',
    areaCode: '914',
  },
  {
    setting: 'urgentCare',
    name: 'Tappan Walk-In Care',
    addressLine1: '1205 Central Park Avenue',
    city: 'Scarsdale',
    state: 'NY',
    zip: '10583',
    areaCode: '914',
  },
  {
    setting: 'hospital',
    name: 'Live Oak Memorial Hospital',
    systemName: lonestar,
    addressLine1: '2900 Barton Ridge Boulevard',
    city: 'Austin',
    state: 'TX',
    zip: '78704',
    areaCode: '512',
  },
  {
    setting: 'clinic',
    name: 'Live Oak Primary Care South',
    systemName: lonestar,
    addressLine1: '7415 Menchaca Road',
    addressLine2: 'Building B',
    city: 'Austin',
    state: 'TX',
    zip: '78745',
    areaCode: '512',
  },
  {
    setting: 'urgentCare',
    name: 'Bluebonnet Urgent Care',
    addressLine1: '601 University Boulevard',
    addressLine2: 'Suite 110',
    city: 'Round Rock',
    state: 'TX',
    zip: '78665',
    areaCode: '737',
  },
  {
    setting: 'hospital',
    name: 'Pacific Terrace Hospital',
    systemName: pacific,
    addressLine1: '1550 Terrace Way',
    city: 'Long Beach',
    state: 'CA',
    zip: '90806',
    areaCode: '562',
  },
  {
    setting: 'clinic',
    name: 'Pacific Terrace Internal Medicine',
    systemName: pacific,
    addressLine1: '3340 Los Coyotes Diagonal',
    addressLine2: 'Suite 220',
    city: 'Long Beach',
    state: 'CA',
    zip: '90808',
    areaCode: '562',
  },
  {
    setting: 'clinic',
    name: 'Harborside Community Clinic',
    addressLine1: '719 West Anaheim Street',
    city: 'Wilmington',
    state: 'CA',
    zip: '90744',
    areaCode: '310',
  },
  {
    setting: 'urgentCare',
    name: 'Seabright Urgent Care',
    addressLine1: '4101 East Ocean Boulevard',
    city: 'Long Beach',
    state: 'CA',
    zip: '90803',
    areaCode: '562',
  },
  {
    setting: 'hospital',
    name: 'Prairie Lakes Hospital',
    systemName: prairie,
    addressLine1: '800 North Lakeview Drive',
    city: 'Naperville',
    state: 'IL',
    zip: '60563',
    areaCode: '630',
  },
  {
    setting: 'clinic',
    name: 'Prairie Lakes Family Practice',
    systemName: prairie,
    addressLine1: '215 East Fifth Avenue',
    city: 'Aurora',
    state: 'IL',
    zip: '60505',
    areaCode: '630',
  },
  {
    setting: 'urgentCare',
    name: 'Fox Valley Immediate Care',
    addressLine1: '1330 Galena Boulevard',
    addressLine2: 'Suite A',
    city: 'Aurora',
    state: 'IL',
    zip: '60506',
    areaCode: '331',
  },
];

/**
 * Returns the site pool, from the rows of Synthea's organizations.csv: the chosen organizations, then the
 * invented ones.
 */
export function stubSites(
  organizations: ReadonlyArray<Readonly<Record<string, string>>>,
): StubMaterial['sites'] {
  const fromSynthea = syntheaSites.map(({ organization, setting, name, areaCode }) => {
    const row = organizations.find(candidate => candidate['NAME'] === organization);
    if (row === undefined) throw new Error(`organizations.csv has no ${organization}`);
    return {
      setting,
      name,
      addressLine1: titleCase(row['ADDRESS'] ?? ''),
      city: titleCase(row['CITY'] ?? ''),
      state: row['STATE'] ?? '',
      zip: (row['ZIP'] ?? '').slice(0, 5),
      areaCode,
    };
  });
  return [...fromSynthea, ...inventedSites].map(withContact);
}

function withContact(
  { areaCode, ...site }: Omit<StubSite, 'npi' | 'phone' | 'fax'> & { areaCode: string },
  index: number,
): StubSite {
  const firstNine = `2${String(17_300_219 + index * 611_953).padStart(8, '0')}`;
  const line = 100 + index * 2;
  return {
    ...site,
    npi: firstNine + npiCheckDigit(firstNine),
    phone: `+1${areaCode}5550${line}`,
    fax: `+1${areaCode}5550${line + 1}`,
  };
}

function titleCase(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/\b[a-z]/g, letter => letter.toUpperCase())
    .replace(/\bSt$/, 'Street')
    .replace(/\bDr$/, 'Drive')
    .replace(/\bAve$/, 'Avenue');
}
