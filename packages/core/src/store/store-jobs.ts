import type { JobHandlerIn, JobsIn, JobTaskIn } from '../jobs/jobs.ts'
import type { AssetStore } from './asset-store.ts'

/** One job, as its handler gets it. */
export type JobTask<Payload = unknown> = JobTaskIn<AssetStore, Payload>

/** Does the work of a job: see `AssetStore.jobs`. */
export type JobHandler<Payload = unknown> = JobHandlerIn<AssetStore, Payload>

/** `AssetStore.jobs`: `Kinds` has the payload of each kind. */
export type Jobs<Kinds extends object = Readonly<Record<string, unknown>>> = JobsIn<
  AssetStore,
  Kinds
>
