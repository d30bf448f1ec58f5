import type { Asset, AssetStore, Folder } from '@stowage/core'
import { photoOf } from '../store/photo.ts'
import { principalOf } from './rights-fixture.ts'

/** Whose an asset is; `null`: nobody's. */
export type Owner = string | null

/** What is true of an asset, whoever may see it. */
export interface Fact {
  readonly asset: Asset
  readonly state: 'active' | 'trashed' | 'purged'
}

/** The folders of an owner: one at the top, with another in it. */
export interface OwnFolders {
  readonly top: Folder
  readonly inner: Folder
}

/** Assets of one owner to upload in one transaction. */
const TURN = 10
/** Assets that one change of the store names. */
const AT_ONCE = 500
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** Creates two folders for each owner. */
export async function foldersFor(
  store: AssetStore,
  owners: readonly Owner[],
): Promise<ReadonlyMap<Owner, OwnFolders>> {
  const folders = new Map<Owner, OwnFolders>()
  for (const createdBy of owners) {
    const own = store.for({ scope: { createdBy } }).folders
    const top = await own.create({ name: `Private to ${createdBy}` })
    folders.set(createdBy, { top, inner: await own.create({ name: 'Inner', parentId: top.id }) })
  }
  return folders
}

/**
 * Uploads assets of each owner in turn, of all kinds, with their own data. A fifth of every owner's assets is in the
 * trash or purged. Newest first.
 */
export async function filledFor(
  store: AssetStore,
  owners: readonly Owner[],
  count: number,
  folders: ReadonlyMap<Owner, OwnFolders> = new Map(),
): Promise<readonly Fact[]> {
  const made: Asset[] = []
  for (let first = 0; first < count; first += TURN) {
    const createdBy = owners[(first / TURN) % owners.length] ?? null
    const length = Math.min(TURN, count - first)
    const files = Array.from({ length }, (_, index) =>
      fileOf(first + index, createdBy, folders.get(createdBy)),
    )
    // The app itself uploads, since callers with a scope may not set external ids.
    const by = createdBy === null ? {} : { principal: principalOf(createdBy, store.view.tenant) }
    made.unshift(...(await store.uploadMany(files, by)).toReversed())
  }
  await eachSome(chosen(made, 7, 2), (some) =>
    Promise.all(some.map((id) => store.update(id, { isFavourite: true }))),
  )
  const purged = chosen(made, 35, 1)
  await eachSome(chosen(made, 5, 1), (some) => store.trash(some))
  await eachSome(purged, (some) => store.purge(some))
  return factsNow(store, made)
}

/** The same assets as they are now. */
export async function factsNow(
  store: AssetStore,
  before: readonly Asset[],
): Promise<readonly Fact[]> {
  const now = new Map<string, Asset>()
  for await (const asset of store.matching({}).iterate({ trashed: 'with' }))
    now.set(asset.id, asset)
  return before.map((asset): Fact => {
    const found = now.get(asset.id)
    if (found === undefined) return { asset, state: 'purged' }
    return { asset: found, state: found.trashedAt === null ? 'active' : 'trashed' }
  })
}

function fileOf(n: number, owner: Owner, folders: OwnFolders | undefined) {
  const folder = [folders?.top, folders?.inner, undefined][n % 3]
  return {
    ...contentOf(n),
    folderId: folder?.id ?? null,
    externalId: `${owner}/${n}`,
    title: `Secret of ${owner}`,
    alt: { en: `view ${n % 4} ${owner}` },
    tags: [`tag${n % 4}`, `of-${owner}`],
    metadata: { owner, turn: n % 4, odd: n % 2 === 1 },
  }
}

/** Texts, and some pictures and sounds; every owner has each kind. */
function contentOf(n: number): { readonly name: string; readonly source: Buffer } {
  const kind = n % 7
  if (kind < 3) {
    return { name: `plan ${n}.txt`, source: Buffer.from(`file ${n}${'.'.repeat(n % 13)}`) }
  }
  if (kind === 3) return { name: `Plan ${n}.png`, source: PNG }
  if (kind === 4) return { name: `Plan ${n}.png`, source: photoOfMonth(1 + (n % 9)) }
  return { name: `plan ${n}.wav`, source: soundOf(1 + (n % 5)) }
}

function photoOfMonth(month: number): Buffer {
  return photoOf({ camera: 'KODAK BROWNIE', takenAt: `2024-0${month}-01T10:00:00Z` })
}

/** A sound of this many tenths of a second. */
function soundOf(tenths: number): Buffer {
  const rate = 8000
  const samples = (rate / 10) * tenths
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + samples, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples, 40)
  return Buffer.concat([header, Buffer.alloc(samples, 128)])
}

function chosen(assets: readonly Asset[], part: number, rest: number): readonly string[] {
  return assets.filter((_, index) => index % part === rest).map(({ id }) => id)
}

async function eachSome(
  ids: readonly string[],
  change: (some: readonly string[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    await change(ids.slice(start, start + AT_ONCE))
  }
}
