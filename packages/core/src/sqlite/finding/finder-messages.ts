import type { AssetList, ListQuery } from '../../ports/asset-records.ts'
import type { PlainError } from '../writer/plain-error.ts'
import type { WriterSetup } from '../writer/writer-messages.ts'

/** What the finding thread is started with. */
export interface FinderSetup extends Pick<WriterSetup, 'file' | 'found' | 'busyTimeout'> {
  readonly readOnly: boolean
}

/** A list to find, or the end. */
export type FinderRequest = { readonly id: number; readonly query: ListQuery } | 'close'

/** The answer to the request of this id. */
export type FinderReply =
  | { readonly id: number; readonly list: AssetList }
  | { readonly id: number; readonly failure: PlainError }
