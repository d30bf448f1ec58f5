import { type Random, seededRandom } from './seeded-random.ts'

/** A case, or a test, with the numbers of one seed. Its name includes the seed. */
export interface SeededCase<Args extends readonly unknown[]> {
  readonly name: string
  /** Rejects when it does not hold. */
  run(...args: Args): Promise<void>
}

/**
 * A case once for each of so many seeds, from 1 or from `STOWAGE_FIRST_SEED` of the environment: a claim that holds only
 * for one sequence of random numbers fails for another. Each name includes its seed, so a failure shows it. `RangeError`
 * for fewer than 2 seeds, or a first one that is no whole number.
 */
export function forSeeds<Args extends readonly unknown[]>(
  name: string,
  seeds: number,
  run: (random: Random, ...args: Args) => Promise<void> | void,
): readonly SeededCase<Args>[] {
  if (!(seeds >= 2)) throw new RangeError(`${seeds} seeds show little. Use 2 or more.`)
  const first = firstSeed(process.env.STOWAGE_FIRST_SEED)
  return Array.from({ length: seeds }, (_, index) => ({
    name: `${name} (seed ${first + index})`,
    run: async (...args: Args) => run(seededRandom(first + index), ...args),
  }))
}

function firstSeed(given = '1'): number {
  if (/^\d{1,9}$/.test(given)) return Number(given)
  throw new RangeError(`STOWAGE_FIRST_SEED is not a whole number of up to 9 digits: ${given}.`)
}
