import { apiError } from '../../errors/api-error.ts'

/**
 * Throws 400 when `Host` came twice, as RFC 9112 §3.2 requires: a proxy may have used the one that we would not. Node
 * itself passes such a request on.
 */
export function assertOneHost({ host }: Readonly<Record<string, string | undefined>>): void {
  if (!host?.includes(',')) return
  throw apiError('malformed_request', 'Send one Host header.', { source: { header: 'Host' } })
}
