import { raceAbort } from '../async/abortable.ts'
import { discardSource, type LateSource, type OpenedSource } from './upload-source.ts'

/**
 * Opens a source in its turn, for a reader that takes `limit` bytes at most. After an abort it also frees a source that
 * still opens.
 */
export async function openLate(
  source: LateSource,
  { limit, signal }: { readonly limit: number; readonly signal: AbortSignal },
): Promise<OpenedSource> {
  const opening = Promise.resolve(source.open({ limit, signal }))
  const { name, bytes } = await raceAbort(opening, signal).catch((error) => {
    opening.then((opened) => discardSource(opened.bytes)).catch(() => {})
    throw error
  })
  // In plain JavaScript the name may be anything.
  return typeof name === 'string' ? { name, bytes } : { bytes }
}
