import type { Asset, Principal } from '@stowage/core'
import { invalidArgument } from '@stowage/core/internal'
import { type ApiErrorDetails, apiError } from '../errors/api-error.ts'
import type { AssetAction, Authorize } from '../options/rights-options.ts'

/** Assets that `authorize` is asked about at a time, and that are looked up for it. */
export const ASKED_AT_A_TIME = 16

/** The answer of `authorize` about an asset: allowed, hidden as if unknown, or why it is forbidden. */
export type Verdict = 'allowed' | 'unknown' | ApiErrorDetails

/**
 * Asks `authorize`. Rejects with what it throws, and with `invalid_argument` when it returns anything but an
 * `Authorization`: neither ever lets a request pass.
 */
export async function verdictOn(
  authorize: Authorize,
  principal: Principal,
  action: AssetAction,
  asset: Asset,
): Promise<Verdict> {
  const answer: unknown = await authorize(principal, action, asset)
  if (answer === true) return 'allowed'
  if (answer === 'unknown') return 'unknown'
  if (answer === false) return { code: 'forbidden', detail: FORBIDDEN[action] }
  const { reason } = Object(answer) as { readonly reason?: unknown }
  if (typeof answer === 'object' && typeof reason === 'string' && reason !== '') {
    return { code: 'forbidden', detail: reason }
  }
  const message = "authorize must return true, false, 'unknown' or { reason: 'a sentence' }."
  throw invalidArgument('authorize', message)
}

/** Throws 403 or `notFound` unless `authorize` allows the action. Passes without that option or without a principal. */
export async function assertAuthorized(
  {
    authorize,
    principal,
  }: { readonly authorize: Authorize | null; readonly principal: Principal | null },
  action: AssetAction,
  asset: Asset,
  notFound: () => Error,
): Promise<void> {
  if (authorize === null || principal === null) return
  const verdict = await verdictOn(authorize, principal, action, asset)
  if (verdict === 'unknown') throw notFound()
  if (verdict !== 'allowed') throw apiError(verdict.code, verdict.detail)
}

const FORBIDDEN: Readonly<Record<AssetAction, string>> = {
  get: 'You may not see this asset.',
  content: 'You may not see this file.',
  download: 'You may not download this file.',
  update: 'You may not change this asset.',
  trash: 'You may not trash this asset.',
  restore: 'You may not restore this asset.',
  move: 'You may not move this asset.',
  tag: 'You may not change the tags of this asset.',
  purge: 'You may not delete this asset for good.',
}
