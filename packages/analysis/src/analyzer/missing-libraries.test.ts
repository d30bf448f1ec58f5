import { expect, it, vi } from 'vitest'
import { LibrariesUnavailable } from '../libraries/libraries-unavailable.ts'
import { bytesAsFile } from '../reading/bytes-as-file.ts'
import { join, zeros } from '../testing/bytes.ts'
import { SAMPLES } from '../testing/samples.ts'
import { createAnalyzer } from './create-analyzer.ts'

vi.mock('../libraries/create-libraries.ts', () => ({
  createLibraries: () => ({
    typeOf: () => Promise.reject(new LibrariesUnavailable()),
    close: async () => {},
  }),
}))

const { png = zeros(0) } = SAMPLES
const rare = join('LZIP\x01', zeros(100))

it('analyze rejects when a file needs the library that a bundler left out, and serves all others', async () => {
  const analyzer = createAnalyzer()
  await expect(analyzer.analyze(bytesAsFile(rare), { name: '' })).rejects.toMatchObject({
    code: 'analysis_unavailable',
  })
  expect(await analyzer.analyze(bytesAsFile(png), { name: '' })).toMatchObject({ issues: [] })
})
