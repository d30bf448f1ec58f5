import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { StagedFile } from '@stowage/core'
import { UNKNOWN_FACTS } from '@stowage/core/internal'
import type { FileFacts, VariantSource } from '@stowage/core/ports'

/** Bytes as the store hands them to a processor. */
export function pictureOf(
  content: Uint8Array,
  mimeType: string,
  tenant = 'default',
): VariantSource {
  const read = async ({ start, end }: { start: number; end: number }): Promise<Uint8Array> =>
    content.subarray(start, end)
  const file: StagedFile = {
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    content,
    read,
    stream: (range) => Readable.from([content.subarray(range?.start, range?.end)]),
  }
  return { file, facts: factsOf(mimeType), tenant }
}

/** The facts of a picture whose size the analyzer cannot read. */
export function factsOf(mimeType: string, width?: number, height?: number): FileFacts {
  const size = { width: width ?? null, height: height ?? null }
  return { ...UNKNOWN_FACTS, type: 'image', mimeType, ...size }
}

/** The same picture in a staged file with this `read`. */
export function readBy(source: VariantSource, read: StagedFile['read']): VariantSource {
  const { file } = source
  const { stream } = file
  const content = { read, stream, write: async () => {}, discard: async () => {} }
  return { ...source, file: { ...file, read, content } }
}
