import { MAX_UPLOAD_NOTE } from '@stowage/core/internal'
import type { ResumableUpload } from '@stowage/core/types'
import { parseJson } from '../../body/parse-json.ts'
import { badHeader } from '../headers/bad-header.ts'
import type { UploadProtocol } from '../headers/protocol.ts'

/** What the API keeps with an upload, and repeats in its answers. */
export interface UploadNote {
  /** What created it. */
  readonly protocol: UploadProtocol
  /** `Upload-Metadata` as it came; absent: it did not. */
  readonly metadata?: string
  /** What the URLs in `Upload-Concat` began with; absent: they differed, or there were none. */
  readonly prefix?: string
}

/** The text for the store. Throws 400 `invalid_parameter` for metadata that does not fit. */
export function writeNote(note: UploadNote): string {
  const text = JSON.stringify(note)
  if (Buffer.byteLength(text) <= MAX_UPLOAD_NOTE) return text
  const detail = `Send less: at most about ${MAX_UPLOAD_NOTE} bytes are kept. What is known of a file can be changed later by PATCH.`
  throw badHeader('Upload-Metadata', detail)
}

/** The note of an upload. One that the app itself began speaks the draft. */
export function noteOf({ note }: Pick<ResumableUpload, 'note'>): UploadNote {
  if (note === null) return { protocol: 'ietf' }
  try {
    const read: unknown = parseJson(Buffer.from(note), { values: 8 })
    const { protocol, metadata, prefix } = Object(read) as Readonly<Record<string, unknown>>
    return {
      protocol: protocol === 'tus' ? 'tus' : 'ietf',
      ...(typeof metadata === 'string' && { metadata }),
      ...(typeof prefix === 'string' && { prefix }),
    }
  } catch {
    return { protocol: 'ietf' }
  }
}
