import { describe, expect, it } from 'vitest'
import { blobDamaged, blobExists, blobNotFound } from './blob-errors.ts'

describe('errors about a blob', () => {
  it.each([
    ['blob_exists', blobExists],
    ['blob_not_found', blobNotFound],
    ['blob_damaged', (cause: unknown) => blobDamaged('The blob is too short.', cause)],
  ] as const)('with the code %s keep their cause', (code, errorOf) => {
    const cause = new Error('what the medium said')
    expect(errorOf(cause)).toMatchObject({ code, cause })
  })
})
