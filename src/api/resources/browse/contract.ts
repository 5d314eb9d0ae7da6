import { z } from 'zod';
import { browseAnswerSchema } from '../../../browse/answer/answer-schema';
import type { BrowseRoute } from '../../../browse/catalogue/routes';
import { browseRequestSchema } from '../../../browse/request/request-schema';
import { defineContract } from '../../pipeline/contract';
import { browseExamples } from './examples';

/** The contract of browsing a kind of row, made from its catalogue. */
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
      `The ${plural} that searches found and the key can see, each row nested by entity. ` +
      'A row’s `site.id` feeds `siteId` of a record request. With `Accept: text/csv` the rows come as CSV.',
    params: z.object({}),
    body: browseRequestSchema(route),
    responses: { 200: { description: 'The rows.', schema: browseAnswerSchema(route), rows: 'table' } },
    problems: [],
    access: { scope: 'caller', permission: 'ViewClinicalData' },
    audit: { event: `${base}.browse`, kind: 'read' },
    cost: 'heavy',
    example,
  });
}
