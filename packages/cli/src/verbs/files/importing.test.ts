import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { photoOf } from '@stowage/testing/internal'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPlaces, type Places } from '../../testing/places.fixture.ts'
import { objectsOf, runCli } from '../../testing/run-cli.fixture.ts'

describe.each(['local', 'server'] as const)('import and export on a %s', (kind) => {
  let places: Places
  let files: string
  let out: string

  beforeEach(async () => {
    places = await openPlaces()
    files = path.join(places.directory, 'files')
    out = path.join(places.directory, 'out')
    await mkdir(path.join(files, 'in'), { recursive: true })
    await writeFile(path.join(files, 'a.txt'), 'a')
    await writeFile(path.join(files, 'in', 'b.txt'), 'bb')
  })
  afterEach(() => places.close())

  const run = (...args: string[]) => runCli([...args, ...places[kind]])

  it('stores a folder, and once only', async () => {
    const first = await run('import', files, '--into', 'Trips/2026')
    expect(first).toMatchObject({ exitCode: 0, stderr: '' })
    expect(first.stdout).toBe('Importing 2 files (3 B) into Trips/2026\n✔ 2 stored\n')
    const again = await run('import', files, '--into', 'Trips/2026', '--quiet')
    expect(again).toMatchObject({ exitCode: 0, stdout: '✔ 0 stored   2 were here already\n' })
    expect((await places.store.list()).total).toBe(2)
  })

  it('takes the location out with --location stored, and leaves that to a service', async () => {
    const pier = path.join(files, 'pier.png')
    await writeFile(pier, photoOf({ place: ['48,8.2N', '11,30E'] }))
    const { exitCode, stderr } = await run('import', pier, '--location', 'stored')
    if (kind === 'server') {
      expect(exitCode).toBe(2)
      expect(stderr).toContain('--location is for a store')
      return
    }
    expect(exitCode).toBe(0)
    const [asset] = (await places.store.list()).assets
    expect(asset?.embedded?.location ?? null).toBeNull()
    const bytes = await (await places.store.read(asset?.id ?? '')).bytes()
    expect(Buffer.from(bytes).includes('48,8.2N')).toBe(false)
  })

  it('leaves out what --exclude names, and says how many', async () => {
    await writeFile(path.join(files, 'in', 'c.tmp'), 'ccc')
    const { exitCode, stdout } = await run('import', files, '--exclude', '*.tmp', 'a.*')
    expect(exitCode).toBe(0)
    expect(stdout).toContain('✔ 1 stored')
    const { assets } = await places.store.list()
    expect(assets.map(({ name }) => name)).toEqual(['b.txt'])
  })

  it('stores no content twice with --on-duplicate return, and refuses files with refuse', async () => {
    await run('import', path.join(files, 'a.txt'))
    await writeFile(path.join(files, 'in', 'twin.txt'), 'a')
    await writeFile(path.join(files, 'in', 'b2.txt'), 'bb')
    const { stdout } = await run('import', files, '--on-duplicate', 'return', '--quiet')
    expect(stdout).toBe('✔ 1 stored   3 were here already\n')
    await writeFile(path.join(files, 'c.txt'), 'a')
    const refused = await run('import', path.join(files, 'c.txt'), '--on-duplicate', 'refuse')
    expect(refused).toMatchObject({ exitCode: 1 })
    expect((await places.store.list()).total).toBe(2)
  })

  it('keeps what other systems call files, and finds them by it', async () => {
    const file = path.join(files, 'a.txt')
    expect(await run('import', file, '--external-id', 'cms/17, old')).toMatchObject({ exitCode: 0 })
    const { id } = await places.store.get({ externalId: 'cms/17, old' })
    const shown = await run('show', 'cms/17, old', '--json')
    expect(objectsOf(shown.stdout)).toMatchObject([{ id, external_id: 'cms/17, old' }])
    const listed = await run('ls', '-q', '--external-id', 'cms/17, old')
    expect(listed.stdout.trim()).toBe(id)
    expect(await run('import', files, '--external-id', 'two')).toMatchObject({ exitCode: 2 })
    await run('export', out)
    await places.store.trash(id)
    await places.store.purge(id)
    const manifest = path.join(out, 'manifest.jsonl')
    expect(await run('import', '--manifest', manifest)).toMatchObject({ exitCode: 0 })
    expect((await places.store.get({ externalId: 'cms/17, old' })).id).not.toBe(id)
  })

  it('never imports the store itself, nor its secrets', async () => {
    if (kind === 'server') return
    const [, media = ''] = places.local
    await writeFile(path.join(media, 'signing-secret'), 'secret')
    const folder = await run('import', media)
    expect(folder).toMatchObject({ exitCode: 2 })
    expect(folder.stderr).toContain('is in the folder of the store itself')
    const manifest = path.join(places.directory, 'list.csv')
    await writeFile(manifest, `path\n${path.join(media, 'signing-secret')}\n`)
    const row = await run('import', '--manifest', manifest)
    expect(row).toMatchObject({ exitCode: 1 })
    expect(row.stderr).toContain('lies in the folder of the store itself')
    expect((await places.store.list()).total).toBe(0)
  })

  it('says what it would do', async () => {
    const { stdout } = await run('import', files, '--dry-run', '--json')
    expect(objectsOf(stdout)).toEqual([{ stored: 2, stored_bytes: 3, here_already: 0, refused: 0 }])
    expect((await places.store.list()).total).toBe(0)
  })

  it('says what it would do where there is no store, and makes none', async () => {
    const nowhere = path.join(places.directory, 'nowhere')
    const dry = await runCli(['import', files, '--into', 'Trips', '--dry-run', '-d', nowhere])
    expect(dry).toMatchObject({
      exitCode: 0,
      stdout: 'Importing 2 files (3 B) into Trips\n✔ 2 to be stored\n',
      stderr: expect.stringContaining('holds no store yet'),
    })
    expect(await readdir(places.directory)).not.toContain('nowhere')
  })

  it('brings back what was a favourite', async () => {
    await run('import', files)
    const [first, second] = (await places.store.list()).assets
    await places.store.select(first?.id ?? '').setFavourite(true)
    await run('export', out)
    await places.store.trash([first?.id ?? '', second?.id ?? ''])
    const back = await run('import', '--manifest', path.join(out, 'manifest.jsonl'))
    expect(back).toMatchObject({ exitCode: 0, stderr: '' })
    const again = (await places.store.list()).assets
    expect(again.filter(({ isFavourite }) => isFavourite).map(({ name }) => name)).toEqual([
      first?.name,
    ])
    const table = path.join(files, 'list.csv')
    await writeFile(table, 'path,is_favourite\na.txt,maybe\n')
    expect((await run('import', '--manifest', table)).stderr).toContain('must be true or false')
  })

  it('refuses dates and ids in a table, which only --from manifest keeps', async () => {
    const manifest = path.join(files, 'list.csv')
    await writeFile(manifest, 'path,created_at,created_by\na.txt,2019-05-01 10:00:00,u1\n')
    const { exitCode, stderr } = await run('import', '--manifest', manifest)
    expect(exitCode).toBe(2)
    expect(stderr).toContain(`has created_at, created_by, which --manifest does not keep`)
    expect(stderr).toContain(`Use --from manifest ${manifest}`)
    expect((await places.store.list()).total).toBe(0)
  })

  it('says that a table has no rows, and that it is not there', async () => {
    const manifest = path.join(files, 'list.csv')
    await writeFile(manifest, 'path\n')
    const empty = await run('import', '--manifest', manifest)
    expect(empty).toMatchObject({ exitCode: 0 })
    expect(empty.stderr).toContain('list.csv has no rows')
    const gone = await run('import', '--manifest', `${manifest}x`)
    expect(gone).toMatchObject({ exitCode: 2 })
    expect(gone.stderr).toContain('list.csvx is not there')
    const base = await run('import', '--manifest', manifest, '--base', './filez')
    expect(base).toMatchObject({ exitCode: 2 })
    expect(base.stderr).toContain('filez is not there. Check the path.')
  })

  it('tells programs of each file, and of each that is refused', async () => {
    const manifest = path.join(files, 'list.csv')
    await writeFile(manifest, 'path,tags\na.txt,x;y\ngone.txt,\n')
    const { exitCode, stdout, stderr } = await run('import', '--manifest', manifest, '--json')
    expect(exitCode).toBe(1)
    const { id } = (await places.store.list()).assets[0] ?? {}
    expect(objectsOf(stdout)).toEqual([
      { path: 'a.txt', status: 'stored', id },
      { stored: 1, stored_bytes: 1, here_already: 0, refused: 1 },
    ])
    expect(objectsOf(stderr)).toEqual([
      { error: 'is not there', path: 'gone.txt', status: 'refused' },
    ])
  })

  it.each([
    [['import'], 'Name files or folders'],
    [['import', 'gone'], 'gone is not there'],
    [['import', 'x', '--manifest', 'y'], 'Name either'],
    [['import', 'x', '--base', 'y'], '--base is for'],
    [['import', 'x', '--parallel', '0'], 'from 1 to 64'],
    [['export'], 'missing required argument'],
    [['export', ' '], 'Name the folder'],
  ])('refuses %j', async (args, words) => {
    const { exitCode, stdout, stderr } = await run(...args)
    expect([exitCode, stdout]).toEqual([2, ''])
    expect(stderr).toContain(words)
  })

  it('keeps the names of hostile files from the terminal', async () => {
    await writeFile(path.join(files, '\u001b[31mred.txt'), '')
    await writeFile(path.join(files, 'list.jsonl'), `{"path":"\\u001b]0;x\\u0007gone"}\n`)
    const refused = await run('import', '--manifest', path.join(files, 'list.jsonl'))
    await run('import', files)
    const listed = await run('ls')
    for (const text of [refused.stdout, refused.stderr, listed.stdout]) {
      expect(['\u0007', '\u001b'].filter((character) => text.includes(character))).toEqual([])
    }
  })

  it('exports what an import brings back', async () => {
    await run('import', files, '--into', 'Trips')
    expect((await run('export', out, '--dry-run')).stdout).toContain('Would export 2 files')
    const first = await run('export', out, '--in', 'Trips/in', '--json')
    expect(objectsOf(first.stdout)).toMatchObject([
      { path: 'Trips/in/b.txt', status: 'written' },
      { written: 1, written_bytes: 2, here_already: 0, refused: 0 },
    ])
    const second = await run('export', out)
    expect(second).toMatchObject({ exitCode: 0, stderr: '' })
    expect(second.stdout).toContain('✔ 1 written (1 B)   1 was here already')
    expect((await readdir(out)).sort()).toEqual(['Trips', 'manifest.jsonl'])
    const manifest = path.join(out, 'manifest.jsonl')
    expect((await readFile(manifest, 'utf8')).split('\n')).toHaveLength(3)
    const back = await run('import', '--manifest', manifest, '--quiet')
    expect(back).toMatchObject({ exitCode: 0, stdout: '✔ 0 stored   2 were here already\n' })
  })

  it('does not write over a file that is another one', async () => {
    await run('import', files)
    await mkdir(out)
    await writeFile(path.join(out, 'a.txt'), 'mine')
    const { exitCode, stderr } = await run('export', out)
    expect(exitCode).toBe(1)
    expect(stderr).toContain('a.txt   is another file there')
    expect(await readFile(path.join(out, 'a.txt'), 'utf8')).toBe('mine')
  })
})
