import type { ReplaceContentQuery } from '../generated/openapi.ts'
import type { ChangeOptions } from '../request/change-options.ts'
import type { UploadProgress } from '../upload/upload-options.ts'

/** What `replaceContent` takes besides the file. */
export interface ReplaceOptions extends ChangeOptions {
  /** As for an upload. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined
  readonly query?: ReplaceContentQuery | undefined
}
