import { type Asset, type Folder, revisionOf } from '@stowage/core'
import { isRevision } from '@stowage/core/internal'
import { type ApiError, apiError } from '../errors/api-error.ts'
import { detailOf } from '../errors/detail.ts'

const TAG = /^(?:W\/)?"([^"]*)"$/

/** The `ETag` of an asset or folder: it changes whenever the record does. */
export function entityTag(record: Asset | Folder): string {
  return `"${revisionOf(record)}"`
}

/**
 * The versions in the tags of `If-Match`; `null` when any version will do. A proxy that compresses answers puts `W/`
 * before their tags; the version is the same.
 */
export function versionsMatched(header: string | undefined): readonly string[] | null {
  if (header === undefined || header.trim() === '*') return null
  return header.split(',').flatMap((each) => TAG.exec(each.trim())?.[1] ?? [])
}

/** The condition of a change, as the store takes it. A tag that was never ours matches nothing (RFC 9110 §13.1.1). */
export function conditionOf(headers: Readonly<Record<string, string | undefined>>): {
  readonly ifMatch?: readonly string[]
} {
  const versions = versionsMatched(headers['if-match'])
  return versions === null ? {} : { ifMatch: versions.filter(isRevision) }
}

/** Throws 412 when the asset is not one of these versions. */
export function assertUnchanged(
  asset: Asset,
  { ifMatch }: { readonly ifMatch?: readonly string[] },
): void {
  if (ifMatch !== undefined && !ifMatch.includes(revisionOf(asset))) throw preconditionFailed()
}

/** 412: the resource has changed since the client read it. */
export function preconditionFailed(): ApiError {
  return apiError('precondition_failed', detailOf('precondition_failed'), {
    source: { header: 'If-Match' },
  })
}
