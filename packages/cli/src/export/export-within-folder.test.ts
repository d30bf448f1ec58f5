import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { EXPORT_SOURCES, exportBenchOfEachTest } from '../testing/export-bench.fixture.ts'
import { OWN_NAMES } from './own-names.ts'

describe.each(EXPORT_SOURCES)('the folder of an export %s', (kind) => {
  const bench = exportBenchOfEachTest(kind)

  it('keeps folders that are called like files of its own', async () => {
    const taken = [
      '.stowage-parts',
      'manifest.jsonl',
      'Manifest.jsonl.part',
      'manifest.jsonl.lock.x',
    ]
    for (const name of taken) {
      await bench().upload('a.txt', name, (await bench().store.folders.create({ name })).id)
    }
    expect(await bench().run()).toMatchObject({ written: 4, refused: [], failure: null })
    expect(await bench().run()).toMatchObject({ written: 0, here: 4, refused: [], failure: null })
    expect(await bench().exported()).toHaveLength(5)
  })

  it('keeps files that are called like files of its own, in each run', async () => {
    const own = Object.values(OWN_NAMES)
    for (const name of [...own, 'MANIFEST.jsonl.lock', 'manifest.jsonl.lo\u200bck'])
      await bench().upload(name)
    for (const force of [false, true, false]) {
      const report = await bench().run({ force })
      expect(report).toMatchObject({ refused: [], failure: null })
      expect(report.written + report.here).toBe(6)
    }
    expect(await bench().exported()).toHaveLength(7)
  })

  it('writes nothing outside of its folder, wherever links in it lead', async () => {
    const { out } = bench()
    const home = path.join(bench().root, 'home')
    await mkdir(home)
    await writeFile(path.join(home, 'precious.txt'), 'mine')
    await symlink(home, path.join(out, 'Trips'))
    await symlink(path.join(home, 'precious.txt'), path.join(out, 'a.txt'))
    await bench().upload('new.txt', 'x', (await bench().store.folders.create({ name: 'Trips' })).id)
    await bench().upload('a.txt', 'from the store')
    const { refused, written } = await bench().run({ force: true })
    expect(written).toBe(1)
    expect(refused).toMatchObject([
      { path: 'Trips/new.txt', reason: expect.stringContaining('a link in its path leads out') },
    ])
    expect(await readdir(home)).toEqual(['precious.txt'])
    expect(await readFile(path.join(home, 'precious.txt'), 'utf8')).toBe('mine')
    expect(await readFile(path.join(out, 'a.txt'), 'utf8')).toBe('from the store')
    await rm(path.join(out, 'manifest.jsonl'))
    await symlink(path.join(home, 'precious.txt'), path.join(out, 'manifest.jsonl'))
    await expect(bench().run()).rejects.toMatchObject({ code: 'ELOOP' })
    expect(await readFile(path.join(home, 'precious.txt'), 'utf8')).toBe('mine')
    await rm(path.join(out, 'manifest.jsonl'))
    await symlink(home, path.join(out, '.stowage-parts'))
    await bench().upload('more.txt')
    expect(await bench().run()).toMatchObject({ written: 0, refused: [{}, { path: 'more.txt' }] })
    expect(await readdir(home)).toEqual(['precious.txt'])
  })

  it('moves no file that a changed list names outside of its folder', async () => {
    const { id } = await bench().upload('a.txt')
    await writeFile(path.join(bench().root, 'precious.txt'), 'a.txt')
    const { out } = bench()
    for (const at of [
      '../precious.txt',
      path.join(bench().root, 'precious.txt'),
      'manifest.jsonl.lock',
    ]) {
      await writeFile(path.join(out, 'manifest.jsonl'), `${JSON.stringify({ id, path: at })}\n`)
      expect(await bench().run()).toMatchObject({ failure: null, refused: [] })
      await rm(path.join(out, 'a.txt'))
    }
    expect(await readFile(path.join(bench().root, 'precious.txt'), 'utf8')).toBe('a.txt')
  })

  it('gives a folder its name back that a file of an earlier export has', async () => {
    await bench().upload('Trips')
    await bench().run()
    await bench().upload('a.txt', 'a', (await bench().store.folders.create({ name: 'Trips' })).id)
    await bench().run({ parallel: 1 })
    expect(await bench().run()).toMatchObject({ here: 2, refused: [], failure: null })
    expect(await bench().exported()).toHaveLength(3)
  })
})
