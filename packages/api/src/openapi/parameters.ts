import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from '@stowage/core'
import type { QueryParameter } from '../requests/query.ts'

/** What the description says of each query parameter. */
export const QUERY_PARAMETERS: Readonly<Record<QueryParameter, object>> = {
  page: query('page', 'Number of the page.', { type: 'integer', minimum: 1, default: 1 }),
  per_page: query('per_page', 'Assets on a page.', {
    type: 'integer',
    minimum: 1,
    maximum: MAX_PER_PAGE,
    default: DEFAULT_PER_PAGE,
  }),
  'filter[trashed]': query('filter[trashed]', 'Lists the trash instead.', { enum: ['only'] }),
  with_meta: query('with_meta', 'Adds `meta` to each resource.', {
    enum: ['0', '1'],
    default: '0',
  }),
  variant: query('variant', 'The variant instead of the original.', {
    type: 'string',
    examples: ['thumbnail', 'optimized'],
  }),
}

function query(name: string, description: string, schema: object): object {
  return { name, in: 'query', required: false, description, schema }
}
