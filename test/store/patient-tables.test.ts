import { patientTables } from '../../src/store/clinical/patient-tables';
import { createTestDatabase, type TestDatabase } from '../support/database';

describe('The tables with rows of a patient', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  test('each say what a corrected identity does to them [DECISION-86]', async () => {
    const rows: ReadonlyArray<{ table_name: string }> = await database
      .db('information_schema.columns')
      .where({ table_schema: 'public' })
      .whereIn('column_name', ['patient_uid', 'patient_id'])
      .distinct('table_name');
    expect(Object.keys(patientTables).toSorted()).toEqual(
      rows.map(({ table_name: name }) => name).toSorted(),
    );
  });
});
