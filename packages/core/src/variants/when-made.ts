import { invalidArgument } from '../errors/invalid-argument.ts'

/** When a variant is made: by a job after the upload, with the upload, or for the first request. */
export type WhenMade = 'background' | 'upload' | 'request'
export const WHEN_MADE: readonly WhenMade[] = ['background', 'upload', 'request']

/** How uploads wait for variants. */
export interface VariantWaiting {
  readonly when?: WhenMade
  readonly waitMs?: number
  readonly whenBusy?: 'store' | 'refuse'
  readonly whenFailed?: 'store' | 'refuse'
}

/** What says how an upload waits. */
const WAITING = ['waitMs', 'whenBusy', 'whenFailed'] as const

/**
 * When this store makes the variants of its uploads. An option that says how uploads wait means that they wait; next to
 * another `when` it is `invalid_argument`. `works`: whether this process runs jobs.
 */
export function whenMade(options: VariantWaiting, works: boolean): WhenMade {
  const { when } = options
  const waiting = WAITING.find((name) => options[name] !== undefined)
  if (waiting === undefined) return when ?? (works ? 'background' : 'request')
  if (when === undefined || when === 'upload') return 'upload'
  throw invalidArgument(
    `variants.${waiting}`,
    `${waiting} says how an upload waits for its variants, but with when: '${when}' no upload waits. Leave out one of the two.`,
  )
}
