import type { Principal } from '@stowage/core'
import { describe, expect, it } from 'vitest'
import { ConcurrencyLimit } from './concurrency-limit.ts'

const forever = new Promise<never>(() => {})

function principal(tenant: string, id: string): Principal {
  return { tenant, id, kind: 'external', permissions: ['write'] }
}

describe('ConcurrencyLimit', () => {
  it('counts principals of one id in two tenants apart', async () => {
    const uploads = new ConcurrencyLimit(1)
    void uploads.run(principal('one', '7'), () => forever)
    const tooMany = { problems: [{ code: 'too_many_requests', meta: { limit: 1 } }] }
    await expect(uploads.run(principal('one', '7'), () => forever)).rejects.toMatchObject(tooMany)
    await expect(uploads.run(principal('other', '7'), async () => 'ran')).resolves.toBe('ran')
    await expect(uploads.run(principal('one', '8'), async () => 'ran')).resolves.toBe('ran')
  })

  it('gives the place of an upload that failed to the next one', async () => {
    const uploads = new ConcurrencyLimit(1)
    const failing = () => Promise.reject(new Error('cut off'))
    await expect(uploads.run(principal('one', '7'), failing)).rejects.toThrow('cut off')
    await expect(uploads.run(principal('one', '7'), async () => 'ran')).resolves.toBe('ran')
  })

  it('lets a ticket have as many as it has files, and a few more, also without a limit', async () => {
    const uploads = new ConcurrencyLimit(null)
    const ticket = { tenant: 'one', id: 'ticket', files: 2 }
    for (let running = 0; running < 10; running += 1) void uploads.run(ticket, () => forever)
    const tooMany = { problems: [{ code: 'too_many_requests', meta: { limit: 10 } }] }
    await expect(uploads.run(ticket, () => forever)).rejects.toMatchObject(tooMany)
    await expect(uploads.run(principal('one', '7'), async () => 'ran')).resolves.toBe('ran')
  })
})
