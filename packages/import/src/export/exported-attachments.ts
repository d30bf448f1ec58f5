import type { Asset, AssetStore, OwnerField } from '@stowage/core'
import { seqOf } from '@stowage/core/internal'
import type { Attachment } from '@stowage/core/types'
import { nullIfGone } from './null-if-gone.ts'

/** The most owners of an asset that one query reads. */
const PAGE = 1000
/** Characters of lines after which they are written together. */
const CHUNK = 256 * 1024
/** Fields that are remembered: about 10 MB. */
const MAX_KNOWN = 100_000

interface Exported {
  /** The insertion number of the last asset in the archive. */
  readonly last: number
  readonly signal: AbortSignal
}

/**
 * The attachments of a tenant's active assets as JSON lines, some at a time: grouped by field, in the order of the
 * field. Leaves out assets that came after the archive's assets were written.
 *
 * The first asset that it visits of a field brings the whole field, so that a change of the field meanwhile loses
 * nothing. Beyond the remembered fields, the oldest asset of a field does that: it is visited first.
 */
export async function* exportedAttachments(
  store: AssetStore,
  { last, signal }: Exported,
): AsyncGenerator<string> {
  const written = new Set<string>()
  let knowsAll = true
  let lines = ''
  for await (const asset of store.matching({}).iterate({ sort: 'createdAt', signal })) {
    for await (const field of fieldsOf(store, asset, signal)) {
      signal.throwIfAborted()
      const key = JSON.stringify([field.type, field.id, field.field])
      if (written.has(key)) continue
      const assets = await store.owners.list(field, { signal })
      const attached = assets.filter((each) => seqOf(each) <= last)
      if (!knowsAll && attached.some((each) => seqOf(each) < seqOf(asset))) continue
      knowsAll &&= written.size < MAX_KNOWN
      if (knowsAll) written.add(key)
      lines += attached.map((each) => lineOf(field, each)).join('')
      if (lines.length < CHUNK) continue
      yield lines
      lines = ''
    }
  }
  if (lines !== '') yield lines
}

async function* fieldsOf(
  store: AssetStore,
  { id }: Asset,
  signal: AbortSignal,
): AsyncGenerator<Required<OwnerField>> {
  for (let after: Attachment | null = null; ; ) {
    const page = { limit: PAGE, signal, ...(after !== null && { after }) }
    const owners: readonly Attachment[] = (await nullIfGone(store.owners.of(id, page))) ?? []
    for (const { type, id: owner, field } of owners) yield { type, id: owner, field }
    after = owners.at(-1) ?? null
    if (owners.length < PAGE) return
  }
}

function lineOf(owner: Required<OwnerField>, { id: assetId, externalId }: Asset): string {
  return `${JSON.stringify({ ...owner, assetId, externalId })}\n`
}
