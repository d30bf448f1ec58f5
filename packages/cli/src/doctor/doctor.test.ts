import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPlaces, type Places } from '../testing/places.fixture.ts'
import { objectsOf, runCli } from '../testing/run-cli.fixture.ts'
import { checkDisk } from './check-folder.ts'
import { checkMount } from './check-mount.ts'
import { checkNode } from './check-node.ts'
import { checkClock } from './check-service.ts'
import { checkSqlite } from './check-sqlite.ts'
import { checkStore } from './check-store.ts'

describe('doctor', () => {
  let places: Places

  beforeEach(async () => {
    places = await openPlaces()
  })
  afterEach(() => places.close())

  async function findings(args: readonly string[], env = {}) {
    const { exitCode, stdout } = await runCli(['doctor', '--json', ...args], { env })
    return { exitCode, found: objectsOf(stdout) }
  }

  it('finds a store well', async () => {
    const { exitCode, found } = await findings(places.local)
    expect(exitCode).toBe(0)
    expect(found.filter(({ status }) => status === 'error')).toEqual([])
    const store = found.find(({ about }) => about === 'store')
    expect(store).toMatchObject({ status: 'ok', todo: null })
  })

  it('finds a service well', async () => {
    const { exitCode, found } = await findings(places.server)
    expect(exitCode).toBe(0)
    expect(found.map(({ about }) => about)).toContain('clock')
  })

  it('says that a key is wrong, or missing', async () => {
    const [, url = ''] = places.server
    const wrong = await findings(['--url', url], { STOWAGE_KEY: 'stw_nonsense' })
    expect(wrong).toMatchObject({ exitCode: 1 })
    const service = wrong.found.find(({ about }) => about === 'service')
    expect(service).toMatchObject({ status: 'error', todo: expect.stringContaining('STOWAGE_KEY') })
    const missing = await findings(['--url', url])
    expect(missing.found).toContainEqual(expect.objectContaining({ about: 'key', status: 'error' }))
  })

  it('says that nobody answers', async () => {
    const { exitCode, found } = await findings(['--url', 'http://127.0.0.1:9', '--key', 'x'])
    expect(exitCode).toBe(1)
    expect(found).toContainEqual(expect.objectContaining({ about: 'service', status: 'error' }))
    expect(found).toContainEqual(expect.objectContaining({ about: 'key', status: 'warning' }))
  })

  it('names settings that mean nothing, and secrets that are too short', async () => {
    const env = { STOWAGE_DIRECTROY: 'x', STOWAGE_SIGNING_SECRET: 'short' }
    const { exitCode, found } = await findings(places.local, env)
    expect(exitCode).toBe(1)
    const bad = found.filter(({ status }) => status !== 'ok').map(({ about }) => about)
    expect(bad).toEqual(expect.arrayContaining(['STOWAGE_DIRECTROY', 'STOWAGE_SIGNING_SECRET']))
  })

  it('says what is wrong with a folder', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'stowage-doctor-'))
    const file = path.join(folder, 'file')
    await writeFile(file, '')
    expect((await findings(['-d', file])).found).toContainEqual(
      expect.objectContaining({ about: file, status: 'error', text: 'is no folder' }),
    )
    const missing = path.join(folder, 'missing', 'media')
    const { exitCode, found } = await findings(['-d', missing])
    expect(exitCode).toBe(0)
    expect(found).toContainEqual(expect.objectContaining({ about: missing, status: 'warning' }))
    await rm(folder, { recursive: true })
  })

  it('says that a database does not answer', async () => {
    const { directory } = places
    const postgres = 'postgres://nobody:secret@127.0.0.1:9/none'
    const finding = await checkStore({
      kind: 'local',
      directory,
      isDirectoryGiven: true,
      postgres,
      s3: undefined,
      tenant: undefined,
    })
    expect(finding.status).toBe('error')
    expect(JSON.stringify(finding)).not.toContain('secret')
  })

  it('knows the version of SQLite', async () => {
    expect((await checkSqlite()).about).toMatch(/^SQLite 3\.\d+\.\d+$/)
  })

  it.each([
    ['18.20.0', false, 'error'],
    ['20.18.9', false, 'error'],
    ['20.19.0', false, 'ok'],
    ['20.19.0', true, 'warning'],
    ['24.1.0', true, 'ok'],
  ])('judges Node %s, with S3 %s: %s', (version, usesS3, status) => {
    expect(checkNode(version, usesS3).status).toBe(status)
  })

  it.each([
    [0, 'ok'],
    [4000, 'ok'],
    [-60_000, 'warning'],
    [3_600_000, 'error'],
  ])('judges a clock that is %s ms off: %s', (off, status) => {
    const now = Date.parse('2026-01-01T00:00:00Z')
    expect(checkClock('Thu, 01 Jan 2026 00:00:00 GMT', now + off).status).toBe(status)
  })
})

describe.runIf(process.platform === 'linux')('checkDisk', () => {
  it('warns of the mount beside the room that is left', async () => {
    const disk = Object.assign(await statfs(tmpdir()), { bavail: 1, bsize: 1000, files: 0 })
    const found = checkDisk(Object.assign(disk, { type: 0x01021997 }), true)
    expect(found).toMatchObject([
      { status: 'warning', text: expect.stringContaining('9p') },
      { status: 'error', text: expect.stringContaining('1 kB free') },
    ])
  })
})

describe.runIf(process.platform === 'linux')('checkMount', () => {
  it.each([
    [0x01021997, true, 'is mounted by 9p: SQLite may lose records there'],
    [0x65735546, false, 'is mounted by FUSE: files may be lost there in a crash'],
    // As a 32-bit number with a sign.
    [0xff534d42 | 0, true, 'is mounted by SMB: SQLite may lose records there'],
  ])('warns of %i', (type, hasDatabase, text) => {
    expect(checkMount('disk', type, hasDatabase)).toMatchObject([{ status: 'warning', text }])
  })

  it('says nothing of a local disk', () => {
    for (const type of [0xef53, 0x01021994, 0x794c7630])
      expect(checkMount('disk', type, true)).toEqual([])
  })
})
