import { StowageError } from '@stowage/core'
import { describe, expect, it } from 'vitest'
import { createOutput } from '../output/output.ts'
import { whenFree } from './when-free.ts'

describe('whenFree', () => {
  const io = { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, env: {} }
  const output = createOutput(io, { json: false, quiet: true })
  const { signal } = new AbortController()
  const taken = new StowageError('unavailable', 'Another backup of this store runs.')

  function failing(error: unknown, times: number) {
    let left = times
    return async () => {
      left -= 1
      if (left >= 0) throw error
      return 'done'
    }
  }

  it('waits for its turn', async () => {
    expect(await whenFree({ output, signal }, failing(taken, 3), { every: 1 })).toBe('done')
  })

  it('gives up after a while', async () => {
    const options = { every: 1, patience: 0 }
    await expect(whenFree({ output, signal }, failing(taken, 3), options)).rejects.toBe(taken)
  })

  it('does not wait for a database that fails', async () => {
    const down = new StowageError('unavailable', 'The disk failed.', { context: { system: 'EIO' } })
    await expect(whenFree({ output, signal }, failing(down, 1))).rejects.toBe(down)
  })

  it('ends when it is told to', async () => {
    const stopped = AbortSignal.abort()
    await expect(whenFree({ output, signal: stopped }, failing(taken, 3))).rejects.toThrow()
  })
})
