import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { assertWorkerBeside } from './start-library-worker.ts'

async function folderOf(...names: readonly string[]): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'stowage-bundle-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  for (const name of names) await writeFile(path.join(directory, name), '')
  return pathToFileURL(path.join(directory, 'app.js')).href
}

const leftOut = { name: 'LibrariesUnavailable', code: 'analysis_unavailable' }

describe('assertWorkerBeside', () => {
  it('finds the worker beside the code', async () => {
    expect(() => assertWorkerBeside()).not.toThrow()
    const complete = await folderOf('app.js', 'library.worker.js')
    expect(() => assertWorkerBeside(complete)).not.toThrow()
  })

  it('says which line keeps a bundler from leaving the worker out', async () => {
    const bundled = await folderOf('app.js')
    expect(() => assertWorkerBeside(bundled)).toThrow(expect.objectContaining(leftOut))
    expect(() => assertWorkerBeside(bundled)).toThrow("external: ['@stowage/analysis']")
  })

  it('knows nothing of code whose URL a bundler has replaced', async () => {
    const elsewhere = await folderOf('library.worker.js')
    expect(() => assertWorkerBeside(elsewhere)).not.toThrow()
    expect(() => assertWorkerBeside('https://example.org/app.js')).not.toThrow()
  })
})
