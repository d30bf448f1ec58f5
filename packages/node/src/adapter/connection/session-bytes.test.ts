import { describe, expect, it } from 'vitest'
import { SessionBytes } from './session-bytes.ts'

const { signal } = new AbortController()

describe('SessionBytes', () => {
  it('lets the next chunk be read only when there is room, and one after the other', async () => {
    const bytes = new SessionBytes(100)
    expect(bytes.room(signal)).toBeUndefined()
    bytes.hold(60)
    expect(bytes.room(signal)).toBeUndefined()
    bytes.hold(60)
    const read: string[] = []
    const waiting = ['a', 'b'].map(async (name) => {
      await bytes.room(signal)
      read.push(name)
    })
    bytes.release(60)
    await waiting[0]
    expect(read).toEqual(['a'])
    // A body that had nothing left.
    bytes.release(0)
    await waiting[1]
    expect(read).toEqual(['a', 'b'])
  })

  it('keeps nobody waiting who leaves', async () => {
    const bytes = new SessionBytes(1)
    bytes.hold(1)
    const controller = new AbortController()
    const waiting = bytes.room(controller.signal)
    controller.abort()
    await waiting
    expect(bytes.room(controller.signal)).toBeUndefined()
  })
})
