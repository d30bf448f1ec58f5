import type { MetadataStore } from '../ports/metadata-store.ts'
import { methodsOf, type PortCall, type PortMethod, ROLES } from '../ports/port-views.ts'
import { addTiming, isTraced, startTrace, timingsOf, traced } from './trace.ts'
import type { Trace } from './trace-events.ts'

type Methods = Readonly<Record<string, PortCall>>

/** The methods of one role. Its prototype has one for each of the table. */
class TracedRole {
  readonly target: Methods
  readonly parent: Trace | null

  constructor(target: Methods, parent: Trace | null) {
    this.target = target
    this.parent = parent
  }
}

/** A class, because each traced request has such a view: its methods are not made again. */
class TracedMetadata {
  readonly target: MetadataStore
  readonly parent: Trace | null

  constructor(target: MetadataStore, parent: Trace | null) {
    this.target = target
    this.parent = parent
  }

  // Absent where the target has none.
  get backup(): MetadataStore['backup'] {
    return this.target.backup?.bind(this.target)
  }

  get claimAlone(): MetadataStore['claimAlone'] {
    return this.target.claimAlone?.bind(this.target)
  }

  get transfer(): unknown {
    return (this.target as { readonly transfer?: unknown }).transfer
  }

  close(): Promise<void> {
    return this.target.close()
  }
}

for (const role of ROLES) {
  const OfRole = class extends TracedRole {}
  for (const method of methodsOf(role)) {
    const value = method.verb === null ? timedRead(method) : tracedWrite(method)
    Object.defineProperty(OfRole.prototype, method.name, { value })
  }
  Object.defineProperty(TracedMetadata.prototype, role, {
    get(this: TracedMetadata) {
      return new OfRole(this.target[role] as unknown as Methods, this.parent)
    },
  })
}

/**
 * The same records. Their writes publish `stowage:commit`, as part of `parent`, while someone listens; a request that
 * measures what it does learns of reads too.
 */
export function tracedMetadata(metadata: MetadataStore, parent: Trace | null): MetadataStore {
  return new TracedMetadata(untraced(metadata), parent) as unknown as MetadataStore
}

/** The records below. */
export function untraced(metadata: MetadataStore): MetadataStore {
  return metadata instanceof TracedMetadata ? metadata.target : metadata
}

function tracedWrite({ name, verb }: PortMethod) {
  return function write(this: TracedRole, ...given: readonly unknown[]): Promise<unknown> {
    const { target, parent } = this
    if (!isTraced('commit', parent)) return call(target, name, given)
    const start = { parent, tenant: tenantOf(given[0]), write: verb as string }
    return traced(startTrace('commit', start), () => call(target, name, given))
  }
}

function timedRead({ name }: PortMethod) {
  return function read(this: TracedRole, ...given: readonly unknown[]): Promise<unknown> {
    const { target, parent } = this
    const timings = parent === null ? null : timingsOf(parent)
    return timings === null ? call(target, name, given) : timed(timings, target, name, given)
  }
}

async function timed(
  timings: Record<string, number>,
  target: Methods,
  name: string,
  given: readonly unknown[],
): Promise<unknown> {
  const startedAt = performance.now()
  try {
    return await call(target, name, given)
  } finally {
    addTiming(timings, 'db', performance.now() - startedAt)
  }
}

function call(target: Methods, name: string, given: readonly unknown[]): Promise<unknown> {
  return (target[name] as PortCall).apply(target, given as unknown[])
}

function tenantOf(request: unknown): string | null {
  const { tenant } = Object(request)
  return typeof tenant === 'string' ? tenant : null
}
