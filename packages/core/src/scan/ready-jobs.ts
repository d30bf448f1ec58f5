import type { NewJob } from '../jobs/job.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import type { Variants } from '../variants/variant-making.ts'

/** The jobs that make what an asset lacks once it is `ready`. */
export async function readyJobs(
  {
    metadata,
    variants,
  }: {
    readonly metadata: MetadataStore
    readonly variants: Pick<Variants, 'worksInBackground' | 'jobsFor'>
  },
  id: string,
): Promise<readonly NewJob[]> {
  if (!variants.worksInBackground) return []
  const asset = await metadata.assets.get({ id })
  return asset === null ? [] : variants.jobsFor([Object.assign({}, asset, { status: 'ready' })])
}
