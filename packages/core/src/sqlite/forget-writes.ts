import type { Timestamp } from '../asset/asset.ts'
import { parseTimestamp } from '../asset/timestamp.ts'
import type { Transaction } from './transaction.ts'

/** `MetadataStore.forget` */
export function forget(
  { sql }: Transaction,
  request: { readonly purgedBefore: Timestamp; readonly now: Timestamp },
): void {
  const now = parseTimestamp(request.now)
  sql('DELETE FROM tombstones WHERE purged_at < ?').run(parseTimestamp(request.purgedBefore))
  sql('DELETE FROM upload_marks WHERE expires_at <= ?').run(now)
  sql('DELETE FROM leases WHERE until <= ?').run(now)
}
