import { supportedMimeTypes } from 'file-type'
import { describe, expect, it } from 'vitest'
import { detect } from '../detection/detect.ts'
import { brandedTypes } from '../detection/iso-brand.ts'
import { LATE_TYPES } from '../detection/late-type.ts'
import { signedTypes } from '../detection/signatures.ts'
import { canonicalMimeType } from '../facts/media-types.ts'
import { WALKED_TYPES } from '../formats/measure.ts'
import { BoundedReader } from '../reading/bounded-reader.ts'
import { bytesAsFile } from '../reading/bytes-as-file.ts'
import { join, zeros } from '../testing/bytes.ts'
import type { Libraries } from './libraries.ts'
import { mayLibraryTell } from './library-types.ts'

/** What our signatures, headers, brands and readers decide. */
const OWN: ReadonlySet<string> = new Set([
  ...signedTypes(),
  ...brandedTypes(),
  ...LATE_TYPES,
  ...WALKED_TYPES,
])
/** Types of file-type that are neither: our readers of text, zip archives and compound files decide them, or it guesses. */
const REFUSED =
  /^(?:text\/|model\/(?:3mf|stl)|application\/(?:epub|java-archive|pgp|vnd\.android|vnd\.ms-(?:excel|outlook|powerpoint|word)|vnd\.oasis|vnd\.openxml|vnd\.visio|x-xpinstall))/
const told = [...new Set([...supportedMimeTypes].map(canonicalMimeType))]

function libraryThatSays(mimeType: string): Libraries {
  return { typeOf: async () => mimeType, close: async () => {} }
}

async function typeWhen(mimeType: string): Promise<string> {
  const unknown = bytesAsFile(join('\x93\x07\xfe', zeros(100)))
  const reader = new BoundedReader(unknown, { maxTimeMs: 60_000, maxBytes: 2 ** 20, maxReads: 100 })
  return (await detect(reader, 'file', libraryThatSays(mimeType))).mimeType
}

describe('what the library is asked about', () => {
  it('is nothing that our own signatures and readers decide', () => {
    expect(told.filter((mimeType) => mayLibraryTell(mimeType) && OWN.has(mimeType))).toEqual([])
  })

  it('is decided for every type that it can tell', () => {
    const undecided = told.filter(
      (mimeType) => !OWN.has(mimeType) && !mayLibraryTell(mimeType) && !REFUSED.test(mimeType),
    )
    expect(undecided).toEqual([])
  })

  it.each(told)('decides whether its word of %s counts', async (mimeType) => {
    const counted = mayLibraryTell(mimeType) ? mimeType : 'application/octet-stream'
    expect(await typeWhen(mimeType)).toBe(counted)
  })
})
