import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Service, startService } from '../testing/service.fixture.ts'
import type { Client } from './client.ts'

let service: Service
let manager: Client

beforeEach(async () => {
  service = await startService()
  const permissions = ['read', 'write', 'manage'] as const
  const { token } = await service.store.keys.create({ name: 'manager', permissions })
  manager = service.client({ token })
})

afterEach(() => service.close())

it('makes keys, lists them and revokes them', async () => {
  const made = await manager.keys.create({ name: 'website', permissions: ['read'] })
  const reader = service.client({ token: made.attributes.token })
  expect((await reader.list()).data).toEqual([])
  const { data, meta } = await manager.keys.list({ per_page: 1 })
  expect(data.map(({ id, attributes }) => [id, attributes.name])).toEqual([[made.id, 'website']])
  expect(meta.total).toBe(3)
  await manager.keys.revoke(made.id)
  await expect(reader.list()).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(manager.keys.revoke('unknown12345')).rejects.toMatchObject({ code: 'key_not_found' })
})

it('is refused what its own key may not do', async () => {
  await expect(service.client().keys.list()).rejects.toMatchObject({ code: 'forbidden' })
  const permissions = ['delete'] as const
  await expect(
    manager.keys.create({ name: 'x', permissions: [...permissions] }),
  ).rejects.toMatchObject({ code: 'forbidden' })
})

it('learns from usage what it may do', async () => {
  expect((await manager.usage()).meta).toBeUndefined()
  expect((await manager.usage({ with_meta: '1' })).meta).toEqual({
    permissions: ['read', 'write', 'manage'],
    version_bytes: 0,
    webhooks: true,
  })
})
