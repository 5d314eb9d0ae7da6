/**
 * The states, territories, freely associated states, and military locations to which the USPS delivers
 * (Publication 28, appendix B).
 */
export const uspsCodes: readonly string[] = (
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ' +
  'ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI UM FM MH PW AA AE AP'
).split(' ');

// With older abbreviations.
const namedStates =
  'AL Alabama, AK Alaska, AZ Arizona, AZ Ariz, AR Arkansas, CA California, CA Calif, CO Colorado, ' +
  'CO Colo, CT Connecticut, CT Conn, DE Delaware, DC District of Columbia, DC Washington DC, ' +
  'FL Florida, FL Fla, GA Georgia, HI Hawaii, ID Idaho, IL Illinois, IL Ill, IN Indiana, IA Iowa, ' +
  'KS Kansas, KY Kentucky, LA Louisiana, ME Maine, MD Maryland, MA Massachusetts, MA Mass, ' +
  'MI Michigan, MI Mich, MN Minnesota, MN Minn, MS Mississippi, MO Missouri, MT Montana, ' +
  'NE Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey, NM New Mexico, NY New York, ' +
  'NC North Carolina, ND North Dakota, OH Ohio, OK Oklahoma, OR Oregon, PA Pennsylvania, PA Penn, ' +
  'RI Rhode Island, SC South Carolina, SD South Dakota, TN Tennessee, TN Tenn, TX Texas, TX Tex, ' +
  'UT Utah, VT Vermont, VA Virginia, WA Washington, WA Wash, WV West Virginia, WI Wisconsin, ' +
  'WI Wis, WY Wyoming, AS American Samoa, GU Guam, MP Northern Mariana Islands, PR Puerto Rico, ' +
  'VI Virgin Islands, VI US Virgin Islands, FM Federated States of Micronesia, FM Micronesia, ' +
  'MH Marshall Islands, PW Palau';

function plainState(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
}

const statesByName = new Map(
  namedStates.split(', ').map(named => [plainState(named.slice(3)), named.slice(0, 2)] as const),
);

/**
 * Returns the USPS code of a state by its code, its name, or an older abbreviation (`MA`, `Massachusetts`,
 * `Mass.`, `N.Y.`), in any case; `undefined` for anything else.
 */
export function stateCodeOf(text: string): string | undefined {
  const plain = plainState(text);
  const code = plain.toUpperCase();
  return uspsCodes.includes(code) ? code : statesByName.get(plain.replace(/^stateof/, ''));
}
