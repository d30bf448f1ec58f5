import { tracedIfHeard } from '../tracing/trace.ts'
import type { Trace } from '../tracing/trace-events.ts'
import type { VariantProcessor, VariantResult, VariantSource } from './variant-processor.ts'
import type { WhenMade } from './when-made.ts'

/** Which work the making is part of. */
interface Making {
  readonly trace: Trace | null
  readonly when: WhenMade
  readonly assetId?: string
  readonly signal: AbortSignal
}

/** Makes variants by the processor. `stowage:variant` tells of it. */
export function tracedMake(
  processor: VariantProcessor,
  source: VariantSource,
  names: readonly string[],
  { trace: parent, when, assetId, signal }: Making,
): Promise<VariantResult> {
  const { tenant } = source
  const start = { parent, tenant, when, assetId: assetId ?? null, variants: names, failed: [] }
  return tracedIfHeard('variant', start, async (trace) => {
    const result = await processor.make(source, names, { signal, when })
    if (trace !== null) trace.failed = result.failed
    return result
  })
}
