import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { stubMaterial } from '../../src/sandbox/content/stub-material';

const file = join(__dirname, '../../src/sandbox/content/stub-material.json');

describe('the stub material', () => {
  test('holds nothing of a person of Synthea, whose names all carry a number', () => {
    expect(readFileSync(file, 'utf8')).not.toMatch(/\p{Letter}{2,}\d{2,4}\b/u);
  });

  test('stays below 250 kB', () => {
    expect(statSync(file).size).toBeLessThan(250_000);
  });

  test('has every entry that a template or procedure points at', () => {
    for (const template of stubMaterial.templates) {
      for (const { code } of template.conditions) expect(stubMaterial.conditions).toHaveProperty([code]);
      for (const { code } of template.procedures) expect(stubMaterial.procedures).toHaveProperty([code]);
      for (const { code } of template.medicines) expect(stubMaterial.medicines).toHaveProperty([code]);
    }
    for (const { labTests } of Object.values(stubMaterial.procedures))
      for (const loinc of labTests) expect(stubMaterial.labTests).toHaveProperty([loinc]);
  });

  test('gives every state every setting, so that any visit finds a site near home', () => {
    const states = new Set(stubMaterial.sites.map(site => site.state));
    for (const state of states) {
      const settings = stubMaterial.sites.filter(site => site.state === state).map(site => site.setting);
      expect(new Set(settings)).toEqual(new Set(['hospital', 'clinic', 'urgentCare']));
    }
  });

  test('reaches no real facility: fictional telephone numbers, NPIs of a range that is not issued', () => {
    for (const site of stubMaterial.sites) {
      expect(site.phone).toMatch(/^\+1\d{3}55501\d{2}$/);
      expect(site.fax).toMatch(/^\+1\d{3}55501\d{2}$/);
      expect(site.npi).toMatch(/^2/);
    }
  });
});
