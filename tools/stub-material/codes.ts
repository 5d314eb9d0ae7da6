/**
 * What Synthea lacks: billing codes for its SNOMED codes, reference ranges for its lab tests, packages for
 * its medicines, and the everyday complaints that its few patients don't have. A SNOMED code that isn't
 * listed here doesn't enter the stub material, which is how the sensitive ones (substance use, termination of
 * pregnancy, abuse) and the dental details stay out.
 *
 * Descriptions are ours or Synthea's. NDCs use the labeler 99999, which isn't assigned.
 */
import type { StubMaterial } from '../../src/sandbox/content/stub-material-schema';

/** SNOMED condition → ICD-10-CM code, its description, and SNOMED's own if Synthea has none. */
export const conditionCodes: Readonly<
  Record<string, readonly [icd10: string, icd10Text: string, snomedText?: string]>
> = {
  '162673000': [
    'Z00.00',
    'General adult medical examination without abnormal findings',
    'General examination of patient',
  ],
  '410620009': ['Z00.129', 'Routine child health examination without abnormal findings', 'Well child visit'],
  '33879002': ['Z23', 'Encounter for immunization', 'Administration of vaccine'],
  '59621000': ['I10', 'Essential (primary) hypertension'],
  '162864005': ['E66.9', 'Obesity, unspecified'],
  '73595000': ['Z73.3', 'Stress, not elsewhere classified'],
  '66383009': ['K05.10', 'Chronic gingivitis, plaque induced'],
  '109570002': ['K02.9', 'Dental caries, unspecified'],
  '103697008': ['Z01.20', 'Dental examination without abnormal findings', 'Dental check-up'],
  '195662009': ['J02.9', 'Acute pharyngitis, unspecified'],
  '444814009': ['J01.90', 'Acute sinusitis, unspecified'],
  '40055000': ['J32.9', 'Chronic sinusitis, unspecified'],
  '58150001': ['S42.009A', 'Fracture of unspecified part of clavicle, initial encounter'],
  '62106007': ['S06.0X0A', 'Concussion without loss of consciousness, initial encounter'],
  '307426000': ['N30.00', 'Acute cystitis without hematuria', 'Acute infective cystitis'],
  '401303003': ['I21.3', 'ST elevation myocardial infarction of unspecified site'],
  '399211009': ['I25.2', 'Old myocardial infarction'],
  '414545008': ['I25.10', 'Atherosclerotic heart disease of native coronary artery'],
  '271737000': ['D64.9', 'Anemia, unspecified', 'Anemia'],
  '124171000119105': ['G43.719', 'Chronic migraine without aura, intractable'],
  '82423001': ['G89.29', 'Other chronic pain'],
  '196416002': ['K01.1', 'Impacted teeth'],
  '72892002': ['Z34.90', 'Supervision of normal pregnancy, unspecified trimester'],
  '44054006': ['E11.9', 'Type 2 diabetes mellitus without complications', 'Type 2 diabetes mellitus'],
  '55822004': ['E78.5', 'Hyperlipidemia, unspecified', 'Hyperlipidemia'],
  '195967001': ['J45.909', 'Unspecified asthma, uncomplicated', 'Asthma'],
  '279039007': ['M54.50', 'Low back pain, unspecified', 'Low back pain'],
  '239873007': ['M17.11', 'Unilateral primary osteoarthritis, right knee', 'Osteoarthritis of knee'],
  '235595009': [
    'K21.9',
    'Gastro-esophageal reflux disease without esophagitis',
    'Gastroesophageal reflux disease',
  ],
  '233604007': ['J18.9', 'Pneumonia, unspecified organism', 'Pneumonia'],
  '44465007': [
    'S93.401A',
    'Sprain of unspecified ligament of right ankle, initial encounter',
    'Sprain of ankle',
  ],
  '65363002': ['H66.90', 'Otitis media, unspecified', 'Otitis media'],
  '85189001': ['K35.80', 'Unspecified acute appendicitis', 'Acute appendicitis'],
  '71651007': ['Z12.31', 'Screening mammogram for malignant neoplasm of breast', 'Mammography'],
  '444783004': ['Z12.11', 'Screening for malignant neoplasm of colon', 'Screening colonoscopy'],
};

/** Synthea's SNOMED procedure → the key of what is billed for it. */
export const procedureOfSnomed: Readonly<Record<string, string>> = {
  '171207006': 'HCPCS G0444',
  '454711000124102': 'HCPCS G0444',
  '715252007': 'HCPCS G0444',
  '710841007': 'CPT 96127',
  '430193006': 'CPT 1111F',
  '762993000': 'CPT 3288F',
  '34043003': 'HCPCS D0120',
  '1260009003': 'HCPCS D1110',
  '241046008': 'HCPCS D0274',
  '68071007': 'HCPCS D1206',
  '64544008': 'HCPCS D4211',
  '117015009': 'CPT 87070',
  '117010004': 'CPT 87086',
  '168594001': 'CPT 73000',
  '252160004': 'CPT 81025',
  '169230002': 'CPT 76801',
  '44608003': 'CPT 86900',
  '104091002': 'CPT 85025',
  '47758006': 'CPT 87340',
  '169690007': 'CPT 86762',
  '395123002': 'CPT 81002',
};

/** The lab tests that a billed procedure reports. */
export const labTestsOfProcedure: Readonly<Record<string, readonly string[]>> = {
  'CPT 85025': ['6690-2', '789-8', '718-7', '4544-3', '787-2', '777-3'],
  'CPT 80061': ['2093-3', '2571-8', '18262-6', '2085-9'],
  'CPT 80053': ['2345-7', '2160-0', '2951-2', '2823-3'],
  'CPT 83036': ['4548-4'],
  'CPT 84484': ['10839-9'],
};

/** What is billed: code system and code → description and charge in US dollars. */
export const billedProcedures: Readonly<Record<string, readonly [description: string, charge: string]>> = {
  'CPT 99213': ['Office visit, established patient, low complexity', '148.00'],
  'CPT 99214': ['Office visit, established patient, moderate complexity', '212.00'],
  'CPT 99395': ['Preventive visit, established patient', '236.50'],
  'CPT 99393': ['Preventive visit, child, established patient', '189.00'],
  'CPT 99203': ['Office visit, new patient', '196.00'],
  'CPT 99284': ['Emergency department visit, high severity', '918.00'],
  'CPT 99222': ['Initial hospital care', '402.00'],
  'CPT 99232': ['Subsequent hospital care', '214.00'],
  'CPT 99212': ['Telehealth visit, established patient', '92.00'],
  'CPT 90471': ['Administration of one vaccine', '38.00'],
  'CPT 90686': ['Influenza vaccine, preservative free', '31.75'],
  'HCPCS G0444': ['Annual depression screening', '29.40'],
  'CPT 96127': ['Brief emotional and behavioral assessment', '18.25'],
  'CPT 1111F': ['Medication reconciliation after discharge', '0.00'],
  'CPT 3288F': ['Falls risk assessment documented', '0.00'],
  'HCPCS D0120': ['Periodic oral evaluation', '62.00'],
  'HCPCS D1110': ['Dental prophylaxis, adult', '118.00'],
  'HCPCS D0274': ['Bitewing radiographs, four images', '84.00'],
  'HCPCS D1206': ['Topical fluoride varnish', '46.00'],
  'HCPCS D4211': ['Gingivectomy, one to three teeth', '431.40'],
  'CPT 87070': ['Bacterial culture, throat', '44.10'],
  'CPT 87086': ['Urine culture', '41.80'],
  'CPT 81025': ['Urine pregnancy test', '26.00'],
  'CPT 81002': ['Urinalysis without microscopy', '17.60'],
  'CPT 76801': ['Obstetric ultrasound, first trimester', '386.00'],
  'CPT 86900': ['Blood typing, ABO', '23.20'],
  'CPT 87340': ['Hepatitis B surface antigen', '52.30'],
  'CPT 86762': ['Rubella antibody', '58.90'],
  'CPT 85025': ['Complete blood count with differential', '39.75'],
  'CPT 80053': ['Comprehensive metabolic panel', '64.20'],
  'CPT 80061': ['Lipid panel', '71.15'],
  'CPT 83036': ['Hemoglobin A1c', '48.35'],
  'CPT 84484': ['Troponin', '83.40'],
  'CPT 93000': ['Electrocardiogram with interpretation', '126.00'],
  'CPT 93458': ['Left heart catheterization with coronary angiography', '6120.00'],
  'CPT 70450': ['CT of head without contrast', '1184.00'],
  'CPT 71046': ['Chest X-ray, two views', '214.00'],
  'CPT 72100': ['Lumbar spine X-ray, two or three views', '232.00'],
  'CPT 73000': ['Clavicle X-ray', '178.00'],
  'CPT 73562': ['Knee X-ray, three views', '201.00'],
  'CPT 73610': ['Ankle X-ray, three views', '196.00'],
  'CPT 77067': ['Screening mammography, both breasts', '342.00'],
  'CPT 45378': ['Diagnostic colonoscopy', '1965.00'],
  'CPT 44970': ['Laparoscopic appendectomy', '4830.00'],
  'CPT 94010': ['Spirometry', '97.50'],
  'CPT 97110': ['Therapeutic exercise, 15 minutes', '68.00'],
  'CPT 20610': ['Injection of major joint', '245.00'],
};

/** RxNorm → how it is dispensed, and the name if Synthea has none. */
export const medicinePackages: Readonly<
  Record<string, Omit<StubMaterial['medicines'][string], 'ndc' | 'drugName'> & { drugName?: string }>
> = {
  '310798': { quantity: '30', quantityUnit: 'tablet', daysSupply: 30, refillsMax: 5 },
  '866412': { quantity: '30', quantityUnit: 'tablet', daysSupply: 30, refillsMax: 5 },
  '243670': { quantity: '90', quantityUnit: 'tablet', daysSupply: 90, refillsMax: 3 },
  '617310': { quantity: '90', quantityUnit: 'tablet', daysSupply: 90, refillsMax: 3 },
  '855812': { quantity: '30', quantityUnit: 'tablet', daysSupply: 30, refillsMax: 5 },
  '705129': { quantity: '12', quantityUnit: 'g', daysSupply: 30, refillsMax: 1 },
  '1535362': { quantity: '56', quantityUnit: 'g', daysSupply: 30, refillsMax: 0 },
  '562251': { quantity: '20', quantityUnit: 'tablet', daysSupply: 10, refillsMax: 0 },
  '313782': { quantity: '24', quantityUnit: 'tablet', daysSupply: 6, refillsMax: 0 },
  '310965': { quantity: '40', quantityUnit: 'tablet', daysSupply: 10, refillsMax: 0 },
  '310325': { quantity: '90', quantityUnit: 'tablet', daysSupply: 90, refillsMax: 2 },
  '861007': {
    quantity: '60',
    quantityUnit: 'tablet',
    daysSupply: 30,
    refillsMax: 5,
    drugName: 'metformin hydrochloride 500 MG Oral Tablet',
  },
  '314076': {
    quantity: '90',
    quantityUnit: 'tablet',
    daysSupply: 90,
    refillsMax: 3,
    drugName: 'lisinopril 10 MG Oral Tablet',
  },
  '745752': {
    quantity: '8.5',
    quantityUnit: 'g',
    daysSupply: 25,
    refillsMax: 2,
    drugName: 'albuterol 0.09 MG/ACTUAT Metered Dose Inhaler',
  },
  '308192': {
    quantity: '21',
    quantityUnit: 'tablet',
    daysSupply: 7,
    refillsMax: 0,
    drugName: 'amoxicillin 500 MG Oral Tablet',
  },
  '849574': {
    quantity: '30',
    quantityUnit: 'tablet',
    daysSupply: 15,
    refillsMax: 1,
    drugName: 'naproxen sodium 220 MG Oral Tablet',
  },
  '198051': {
    quantity: '30',
    quantityUnit: 'capsule',
    daysSupply: 30,
    refillsMax: 3,
    drugName: 'omeprazole 20 MG Delayed Release Oral Capsule',
  },
};

/** LOINC → reference range and decimals; name, unit, and values come from Synthea if it has the test. */
export const labRanges: Readonly<
  Record<
    string,
    Pick<StubMaterial['labTests'][string], 'referenceLow' | 'referenceHigh' | 'decimals'> &
      Partial<Pick<StubMaterial['labTests'][string], 'name' | 'unit' | 'typical' | 'spread'>>
  >
> = {
  '6690-2': { referenceLow: 4.5, referenceHigh: 11, decimals: 1 },
  '789-8': { referenceLow: 4, referenceHigh: 5.7, decimals: 2 },
  '718-7': { referenceLow: 12, referenceHigh: 17.5, decimals: 1 },
  '4544-3': { referenceLow: 36, referenceHigh: 50, decimals: 1 },
  '787-2': { referenceLow: 80, referenceHigh: 100, decimals: 1 },
  '777-3': { referenceLow: 150, referenceHigh: 400, decimals: 0 },
  '2093-3': { referenceHigh: 200, decimals: 0 },
  '2571-8': { referenceHigh: 150, decimals: 0 },
  '18262-6': { referenceHigh: 100, decimals: 0 },
  '2085-9': { referenceLow: 40, decimals: 0 },
  '2345-7': {
    name: 'Glucose [Mass/volume] in Serum or Plasma',
    unit: 'mg/dL',
    typical: 98,
    spread: 34,
    referenceLow: 70,
    referenceHigh: 99,
    decimals: 0,
  },
  '2160-0': {
    name: 'Creatinine [Mass/volume] in Serum or Plasma',
    unit: 'mg/dL',
    typical: 0.95,
    spread: 0.45,
    referenceLow: 0.6,
    referenceHigh: 1.3,
    decimals: 2,
  },
  '2951-2': {
    name: 'Sodium [Moles/volume] in Serum or Plasma',
    unit: 'mmol/L',
    typical: 140,
    spread: 5,
    referenceLow: 135,
    referenceHigh: 145,
    decimals: 0,
  },
  '2823-3': {
    name: 'Potassium [Moles/volume] in Serum or Plasma',
    unit: 'mmol/L',
    typical: 4.2,
    spread: 0.9,
    referenceLow: 3.5,
    referenceHigh: 5.1,
    decimals: 1,
  },
  '4548-4': {
    name: 'Hemoglobin A1c/Hemoglobin.total in Blood',
    unit: '%',
    typical: 7.1,
    spread: 1.9,
    referenceHigh: 5.6,
    decimals: 1,
  },
  '10839-9': {
    name: 'Troponin I.cardiac [Mass/volume] in Serum or Plasma',
    unit: 'ng/mL',
    typical: 6.4,
    spread: 6.2,
    referenceHigh: 0.04,
    decimals: 2,
  },
};

/** Invented clinicians. */
export const prescriberNames: readonly string[] = [
  'Amelia Hartwell, MD',
  'Rohan Desai, MD',
  'Teresa Villanueva, NP',
  'Marcus Oyelaran, DO',
  'Hannah Lindqvist, MD',
  'Peter Kowalczyk, PA-C',
  'Mei-Ling Chou, MD',
  'Daniel Abernathy, MD',
];
