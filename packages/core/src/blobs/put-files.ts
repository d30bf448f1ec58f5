import { raceAbort } from '../async/abortable.ts'
import { allSettledOrThrow } from '../async/all-settled.ts'
import type { StagedUpload } from '../staging/staged-upload.ts'
import type { StagedFile } from '../staging/staging.ts'
import type { ReservedKeys } from './reserved-keys.ts'
import type { FileStorage } from './storage-in-turn.ts'

export interface PutFilesContext {
  readonly blobs: FileStorage['blobs']
  readonly keys: ReservedKeys
}

/** Blobs on their way into the blob store. No record names them yet. */
interface PendingBlobs {
  /** One key for each file, in the order of the files. */
  readonly blobKeys: readonly string[]
  /** Settles when no put is under way; rejects when one failed. */
  readonly put: Promise<void>
}

/** A file for `putFiles`. One with a `blobKey` is a blob already. */
export type FileToPut = StagedFile & Pick<StagedUpload, 'blobKey'>

/**
 * Puts originals and variants, each under a reserved key, except those that are blobs already. `anew`: those too, because
 * their key was claimed. Rejects only before the first put.
 */
export async function putFiles(
  { blobs, keys }: PutFilesContext,
  files: readonly FileToPut[],
  signal: AbortSignal | undefined,
  { anew = false }: { readonly anew?: boolean } = {},
): Promise<PendingBlobs> {
  const options = signal === undefined ? {} : { signal }
  // All keys first: after the first put, only puts may fail.
  const named = await Promise.all(
    files.map(async (file) => {
      const there = anew ? undefined : file.blobKey
      return { file, there, blobKey: there ?? (await raceAbort(keys.next(), signal)) }
    }),
  )
  const missing = named.filter(({ there }) => there === undefined)
  const put = allSettledOrThrow(
    missing.map(({ file, blobKey }) => blobs.put(blobKey, file, options)),
  )
  // The caller awaits it with others; until then a failure must not count as unhandled.
  put.catch(() => {})
  return { blobKeys: named.map(({ blobKey }) => blobKey), put }
}
