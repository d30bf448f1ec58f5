import { createHash } from 'node:crypto'
import { types } from 'node:util'
import { openLate } from '../staging/late-source.ts'
import {
  chunksOf,
  discardSource,
  guardSource,
  isLateSource,
  requireSource,
  type UploadSource,
} from '../staging/upload-source.ts'
import { sourceFailure } from '../upload/source-failure.ts'
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
