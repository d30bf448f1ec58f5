import { assertInteger, invalidArgument } from '@stowage/core/internal'

const MIB = 1024 ** 2
const GIB = 1024 ** 3

/** What S3 takes: bytes of a part that is not the last, bytes of any part, parts and bytes of an object. */
const LEAST_PART = 5 * MIB
const LARGEST_PART = 5 * GIB
const MOST_PARTS = 10_000
const LARGEST_FILE = 5 * 1024 * GIB

/** A file whose parts its client puts to the bucket. */
export interface DirectFile {
  readonly size: number
  /** Bytes of every part but the last. */
  readonly partSize: number
  readonly parts: number
  readonly uploadId: string
}

const DIRECT = /^direct (\d{1,13}) (\d{1,13}) (\S{1,800})$/

/** What the record keeps of such a file. */
export function directText({ size, partSize, uploadId }: Omit<DirectFile, 'parts'>): string {
  return `direct ${size} ${partSize} ${uploadId}`
}

/** `null` for what `directText` did not give. */
export function readDirect(text: string): DirectFile | null {
  const [, size, partSize, uploadId] = DIRECT.exec(text) ?? []
  if (size === undefined || partSize === undefined || uploadId === undefined) return null
  const [all, each] = [Number(size), Number(partSize)]
  return { size: all, partSize: each, parts: Math.ceil(all / each), uploadId }
}

/** `invalid_argument` for sizes that S3 does not take. */
export function assertDirect({ size, partSize }: Pick<DirectFile, 'size' | 'partSize'>): void {
  assertInteger('size', size, 0, LARGEST_FILE)
  assertInteger('partSize', partSize, LEAST_PART, LARGEST_PART)
  if (size / partSize > MOST_PARTS) {
    const least = Math.ceil(size / MOST_PARTS)
    throw invalidArgument(
      'partSize',
      `A file of ${size} bytes needs parts of at least ${least} bytes: S3 takes ${MOST_PARTS} parts.`,
    )
  }
}

/** The place of a part. `invalid_argument` for a number that the file does not have. */
export function placeOf(
  { size, partSize, parts }: DirectFile,
  number: number,
): { readonly start: number; readonly size: number } {
  assertInteger('numbers', number, 1, Math.max(parts, 1))
  const start = (number - 1) * partSize
  if (start >= size) throw invalidArgument('numbers', 'An empty file has no parts.')
  return { start, size: Math.min(partSize, size - start) }
}
