/**
 * The states, territories, freely associated states, and military locations to which the USPS delivers
 * (Publication 28, appendix B).
 */
export const uspsCodes: readonly string[] = (
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ' +
  'ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI UM FM MH PW AA AE AP'
).split(' ');
