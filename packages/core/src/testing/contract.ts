/** One sentence of a port's contract, as something that can be run. `World` is what a case gets to work on. */
export interface ContractCase<World> {
  /** The promise, as an observable sentence. */
  readonly name: string
  run(world: World): Promise<void>
}

/** What a test runner must offer: vitest, jest, mocha and `node:test` all do. */
export interface ContractRunner {
  describe(name: string, body: () => void): unknown
  it(name: string, body: () => Promise<void>): unknown
}

/** Makes the world of one case, and takes it down again. */
export type ContractSetup<World> = () => Promise<{
  readonly world: World
  dispose(): Promise<void>
}>

/** Registers every case with the runner, each in a world of its own. */
export function describeContract<World>(
  name: string,
  cases: readonly ContractCase<World>[],
  setup: ContractSetup<World>,
  { describe, it }: ContractRunner,
): void {
  describe(name, () => {
    for (const contractCase of cases) {
      it(contractCase.name, async () => {
        const { world, dispose } = await setup()
        try {
          await contractCase.run(world)
        } finally {
          await dispose()
        }
      })
    }
  })
}
