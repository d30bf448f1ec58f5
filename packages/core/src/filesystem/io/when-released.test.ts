import { describe, expect, it } from 'vitest'
import { whenReleased } from './when-released.ts'

function failing(times: number, code: string) {
  let attempts = 0
  return {
    attempts: () => attempts,
    async attempt() {
      attempts += 1
      if (attempts <= times) throw Object.assign(new Error(code), { code, syscall: 'unlink' })
    },
  }
}

const pause = async () => {}

describe('whenReleased', () => {
  for (const code of ['EPERM', 'EBUSY', 'EACCES']) {
    it(`tries again on Windows after ${code}`, async () => {
      const file = failing(3, code)
      await whenReleased(file.attempt, { platform: 'win32', pause })
      expect(file.attempts()).toBe(4)
    })
  }

  it('gives up after the fifth attempt', async () => {
    const file = failing(9, 'EBUSY')
    await expect(whenReleased(file.attempt, { platform: 'win32', pause })).rejects.toThrow('EBUSY')
    expect(file.attempts()).toBe(5)
  })

  it('does not try again when something else is wrong', async () => {
    const file = failing(9, 'ENOENT')
    await expect(whenReleased(file.attempt, { platform: 'win32', pause })).rejects.toThrow('ENOENT')
    expect(file.attempts()).toBe(1)
  })

  it('does not try again on other systems', async () => {
    const file = failing(9, 'EBUSY')
    await expect(whenReleased(file.attempt, { platform: 'linux', pause })).rejects.toThrow('EBUSY')
    expect(file.attempts()).toBe(1)
  })
})
