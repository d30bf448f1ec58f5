import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { placeNew } from './place-new.ts'

describe('placeNew', () => {
  let folder: string
  const at = (name: string) => path.join(folder, name)

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'stowage-place-'))
    await writeFile(at('part'), 'new')
  })
  afterEach(() => rm(folder, { recursive: true }))

  const failing = (code: string) => async () => {
    throw Object.assign(new Error(code), { code })
  }

  it.each([undefined, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP'])(
    'writes over no file where a link ends with %s',
    async (code) => {
      const link = code === undefined ? undefined : failing(code)
      await placeNew(at('part'), at('file'), link)
      expect(await readFile(at('file'), 'utf8')).toBe('new')
      await writeFile(at('file'), 'mine')
      await expect(placeNew(at('part'), at('file'), link)).rejects.toMatchObject({ code: 'EEXIST' })
      expect(await readFile(at('file'), 'utf8')).toBe('mine')
    },
  )

  it('passes on what is wrong with the disk', async () => {
    await expect(placeNew(at('part'), at('file'), failing('EIO'))).rejects.toThrow('EIO')
  })
})
