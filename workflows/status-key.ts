import { SearchAttributeType, defineSearchAttributeKey } from '@temporalio/common';
import { searchAttributeNames } from '../src/domain/workflows';

/** Where a workflow stands, as operators filter the list by it. */
export const statusKey = defineSearchAttributeKey(searchAttributeNames.status, SearchAttributeType.KEYWORD);
