import { OWN_DATA_SCHEMAS } from '../assets/own-data-schemas.ts'
import { dateTime, exactly, folderId, ref, requestDocument, text } from '../openapi/schema-parts.ts'
import { allowedType, MAX_WHOLE } from '../openapi/text-schemas.ts'

const uploadTickets = { type: 'string', const: 'upload-tickets' } as const
const seconds = { type: 'integer', minimum: 1, maximum: 86_400 } as const
const fileCount = { type: 'integer', minimum: 1, maximum: 10_000 } as const
const byteCount = { type: 'integer', minimum: 1, maximum: MAX_WHOLE } as const
const pendingHours = {
  type: ['integer', 'null'],
  minimum: 1,
  maximum: 720,
  description:
    'Hours after which its uploads are deleted unless the app attaches or keeps them; null: they stay.',
} as const
const allow = {
  type: ['array', 'null'],
  items: { ...allowedType, examples: ['image/*', 'application/pdf'] },
  minItems: 1,
  maxItems: 100,
  description: 'Types that files may have, besides those of the service.',
} as const

/** The schemas of upload tickets. */
export const TICKET_SCHEMAS: Readonly<
  Record<'UploadTicketRequest' | 'UploadTicketDocument' | 'UploadTicket', object>
> = {
  UploadTicketRequest: requestDocument(
    {
      type: uploadTickets,
      attributes: exactly(
        {
          expires_in: { ...seconds, description: 'Seconds; 900 when left out.' },
          max_files: { ...fileCount, description: '1 when left out.' },
          max_bytes: { ...byteCount, description: 'Of all files together.' },
          allow,
          folder_id: folderId,
          tags: OWN_DATA_SCHEMAS.tags,
          metadata: OWN_DATA_SCHEMAS.metadata,
          pending_hours: pendingHours,
        },
        [
          'expires_in',
          'max_files',
          'max_bytes',
          'allow',
          'folder_id',
          'tags',
          'metadata',
          'pending_hours',
        ],
      ),
    },
    ['attributes'],
  ),
  UploadTicketDocument: exactly({ data: ref('UploadTicket') }),
  UploadTicket: exactly({
    id: text,
    type: uploadTickets,
    attributes: exactly({
      token: {
        ...text,
        pattern: '^stt_',
        description: 'Bearer token of the upload routes alone. Shown once.',
      },
      expires_at: dateTime,
      expires_in: { ...seconds, description: 'Seconds from its making to `expires_at`.' },
      max_files: fileCount,
      max_bytes: { ...byteCount, description: 'Of all files together.' },
      allow,
      folder_id: folderId,
      tags: OWN_DATA_SCHEMAS.tags,
      metadata: OWN_DATA_SCHEMAS.metadata,
      pending_hours: pendingHours,
    }),
  }),
}
