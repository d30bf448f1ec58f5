import type { Job } from '../jobs/job.ts'
import type { JobRunner, RunJob } from '../jobs/job-runner.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import { type DeliverParts, deliver, enqueue, type RenderEvent } from './deliver.ts'
import { EndpointTurns } from './endpoint-turns.ts'
import { fanOut } from './fan-out.ts'
import { resealSecrets } from './reseal-secrets.ts'
import { DELIVER, DELIVER_LATER, deliverJob, FAN_OUT, laneOf } from './webhook-jobs.ts'
import type { SecretBox } from './webhook-secret.ts'
import type { WebhookSender } from './webhook-sender.ts'

/** Jobs of each kind that one process runs at a time. Most of the time of a delivery is the endpoint's. */
const FANNING_OUT = 2
const DELIVERING = 16

/** Deliveries take at most half of the places of a process, and those of one tenant at most three quarters of them. */
function placesOf(concurrency: number): { readonly delivering: number; readonly ofTenant: number } {
  const delivering = Math.max(1, Math.min(DELIVERING, Math.floor(concurrency / 2)))
  return { delivering, ofTenant: Math.max(1, Math.floor((delivering * 3) / 4)) }
}

/** The webhooks of a store, for all its views. */
export interface WebhookEngine {
  readonly sender: WebhookSender
  readonly box: SecretBox
  /** What endpoints get of an event; `null` until `start`. */
  readonly render: RenderEvent | null
  /** Wakes the jobs that tell endpoints of events: some were committed. */
  wake(): void
  /**
   * Begins to tell endpoints of events, in the form that `render` makes. Later calls change nothing: the first form
   * holds.
   */
  start(render: RenderEvent): void
}

interface EngineParts {
  readonly metadata: MetadataStore
  readonly runner: JobRunner
  /** Jobs of all kinds that this process runs at a time. */
  readonly concurrency: number
  readonly sender: WebhookSender
  readonly box: SecretBox
  readonly readOnly: boolean
  readonly closing: AbortSignal
  readonly onError: (error: unknown) => void
}

export function createWebhookEngine(parts: EngineParts): WebhookEngine {
  const { metadata, runner, concurrency, sender, box, readOnly, closing, onError } = parts
  let render: RenderEvent | null = null

  function defineJobs(form: RenderEvent): void {
    const { delivering, ofTenant } = placesOf(concurrency)
    const turns = new EndpointTurns(ofTenant)
    const sending: DeliverParts = {
      metadata,
      sender,
      box,
      render: form,
      turns,
      random: Math.random,
    }
    const kinds: Readonly<
      Record<string, (tenant: string, job: Job, signal: AbortSignal) => Promise<unknown>>
    > = {
      [FAN_OUT]: (tenant, _, signal) => fanOut(metadata, tenant, signal),
      [DELIVER]: (tenant, { payload }, signal) => deliver(sending, tenant, laneOf(payload), signal),
      [DELIVER_LATER]: (tenant, { payload }) =>
        enqueue(sending, tenant, deliverJob(laneOf(payload))),
    }
    for (const [kind, run] of Object.entries(kinds)) {
      const runOne: RunJob = async (job, signal) => {
        await run(job.tenant as string, job, signal)
      }
      runner.define(kind, runOne, {
        concurrency: kind === DELIVER ? delivering : FANNING_OUT,
        timeoutMs: null,
      })
    }
  }

  return {
    sender,
    box,
    get render() {
      return render
    },
    wake() {
      if (render !== null) runner.wake()
    },
    start(form) {
      if (render !== null) return
      render = form
      if (readOnly || !runner.works) return
      defineJobs(form)
      resealSecrets(metadata.webhooks, box, closing).catch((error) => {
        if (!closing.aborted) onError(error)
      })
    },
  }
}
