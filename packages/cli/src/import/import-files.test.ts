import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createExclusion } from '@stowage/import/internal'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { scanFolder } from './folder/scan-folder.ts'
import { type ImportFixture, openImportFixture, WAYS } from './import.fixture.ts'
import { type ImportOptions, type ImportReport, importFiles } from './import-files.ts'
import { readManifest } from './manifest/read-manifest.ts'
import type { SourceFile } from './source-file.ts'

/** Linux gives the user `nobody` this id. */
const NOBODY = 65_534

/** Does the work as a user who may not read everything. Root may, so root works as `nobody`. */
async function withoutPrivileges<Result>(work: () => Promise<Result>): Promise<Result> {
  if (process.geteuid?.() !== 0) return work()
  process.seteuid?.(NOBODY)
  try {
    return await work()
  } finally {
    process.seteuid?.(0)
  }
}

describe.each(WAYS)('an import %s', (way) => {
  let fixture: ImportFixture

  beforeEach(async () => {
    fixture = await openImportFixture(way)
  })

  afterEach(() => fixture.dispose())

  async function write(name: string, content = name): Promise<string> {
    const file = path.join(fixture.files, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, content)
    return file
  }

  function scan(into: readonly string[] = [], hidden = false) {
    return scanFolder(fixture.files, { into, hidden, exclusion: createExclusion(), excluded: [] })
  }

  function run(
    files: readonly SourceFile[],
    options: Partial<ImportOptions> = {},
  ): Promise<ImportReport> {
    const { signal } = new AbortController()
    const defaults = { parallel: 4, dryRun: false, signal, onProgress: () => {} }
    return importFiles(files, fixture.destination, { ...defaults, ...options })
  }

  async function runFolder(options: Partial<ImportOptions> = {}): Promise<ImportReport> {
    return run((await scan()).files, options)
  }

  it('keeps folders, and stores nothing twice', async () => {
    await write('a.txt')
    await write('Trips/2026/b.txt')
    await write('trips/c.txt')
    const { files } = await scan(['Home'])
    expect(await run(files)).toMatchObject({ stored: 3, here: 0, refused: [], failure: null })
    const paths = await fixture.paths()
    expect(paths.map((each) => each.toLowerCase()).sort()).toEqual([
      'home/a.txt',
      'home/trips/2026/b.txt',
      'home/trips/c.txt',
    ])
    expect(await run(files)).toMatchObject({ stored: 0, here: 3, failure: null })
    expect(await fixture.paths()).toEqual(paths)
  })

  it('stores the same content under another name or in another folder', async () => {
    await write('a.txt', 'same')
    await runFolder()
    await write('b.txt', 'same')
    await write('in/a.txt', 'same')
    await write('a.txt', 'other')
    expect(await runFolder()).toMatchObject({ stored: 3, here: 0 })
    expect(await fixture.paths()).toEqual(['a.txt', 'a.txt', 'b.txt', 'in/a.txt'])
  })

  it('stores again what is in the trash, or was purged', async () => {
    await write('a.txt')
    await runFolder()
    const [first] = await fixture.assets()
    await fixture.store.trash(first?.id ?? '')
    expect(await runFolder()).toMatchObject({ stored: 1, here: 0 })
    const [second] = await fixture.assets()
    expect(second?.id).not.toBe(first?.id)
    await fixture.store.trash(second?.id ?? '')
    await fixture.store.purge([first?.id ?? '', second?.id ?? ''])
    expect(await runFolder()).toMatchObject({ stored: 1, here: 0 })
    expect(await fixture.paths()).toEqual(['a.txt'])
  })

  it('finds hostile names again', async () => {
    const names = ['say "hi".txt', 'a%22b.txt', 'new\nline.txt', '\u001b[31mred.txt', 'e\u0301.txt']
    for (const name of names) await write(name)
    expect(await runFolder()).toMatchObject({ stored: names.length, refused: [] })
    expect(await runFolder()).toMatchObject({ stored: 0, here: names.length })
  })

  it('goes on after a file that is refused, and says why', async () => {
    await write('a.txt')
    await write('b.gz', '\u001f\u008b')
    await writeFile(path.join(fixture.files, 'c.zip'), Buffer.from('504b0506000000000000', 'hex'))
    const report = await runFolder()
    expect(report).toMatchObject({ stored: 2, here: 0, failure: null })
    expect(report.refused).toEqual([
      { label: path.join(fixture.files, 'c.zip'), reason: expect.stringContaining('zip') },
    ])
  })

  it('says how far it is, and ends at everything', async () => {
    for (let index = 0; index < 230; index += 1) await write(`f${index}.txt`, `${index}`.repeat(99))
    const { files } = await scan()
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    let last = { files: 0, bytes: 0 }
    const onProgress = (progress: typeof last) => {
      last = { ...progress }
    }
    await run(files, { onProgress, parallel: 8 })
    expect(last).toEqual({ files: 230, bytes })
    await run(files, { onProgress })
    expect(last).toEqual({ files: 230, bytes })
  })

  it('stops when it is told to, and goes on with the next run', async () => {
    for (let index = 0; index < 150; index += 1) await write(`f${index}.txt`)
    const controller = new AbortController()
    const reason = new Error('enough')
    const onProgress = (progress: { readonly files: number }) => {
      if (progress.files >= 40) controller.abort(reason)
    }
    const { files } = await scan()
    const stopped = await run(files, { signal: controller.signal, onProgress })
    expect(stopped.failure).toBe(reason)
    expect(stopped.stored).toBeGreaterThanOrEqual(40)
    expect(stopped.stored).toBeLessThan(150)
    const rest = await run(files)
    expect(rest.stored + rest.here).toBe(150)
    expect((await fixture.paths()).length).toBe(150)
    expect(new Set(await fixture.paths()).size).toBe(150)
  })

  it('stores nothing in a dry run, no folder either', async () => {
    await write('in/a.txt')
    expect(await runFolder({ dryRun: true })).toMatchObject({ stored: 1, here: 0 })
    expect((await fixture.store.folders.list()).total).toBe(0)
    expect(await fixture.assets()).toEqual([])
  })

  it('reads nothing outside the folder, and no hidden file', async () => {
    const outside = path.join(fixture.directory, 'stowage.db')
    await write('real/a.txt')
    await write('.hidden')
    await symlink(outside, path.join(fixture.files, 'out.txt'))
    await symlink(path.join(fixture.files, 'real'), path.join(fixture.files, 'loop'))
    await symlink('real/a.txt', path.join(fixture.files, 'in.txt'))
    await symlink('nowhere', path.join(fixture.files, 'broken.txt'))
    const { files, ignored, refused } = await scan()
    const names = (list: readonly { readonly label: string }[]) =>
      list.map(({ label }) => path.basename(label)).sort()
    expect(names(files)).toEqual(['a.txt', 'in.txt'])
    expect(names(ignored)).toEqual(['.hidden', 'loop', 'out.txt'])
    expect(names(refused)).toEqual(['broken.txt'])
    expect(names((await scan([], true)).files)).toContain('.hidden')
  })

  it('says which folder may not be read and which file is gone, and imports the others', async () => {
    await write('a.txt')
    const gone = await write('gone.txt')
    const locked = path.dirname(await write('locked/b.txt'))
    await chmod(fixture.files, 0o755)
    await chmod(locked, 0)
    const { files, refused } = await withoutPrivileges(() => scan()).finally(() =>
      chmod(locked, 0o755),
    )
    const reason = 'is a folder that may not be read by this user; no file in it is imported'
    expect(refused).toEqual([{ label: locked, reason }])
    await rm(gone)
    expect(await run(files)).toMatchObject({
      stored: 1,
      refused: [{ label: gone, reason: 'is not there' }],
    })
  })

  it('leaves out what systems leave behind, and what a person excludes', async () => {
    const system = [
      '@eaDir/a.jpg',
      '.DS_Store',
      '._a.jpg',
      'Thumbs.db',
      '__MACOSX/a.jpg',
      'desktop.ini',
    ]
    for (const name of ['a.jpg', 'in/b.jpg', 'in/c.tmp', 'drafts/d.jpg', ...system])
      await write(name)
    const exclusion = createExclusion(['*.tmp', 'drafts/**'])
    const { files, ignored } = await scanFolder(fixture.files, {
      into: [],
      hidden: true,
      exclusion,
      excluded: [],
    })
    expect(files.map(({ name }) => name)).toEqual(['a.jpg', 'b.jpg'])
    expect(ignored.map(({ reason }) => reason).sort()).toEqual([
      ...['is excluded', 'is excluded'],
      ...system.map(() => 'is left by the system'),
    ])
  })

  it.runIf(process.platform === 'linux')(
    'reads names that are not UTF-8 as Latin-1, and keeps backslashes as hyphens',
    async () => {
      const latin1 = (name: string) => Buffer.from(path.join(fixture.files, name), 'latin1')
      await mkdir(latin1('No\xebl'), { recursive: true })
      for (const name of ['1.txt', '2.txt']) await writeFile(latin1(`No\xebl/${name}`), name)
      await writeFile(latin1('caf\xe9.txt'), 'one')
      await write('café.txt', 'another')
      await write('AC\\DC.txt')
      await write('a\\b/c.txt')
      const { files, refused } = await scan()
      expect(refused).toEqual([])
      expect(await run(files)).toMatchObject({ stored: 6, refused: [] })
      const stored = ['AC-DC.txt', 'Noël/1.txt', 'Noël/2.txt', 'a-b/c.txt', 'café.txt', 'café.txt']
      expect((await fixture.paths()).sort()).toEqual(stored.sort())
      expect(await run((await scan()).files)).toMatchObject({ stored: 0, here: 6 })
    },
  )

  it('finds a file of a manifest whose name is composed in another way', async () => {
    await write('a/U\u0308ber.txt')
    await write('\u00c9t\u00e9/x.txt')
    const paths = ['a/\u00dcber.txt', 'E\u0301te\u0301/x.txt', 'a/\u00dcber.gif']
    const lines = paths.map((each) => JSON.stringify({ path: each })).join('\n')
    const { files, refused } = await readManifest(await write('list.jsonl', lines), { into: [] })
    expect(refused).toMatchObject([{ label: paths[2], reason: 'is not there' }])
    expect(files).toHaveLength(2)
  })

  it('takes what a manifest says, in CSV and in JSON lines', async () => {
    await write('a.txt')
    await write('b.txt')
    await write('c.txt')
    const csv = await write(
      'list.csv',
      '\ufeffpath,name,folder,tags,title,alt.en,metadata\r\n' +
        'a.txt,first.txt,Trips/2026,sea; sun,"Say ""hi""",A beach,"{""camera"":7}"\r\n' +
        'missing.txt,,,,,,\r\n' +
        '../escape.txt,,,,,,\r\n',
    )
    const table = await readManifest(csv, { into: [] })
    expect(table.refused.map(({ label }) => label)).toEqual(['missing.txt', '../escape.txt'])
    expect(await run(table.files)).toMatchObject({ stored: 1 })
    const lines = await write(
      'list.jsonl',
      `${JSON.stringify({ path: 'b.txt', tags: ['x'], metadata: { good: true } })}\n\n` +
        `nonsense\n${JSON.stringify({ path: 'c.txt', sha256: '00' })}\n`,
    )
    const list = await readManifest(lines, { into: ['Into'] })
    expect(list.refused).toEqual([
      { label: 'list.jsonl:3', reason: 'line 3: is no object in JSON' },
    ])
    const report = await run(list.files)
    expect(report).toMatchObject({ stored: 1, refused: [{ label: 'c.txt' }] })
    expect(await fixture.paths()).toEqual(['Into/b.txt', 'Trips/2026/first.txt'])
    expect(await fixture.assets()).toMatchObject([
      { name: 'b.txt', tags: ['x'], metadata: { good: true } },
      { title: 'Say "hi"', tags: ['sea', 'sun'], alt: { en: 'A beach' }, metadata: { camera: 7 } },
    ])
  })

  it('stores a file once that a manifest names twice', async () => {
    await write('a.txt')
    const row = JSON.stringify({ path: 'a.txt' })
    const lines = await write('list.jsonl', `${row}\n${row}\n`)
    const { files } = await readManifest(lines, { into: [] })
    expect(await run(files)).toMatchObject({ stored: 1, here: 1 })
    expect(await fixture.paths()).toEqual(['a.txt'])
  })

  it('refuses columns that mean nothing', async () => {
    const csv = await write('list.csv', 'path,tag\na.txt,x\n')
    await expect(readManifest(csv, { into: [] })).rejects.toThrow('a column "tag"')
  })
})
