import { createHash, randomBytes } from 'node:crypto'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { refused } from '../exit/cli-error.ts'
import {
  moveFile,
  moveNewFile,
  removeFile,
  withinDirectory,
  writeNewStream,
} from './contained-files.ts'
import type { Download } from './download-names.ts'

/** A file to write, and what its bytes must be. */
export interface FileToSave {
  readonly body: Readable
  /** `null`: not known beforehand. */
  readonly size: number | null
  readonly sha256: string | null
  readonly download: Download
  /** Whether it may replace an existing file. */
  readonly force: boolean
  readonly onBytes?: (count: number) => void
}

/**
 * Writes a file under its name only when it is complete and its checksum is right. Until then the bytes are next to it
 * under another name, and are removed on failure.
 */
export async function saveFile(file: FileToSave, signal: AbortSignal): Promise<void> {
  const { body, force } = file
  const { shown, path: target } = file.download
  const name = `.stowage-${randomBytes(6).toString('hex')}.part`
  const part = await withinDirectory(path.dirname(target), name)
  try {
    await pipeline(body, checked(file), writeNewStream(part), { signal })
    if (force) await moveFile(part, target)
    else await moveNewFile(part, target)
  } catch (error) {
    throw codeOf(error) === 'EEXIST' ? existsAlready(shown) : error
  } finally {
    await removeFile(part)
  }
}

/** Why a file is left alone. */
export function existsAlready(target: string): Error {
  return refused(
    `A file lies at ${target}. Add --force to replace it, or name another place with --output.`,
  )
}

function checked({ size, sha256, onBytes = () => {} }: FileToSave) {
  return async function* check(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256')
    let received = 0
    for await (const chunk of chunks) {
      received += chunk.length
      hash.update(chunk)
      onBytes(chunk.length)
      yield chunk
    }
    if (size !== null && received !== size) {
      throw refused(`${received} of ${size} bytes came. Try again.`)
    }
    if (sha256 !== null && hash.digest('hex') !== sha256) {
      throw refused(
        'The bytes do not have the checksum of the record. Run "stowage verify" on the store.',
      )
    }
  }
}

function codeOf(error: unknown): unknown {
  return (Object(error) as { readonly code?: unknown }).code
}
