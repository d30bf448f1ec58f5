import { contentTag } from '@stowage/core/internal'

const TAG = /(?:^|&)c=([0-9a-f]+)(?:&|$)/

/**
 * Whether a query names these very bytes, by the parameter `c`. Only such an answer may be kept without asking again:
 * the same URL without it, or with that of other bytes, will serve what the file becomes.
 */
export function isOfContent(query: string, { sha256 }: { readonly sha256: string }): boolean {
  return TAG.exec(query)?.[1] === contentTag(sha256)
}
