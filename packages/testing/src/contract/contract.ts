/** One sentence of a port's contract, in a form that can be run. A case works on a `Fixture`. */
export interface ContractCase<Fixture> {
  /** The promise, as an observable sentence. */
  readonly name: string
  /** Optional members of the fixture without which the promise cannot be seen. */
  readonly needs?: readonly (keyof Fixture & string)[]
  /** Rejects when the promise is broken. */
  run(fixture: Fixture): Promise<void>
}

/** What a test runner must offer: vitest, jest, mocha and `node:test` all do. */
export interface ContractRunner {
  /** Groups tests under a name. */
  describe(name: string, body: () => void): unknown
  /** Registers one test. */
  it(name: string, body: () => Promise<void>): unknown
}

/** Makes the fixture of one case, and disposes of it. */
export type ContractSetup<Fixture> = () => Promise<{
  readonly fixture: Fixture
  dispose(): Promise<void>
}>

/** What a port or server lacks, passed where its suite runs. */
export interface ContractExceptions<Fixture> {
  /** Optional members that its fixture lacks: cases that need them are left out. */
  readonly without?: readonly (keyof Fixture & string)[]
}

/** Registers every case with the runner, each with its own fixture. A case whose needs are not met fails. */
export function describeContract<Fixture>(
  name: string,
  cases: readonly ContractCase<Fixture>[],
  setup: ContractSetup<Fixture>,
  { describe, it }: ContractRunner,
  { without = [] }: ContractExceptions<Fixture> = {},
): void {
  describe(name, () => {
    for (const contractCase of cases) {
      const { needs = [] } = contractCase
      if (needs.some((need) => without.includes(need))) continue
      it(contractCase.name, async () => {
        const { fixture, dispose } = await setup()
        try {
          const missing = needs.filter((need) => fixture[need] === undefined)
          if (missing.length > 0) throw new Error(`The fixture of this case needs ${missing}.`)
          await contractCase.run(fixture)
        } finally {
          await dispose()
        }
      })
    }
  })
}
