import { requireSha256 } from '../arguments/require-sha256.ts'
import { requireText } from '../arguments/require-text.ts'
import { requireWord } from '../arguments/require-word.ts'
import type { Asset } from '../assets/asset.ts'
import { updateRecord } from '../assets/change-assets.ts'
import type { ViewedStore } from '../assets/store-view.ts'
import { requireOptions } from '../options/call-options.ts'
import { CALLS } from '../store/known-options.ts'
import type { StoreCore } from '../store/opening/store-core.ts'
import { readyJobs } from './ready-jobs.ts'
import type { ResolveScanOptions } from './scan-options.ts'

/** `StoreAdmin.resolveScan` of one view. */
export async function resolveScan(
  core: StoreCore,
  { tenant, scope }: ViewedStore,
  id: string,
  verdict: 'clean' | 'infected',
  options: ResolveScanOptions,
): Promise<Asset> {
  requireWord('verdict', ['clean', 'infected'], verdict)
  requireText('id', id)
  const { sha256, signal } = requireOptions(CALLS.resolveScan, options)
  const scanned = sha256 === undefined ? {} : { sha256: requireSha256(sha256) }
  signal?.throwIfAborted()
  const changes = { status: verdict === 'clean' ? 'ready' : 'failed' } as const
  const jobs = verdict === 'clean' ? await readyJobs(core, id) : []
  return updateRecord(core, { tenant, id, scope, changes, jobs, ...scanned })
}
