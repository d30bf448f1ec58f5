import type { AssetList, ListQuery } from '../../assets/asset-records.ts'
import type { AuditEntry } from '../../audit/audit-entry.ts'
import type { AuditQuery } from '../../audit/audit-records.ts'
import type { PlainError } from '../writer/plain-error.ts'
import type { WriterSetup } from '../writer/writer-messages.ts'

/** The first message: the database that the finding thread reads. */
export interface FinderSetup extends Pick<WriterSetup, 'file' | 'found' | 'busyTimeout'> {
  readonly readOnly: boolean
}

/** A list of assets, or a part of the audit trail. */
export type Search = { readonly list: ListQuery } | { readonly audit: AuditQuery }

/** What to find, one at a time; or the end of this setup. */
export type FinderRequest = Search | 'close'

/** The answer to the last request. */
export type FinderReply =
  | { readonly closed: true }
  | { readonly found: AssetList | readonly AuditEntry[] }
  /** `opened`: whether the database is open. Where it is not, another thread must try. */
  | { readonly failure: PlainError; readonly opened: boolean }
