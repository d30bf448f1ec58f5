import { randomUUID } from 'node:crypto'
import type { Principal } from '@stowage/core'
import { createMemoryMetadata } from '@stowage/core/memory'
import { createApiFixture } from '@stowage/testing/internal'
import { describe, expect, it } from 'vitest'

/** Records that note the name of each call. */
function watchedMetadata() {
  const metadata = createMemoryMetadata()
  const calls: string[] = []
  const assets = new Proxy(metadata.assets, {
    get(target, name) {
      calls.push(String(name))
      return Reflect.get(target, name)
    },
  })
  return { calls, metadata: { ...metadata, assets } }
}

const ann: Principal = {
  kind: 'external',
  id: 'ann',
  tenant: 'default',
  permissions: ['read', 'write', 'delete'],
}

describe('look-ups of the database', () => {
  it.each([
    ['scope', { scope: () => ({ createdBy: 'ann' }) }],
    ['authorize', { authorize: () => 'unknown' }],
  ] as const)('are the same for what %s hides as for what is not there', async (_name, options) => {
    const { calls, metadata } = watchedMetadata()
    const { send, store } = await createApiFixture(
      { authenticate: () => ann, ...options },
      { metadata },
    )
    const { id, publicFileId } = await store.upload(Buffer.from('x'))
    const callsOf = async (id: string, file: string) => {
      calls.length = 0
      const json = (value: object) => ({
        parsedJson: { value },
        headers: { 'content-type': 'application/json' },
      })
      const answers = [
        await send('GET', `/assets/${id}`),
        await send('GET', `/files/${file}/content`),
        await send('HEAD', `/files/${file}/download`),
        await send('PATCH', `/assets/${id}`, json({ data: { type: 'assets', id } })),
        await send('POST', '/assets/bulk-trash', json({ asset_ids: [id] })),
        await send('POST', '/assets/bulk-restore', json({ asset_ids: [id] })),
        await send('DELETE', '/assets/bulk-permanent', json({ asset_ids: [id] })),
      ]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404])
      return [...calls]
    }
    const hidden = await callsOf(id, publicFileId)
    expect(hidden.length).toBeGreaterThanOrEqual(7)
    expect(hidden).toEqual(await callsOf(randomUUID(), randomUUID()))
    await store.close()
  })
})
