import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Service, startService } from '../testing/service.fixture.ts'
import type { Client } from './client.ts'

let service: Service
let manager: Client

beforeEach(async () => {
  service = await startService()
  const { token } = await service.store.keys.create({ name: 'manager', permissions: ['manage'] })
  manager = service.client({ token })
})

afterEach(() => service.close())

it('lists jobs page by page, and discards one', async () => {
  const { jobs } = service.store
  const ids = [await jobs.enqueue('mail', 1), await jobs.enqueue('mail', 2)]
  const { data, links } = await manager.jobs.list({ 'page[size]': 1 })
  expect(data.map(({ id, attributes }) => [id, attributes.kind, attributes.state])).toEqual([
    [ids[0], 'mail', 'waiting'],
  ])
  const after = new URL(String(links.next)).searchParams.get('page[after]') ?? ''
  const next = await manager.jobs.list({ 'page[after]': after, 'filter[kind]': 'mail' })
  expect(next.data.map(({ id }) => id)).toEqual([ids[1]])
  await manager.jobs.retry(String(ids[0]))
  await manager.jobs.discard(String(ids[0]))
  expect((await manager.jobs.list()).data.map(({ id }) => id)).toEqual([ids[1]])
  const gone = { code: 'job_not_found' }
  await expect(manager.jobs.discard(String(ids[0]))).rejects.toMatchObject(gone)
  await expect(manager.jobs.retry(String(ids[0]))).rejects.toMatchObject(gone)
})

it('is refused without the permission', async () => {
  await expect(service.client().jobs.list()).rejects.toMatchObject({ code: 'forbidden' })
})
