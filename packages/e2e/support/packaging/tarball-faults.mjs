import { readFile } from 'node:fs/promises'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

/** Only ES modules: what knows only CommonJS finds no types, and need not. The profile `esm-only` of `attw`. */
const NOT_PROMISED = ['node10', 'node16-cjs']

/** Throws what publint finds wrong in a packed package, warnings too. */
export async function requireClean(tarball) {
  const { buffer } = new Uint8Array(await readFile(tarball))
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true })
  const faults = messages.filter(({ type }) => type === 'error')
  if (faults.length > 0) throw new Error(faults.map((each) => formatMessage(each, pkg)).join('\n'))
}

/** Throws where the types of a packed package are not found, or are those of other code. */
export async function requireTypes(tarball) {
  const packed = createPackageFromTarballData(new Uint8Array(await readFile(tarball)))
  const { types, problems = [] } = await checkPackage(packed)
  if (types === false) throw new Error('it has no types')
  const faults = problems.filter(({ resolutionKind }) => !NOT_PROMISED.includes(resolutionKind))
  if (faults.length > 0) throw new Error(JSON.stringify(faults, null, 2))
}
