import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { findDriver, openerOf } from '@stowage/core/internal'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPlaces, type Places } from '../../testing/places.fixture.ts'
import { objectsOf, runCli } from '../../testing/run-cli.fixture.ts'

describe('import --from', () => {
  let places: Places
  let old: string
  beforeEach(async () => {
    places = await openPlaces()
    old = path.join(places.directory, 'old')
    await mkdir(path.join(old, 'in'), { recursive: true })
    await writeFile(path.join(old, 'in', 'a.txt'), 'a')
  })
  afterEach(() => places.close())
  const run = (...args: string[]) => runCli(['import', ...args, ...places.local])

  it('brings a folder with its dates, once', async () => {
    expect(await run('--from', 'folder', old, '--dry-run')).toMatchObject({
      exitCode: 0,
      stdout: '1 file there   1 new   0 refused\n',
    })
    const first = await run('--from', 'folder', old, '--into', 'Old')
    expect(first).toMatchObject({ exitCode: 0, stdout: '✔ 1 stored\n', stderr: '' })
    const [asset] = (await places.store.list()).assets
    expect(asset?.externalId).toBe('in/a.txt')
    expect((await places.store.folders.get(asset?.folderId ?? '')).path).toEqual(['Old', 'in'])
    await writeFile(path.join(old, 'in', 'a.txt'), 'changed')
    await writeFile(path.join(old, 'b.txt'), 'b')
    expect(await run('--from', 'folder', old, '--dry-run')).toMatchObject({
      exitCode: 0,
      stdout:
        '2 files there   1 new   1 here already   1 of them with another content   0 refused\n',
    })
    expect((await places.store.list()).total).toBe(1)
    await rm(path.join(old, 'b.txt'))
    const told = await run('--from', 'folder', old)
    expect(told.stderr).toContain(`in/a.txt   has another content in the store: ${asset?.id}`)
    expect(told.stderr).toContain('stowage replace <id> <file>')
    const again = await run('--from', 'folder', old, '--json')
    expect(again.exitCode).toBe(1)
    expect(objectsOf(again.stdout)).toEqual([
      { path: 'in/a.txt', status: 'differs', id: asset?.id },
      { stored: 0, stored_bytes: 0, here_already: 1, differing: 1, refused: 0 },
    ])
  })

  it('brings a collection of Payload, and tells what is missing', async () => {
    const database = path.join(places.directory, 'payload.db')
    const client = openerOf(await findDriver('auto'))(database)
    client.exec(`CREATE TABLE docs (id integer, filename text, created_at text);
      INSERT INTO docs VALUES (1, 'in/a.txt', '2024-05-01T10:00:00Z'), (2, 'gone', '2024-05-01T10:00:00Z')`)
    client.close()
    const options = ['--from', 'payload', old, '--database', database, '--table', 'docs']
    const { exitCode, stdout, stderr } = await run(...options)
    expect([exitCode, stdout, stderr]).toEqual([
      1,
      '✔ 1 stored   1 refused\n',
      '✖ gone   is not there\n',
    ])
    const [asset] = (await places.store.list()).assets
    expect(asset?.createdAt).toBe('2024-05-01T10:00:00.000000Z')
    await run(...options, '--prefix', 'docs/')
    await places.store.get({ externalId: 'docs/in/a.txt' })
  })

  it.each([
    [['--from', 'drupal', '.'], 'Allowed choices are'],
    [['--from', 'strapi', '.'], '--database'],
    [['--from', 'folder'], 'Name one folder'],
    [['--from', 'folder', 'gone'], 'is not there'],
    [['--from', 'manifest', import.meta.filename, '--base', './filez'], 'filez is not there'],
    [['--from', 'strapi', '.', '--database', import.meta.filename], 'must be an SQLite database'],
    [['--from', 'folder', '.', '--database', 'x'], 'means nothing'],
    [['--from', 'strapi', '.', '--prefix', 'x'], 'means nothing'],
    [['.', '--database', 'x'], 'is for --from'],
    [['.', '--prefix', 'x'], 'is for --from'],
    [['--from', 'archive', import.meta.filename], 'no whole tar archive'],
  ])('refuses %j', async (args, words) => {
    const { exitCode, stdout, stderr } = await run(...args)
    expect([exitCode, stdout]).toEqual([2, ''])
    expect(stderr).toContain(words)
  })

  it('needs the store itself', async () => {
    const { exitCode, stderr } = await runCli(['import', '--from', 'folder', old, ...places.server])
    expect(exitCode).toBe(2)
    expect(stderr).toContain('needs the store itself')
  })
})
