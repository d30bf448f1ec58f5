/** Tells followers of the feed that this process has committed some. */
export interface FeedWaker {
  /** Something of this tenant was committed; `null`: of none. */
  wake(tenant: string | null): void
  /** Calls `listener` at each commit of the tenant, or of any (`null`). Returns what ends that. */
  listen(tenant: string | null, listener: () => void): () => void
}

export function createFeedWaker(): FeedWaker {
  const listeners = new Set<{ readonly tenant: string | null; readonly listener: () => void }>()
  return {
    wake(tenant) {
      for (const each of listeners) {
        if (each.tenant === null || each.tenant === tenant) each.listener()
      }
    },
    listen(tenant, listener) {
      const entry = { tenant, listener }
      listeners.add(entry)
      return () => void listeners.delete(entry)
    },
  }
}
