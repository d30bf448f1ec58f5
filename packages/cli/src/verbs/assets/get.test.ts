import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlaces, type Places } from '../../testing/places.fixture.ts'
import { objectsOf, runCli } from '../../testing/run-cli.fixture.ts'

describe.each(['local', 'server'] as const)('get on a %s', (kind) => {
  let places: Places
  const ids: string[] = []
  let folders = 0
  const run = (...args: string[]) => runCli(['get', ...args, ...places[kind]])
  const newFolder = async () => {
    folders += 1
    const folder = path.join(places.directory, `out-${folders}`)
    await mkdir(folder)
    return folder
  }

  beforeAll(async () => {
    places = await openPlaces()
    for (const name of ['same.txt', 'Same.txt', 'CON.txt', 'a:b?.txt']) {
      const { id } = await places.store.upload(Buffer.from(`bytes of ${name}`), { name })
      ids.push(id)
    }
  })
  afterAll(() => places.close())

  it('writes one file under its name, and never over another without --force', async () => {
    const folder = await newFolder()
    const file = path.join(folder, 'same.txt')
    expect(await run(ids[0] ?? '', '-o', folder)).toMatchObject({
      exitCode: 0,
      stdout: `✔ ${file}\n`,
    })
    expect(await readFile(file, 'utf8')).toBe('bytes of same.txt')
    await writeFile(file, 'mine')
    const again = await run(ids[0] ?? '', '-o', file)
    expect(again.exitCode).toBe(1)
    expect(again.stderr).toContain('Add --force')
    expect(await readFile(file, 'utf8')).toBe('mine')
    expect(await run(ids[0] ?? '', '-o', file, '--force')).toMatchObject({ exitCode: 0 })
    expect(await readFile(file, 'utf8')).toBe('bytes of same.txt')
    expect(await readdir(folder)).toEqual(['same.txt'])
  })

  it('follows no link that lies where the file is to be', async () => {
    const folder = await newFolder()
    const victim = path.join(folder, 'victim')
    await writeFile(victim, 'mine')
    await symlink(victim, path.join(folder, 'same.txt'))
    expect(await run(ids[0] ?? '', '-o', folder)).toMatchObject({ exitCode: 1 })
    expect(await run(ids[0] ?? '', '-o', folder, '--force')).toMatchObject({ exitCode: 0 })
    expect(await readFile(victim, 'utf8')).toBe('mine')
  })

  it('writes many, under names that every file system tells apart', async () => {
    const folder = await newFolder()
    const { exitCode, stdout } = await run('--extension', 'txt', '-o', folder, '--json')
    expect(exitCode).toBe(0)
    expect(objectsOf(stdout)).toHaveLength(4)
    const names = (await readdir(folder)).sort()
    expect(names).toHaveLength(4)
    expect(names.map((name) => name.toLowerCase())).toEqual(
      expect.arrayContaining(['same.txt', 'same (2).txt', '_con.txt', 'a_b_.txt']),
    )
  })

  it('goes on behind an id that there is not', async () => {
    const folder = await newFolder()
    const unknown = '0199c0de-0000-7000-8000-000000000000'
    const { exitCode, stderr } = await run(unknown, ids[0] ?? '', '-o', folder)
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(unknown)])
    expect(await readdir(folder)).toEqual(['same.txt'])
  })

  it('gives the bytes alone to stdout', async () => {
    expect(await run(ids[0] ?? '', '-o', '-')).toEqual({
      exitCode: 0,
      stdout: 'bytes of same.txt',
      stderr: '',
    })
  })

  it.each([[[]], [['--output', '-']], [['x', '--tag', 'y']], [['x', '--json', '-o', '-']]])(
    'refuses %j',
    async (args) => {
      expect(await run(...args)).toMatchObject({ exitCode: 2, stdout: '' })
    },
  )
})
