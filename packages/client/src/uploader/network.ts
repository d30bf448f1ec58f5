import type { Network } from './run-upload.ts'

interface Page {
  readonly navigator?: { readonly onLine?: boolean }
  addEventListener?(type: string, listener: () => void): void
  removeEventListener?(type: string, listener: () => void): void
}

const page = globalThis as unknown as Page

/** As the browser says. Node does not say, so there it always is. */
export const networkOfPlatform: Network = {
  isOnline: () => page.navigator?.onLine !== false || page.addEventListener === undefined,
  online: (signal) =>
    new Promise((resolve, reject) => {
      const end = () => {
        page.removeEventListener?.('online', end)
        signal.removeEventListener('abort', end)
        if (signal.aborted) reject(signal.reason)
        else resolve()
      }
      page.addEventListener?.('online', end)
      signal.addEventListener('abort', end)
      if (signal.aborted || networkOfPlatform.isOnline()) end()
    }),
}
