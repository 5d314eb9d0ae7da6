import { above, at, beside, layout, options, page, printed, small, text, title } from '../layout';

/**
 * A state agency's universal form: OF WHAT, FROM WHOM, and TO WHOM in the margin, a list of expirations,
 * details on a second page.
 */
export const floridaAgency = layout(
  'florida-agency',
  { size: 9, margin: 46, foot: 'AHCA Form FC4200-004, page 1 of 2' },
  [
    title('UNIVERSAL PATIENT AUTHORIZATION FORM FOR FULL DISCLOSURE OF HEALTH INFORMATION'),
    small('*** PLEASE READ THE ENTIRE FORM, BOTH PAGES, BEFORE SIGNING BELOW ***'),
    text('PATIENT (name and information of person whose health information is being disclosed):'),
    beside(at('patientName', 'Name (First Middle Last):')),
    beside(at('dateOfBirth', 'Date of Birth (mm/dd/yyyy):')),
    beside(at('address', 'Address:', 2), at('cityStateZip', 'City/State/Zip:', 2)),
    small(
      'You may use this form to allow your health care provider to access and use your health ' +
        'information. Your choice on whether to sign this form will not affect your ability to get ' +
        'medical treatment, payment for medical treatment, or health insurance enrollment or ' +
        'eligibility for benefits.',
    ),
    text('By signing this form, I voluntarily authorize, give my permission and allow use and disclosure:'),
    text(
      'OF WHAT: ALL MY HEALTH INFORMATION including any information about sensitive conditions (if ' +
        'any) [See page 2 for details]',
    ),
    printed(
      'disclosingParty',
      'FROM WHOM: ALL information sources [See page 2 for details]',
      'ALL information sources',
    ),
    text('TO WHOM: Specific person(s) or organization(s) permitted to receive my information:'),
    beside(at('recipient', 'Person/Organization Name:')),
    beside(at('phone', 'Phone:'), at('nobody', 'Fax:')),
    beside(at('recipientAddress', 'Address:')),
    printed(
      'purpose',
      'PURPOSE: To provide me with medical treatment and related services and products.',
      'To provide me with medical treatment and related services and products',
    ),
    options(
      'expiration',
      'EFFECTIVE PERIOD: This authorization/permission form will remain in effect until (enter one):',
      [
        'the day I withdraw my permission',
        'two years after the date of my signature',
        'Other event or date: ______________',
      ],
      { columns: 1, mark: 'brackets' },
    ),
    small(
      'REVOKING MY PERMISSION: I can revoke my permission at any time by giving written notice to ' +
        'the person or organization named above in “To Whom.” In addition: I authorize the use of a ' +
        'copy (including electronic copy) of this form for the disclosure of the information ' +
        'described above. I understand that there are some circumstances in which this information ' +
        'may be redisclosed to other persons [See page 2 for details].',
    ),
    small(
      'I understand that refusing to sign this form does not stop disclosure of my health ' +
        'information that is otherwise permitted by law without my specific authorization or ' +
        'permission. I have read all pages of this form and agree to the disclosures above from the ' +
        'types of sources listed.',
    ),
    above(
      at('signature', 'Signature of Patient or Patient’s Legal Representative', 3),
      at('signatureDate', 'Date Signed (mm/dd/yyyy)', 1),
    ),
    above(at('signerName', 'Print Name of Legal Representative (if applicable)')),
    text('Check one to describe the relationship of Legal Representative to Patient (if applicable):'),
    text(
      '[  ] Parent of minor     [  ] Guardian     [  ] Other personal representative (explain: ' +
        '________________)',
    ),
    page,
    title('EXPLANATION OF THE FORM'),
    text(
      '“Of What”: includes ALL YOUR HEALTH INFORMATION, INCLUDING: 1. all records and other ' +
        'information regarding your health history, treatment, hospitalization, tests, and outpatient ' +
        'care, such as: a. drug, alcohol, or substance abuse; b. psychological, psychiatric or other ' +
        'mental impairments (excludes “psychotherapy notes”); c. sickle cell anemia; d. birth control ' +
        'and family planning; e. records which may indicate the presence of HIV/AIDS or sexually ' +
        'transmitted diseases; f. genetic (inherited) diseases or tests.',
    ),
    text(
      '“From Whom” includes: All information sources including but not limited to medical and ' +
        'clinical sources (hospitals, clinics, labs, pharmacies, physicians, psychologists), all ' +
        'educational sources that may have some of my health information, social workers, ' +
        'rehabilitation counselors, insurance companies, workers’ compensation programs, state ' +
        'Medicaid, Medicare and any other governmental program.',
    ),
    text(
      '“To Whom”: For those health care providers listed in the “TO WHOM” section, your permission ' +
        'would also include physicians, other health care providers and medical staff who are ' +
        'involved in your medical care at that organization’s facility. Disclosure may be of health ' +
        'information in paper or oral form or may be through electronic interchange.',
    ),
    text(
      '“Purpose”: Your signature on this form does not allow health insurers to have access to your ' +
        'health information for the purpose of deciding to give you health insurance or pay your ' +
        'bills.',
    ),
  ],
);
