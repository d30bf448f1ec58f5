import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlaces, type Places } from '../../testing/places.fixture.ts'
import { objectsOf, runCli } from '../../testing/run-cli.fixture.ts'

describe('replace, versions and restore-version', () => {
  let places: Places
  let file: string
  const run = (...args: string[]) => runCli([...args, ...places.local])
  const upload = () => places.store.upload(Buffer.from('first'), { name: 'notes.txt' })
  const contentOf = async (id: string) => text((await places.store.read(id)).stream())

  beforeAll(async () => {
    places = await openPlaces()
    file = path.join(places.directory, 'other.txt')
    await writeFile(file, 'second')
  })
  afterAll(() => places.close())

  it('replaces a content, and brings it back', async () => {
    const { id } = await upload()
    const replaced = await run('replace', id, file)
    expect(replaced.stdout).toBe('✔ notes.txt has another content (6 B).\n')
    expect(await contentOf(id)).toBe('second')
    const again = await run('replace', id, file)
    expect(again).toMatchObject({ stdout: 'notes.txt had this content already.\n', stderr: '' })
    const [version] = objectsOf((await run('versions', id, '--json')).stdout)
    expect(version).toMatchObject({ asset_id: id, size: 5, name: 'notes.txt' })
    const undo = `restore-version ${id} ${version?.id}`
    expect(replaced.stderr).toBe(`Undo: stowage ${undo}\n`)
    const shown = await run('versions', id)
    expect(shown.stdout).toMatch(/\njust now +ends in 30 days +text\/plain +5 B +[\da-f-]{36}\n$/)
    expect(await run(...undo.split(' '))).toMatchObject({
      exitCode: 0,
      stdout: '✔ notes.txt has the content of that version (5 B).\n',
      stderr: expect.stringContaining(`Undo: stowage restore-version ${id} `),
    })
    expect(await contentOf(id)).toBe('first')
  })

  it('gives another name, and keeps nothing when told so', async () => {
    const { id } = await upload()
    const options = ['--name', 'b.txt', '--keep-days', '0', '--json']
    const [asset] = objectsOf((await run('replace', id, file, ...options)).stdout)
    expect(asset).toMatchObject({ id, name: 'b.txt', size: 6 })
    expect(await run('versions', id)).toMatchObject({ exitCode: 0, stdout: '' })
  })

  it('refuses what is not there', async () => {
    const { id } = await upload()
    const unknown = '0199c0de-0000-7000-8000-000000000001'
    expect(await run('replace', id, `${file}x`)).toMatchObject({ exitCode: 2 })
    expect(await run('replace', unknown, file)).toMatchObject({ exitCode: 1 })
    expect(await run('restore-version', id, unknown)).toMatchObject({ exitCode: 1 })
    const service = await runCli(['replace', id, file, ...places.server])
    expect([service.exitCode, service.stderr]).toEqual([2, expect.stringContaining('is a service')])
  })
})
