import type { Asset } from '../assets/asset.ts'
import { type NewJob, OWN_JOB_KINDS } from '../jobs/job.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import type { Variants } from './variant-making.ts'

/** The kind of the jobs that make what uploads did not wait for. */
export const VARIANTS_JOB: string = `${OWN_JOB_KINDS}variants`
/** With pauses that double from 5 seconds, about 90 minutes. Then the first request makes the variant. */
const MAX_ATTEMPTS = 10

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

/** Does such a job. Whoever asks for a variant meanwhile shares the work. */
export async function runVariantsJob(
  { metadata, variants }: { readonly metadata: MetadataStore; readonly variants: Variants },
  { id }: Pick<Asset, 'id'>,
  signal: AbortSignal,
): Promise<void> {
  const asset = await metadata.assets.get({ id })
  if (asset !== null) await variants.fill(asset, { previews: false, signal })
}
