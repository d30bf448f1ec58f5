import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bytesAsFile } from '../reading/bytes-as-file.ts'
import { png } from '../testing/pictures.ts'
import { analyze, analyzeFile } from './analyze.ts'

const picture = png({ width: 3, height: 2 })
const facts = { mimeType: 'image/png', extension: 'png', width: 3, height: 2 }

describe('analyze', () => {
  it.each([
    ['bytes', picture],
    ['an ArrayBuffer', Uint8Array.from(picture).buffer],
    ['a Blob', new Blob([picture])],
    ['an object with size and read', bytesAsFile(picture)],
  ])('takes %s', async (_, file) => {
    expect(await analyze(file)).toMatchObject({ facts, issues: [] })
  })

  it('takes bytes of another realm', async () => {
    const bytes: Uint8Array = runInNewContext('Uint8Array.from([104, 105])')
    expect((await analyze(bytes, { name: 'a.txt' })).facts.mimeType).toBe('text/plain')
  })

  it('refines by the name of a File, and by the name given before that', async () => {
    const file = new File(['# Title'], 'a.md')
    expect((await analyze(file)).facts.mimeType).toBe('text/markdown')
    expect((await analyze(file, { name: 'a.yaml' })).facts.mimeType).toBe('text/yaml')
    expect((await analyze(picture, { name: 'a.md' })).facts.mimeType).toBe('image/png')
  })

  it('rejects with the reason of an aborted signal', async () => {
    const reason = new Error('enough')
    await expect(analyze(picture, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })

  it('names what it takes, for a path and for other input', async () => {
    await expect(analyze('photo.jpg' as never)).rejects.toThrow('analyzeFile(path)')
    for (const other of [undefined, null, 5, {}, { size: 5 }]) {
      await expect(analyze(other as never)).rejects.toThrow('analyze takes a Uint8Array')
    }
  })
})

describe('options of analyze and analyzeFile', () => {
  it.each<[unknown, RegExp]>([
    ['photo.jpg', /takes options as an object with name and signal, not a string/],
    [null, /not null\. Leave them out/],
    [Promise.resolve({}), /not a promise\. Await it/],
    [{ fileName: 'a.md' }, /has no option "fileName"\. It has name and signal/],
    [{ name: 5 }, /name must be a file name, not 5/],
    [{ signal: {} }, /signal must be an AbortSignal/],
  ])('refuse %o', async (options, message) => {
    for (const call of [analyze, analyzeFile]) {
      const refused = call('photo.jpg' as never, options as never)
      await expect(refused).rejects.toThrow(
        expect.objectContaining({ name: 'TypeError', message: expect.stringMatching(message) }),
      )
    }
  })
})

describe('analyzeFile', () => {
  async function folder(): Promise<string> {
    const directory = await mkdtemp(path.join(tmpdir(), 'stowage-analysis-'))
    onTestFinished(() => rm(directory, { recursive: true }))
    return directory
  }

  it('takes a path or a URL, and refines by its last segment', async () => {
    const file = path.join(await folder(), 'a.md')
    await writeFile(file, '# Title')
    expect((await analyzeFile(file)).facts.mimeType).toBe('text/markdown')
    expect((await analyzeFile(pathToFileURL(file))).facts.mimeType).toBe('text/markdown')
    expect((await analyzeFile(file, { name: 'a.yaml' })).facts.mimeType).toBe('text/yaml')
    await writeFile(file, picture)
    expect(await analyzeFile(file)).toMatchObject({ facts, issues: [] })
  })

  it('rejects when there is no file, or no regular one', async () => {
    const directory = await folder()
    const missing = analyzeFile(path.join(directory, 'none.jpg'))
    await expect(missing).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(analyzeFile(directory)).rejects.toThrow('Not a regular file')
  })
})
