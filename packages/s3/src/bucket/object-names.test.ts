import { newBlobKey } from '@stowage/core/ports'
import { describe, expect, it } from 'vitest'
import { createObjectNames } from './object-names.ts'

const NOW = Date.UTC(2026, 0, 1)

describe('createObjectNames', () => {
  const names = createObjectNames('media/')

  it('spreads blobs that are made at the same time over 1024 prefixes, evenly', () => {
    const counts = new Map<string, number>()
    for (let made = 0; made < 102_400; made += 1) {
      const [, , prefix = ''] = names.blob(newBlobKey(NOW)).split('/')
      counts.set(prefix, (counts.get(prefix) ?? 0) + 1)
    }
    expect(counts.size).toBe(1024)
    // A hundred each, give or take six standard deviations.
    expect(Math.max(...counts.values())).toBeLessThan(160)
    expect(Math.min(...counts.values())).toBeGreaterThan(40)
  })

  it('finds the key of a name that it gave, and of no other', () => {
    const key = newBlobKey(NOW)
    const name = names.blob(key)
    expect(names.keyOf(name)).toBe(key)
    expect(names.keyOf(names.quarantined(key))).toBeNull()
    expect(names.keyOf(`media/blobs/${key}`)).toBeNull()
    expect(names.keyOf(createObjectNames('other/').blob(key))).toBeNull()
  })
})
