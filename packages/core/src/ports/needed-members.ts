import { CONTENT_ENTRIES, type ContentFieldName } from '../assets/asset-fields.ts'
import type { NewAsset } from '../assets/insert-request.ts'
import type { NewJob } from '../jobs/job.ts'
import { OWN_OPTIONS } from '../own-data/own-data.ts'
import type { NewContent } from '../versions/asset-version.ts'
import type { Needed } from './port-types.ts'

const FACTS = Object.fromEntries(CONTENT_ENTRIES.map(([name]) => [name, true])) as {
  readonly [Name in ContentFieldName]: true
}

/** What a new record of an asset must have. */
export const NEW_ASSET: Needed<NewAsset> = {
  ...FACTS,
  id: true,
  publicFileId: true,
  isFavourite: true,
  folderId: true,
  externalId: true,
  createdBy: true,
  ...OWN_OPTIONS,
}

/** What new content of an asset must have. */
export const NEW_CONTENT: Needed<NewContent> = FACTS

/** What a job to enqueue must have. */
export const NEW_JOB: Needed<NewJob> = {
  kind: true,
  key: true,
  payload: true,
  priority: true,
  delay: true,
  maxAttempts: true,
}
