import type { AssetList, ListQuery } from '../../assets/asset-records.ts'
import type { PlainError } from '../writer/plain-error.ts'
import type { WriterSetup } from '../writer/writer-messages.ts'

/** The first message: the database that the finding thread reads. */
export interface FinderSetup extends Pick<WriterSetup, 'file' | 'found' | 'busyTimeout'> {
  readonly readOnly: boolean
}

/** A list to find, or the end of this setup. */
export type FinderRequest = { readonly id: number; readonly query: ListQuery } | 'close'

/** The answer to the request of this id, or to `close`. */
export type FinderReply =
  | { readonly closed: true }
  | { readonly id: number; readonly list: AssetList }
  /** `opened`: whether the database is open. Where it is not, another thread must try. */
  | { readonly id: number; readonly failure: PlainError; readonly opened: boolean }
