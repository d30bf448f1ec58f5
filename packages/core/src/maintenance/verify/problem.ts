/** Which file of which record a problem is about. */
export interface FileOfRecord {
  readonly tenant: string
  readonly assetId: string
  readonly blobKey: string
  /** Name of the variant; `null` for the original. */
  readonly variant: string | null
  /** Id of the version whose file it is. Absent: the file belongs to the current content of the asset. */
  readonly version?: string
}

/** What can be wrong with the blob of a file. */
export type BlobFault =
  | { readonly kind: 'missing' }
  /** Bytes. */
  | { readonly kind: 'wrong_size'; readonly expected: number; readonly actual: number }
  /** SHA-256, lower-case hex. */
  | { readonly kind: 'wrong_checksum'; readonly expected: string; readonly actual: string }
  /** The blob store failed to read it: a bad sector, or a backend that is down. Never repaired. */
  | { readonly kind: 'unreadable'; readonly error: unknown }

/** A record whose file is not what the record says. */
export type FileProblem = FileOfRecord & BlobFault

/** What `verify` finds. A union discriminated by `kind`. */
export type Problem =
  | FileProblem
  /** A blob that no record, upload or pending deletion knows. `size` in bytes. */
  | { readonly kind: 'orphaned'; readonly blobKey: string; readonly size: number }
  /** Files that uploads of dead processes left in staging, past their grace time, or in pieces that no record knows. */
  | { readonly kind: 'stale_staging'; readonly files: number }

/**
 * What a repair did: `trashed` the asset of a lost or damaged original, whose bytes stay where they are; `detached` a
 * lost or damaged variant, which is regenerated at the next request, or a lost or damaged version; `quarantined` an
 * orphan; `removed` stale staging.
 */
export type RepairAct = 'trashed' | 'detached' | 'quarantined' | 'removed'
