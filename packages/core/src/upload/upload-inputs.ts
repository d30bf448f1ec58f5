import { isThenable, mustBe } from '../arguments/must-be.ts'
import { requireSha256 } from '../arguments/require-sha256.ts'
import { requireExternalId } from '../assets/external-id.ts'
import { abortable } from '../async/abortable.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { assertKnown, knownOptions } from '../options/known-options.ts'
import { OWN_OPTIONS } from '../own-data/own-data.ts'
import { requireOwnData } from '../own-data/own-data-check.ts'
import { isMulterFile, multerFile } from '../staging/multer-file.ts'
import { discardSource, guardSource, requireSource } from '../staging/upload-source.ts'
import { sourceFailure } from './source-failure.ts'
import type { UploadInput } from './upload-options.ts'

type UploadInputs = Iterable<UploadInput> | AsyncIterable<UploadInput>

const INPUT = knownOptions<UploadInput>('An upload input', {
  source: true,
  name: true,
  sha256: true,
  externalId: true,
  folderId: true,
  ...OWN_OPTIONS,
})

/**
 * Guards sources that all exist before the first is read: an error of a waiting source must not end the
 * process. Returns the function that discards unread sources.
 */
export function guardInputs(files: unknown): () => void {
  // The items of another iterable do not exist yet.
  const given: unknown[] = Array.isArray(files) || files instanceof Set ? [...files] : []
  const sources = given.map((input) => (isInput(input) ? input.source : undefined))
  for (const source of sources) guardSource(source)
  return () => {
    for (const source of sources) discardSource(source)
    if (given.length === 0) discardSource(files)
  }
}

/** Frees the resources of a file's source when the file is not stored. */
export function discardInput(input: UploadInput): void {
  // In plain JavaScript an iterable may yield anything.
  if (isInput(input)) discardSource(input.source)
}

/** `invalid_argument` unless `files` can be iterated. */
export function requireUploadInputs(files: unknown): asserts files is UploadInputs {
  const isIterable =
    typeof files === 'object' &&
    files !== null &&
    !ArrayBuffer.isView(files) &&
    (Symbol.iterator in files || Symbol.asyncIterator in files)
  if (isIterable) return
  if (isThenable(files)) throw mustBe('files', 'an array of { source, name }', files)
  throw invalidArgument(
    'files',
    'files must be an array or another iterable of { source, name }. For a file on disk: [fromPath(path)].',
  )
}

/** The files in order. An error of the iterable becomes `source_failed`. */
export async function* inputsOf(
  files: UploadInputs,
  signal: AbortSignal,
): AsyncGenerator<UploadInput> {
  try {
    yield* abortable(files, signal)
  } catch (error) {
    throw sourceFailure(error, signal)
  }
}

/** Whether it is one file of an upload, rather than a bare source. */
export function isInput(input: unknown): input is UploadInput {
  return typeof input === 'object' && input !== null && 'source' in input
}

/** The same file; `invalid_argument` when something about it is not of the documented form. */
export function requireUploadInput(input: unknown): UploadInput {
  if (!isInput(input)) {
    if (isMulterFile(input)) throw multerFile('files')
    throw invalidArgument(
      'files',
      'Each file must be { source, name }. For a file on disk use fromPath(path).',
    )
  }
  assertKnown(INPUT, input)
  const { source, name, sha256, externalId } = input
  requireSource(source)
  if (name !== undefined && typeof name !== 'string') {
    throw invalidArgument('name', 'name must be a string: the name of the file.')
  }
  if (sha256 !== undefined) requireSha256(sha256)
  if (externalId != null) requireExternalId('externalId', externalId)
  requireOwnData(input)
  return input
}
