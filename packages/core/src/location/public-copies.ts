import { CLEANING_VERSION, type Edit, locationCare } from '@stowage/analysis'
import { Semaphore } from '../async/semaphore.ts'
import { type Turn, turnOf } from '../async/turn.ts'
import { errorName } from '../errors/error-facts.ts'
import { isStowageError } from '../errors/stowage-error.ts'
import type { StagedFile } from '../staging/staging.ts'
import type { VariantProcessor } from '../variants/variant-processor.ts'
import { cleanedChunks } from './cleaned-chunks.ts'
import { editsOf } from './edits-of.ts'

/**
 * The variant of an original without its location, and the mark of one that needs none. No processor of an app has one
 * of this name, and no URL asks for it. Other rules for what is taken out make other copies.
 */
export const PUBLIC_COPY: string = `.public-${CLEANING_VERSION}`

/** Files that are looked at or copied at once: each may be large. */
const AT_ONCE = 4
const MOST_WAITING = 128

/**
 * Copies without the location, for URLs that need no key. An original that names none needs no copy; one that cannot be
 * cleaned fails. So does one that takes too long: else each request would start again. A repair by `verify` retries both.
 */
export function publicCopies(): VariantProcessor {
  const places = new Semaphore(AT_ONCE, {
    most: MOST_WAITING,
    mostOfTenant: MOST_WAITING,
    spare: true,
  })
  return {
    plans: [{ name: PUBLIC_COPY, timing: 'immediately' }],
    accepts: (facts) => locationCare(facts) === 'look',
    async make({ file, facts, tenant, caller }, names, { signal } = {}) {
      if (!names.includes(PUBLIC_COPY)) return { made: [], failed: [] }
      const turn = turnOf({ tenant, caller: caller ?? null })
      const look = () => editsInTime(file, facts.mimeType, signal)
      const edits = await places.run(look, { turn, signal })
      if (edits === null) return { made: [], failed: [PUBLIC_COPY] }
      if (edits.length === 0) return { made: [], failed: [] }
      const { mimeType, extension, width, height } = facts
      const content = inPlace(places, { file, edits, turn, signal })
      const copy = { name: PUBLIC_COPY, content, mimeType, extension, width, height }
      return { made: [], copies: [copy], failed: [] }
    },
  }
}

async function editsInTime(
  file: StagedFile,
  mimeType: string,
  signal: AbortSignal | undefined,
): Promise<readonly Edit[] | null> {
  try {
    return await editsOf(file, mimeType, signal)
  } catch (error) {
    if (isStowageError(error) && errorName(error.cause) === 'BudgetExceeded') return null
    throw error
  }
}

/** The chunks of the copy. It takes its place when the first is asked for. */
async function* inPlace(
  places: Semaphore,
  {
    file,
    edits,
    turn,
    signal,
  }: {
    readonly file: StagedFile
    readonly edits: readonly Edit[]
    readonly turn: Turn
    readonly signal: AbortSignal | undefined
  },
): AsyncGenerator<Uint8Array> {
  await places.take({ turn, signal })
  try {
    yield* cleanedChunks(file, edits)
  } finally {
    places.give(turn)
  }
}
