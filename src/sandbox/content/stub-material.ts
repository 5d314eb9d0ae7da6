import materialJson from './stub-material.json';
import { stubMaterialSchema, type StubMaterial } from './stub-material-schema';

/** The checked-in stub material, created by `tools/stub-material/main.ts` from Synthea's output. */
export const stubMaterial: StubMaterial = stubMaterialSchema.parse(materialJson);
