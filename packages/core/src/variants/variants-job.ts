import { availableParallelism } from 'node:os'
import type { Asset } from '../assets/asset.ts'
import { type NewJob, OWN_JOB_KINDS } from '../jobs/job.ts'
import type { JobRunner, RunJob } from '../jobs/job-runner.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import type { Variants } from './variant-making.ts'

/** The kind of the jobs that make what uploads did not wait for. */
export const VARIANTS_JOB: string = `${OWN_JOB_KINDS}variants`
/** With pauses that double from 5 seconds, about 90 minutes. Then the first request makes the variant. */
const MAX_ATTEMPTS = 10
/** Pictures that a process makes at a time. The other half of the processors is for requests. */
const AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2))

/** The job that makes the variants of this asset. */
export function variantsJob({ id }: Pick<Asset, 'id'>): NewJob {
  return {
    kind: VARIANTS_JOB,
    key: id,
    payload: { id },
    priority: 0,
    delay: 0,
    maxAttempts: MAX_ATTEMPTS,
  }
}

/** Makes the runner do such jobs. Whoever asks for a variant meanwhile shares the work. */
export function defineVariantsJob(
  runner: JobRunner,
  { metadata, variants }: { readonly metadata: MetadataStore; readonly variants: Variants },
): void {
  const run: RunJob = async ({ payload }, signal) => {
    const asset = await metadata.assets.get(payload as Pick<Asset, 'id'>)
    if (asset !== null) await variants.fill(asset, { previews: false, signal })
  }
  runner.define(VARIANTS_JOB, run, { concurrency: AT_ONCE, timeoutMs: null })
}
