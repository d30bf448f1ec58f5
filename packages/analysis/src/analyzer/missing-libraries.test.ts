import { expect, it, vi } from 'vitest'
import { LibrariesUnavailable } from '../libraries/libraries-unavailable.ts'
import { bytesAsFile } from '../reading/bytes-as-file.ts'
import { SAMPLES } from '../testing/samples.ts'
import { createAnalyzer } from './create-analyzer.ts'

vi.mock('../libraries/create-libraries.ts', () => ({
  createLibraries: () => ({
    ask: () => Promise.reject(new LibrariesUnavailable()),
    close: async () => {},
  }),
}))

const { icns = Buffer.alloc(0), png = Buffer.alloc(0) } = SAMPLES

it('analyze rejects when a file needs a library that a bundler left out, and serves all others', async () => {
  const analyzer = createAnalyzer()
  await expect(analyzer.analyze(bytesAsFile(icns), { name: '' })).rejects.toMatchObject({
    code: 'analysis_unavailable',
  })
  expect(await analyzer.analyze(bytesAsFile(png), { name: '' })).toMatchObject({ issues: [] })
})
