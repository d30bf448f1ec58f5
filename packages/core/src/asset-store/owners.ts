import type { Asset } from '../model/assets/asset.ts'
import type { Attachment, Owner, OwnerField, UnownedFate } from '../model/owners/owner.ts'
import type { CallOptions } from './call-options.ts'

/** Options of `owners.set`, `owners.remove` and `owners.removeAll`. */
export interface DetachOptions extends CallOptions {
  /**
   * What becomes of assets that are detached and belong to no owner any more: they stay, are moved to the trash, or are
   * deleted for good, also those in the trash. Default `keep`.
   */
  readonly unowned?: UnownedFate
}

/** What `owners.remove` or `owners.removeAll` did. */
export interface DetachReport {
  /** Attachments that it took. */
  readonly detached: number
  /**
   * Ids of the assets that belong to no owner any more, which were kept, trashed or purged: in the order in which they were
   * attached, and in no particular order those that were attached at the same time.
   */
  readonly unowned: readonly string[]
}

/** What `owners.set` did. */
export interface SetReport extends DetachReport {
  /** The assets that were named, as they are now, in the order given. */
  readonly assets: readonly Asset[]
  /** How many of them the field did not have. */
  readonly attached: number
}

/** Which part of the owners of an asset. */
export interface AttachedToOptions extends CallOptions {
  /** Those after this one, such as the last of the page before. Default: from the first. */
  readonly after?: OwnerField
  /** 1 … 1000. Default 1000. */
  readonly limit?: number
}

/**
 * Which assets belong to which records of the app. Stowage knows an owner by its `type` and `id` alone: it is the app that
 * says when one is gone. An asset may belong to any number of owners. To trash an asset does not detach it, to purge it
 * does. A scoped store attaches and detaches the assets of its scope alone.
 */
export interface Owners {
  /**
   * Attaches active assets to a field of an owner, all or none. They come after those that the field has, in the order
   * given; one that it has stays where it is, so a repetition does no harm. Pending ones stay from then on. Resolves to
   * their records, in the order given. Emits `asset.attached` for each that the field did not have, and `updatedAt`
   * stays.
   *
   * `asset_not_found` with `context.ids`, also for those in the trash, which the message says, and for pending ones that
   * are gone.
   * `too_many_attachments` above 1,000 assets in a field or 10,000 in all fields. `too_many_ids`.
   *
   * @example
   * ```ts
   * import { openAssetStore } from '@stowage/core'
   *
   * const store = await openAssetStore({ directory: './media' })
   * const { id } = await store.upload(Buffer.from('hello'), { name: 'hello.txt', pending: true })
   * // The record of the app is committed here.
   * await store.owners.add(id, { type: 'post', id: '17', field: 'files' })
   * const [file] = await store.owners.list({ type: 'post', id: '17', field: 'files' })
   * console.log(file?.name)
   * await store.owners.removeAll({ type: 'post', id: '17' }, { unowned: 'trash' })
   * ```
   */
  add(
    ids: string | readonly string[],
    owner: OwnerField,
    options?: CallOptions,
  ): Promise<readonly Asset[]>
  /**
   * Makes a field have exactly these active assets, in the order given: attaches what is missing, as `add` does, and
   * detaches all else, also what is in the trash. One transaction, all or nothing; no ids empty the field. So it replaces a
   * file, and reorders many. Of a scoped store, assets outside the scope stay attached, in their places.
   *
   * Emits `asset.attached` for what it attaches, `asset.detached` for what it detaches, and `asset.trashed` and
   * `asset.purged` as `unowned` says. Rejects as `add` does.
   *
   * @example
   * ```ts
   * import { openAssetStore } from '@stowage/core'
   *
   * const store = await openAssetStore({ directory: './media' })
   * const { id } = await store.upload(Buffer.from('GIF89a'), { name: 'ann.gif', pending: true })
   * const ann = { type: 'user', id: '17', field: 'avatar' }
   * const { unowned } = await store.owners.set(id, ann, { unowned: 'trash' })
   * console.log(`${unowned.length} earlier avatars in the trash`)
   * ```
   */
  set(
    ids: string | readonly string[],
    owner: OwnerField,
    options?: DetachOptions,
  ): Promise<SetReport>
  /**
   * Takes assets from a field of an owner. Those that the field does not have are passed over, and stay as they are.
   * `too_many_ids`.
   */
  remove(
    ids: string | readonly string[],
    owner: OwnerField,
    options?: DetachOptions,
  ): Promise<DetachReport>
  /** Takes all assets from all fields of an owner, which is about to be deleted or was. One transaction. */
  removeAll(owner: Owner, options?: DetachOptions): Promise<DetachReport>
  /**
   * The active assets of a field, in its order: at most 1,000. Without `field` those of the field without a name, and none
   * of `cover` or any other.
   */
  list(owner: OwnerField, options?: CallOptions): Promise<readonly Asset[]>
  /** The owners of an asset, in the trash or not, by type, id and field. `asset_not_found`. */
  of(id: string, options?: AttachedToOptions): Promise<readonly Attachment[]>
}
