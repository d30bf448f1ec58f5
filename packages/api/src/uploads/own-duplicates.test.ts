import { createApiFixture } from '@stowage/testing/internal'
import { describe, expect, it } from 'vitest'

describe('Idempotency-Key with authorize', () => {
  it('shows what the first upload stored only to a principal that may get it', async () => {
    let isOpen = true
    const { upload } = await createApiFixture({ authorize: () => isOpen || 'unknown' })
    const once = { headers: { 'idempotency-key': '"once"' } }
    const first = await upload('x', once)
    expect((await upload('x', once)).data.id).toBe(first.data.id)
    isOpen = false
    const hidden = await upload('x', once)
    expect([hidden.status, hidden.errors[0]?.code]).toEqual([404, 'asset_not_found'])
  })
})

describe('the option onDuplicate of the store', () => {
  it('holds for uploads that do not say it', async () => {
    const { upload } = await createApiFixture({}, { onDuplicate: 'return' })
    const [first, again] = [await upload('x'), await upload('x')]
    expect([first.status, again.status]).toEqual([201, 200])
    expect((await upload('x', { headers: { 'stowage-on-duplicate': 'store' } })).status).toBe(201)
  })
})
