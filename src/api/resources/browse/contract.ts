import { z } from 'zod';
import { browseAnswerSchema } from '../../../browse/answer/answer-schema';
import type { BrowseRoute } from '../../../browse/catalogue/routes';
import { browseRequestSchema } from '../../../browse/request/request-schema';
import { defineContract } from '../../pipeline/contract';
import { browseExamples } from './examples';

/** Returns the contract of a browse route, built from its catalogue. */
export function browseContract(route: BrowseRoute) {
  const { base, name, path, plural } = route;
  const example = browseExamples[path];
  if (example === undefined) throw new TypeError(`there is no example of ${path}`);
  return defineContract({
    id: `browse${name === 'Diagnosis' ? 'Diagnoses' : `${name}s`}`,
    method: 'POST',
    path: `/v0/${path}/browse`,
    tag: 'Browse',
    summary: `Browse ${plural}`,
    description:
      `Returns the ${plural} that searches found and your key can see, each row nested by entity. Use a ` +
      "row's `site.id` as the `siteId` of a record request. Send `Accept: text/csv` to get the rows as " +
      'CSV.',
    params: z.object({}),
    body: browseRequestSchema(route),
    isBodyOptional: true,
    responses: {
      200: { description: `The ${plural} that match.`, schema: browseAnswerSchema(route), rows: 'table' },
    },
    problems: [],
    access: { scope: 'caller', permission: 'ViewClinicalData' },
    audit: { event: `${base}.browse`, kind: 'read' },
    cost: 'heavy',
    example,
  });
}
