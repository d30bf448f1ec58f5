/**
 * Which blob keys are reserved, claimed or of a record: role `blobs` of a `MetadataStore`, whose rules hold for
 * every method. It knows keys alone; the bytes are in a `BlobStore`.
 */
export interface BlobLedger {
  /**
   * Reserves blob keys before their blobs are put. Keys that no record takes over fall due for deletion after
   * `lifetime`. `invalid_argument` when one is reserved or claimed already.
   */
  reserve(keys: readonly string[], request: { readonly lifetime: number }): Promise<void>
  /**
   * Claims keys for deletion. Resolves to those whose blobs the caller must now delete from the blob store. `{ keys }`:
   * of these, the ones still reserved or claimed already; never those of a record. `{ due, limit }`: what is due now,
   * reservations and claims alike, the longest due first; nothing while a hold is in force (see `HOLD_PREFIX`). With
   * `tenant`, only what belongs or may belong to that tenant: a blob that a record named belongs to the record's
   * tenant, and any other blob may belong to any tenant. Nothing is promised about the blobs of an erased tenant. No
   * record can take over a claimed key.
   */
  claim(
    which:
      | { readonly keys: readonly string[] }
      | { readonly due: true; readonly limit: number; readonly tenant?: string },
  ): Promise<readonly string[]>
  /**
   * Records what happened to the blobs of claimed keys. The claim on a deleted blob stays and falls due again after
   * `retryAfter`, for a put that was still under way; a deletion after that forgets the key. A blob that could not be
   * deleted falls due again after `retryAfter` too. Leaves alone keys that are not claimed, and keys about which
   * another caller has recorded the same meanwhile.
   */
  recordDeletions(request: {
    readonly deleted: readonly string[]
    readonly failed?: readonly string[]
    readonly retryAfter: number
  }): Promise<void>
  /**
   * Of these blob keys, those that no record, reservation or claim names, all from one snapshot. An orphan stays one:
   * its key was forgotten, or never belonged to this database.
   */
  filterOrphans(keys: readonly string[]): Promise<readonly string[]>
}
