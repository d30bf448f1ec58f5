import type { AuditEntry } from '@stowage/core/types'

/** What an entry is about, for people: `sunset.jpg`, `sunset.jpg (tags, title)`, `post 17`. */
export function subjectOf({ detail }: Pick<AuditEntry, 'detail'>): string {
  const { name, fields, owner } = detail
  const words = [textOf(name), ownerOf(owner)].filter((word) => word !== '').join(', ')
  return Array.isArray(fields) ? `${words} (${fields.join(', ')})` : words
}

/** The id of the subject of an entry; empty for records of the app. */
export function subjectIdOf({ assetId, detail }: Pick<AuditEntry, 'assetId' | 'detail'>): string {
  return assetId ?? textOf(detail.id)
}

function ownerOf(owner: unknown): string {
  const { type, id } = Object(owner) as { readonly type?: unknown; readonly id?: unknown }
  return `${textOf(type)} ${textOf(id)}`.trim()
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
