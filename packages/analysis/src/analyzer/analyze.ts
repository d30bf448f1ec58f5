import path from 'node:path'
import { isAnyArrayBuffer, isUint8Array } from 'node:util/types'
import { blobAsFile } from '../reading/blob-as-file.ts'
import { bytesAsFile } from '../reading/bytes-as-file.ts'
import { openFile } from '../reading/open-file.ts'
import type { ReadableFile } from '../reading/readable-file.ts'
import type { Analysis, AnalyzeOptions } from './analyzer.ts'
import { assertOptions, kindOf } from './assert-options.ts'
import { createAnalyzer } from './create-analyzer.ts'

/** Bytes, a `Blob` or `File`, or anything with a `size` and a `read` that returns windows of it. */
export type AnalyzeInput = Uint8Array | ArrayBuffer | Blob | ReadableFile

const shared = createAnalyzer()

/**
 * Decides what a file is. `name` refines what the bytes leave open and never contradicts them; default: the name of
 * a `File`, else none. All calls share one `createAnalyzer()` with its default limits, which does not keep the
 * process alive. Rejects with the signal's reason when aborted, and with a `TypeError` for other input and
 * for wrong options.
 */
export async function analyze(
  input: AnalyzeInput,
  options: Partial<AnalyzeOptions> = {},
): Promise<Analysis> {
  checkOptions('analyze', options)
  return shared.analyze(readable(input), { ...options, name: options.name ?? nameOf(input) })
}

/**
 * Decides what a file on disk is. Reads a few windows of it, so its size does not matter. Default of `name`: the last
 * segment of the path. Rejects like `analyze`, with the system's error when the file cannot be opened, and with a
 * `TypeError` when it is not a regular file or an option is wrong.
 */
export async function analyzeFile(
  file: string | URL,
  options: Partial<AnalyzeOptions> = {},
): Promise<Analysis> {
  checkOptions('analyzeFile', options)
  const opened = await openFile(file)
  try {
    const name = options.name ?? path.basename(String(file))
    return await shared.analyze(opened, { ...options, name })
  } finally {
    await opened.close()
  }
}

/** Throws a `TypeError` for options that would otherwise be ignored, or fail with an error that explains nothing. */
function checkOptions(call: string, options: Partial<AnalyzeOptions>): void {
  assertOptions(call, options, ['name', 'signal'])
  const { name, signal } = options
  if (name !== undefined && typeof name !== 'string') {
    throw new TypeError(`name must be a file name, not ${kindOf(name)}.`)
  }
  if (signal !== undefined && typeof Object(signal).throwIfAborted !== 'function') {
    throw new TypeError('signal must be an AbortSignal. Pass controller.signal.')
  }
}

function readable(input: AnalyzeInput): ReadableFile {
  if (isUint8Array(input)) return bytesAsFile(input)
  if (isAnyArrayBuffer(input)) return bytesAsFile(new Uint8Array(input))
  if (isBlob(input)) return blobAsFile(input)
  if (typeof Object(input).read === 'function' && typeof input.size === 'number') return input
  throw new TypeError(
    typeof input === 'string'
      ? 'analyze takes bytes, not a path: call analyzeFile(path).'
      : 'analyze takes a Uint8Array, ArrayBuffer, Blob or File, or an object with `size` and `read`.',
  )
}

/** Accepts a `Blob` of any realm or implementation: a test environment or a framework often has its own. */
function isBlob(input: unknown): input is Blob {
  return typeof input === 'object' && input !== null && 'slice' in input && 'arrayBuffer' in input
}

function nameOf(input: AnalyzeInput): string {
  return isBlob(input) && 'name' in input && typeof input.name === 'string' ? input.name : ''
}
