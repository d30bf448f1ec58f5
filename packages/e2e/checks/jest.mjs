// The folder store under Jest, which runs all code in a realm with its own `Error`: errors that Node throws there
// have another class.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createReport } from '../support/report.mjs'

const run = promisify(execFile)
const E2E = fileURLToPath(new URL('..', import.meta.url))
const LIBRARY_FILES = path.join(E2E, 'support', 'library-files.mjs')
const JEST = path.join(E2E, 'node_modules', 'jest', 'bin', 'jest.js')

const TEST = `import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isStowageError, openAssetStore } from '@stowage/core'
import { checkLibraryFacts } from ${JSON.stringify(LIBRARY_FILES)}

let directory
let store
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'stowage-jest-'))
  store = await openAssetStore({ directory, advanced: { sweepEveryMs: false } })
})
afterEach(async () => {
  await store.close()
  await rm(directory, { recursive: true })
})

test('this realm has an Error of its own', async () => {
  const error = await rm('/not/there').catch((thrown) => thrown)
  expect(error.code).toBe('ENOENT')
  expect(error instanceof Error).toBe(false)
})

test('files are stored, read, and purged', async () => {
  const sizes = [1, 1000, 300_000]
  const assets = await store.uploadMany(sizes.map((n) => ({ source: new Uint8Array(n) })))
  for (const [index, asset] of assets.entries()) {
    expect((await (await store.read(asset)).bytes()).length).toBe(sizes[index])
  }
  const ids = assets.map(({ id }) => id)
  await store.trash(ids)
  await store.purge(ids)
  await store.admin.sweep()
  expect((await store.admin.verify()).problems).toEqual([])
})

test('libraries are asked for rare formats', async () => {
  await checkLibraryFacts((name, content) => store.upload(content, { name }))
})

test('a second store on the folder finds what is there', async () => {
  const { id } = await store.upload(new Uint8Array(10), { name: 'a.bin' })
  const other = await openAssetStore({ directory, advanced: { sweepEveryMs: false } })
  await other.upload(new Uint8Array(10))
  expect((await other.get(id)).name).toBe('a.bin')
  await other.close()
})

test('a backup is made, and made again', async () => {
  await store.upload(new Uint8Array(10))
  for (let n = 0; n < 2; n += 1) {
    const report = await store.admin.backup({ directory: path.join(directory, 'backup') })
    expect(report.problems).toEqual([])
  }
})

test('what fails does so with our codes', async () => {
  const failure = await store.get('00000000-0000-7000-8000-000000000000').catch((thrown) => thrown)
  expect(isStowageError(failure, 'asset_not_found')).toBe(true)
  const { id } = await store.upload(new Uint8Array(300_000))
  await rm(path.join(directory, 'blobs'), { recursive: true })
  const damage = await store.read(id).catch((thrown) => thrown)
  expect(isStowageError(damage, 'blob_damaged')).toBe(true)
})
`

const report = createReport('jest: the folder store in a realm of its own')
await report.run(async () => {
  // Within the workspace: there its packages are found.
  const parent = path.join(E2E, '.cache')
  await mkdir(parent, { recursive: true })
  const project = await mkdtemp(path.join(parent, 'jest-'))
  try {
    await writeFile(
      path.join(project, 'package.json'),
      JSON.stringify({
        type: 'module',
        jest: { transform: {}, testEnvironment: 'node', testTimeout: 300_000 },
      }),
    )
    await writeFile(path.join(project, 'store.test.js'), TEST)
    const args = ['--experimental-vm-modules', JEST, '--rootDir', project, '--runInBand']
    await report.step('stores, reads, purges and backs up under Jest', async () => {
      const { stderr } = await run(process.execPath, args, { cwd: project })
      return /^Tests:\s+(.*)$/m.exec(stderr)?.[1]
    })
  } finally {
    await rm(project, { recursive: true, force: true })
  }
})
