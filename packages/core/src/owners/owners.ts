import type { Asset } from '../assets/asset.ts'
import type { CallOptions } from '../options/call-options.ts'
import type { Attachment, Owner, OwnerField, UnownedFate } from './owner.ts'

/** Options of `owners.set`, `owners.remove` and `owners.removeAll`. */
export interface DetachOptions extends CallOptions {
  /**
   * What happens to detached assets that no longer belong to any owner: they stay (`keep`), move to the trash
   * (`trash`), or are deleted for good, even those in the trash (`purge`). Default `keep`.
   */
  readonly unowned?: UnownedFate
}

/** What `owners.remove` or `owners.removeAll` did. */
export interface DetachReport {
  /** Attachments that the call removed. */
  readonly detached: number
  /**
   * Ids of the assets that no longer belong to any owner, and were kept, trashed or purged. They come in the order in
   * which they were attached; those attached at the same time come in no particular order.
   */
  readonly unowned: readonly string[]
}

/** What `owners.set` did. */
export interface SetReport extends DetachReport {
  /** The assets that were named, as they are now, in the order given. */
  readonly assets: readonly Asset[]
  /** How many of them the field did not have before. */
  readonly attached: number
}

/** Options of `owners.attachUploads`. */
export interface AttachUploadsOptions extends DetachOptions {
  /** Who sent the form: the `createdBy` of this user's uploads. */
  readonly user: string
  /** Whether they take the place of what the field has. Default `false`: they are added to it. */
  readonly replace?: boolean
}

/** Options of `owners.of`: which of the asset's owners. */
export interface AttachedToOptions extends CallOptions {
  /** Only those after this one, such as the last of the previous page. Default: from the first. */
  readonly after?: OwnerField
  /** 1 … 1000. Default 1000. */
  readonly limit?: number
}

/**
 * Which assets belong to which records of the app. Stowage knows an owner only by its `type` and `id`; the app says
 * when one is gone. An asset may belong to any number of owners. Trashing an asset does not detach it; purging it does.
 * A scoped store attaches and detaches only the assets of its scope.
 */
export interface Owners {
  /**
   * Attaches active assets to a field of an owner, all or none. They follow those that the field already has, in the
   * order given; one that it already has keeps its position, so a repetition does no harm. Attached assets are no
   * longer pending. Resolves to their records, in the order given. Emits `asset.attached` for each that the field did
   * not have; `updatedAt` does not change.
   *
   * `asset_not_found` with `context.ids`, also for assets in the trash (the message says so), and for pending ones that
   * are gone. `too_many_attachments` above 1,000 assets in a field or 10,000 in all fields. `too_many_ids`.
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
   * Gives a field exactly these active assets, in the order given: attaches the missing ones, as `add` does, and
   * detaches all others, also those in the trash. One transaction, all or nothing; an empty list empties the field. Use
   * it to replace a file, or to reorder several. In a scoped store, assets outside the scope stay attached, in their
   * positions.
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
   * Attaches what a form sent, in one call: `formData.getAll('files')`, or `get` for one value. A value is a file, which
   * is uploaded now with `createdBy` of this user, or the id of an upload of this user. Ids of assets that the field
   * already has are accepted from every user. With `replace`, the values take the place of what the field has, and what
   * belongs to no owner then goes to the trash, unless `unowned` says otherwise. A form without a file changes nothing.
   *
   * All or nothing: when `uploadMany` refuses a file, or an id is refused, nothing is attached and no file stays. What an
   * interruption leaves is pending. `context.index` counts the files. The quota counts old and new files together. Where
   * the store's `onDuplicate` is `return` or `refuse`, a file that this user has uploaded before is not stored again: the
   * earlier asset is attached.
   *
   * `asset_not_found` with `context.ids` for uploads of others. Otherwise as `add` and `set` do.
   *
   * @example
   * ```ts
   * import { openAssetStore } from '@stowage/core'
   *
   * const store = await openAssetStore({ directory: './media' })
   * export async function saveAvatar(form: FormData, user: { readonly id: string }) {
   *   const avatar = { type: 'user', id: user.id, field: 'avatar' }
   *   await store.owners.attachUploads(form.get('avatar'), avatar, { user: user.id, replace: true })
   * }
   * ```
   */
  attachUploads(
    uploads: unknown,
    owner: OwnerField,
    options: AttachUploadsOptions,
  ): Promise<SetReport>
  /**
   * Detaches assets from a field of an owner. Those that the field does not have are skipped, and stay as they are.
   * `too_many_ids`.
   */
  remove(
    ids: string | readonly string[],
    owner: OwnerField,
    options?: DetachOptions,
  ): Promise<DetachReport>
  /** Detaches all assets from all fields of an owner that was deleted, or is about to be. One transaction. */
  removeAll(owner: Owner, options?: DetachOptions): Promise<DetachReport>
  /**
   * Lists the active assets of a field, in its order: at most 1,000. Without `field`, lists those of the field without
   * a name, and none of `cover` or any other.
   */
  list(owner: OwnerField, options?: CallOptions): Promise<readonly Asset[]>
  /** Lists the owners of an asset, in the trash or not, by type, id and field. `asset_not_found`. */
  of(id: string, options?: AttachedToOptions): Promise<readonly Attachment[]>
}
