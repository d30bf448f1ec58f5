import { requireSha256 } from '../arguments/require-sha256.ts'
import { requireText } from '../arguments/require-text.ts'
import { requireWord } from '../arguments/require-word.ts'
import type { Asset } from '../assets/asset.ts'
import { updateRecord } from '../assets/change-assets.ts'
import type { ViewedStore } from '../assets/store-view.ts'
import type { NewJob } from '../jobs/job.ts'
import { requireOptions } from '../options/call-options.ts'
import { CALLS } from '../store/known-options.ts'
import type { StoreCore } from '../store/opening/store-core.ts'
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
  const jobs = verdict === 'clean' ? await jobsFor(core, id) : []
  return updateRecord(core, { tenant, id, scope, changes, jobs, ...scanned })
}

/** What is made once the asset is `ready`. */
async function jobsFor({ metadata, variants }: StoreCore, id: string): Promise<readonly NewJob[]> {
  if (!variants.worksInBackground) return []
  const asset = await metadata.assets.get({ id })
  return asset === null ? [] : variants.jobsFor([Object.assign({}, asset, { status: 'ready' })])
}
