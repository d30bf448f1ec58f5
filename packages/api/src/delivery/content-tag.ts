import { contentTag } from '@stowage/core/internal'

const TAG = /(?:^|&)c=([0-9a-f]+)(?:&|$)/

/**
 * Whether the parameter `c` of a query names exactly these bytes. Only then may caches keep the answer without asking
 * again. Without `c`, or with that of other bytes, the URL serves whatever the file becomes.
 */
export function isOfContent(query: string, { sha256 }: { readonly sha256: string }): boolean {
  return TAG.exec(query)?.[1] === contentTag(sha256)
}
