import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { stubMaterial } from '../../src/sandbox/content/stub-material';

const file = join(__dirname, '../../src/sandbox/content/stub-material.json');

describe('The stub material', () => {
  test('contains no person of Synthea, whose names all include a number', () => {
    expect(readFileSync(file, 'utf8')).not.toMatch(/\p{Letter}{2,}\d{2,4}\b/u);
  });

  test('stays below 250 kB', () => {
    expect(statSync(file).size).toBeLessThan(250_000);
  });

  test('contains every entry that a template or procedure refers to', () => {
    for (const template of stubMaterial.templates) {
      for (const { code } of template.conditions) expect(stubMaterial.conditions).toHaveProperty([code]);
      for (const { code } of template.procedures) expect(stubMaterial.procedures).toHaveProperty([code]);
      for (const { code } of template.medicines) expect(stubMaterial.medicines).toHaveProperty([code]);
    }
    for (const { labTests } of Object.values(stubMaterial.procedures))
      for (const loinc of labTests) expect(stubMaterial.labTests).toHaveProperty([loinc]);
  });

  test('has every setting in every state, so that any visit finds a site near home', () => {
    const states = new Set(stubMaterial.sites.map(site => site.state));
    for (const state of states) {
      const settings = stubMaterial.sites.filter(site => site.state === state).map(site => site.setting);
      expect(new Set(settings)).toEqual(new Set(['hospital', 'clinic', 'urgentCare']));
    }
  });

  test('reaches no real facility: phone numbers are fictional, and the NPIs are never issued', () => {
    for (const site of stubMaterial.sites) {
      expect(site.phone).toMatch(/^\+1\d{3}55501\d{2}$/);
      expect(site.fax).toMatch(/^\+1\d{3}55501\d{2}$/);
      expect(site.npi).toMatch(/^2/);
    }
  });
});
