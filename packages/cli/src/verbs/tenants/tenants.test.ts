import { stat } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlaces, type Places } from '../../testing/places.fixture.ts'
import { objectsOf, runCli } from '../../testing/run-cli.fixture.ts'

describe('tenants', () => {
  let places: Places
  const run = (...args: string[]) => runCli(['tenants', ...args, ...places.local])

  beforeAll(async () => {
    places = await openPlaces()
    const acme = places.store.for({ tenant: 'acme' })
    await acme.upload(Buffer.from('one'), { name: 'a.txt' })
    const { id } = await acme.upload(Buffer.from('three'), { name: 'b.txt' })
    await acme.trash(id)
    await places.store.for({ tenant: 'other' }).upload(Buffer.from('x'), { name: 'x.txt' })
  })
  afterAll(() => places.close())

  it('lists them', async () => {
    expect((await run('list')).stdout).toMatch(/\nacme +1 +3 B +1\nother +1 +1 B +0\n$/)
    expect(objectsOf((await run('list', '--json')).stdout)).toMatchObject([
      { tenant: 'acme', assets: 1, bytes: 3, trashed_assets: 1, trashed_bytes: 5 },
      { tenant: 'other' },
    ])
  })

  it('exports one into an archive that a store takes again', async () => {
    const file = path.join(places.directory, 'acme.tar')
    const exported = await run('export', 'acme', '--to', file)
    expect(exported.stdout).toBe(`✔ 2 files of acme in ${file} (8 B)\n`)
    expect(await run('export', 'acme', '--to', file)).toMatchObject({ exitCode: 1 })
    expect(await run('export', 'nobody', '--to', `${file}x`)).toMatchObject({ exitCode: 1 })
    await expect(stat(`${file}x`)).rejects.toThrow()
    const again = ['--directory', path.join(places.directory, 'again'), '--tenant', 'acme']
    const imported = await runCli(['import', '--from', 'archive', file, ...again])
    expect(imported).toMatchObject({ exitCode: 0, stdout: '✔ 2 stored\n' })
  })

  it('erases one when its name is given twice', async () => {
    const asked = await run('erase', 'acme')
    expect(asked.exitCode).toBe(2)
    expect(asked.stderr).toContain('1 file and 1 file in the trash, 8 B, 0 folders, 0 keys?')
    expect(asked.stderr).toContain('give --confirm acme')
    expect(await run('erase', 'acme', '--confirm', 'other')).toMatchObject({ exitCode: 2 })
    const dry = await run('erase', 'acme', '--dry-run', '--json')
    expect(objectsOf(dry.stdout)).toEqual([
      { tenant: 'acme', assets: 1, trashed_assets: 1, bytes: 8, folders: 0, keys: 0 },
    ])
    const erased = await run('erase', 'acme', '--confirm', 'acme')
    expect(erased.stdout).toMatch(/^✔ acme is erased: 2 files/)
    const again = await run('erase', 'acme', '--confirm', 'acme')
    expect(again).toMatchObject({ exitCode: 0, stdout: 'There is nothing of "acme".\n' })
    expect((await run('list', '-q')).stdout).toBe('other\n')
    const service = await runCli(['tenants', 'erase', 'other', '--dry-run', ...places.server])
    expect([service.exitCode, service.stderr]).toEqual([2, expect.stringContaining('is a service')])
  })
})
