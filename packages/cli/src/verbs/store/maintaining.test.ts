import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openAssetStore } from '@stowage/core'
import { PUBLIC_COPY } from '@stowage/core/internal'
import { photoOf } from '@stowage/testing/internal'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPlaces, type Places } from '../../testing/places.fixture.ts'
import { objectsOf, runCli } from '../../testing/run-cli.fixture.ts'

/** A PNG that says nothing of itself. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

describe('the upkeep of a store', () => {
  let places: Places
  let other: string

  beforeEach(async () => {
    places = await openPlaces()
    other = path.join(places.directory, 'other')
  })
  afterEach(() => places.close())

  const run = (...args: string[]) => runCli([...args, ...places.local])

  function upload(name: string) {
    return places.store.upload(Buffer.from(name), { name })
  }

  async function damage(blobKey: string): Promise<void> {
    const blobs = path.join(places.directory, 'media', 'blobs')
    const entries = await readdir(blobs, { recursive: true, withFileTypes: true })
    const blob = entries.find(({ name }) => blobKey.endsWith(name) || name.endsWith(blobKey))
    await writeFile(path.join(blob?.parentPath ?? '', blob?.name ?? ''), 'wrong')
  }

  it.each([
    'verify',
    'backup x',
    'sweep',
    'migrate --abandon',
    'serve',
    'restore --backup x',
    'variants fill',
  ])('says that %s is not for a service', async (line) => {
    const { exitCode, stderr } = await runCli([...line.split(' '), ...places.server])
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('needs the store itself')])
  })

  it('finds a store whole', async () => {
    await upload('a')
    expect(await run('verify')).toMatchObject({
      exitCode: 0,
      stdout: '✔ 1 file looked at, 1 B read: whole\n',
      stderr: '',
    })
    const quick = await run('verify', '--quick', '--json')
    expect(objectsOf(quick.stdout)).toEqual([{ files: 1, bytes_read: 0, problems: 0, repaired: 0 }])
  })

  it('names what is damaged, and repairs it', async () => {
    const { id, blobKey } = await upload('right')
    await damage(blobKey)
    const found = await run('verify')
    expect(found.exitCode).toBe(1)
    expect(found.stderr).toContain(`${id}   has other bytes than were stored`)
    expect(found.stderr).toContain('--repair')
    const repaired = await run('verify', '--repair', '--json')
    expect(repaired.exitCode).toBe(0)
    expect(objectsOf(repaired.stdout)).toMatchObject([
      { problem: 'wrong_checksum', asset_id: id, repair: 'trashed' },
      { files: 1, problems: 1, repaired: 1 },
    ])
    expect((await places.store.list()).total).toBe(0)
  })

  it('backs up, and makes the store anew', async () => {
    await upload('a')
    await upload('b')
    const restored = path.join(places.directory, 'restored')
    expect(await run('backup', other)).toMatchObject({ exitCode: 0 })
    const again = await run('backup', other, '--json')
    expect(objectsOf(again.stdout)).toMatchObject([{ records: 2, copied: 0, kept: 2 }])
    const args = ['restore', '--backup', other, '--directory', restored]
    const { exitCode, stdout } = await runCli(args)
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^✔ 2 assets .*: whole\n$/)])
    const listed = await runCli(['ls', '--json', '--directory', restored])
    expect(objectsOf(listed.stdout).map(({ name }) => name)).toEqual(['b', 'a'])
    expect(await runCli(args)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('is not empty'),
    })
  })

  it('does not make a store of what is no backup, or over one', async () => {
    await upload('a')
    const { exitCode, stderr } = await run('restore', '--backup', other)
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining('holds no backup')])
    await run('backup', other)
    expect(await run('restore', '--backup', other)).toMatchObject({ exitCode: 1 })
    expect(await run('restore', 'id', '--backup', other)).toMatchObject({ exitCode: 2 })
    expect((await places.store.list()).total).toBe(1)
  })

  it('does not take a store in use for a backup', async () => {
    await places.store.upload(Buffer.from('new'), { name: 'new.txt' })
    const [, media = ''] = places.local
    const { exitCode, stderr } = await runCli(['restore', '--backup', media, '-d', other])
    expect(exitCode).toBe(1)
    expect(stderr).toContain('is a store and no backup')
  })

  it('goes on with a restore that broke off, of the same backup alone', async () => {
    await upload('a')
    await run('backup', other)
    const restored = path.join(places.directory, 'restored')
    const args = ['restore', '--directory', restored, '--backup']
    await mkdir(path.join(restored, 'blobs'), { recursive: true })
    await writeFile(path.join(restored, 'restoring'), path.join(places.directory, 'another'))
    const { exitCode, stderr } = await runCli([...args, other])
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('another')])
    await writeFile(path.join(restored, 'restoring'), other)
    expect(await runCli([...args, other])).toMatchObject({ exitCode: 0 })
    // Killed while it looked at what it had copied.
    await writeFile(path.join(restored, 'restoring'), other)
    expect(await runCli([...args, other])).toMatchObject({ exitCode: 0 })
    expect(await readdir(restored)).not.toContain('restoring')
  })

  it('makes the thumbnails that are missing', async () => {
    await upload('no picture')
    const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    const { id } = await places.store.upload(drawing, { name: 'a.svg' })
    const first = await run('variants', 'fill')
    expect(first).toMatchObject({
      exitCode: 0,
      stdout: '✔ 2 files looked at: 1 thumbnail made\n',
    })
    const [thumbnail] = (await places.store.get(id)).variants
    expect(thumbnail).toMatchObject({ name: 'thumbnail', preview: { color: '#000000' } })
    const again = await run('variants', 'fill', '--json')
    expect(objectsOf(again.stdout)).toEqual([
      { files: 2, made: 0, unneeded: 0, failed: 0, skipped: 0 },
    ])
  })

  it('leaves the thumbnails of the app alone, and makes copies without the location', async () => {
    const content = Buffer.from('as the app likes it')
    const facts = { mimeType: 'image/webp', extension: 'webp', width: 9, height: 9 }
    const app = await openAssetStore({
      directory: places.local[1] as string,
      variants: {
        when: 'upload',
        processor: {
          plans: [{ name: 'thumbnail', timing: 'immediately' }],
          accepts: ({ type }) => type === 'image',
          make: async (_, names) => ({
            made: names.map((name) => ({ name, content, ...facts })),
            failed: [],
          }),
        },
      },
    })
    const pier = photoOf({ place: ['48,8.2N', '11,30E'] })
    const { id, variants } = await app.upload(pier, { name: 'pier.png' })
    const { id: none } = await app.upload(PIXEL, { name: 'none.png' })
    await app.close()
    expect(await run('variants', 'fill')).toMatchObject({ exitCode: 0 })
    expect((await places.store.get(id)).variants).toEqual(variants)
    const served = await run('variants', 'fill', '--location', 'served')
    expect(served.stdout).toBe('✔ 2 files looked at: 1 variant made   1 file needs none\n')
    expect((await places.store.get(id)).variants.map(({ name }) => name)).toEqual([
      'thumbnail',
      PUBLIC_COPY,
    ])
    expect((await places.store.get(none)).variants).toHaveLength(1)
    expect(await run('variants', 'fill', '--location', 'gone')).toMatchObject({ exitCode: 2 })
  })

  it('sweeps, and counts what it would delete', async () => {
    const { id } = await upload('a')
    await places.store.trash(id)
    expect(await run('sweep', '--json')).toMatchObject({ exitCode: 0 })
    const dry = await run('sweep', '--retention-days', '1', '--dry-run')
    expect(dry.stdout).toMatch(/^Would delete 0 files/)
    expect(await run('sweep', '--retention-days', '1')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('0 files deleted for good'),
    })
    expect(await run('sweep', '--retention-days', '0')).toMatchObject({ exitCode: 2 })
  })

  it('moves the store to another folder', async () => {
    await upload('a')
    expect(await run('migrate', '--to-directory', other)).toMatchObject({ exitCode: 2 })
    const moved = await run('migrate', '--to-directory', other, '--yes', '--json')
    expect(moved).toMatchObject({ exitCode: 0, stderr: '' })
    expect(objectsOf(moved.stdout)).toMatchObject([{ files_copied: 1, problems: 0 }])
    expect(await runCli(['verify', '--directory', other])).toMatchObject({ exitCode: 0 })
    const usage = await runCli(['usage', '--json', '--directory', other])
    expect(objectsOf(usage.stdout)).toMatchObject([{ assets: 1, bytes: 1 }])
  })

  it('says that a store has moved away, and what to do', async () => {
    await upload('a')
    await run('migrate', '--to-directory', other, '--yes')
    const listed = await run('ls', '-q')
    expect(listed.exitCode).toBe(0)
    expect(listed.stderr).toMatch(/^! .*has moved to another place. Name the new place with --dir/)
    expect(objectsOf((await run('usage', '--json')).stderr)).toEqual([
      { warning: expect.stringContaining('has moved') },
    ])
    for (const verb of ['verify', 'sweep', 'serve']) {
      const { exitCode, stdout, stderr } = await run(verb)
      expect([exitCode, stdout]).toEqual([3, ''])
      expect(stderr).toContain('has moved to another place')
    }
    const doctor = await run('doctor', '--json')
    expect(doctor.exitCode).toBe(1)
    expect(objectsOf(doctor.stdout)).toContainEqual(
      expect.objectContaining({
        about: 'store',
        status: 'error',
        text: expect.stringContaining('has moved'),
        todo: expect.stringContaining('--directory'),
      }),
    )
    expect((await runCli(['ls', '-q', '--directory', other])).stderr).toBe('')
  })

  it('moves files alone only when nothing else has the store open, or it is said to know both places', async () => {
    await upload('a')
    const nowhere = ['migrate', '--yes', '--to-s3', 'http://127.0.0.1:9/bucket']
    const inUse = await run(...nowhere)
    expect(inUse).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/Another process has the store open.*--in-use/),
    })
    const env = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', AWS_MAX_ATTEMPTS: '1' }
    const said = await runCli([...nowhere, '--in-use', ...places.local], { env })
    await places.store.close()
    const alone = await runCli([...nowhere, ...places.local], { env })
    for (const { exitCode, stderr } of [said, alone]) {
      expect([exitCode, stderr]).toEqual([3, expect.not.stringContaining('Another process')])
    }
  })

  it('makes no store in a folder that a backup is being restored into', async () => {
    await mkdir(other)
    await writeFile(path.join(other, 'restoring'), '/the/backup')
    const { exitCode, stderr } = await runCli(['serve', '--directory', other])
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining('from /the/backup')])
    expect(await readdir(other)).not.toContain('stowage.db')
  })

  it('asks where to', async () => {
    expect(await run('migrate', '--yes')).toMatchObject({ exitCode: 2 })
    const all = ['--to-directory', 'a', '--to-postgres', 'b', '--to-s3', 's3://c']
    expect(await run('migrate', '--yes', ...all)).toMatchObject({ exitCode: 2 })
  })
})
