import { isUint8Array } from 'node:util/types'
import type { Analysis } from './analyzer.ts'
import type { ReadableFile } from './bounded-reader.ts'
import { createAnalyzer } from './create-analyzer.ts'

const shared = createAnalyzer()

/**
 * Tells what a file is, without a store. Takes bytes, a `Blob` or `File`, or anything with a size and a `read`
 * of windows, such as a `StagedFile`. `name` is the client's claim, by default the `File`'s own: it refines what
 * the bytes leave open and never contradicts them. What could not be told is `null` and has an issue. Rejects
 * only with the signal's reason. All calls share one `createAnalyzer()`, which does not keep the process alive.
 */
export function analyze(
  file: Uint8Array | Blob | ReadableFile,
  options: { readonly name?: string; readonly signal?: AbortSignal } = {},
): Promise<Analysis> {
  const { name = nameOf(file), signal } = options
  return shared.analyze(readable(file), signal ? { name, signal } : { name })
}

function readable(file: Uint8Array | Blob | ReadableFile): ReadableFile {
  if (isUint8Array(file)) {
    return { size: file.length, read: async ({ start, end }) => file.subarray(start, end) }
  }
  if (!isBlob(file)) return file
  return {
    size: file.size,
    read: async ({ start, end }) => new Uint8Array(await file.slice(start, end).arrayBuffer()),
  }
}

/** Of any realm or implementation: a test environment or a framework often has its own. */
function isBlob(file: Blob | ReadableFile): file is Blob {
  return 'slice' in file && 'arrayBuffer' in file
}

function nameOf(file: Uint8Array | Blob | ReadableFile): string {
  const isFile = !isUint8Array(file) && isBlob(file) && 'name' in file
  return isFile && typeof file.name === 'string' ? file.name : ''
}
