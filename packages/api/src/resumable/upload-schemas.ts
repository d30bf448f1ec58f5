import { MAX_PER_PAGE } from '@stowage/core/internal'
import { dateTime, exactly, nullable, ref, text, uri, uuid } from '../openapi/schema-parts.ts'

const bytes = { type: 'integer', minimum: 0 } as const

/** The schemas of resumable uploads. */
export const UPLOAD_SCHEMAS: Readonly<
  Record<'Upload' | 'UploadBytes' | 'UploadDocument' | 'UploadCollection', object>
> = {
  Upload: exactly({
    id: uuid,
    type: { ...text, const: 'uploads' },
    attributes: exactly({
      name: { ...text, description: 'The name that the asset gets.' },
      size: { ...nullable(bytes), description: 'Of the file; null while it is not known.' },
      offset: {
        ...nullable(bytes),
        description: 'Bytes that are stored; null while all are, and the asset is being made.',
      },
      status: { ...text, enum: ['receiving', 'finishing', 'done', 'refused'] },
      asset_id: { ...nullable(uuid), description: 'The asset that it became.' },
      expires_at: {
        ...dateTime,
        description: 'When it expires unless bytes come; once it has ended, when it is forgotten.',
      },
    }),
  }),
  UploadBytes: { ...text, format: 'binary' },
  UploadDocument: exactly({ data: ref('Upload') }),
  UploadCollection: exactly({
    data: { type: 'array', items: ref('Upload') },
    links: exactly({ first: uri, next: nullable(uri) }),
    meta: exactly({
      path: uri,
      per_page: { type: 'integer', minimum: 1, maximum: MAX_PER_PAGE },
    }),
  }),
}
