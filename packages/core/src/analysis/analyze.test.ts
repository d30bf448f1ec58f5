import { describe, expect, it } from 'vitest'
import { analyze } from './analyze.ts'
import { png } from './testing/pictures.ts'
import { stagedFile } from './testing/staged.ts'

const picture = png({ width: 3, height: 2 })
const facts = { mimeType: 'image/png', extension: 'png', width: 3, height: 2 }

describe('analyze', () => {
  it.each([
    ['bytes', picture],
    ['a Blob', new Blob([picture])],
    ['a staged file', stagedFile(picture)],
  ])('takes %s', async (_, file) => {
    expect(await analyze(file)).toMatchObject({ facts, issues: [] })
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
})
