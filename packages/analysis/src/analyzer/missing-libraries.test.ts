import { expect, it, vi } from 'vitest'
import { LibrariesUnavailable } from '../libraries/libraries-unavailable.ts'
import { LibraryNotLoaded } from '../libraries/library-not-loaded.ts'
import { bytesAsFile } from '../reading/bytes-as-file.ts'
import { join, zeros } from '../testing/bytes.ts'
import { SAMPLES } from '../testing/samples.ts'
import { createAnalyzer } from './create-analyzer.ts'

let failure: Error
vi.mock('../libraries/library-pool.ts', () => ({
  createLibraryPool: () => ({ typeOf: () => Promise.reject(failure), close: async () => {} }),
}))

const { png = zeros(0) } = SAMPLES
const rare = join('LZIP\x01', zeros(100))

it('analyze rejects when a file needs the library that a bundler left out, and serves all others', async () => {
  failure = new LibrariesUnavailable()
  const analyzer = createAnalyzer()
  await expect(analyzer.analyze(bytesAsFile(rare), { name: '' })).rejects.toMatchObject({
    code: 'analysis_unavailable',
  })
  expect(await analyzer.analyze(bytesAsFile(png), { name: '' })).toMatchObject({ issues: [] })
})

it('analyze rejects when the library cannot be loaded now, rather than call a file unknown', async () => {
  failure = new LibraryNotLoaded({ message: 'none', code: 'EMFILE', syscall: 'open' })
  await expect(createAnalyzer().analyze(bytesAsFile(rare), { name: '' })).rejects.toMatchObject({
    code: 'EMFILE',
    syscall: 'open',
  })
})
