import type { OwnData, UploadTicket } from '@stowage/core'
import { parseTimestamp } from '@stowage/core/internal'

/** The attributes of an upload ticket. */
export interface UploadTicketAttributes {
  /** `stt_…`: sent as Bearer token on the upload routes. Shown once. */
  readonly token: string
  /** UTC with six fractional digits. */
  readonly expires_at: string
  /** Seconds from creation to expiry. */
  readonly expires_in: number
  readonly max_files: number
  /** Bytes of all files together. */
  readonly max_bytes: number
  /** Types that files may have, within those of the service; `null`: it adds no rule. */
  readonly allow: readonly string[] | null
  /** The folder for its uploads; `null`: none. */
  readonly folder_id: string | null
  /** What its uploads get as `tags`. */
  readonly tags: OwnData['tags']
  /** What its uploads get as `metadata`. */
  readonly metadata: OwnData['metadata']
  /** Hours after which its uploads are deleted unless the app attaches or keeps them; `null`: they stay. */
  readonly pending_hours: number | null
}

/** A JSON:API resource object of an upload ticket. */
export interface UploadTicketResource {
  readonly id: string
  readonly type: 'upload-tickets'
  readonly attributes: UploadTicketAttributes
}

/** A new ticket as its maker sees it. */
export function uploadTicketResource(ticket: UploadTicket, token: string): UploadTicketResource {
  const {
    id,
    createdAt,
    expiresAt,
    files,
    bytes,
    allow,
    folderId,
    tags = [],
    metadata = {},
    pendingHours = null,
  } = ticket
  return {
    id,
    type: 'upload-tickets',
    attributes: {
      token,
      expires_at: expiresAt,
      expires_in: Math.round((parseTimestamp(expiresAt) - parseTimestamp(createdAt)) / 1_000_000),
      max_files: files,
      max_bytes: bytes,
      allow,
      folder_id: folderId,
      tags,
      metadata,
      pending_hours: pendingHours,
    },
  }
}
