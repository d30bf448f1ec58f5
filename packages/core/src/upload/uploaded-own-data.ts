import { NO_OWN_DATA, type OwnData } from '../own-data/own-data.ts'
import { requireMetadata, requireOwnData } from '../own-data/own-data-check.ts'
import { requireTags } from '../own-data/tags.ts'
import type { UploadTicket } from '../tickets/upload-ticket.ts'

/**
 * The own data of an uploaded file. The file's own members win over those for all files. A ticket adds its tags, and
 * its metadata win: its holder cannot omit or change them. `invalid_argument` when the result is more than an asset may
 * have.
 */
export function uploadedOwnData(
  file: Partial<OwnData>,
  ofAll: Partial<OwnData>,
  ticket: UploadTicket | undefined,
): OwnData {
  const own: OwnData = { ...NO_OWN_DATA, ...ofAll, ...requireOwnData(file) }
  const { tags = [], metadata = {} } = ticket ?? {}
  if (tags.length === 0 && Object.keys(metadata).length === 0) return own
  return {
    ...own,
    tags: requireTags('tags', [...tags, ...own.tags]),
    metadata: requireMetadata({ ...own.metadata, ...metadata }),
  }
}
