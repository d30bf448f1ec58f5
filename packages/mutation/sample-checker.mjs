import { createHash } from 'node:crypto'
import { CheckStatus } from '@stryker-mutator/api/check'
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin'

const { share, seed } = JSON.parse(process.env.STOWAGE_MUTATION)

/** Skips faults that were not drawn: the same ones for the same seed and the same code. */
class SampleChecker {
  async init() {}

  group(mutants) {
    return mutants.map(({ id }) => [id])
  }

  async check(mutants) {
    return Object.fromEntries(
      mutants.map((mutant) => {
        const tried = drawn(mutant) < share
        const status = tried ? CheckStatus.Passed : CheckStatus.CompileError
        return [mutant.id, tried ? { status } : { status, reason: 'not drawn' }]
      }),
    )
  }
}

/** 0 … 1 */
function drawn({ fileName, location, replacement, mutatorName }) {
  const { line, column } = location.start
  const text = JSON.stringify([seed, fileName, line, column, mutatorName, replacement])
  return createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32
}

export const strykerPlugins = [
  declareFactoryPlugin(
    PluginKind.Checker,
    'sample',
    Object.assign(() => new SampleChecker(), { inject: [] }),
  ),
]
