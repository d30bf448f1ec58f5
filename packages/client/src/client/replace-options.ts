import type { ReplaceContentQuery } from '../generated/openapi.ts'
import type { UploadProgress } from '../upload/upload-options.ts'
import type { ChangeOptions } from './change-options.ts'

/** What `replaceContent` takes besides the file. */
export interface ReplaceOptions extends ChangeOptions {
  /** As of an upload. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined
  readonly query?: ReplaceContentQuery | undefined
}
