const TAG = /(?:^|&)c=([0-9a-f]+)(?:&|$)/

/**
 * Whether the parameter `c` of a query is this tag, that of exactly the bytes that are served. Only then may caches keep
 * the answer without asking again. Without `c`, or with that of other bytes, the URL serves whatever the file becomes.
 */
export function namesTag(query: string, tag: string | null): boolean {
  return tag !== null && TAG.exec(query)?.[1] === tag
}
