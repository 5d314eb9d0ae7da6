import { SearchAttributeType, defineSearchAttributeKey } from '@temporalio/common';

/** Where a workflow stands, as operators filter the list by it; registered by `src/temporal/search-attributes.ts`. */
export const statusKey = defineSearchAttributeKey('RecordwellStatus', SearchAttributeType.KEYWORD);
