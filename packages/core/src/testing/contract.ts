/** One sentence of a port's contract, as something that can be run. `World` is what a case gets to work on. */
export interface ContractCase<World> {
  /** The promise, as an observable sentence. */
  readonly name: string
  /** Optional members of the world without which the promise cannot be seen. */
  readonly needs?: readonly (keyof World & string)[]
  /** Rejects when the promise is broken. */
  run(world: World): Promise<void>
}

/** What a test runner must offer: vitest, jest, mocha and `node:test` all do. */
export interface ContractRunner {
  /** Groups tests under a name. */
  describe(name: string, body: () => void): unknown
  /** Registers one test. */
  it(name: string, body: () => Promise<void>): unknown
}

/** Makes the world of one case, and takes it down again. */
export type ContractSetup<World> = () => Promise<{
  readonly world: World
  dispose(): Promise<void>
}>

/** What a port or server does not have, said where its suite is run. */
export interface ContractExceptions<World> {
  /** Optional members that its world lacks: the cases that need them are left out. */
  readonly without?: readonly (keyof World & string)[]
}

/** Registers every case with the runner, each in a world of its own. A case whose needs are not met fails. */
export function describeContract<World>(
  name: string,
  cases: readonly ContractCase<World>[],
  setup: ContractSetup<World>,
  { describe, it }: ContractRunner,
  { without = [] }: ContractExceptions<World> = {},
): void {
  describe(name, () => {
    for (const contractCase of cases) {
      const { needs = [] } = contractCase
      if (needs.some((need) => without.includes(need))) continue
      it(contractCase.name, async () => {
        const { world, dispose } = await setup()
        try {
          const missing = needs.filter((need) => world[need] === undefined)
          if (missing.length > 0) throw new Error(`The world of this case needs ${missing}.`)
          await contractCase.run(world)
        } finally {
          await dispose()
        }
      })
    }
  })
}
