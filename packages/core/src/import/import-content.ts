import { createHash } from 'node:crypto'
import { types } from 'node:util'
import { isStowageError } from '../errors/stowage-error.ts'
import { cleanUpload } from '../location/clean-upload.ts'
import { openLate } from '../staging/late-source.ts'
import { stageUpload } from '../staging/stage-upload.ts'
import {
  chunksOf,
  discardSource,
  guardSource,
  isLateSource,
  requireSource,
  type UploadSource,
} from '../staging/upload-source.ts'
import { analyze } from '../upload/receive-file.ts'
import { sourceFailure } from '../upload/source-failure.ts'
import type { UploadContext } from '../upload/upload-context.ts'
import type { ImportItem } from './import-options.ts'

/** The bytes of an item. Calls its function, if it has one. */
export async function openSource(
  { source }: Pick<ImportItem, 'source'>,
  signal: AbortSignal,
): Promise<UploadSource> {
  if (typeof source !== 'function') return requireSource(source)
  let opened: unknown
  try {
    opened = await source()
  } catch (error) {
    throw sourceFailure(error, signal)
  }
  guardSource(opened)
  return requireSource(opened)
}

/** SHA-256 of a source, which it reads to the end. `limit`: the most bytes of a source that is opened late. */
export async function sha256OfSource(
  source: UploadSource,
  { limit, signal }: { readonly limit: number; readonly signal: AbortSignal },
): Promise<string> {
  const hash = createHash('sha256')
  if (types.isUint8Array(source)) return hash.update(source).digest('hex')
  try {
    const bytes = isLateSource(source) ? (await openLate(source, { limit, signal })).bytes : source
    for await (const chunk of chunksOf(bytes as AsyncIterable<Uint8Array>, signal)) {
      hash.update(chunk)
    }
  } catch (error) {
    discardSource(source)
    throw sourceFailure(error, signal)
  }
  return hash.digest('hex')
}

/** SHA-256 of a source, which it reads to the end, as it is and as `location: 'stored'` would leave it. */
export async function storedHashesOf(
  source: UploadSource,
  {
    uploads,
    name,
    limit,
    signal,
  }: {
    readonly uploads: Pick<UploadContext, 'analyzer' | 'staging'>
    /** The type of a text file may depend on it. */
    readonly name: string
    readonly limit: number
    readonly signal: AbortSignal
  },
): Promise<readonly string[]> {
  const { staging } = uploads
  let file = await stageUpload(source, { staging, limit, signal }).catch((error) => {
    discardSource(source)
    throw sourceFailure(error, signal)
  })
  const { sha256 } = file
  try {
    const { facts } = await analyze(uploads, file, name, signal)
    ;({ file } = await cleanUpload({ file, facts }, { staging, signal }))
    return [sha256, file.sha256]
  } catch (error) {
    if (isStowageError(error, 'location_not_removable')) return [sha256]
    throw error
  } finally {
    await file.discard()
  }
}
