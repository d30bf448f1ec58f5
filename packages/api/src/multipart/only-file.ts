import type { UploadInput } from '@stowage/core'
import { apiError } from '../errors/api-error.ts'
import { detailOf } from '../errors/detail.ts'

/** The text fields that describe a new asset, by the members of an upload. */
const FIELDS: Readonly<Record<string, string>> = {
  folderId: 'folder_id',
  externalId: 'external_id',
}

/** Bytes, with their name and the digest that they must have. */
export type FileContent = Pick<UploadInput, 'source' | 'name' | 'sha256'>

/**
 * The only file of a form. Its bytes end only when the whole form has come. So a form that breaks off, or has a second
 * file, changes nothing. Throws 422 `file_missing`, and 422 for fields that only a new asset can have.
 */
export async function onlyFileOf(files: AsyncGenerator<UploadInput>): Promise<FileContent> {
  const first = await files.next()
  if (first.done) throw apiError('file_missing', detailOf('file_missing'))
  const { source, name, sha256, ...others } = first.value
  const [other] = Object.keys(others)
  if (other !== undefined) {
    const detail = 'Only the file is replaced. Leave this field out, and change the asset by PATCH.'
    throw apiError('invalid_body', detail, { source: { parameter: FIELDS[other] ?? other } })
  }
  return {
    source: throughEnd(source as AsyncIterable<Uint8Array>, files),
    ...(name !== undefined && { name }),
    ...(sha256 !== undefined && { sha256 }),
  }
}

async function* throughEnd(
  source: AsyncIterable<Uint8Array>,
  files: AsyncGenerator<UploadInput>,
): AsyncGenerator<Uint8Array> {
  yield* source
  await files.next()
}
