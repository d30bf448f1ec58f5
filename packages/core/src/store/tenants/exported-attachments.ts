import type { Asset } from '../../model/assets/asset.ts'
import type { Attachment, OwnerField } from '../../model/owners/owner.ts'
import { iterateAssets } from '../assets/iterate-assets.ts'
import type { StoreCore } from '../opening/store-core.ts'

/** Owners of an asset that one query reads. */
const PAGE = 1000
/** Characters of lines that are written together. */
const CHUNK = 256 * 1024
/** Fields that are remembered: about 10 MB. */
const MAX_KNOWN = 100_000

interface Exported {
  readonly tenant: string
  /** The insertion number of the last asset in the archive. */
  readonly last: number
  readonly signal: AbortSignal
}

/**
 * The attachments of the active assets of a tenant as JSON lines, some at a time: those of a field one after the other,
 * in its order. Assets that came after the archive was written are left out.
 *
 * The first asset of a field that is visited brings all of it, so that a change of the field meanwhile loses nothing.
 * Beyond the fields that are remembered, its oldest asset does: it is visited first.
 */
export async function* exportedAttachments(
  core: StoreCore,
  { tenant, last, signal }: Exported,
): AsyncGenerator<string> {
  const written = new Set<string>()
  let knowsAll = true
  let lines = ''
  const assets = iterateAssets(core, { tenant, scope: null }, { sort: 'createdAt', signal })
  for await (const asset of assets) {
    for await (const field of fieldsOf(core, asset)) {
      signal.throwIfAborted()
      const key = JSON.stringify([field.type, field.id, field.field])
      if (written.has(key)) continue
      const attached = await attachedTo(core, { tenant, last }, field)
      if (!knowsAll && attached.some(({ seq }) => seq < asset.seq)) continue
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
  { metadata }: StoreCore,
  { tenant, id }: Asset,
): AsyncGenerator<Required<OwnerField>> {
  for (let after: Attachment | null = null; ; ) {
    const owners: readonly Attachment[] =
      (await metadata.owners.ownersOf({ tenant, id, after, limit: PAGE })) ?? []
    for (const { type, id: owner, field } of owners) yield { type, id: owner, field }
    after = owners.at(-1) ?? null
    if (owners.length < PAGE) return
  }
}

async function attachedTo(
  { metadata }: StoreCore,
  { tenant, last }: Pick<Exported, 'tenant' | 'last'>,
  owner: Required<OwnerField>,
): Promise<readonly Asset[]> {
  const assets = await metadata.owners.list({ tenant, owner })
  return assets.filter(({ seq }) => seq <= last)
}

function lineOf(owner: Required<OwnerField>, { id: assetId, externalId }: Asset): string {
  return `${JSON.stringify({ ...owner, assetId, externalId })}\n`
}
