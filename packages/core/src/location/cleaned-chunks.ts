import { type Edit, EditedFile } from '@stowage/analysis'
import { blobDamaged } from '../errors/blob-errors.ts'
import type { StagedFile } from '../staging/staging.ts'

/** The bytes of a file as the edits leave them. */
export async function* cleanedChunks(
  file: Pick<StagedFile, 'size' | 'stream'>,
  edits: readonly Edit[],
): AsyncGenerator<Uint8Array> {
  const edited = new EditedFile(edits)
  let at = 0
  for await (const chunk of file.stream() as AsyncIterable<Uint8Array>) {
    yield edited.apply(at, chunk)
    at += chunk.length
  }
  if (at !== file.size)
    throw blobDamaged('The stored file is shorter than its record says.', undefined)
}
