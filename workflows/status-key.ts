import { SearchAttributeType, defineSearchAttributeKey } from '@temporalio/common';
import { searchAttributeNames } from '../src/domain/workflows';

/** The status of a workflow, as a filter for operators. */
export const statusKey = defineSearchAttributeKey(searchAttributeNames.status, SearchAttributeType.KEYWORD);
