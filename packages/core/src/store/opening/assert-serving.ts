import { writesRefused } from '../../errors/metadata-errors.ts'
import type { MetadataStore } from '../../ports/metadata-store.ts'
import type { Transfer } from '../../ports/transfer.ts'

/** Records that may have moved to another database. Those that follow a move have no `target`: they go on there. */
type MayHaveMoved = MetadataStore & { readonly transfer?: Partial<Transfer> }

/** `unavailable` when the records have moved to another database: here they are old, and take no changes. */
export async function assertServing({ transfer }: MayHaveMoved): Promise<void> {
  if (transfer?.target === undefined) return
  if ((await transfer.source?.state())?.phase === 'moved') throw writesRefused('moved')
}
