import { type Random, seededRandom } from './seeded-random.ts'

/** A case, or a test, with the numbers of one seed. Its name includes the seed. */
export interface SeededCase<Args extends readonly unknown[]> {
  readonly name: string
  /** Rejects when it does not hold. */
  run(...args: Args): Promise<void>
}

/**
 * A case once for each seed from 1 up to `seeds`: a claim that holds only for one sequence of random numbers fails for
 * another. Each name includes its seed, so a failure shows it. `RangeError` for fewer than 2 seeds.
 */
export function forSeeds<Args extends readonly unknown[]>(
  name: string,
  seeds: number,
  run: (random: Random, ...args: Args) => Promise<void> | void,
): readonly SeededCase<Args>[] {
  if (!(seeds >= 2)) throw new RangeError(`${seeds} seeds show little. Use 2 or more.`)
  return Array.from({ length: seeds }, (_, index) => ({
    name: `${name} (seed ${index + 1})`,
    run: async (...args: Args) => run(seededRandom(index + 1), ...args),
  }))
}
