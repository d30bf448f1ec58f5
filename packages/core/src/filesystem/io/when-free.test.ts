import { describe, expect, it } from 'vitest'
import { whenFree } from './when-free.ts'

const failure = (code: string) => Object.assign(new Error(code), { code, syscall: 'open' })

describe('whenFree', () => {
  it.each(['EMFILE', 'ENFILE'])('tries again after %s', async (code) => {
    let tries = 0
    const open = async () => {
      tries += 1
      if (tries < 4) throw failure(code)
      return 'open'
    }
    expect(await whenFree(open)).toBe('open')
    expect(tries).toBe(4)
  })

  it('rejects at once with any other error', async () => {
    let tries = 0
    const open = async () => {
      tries += 1
      throw failure('ENOENT')
    }
    await expect(whenFree(open)).rejects.toMatchObject({ code: 'ENOENT' })
    expect(tries).toBe(1)
  })
})
