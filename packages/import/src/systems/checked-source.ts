import { createHash } from 'node:crypto'
import type { UploadSource } from '@stowage/core'
import { EntryError } from '../entries/refusal.ts'
import type { FoundFile } from '../entries/root.ts'

/** The file; refuses one whose size differs from its record: it was cut off, or is another file. */
export function ofSize(file: FoundFile, size: unknown): FoundFile {
  if (size == null || Number(size) === file.size) return file
  throw new EntryError(`has ${file.size} bytes, and its record says ${String(size)}`)
}

/** The bytes of a file. They fail at the end when their MD5, in base64, differs from this one. */
export function withMd5(file: FoundFile, md5: string | undefined): FoundFile['source'] {
  return md5 === undefined ? file.source : () => checked(file.source(), md5)
}

async function* checked(source: UploadSource, md5: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('md5')
  for await (const chunk of source as AsyncIterable<Uint8Array>) {
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('base64') !== md5) {
    throw new Error('The file does not have the checksum of its record: it is damaged.')
  }
}
