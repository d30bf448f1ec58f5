import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlaces, type Places } from '../../testing/places.fixture.ts'
import { objectsOf, runCli } from '../../testing/run-cli.fixture.ts'

describe('from-url', () => {
  const host = createServer((request, response) => {
    response.statusCode = request.url?.endsWith('.txt') ? 200 : 404
    response.end('hello')
  })
  let places: Places
  let base: string

  beforeAll(async () => {
    places = await openPlaces()
    host.listen(0, '127.0.0.1')
    await once(host, 'listening')
    base = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    host.close()
    await places.close()
  })

  it('stores what URLs lead to, and says which did not', async () => {
    const urls = [`${base}/a.txt`, `${base}/gone`, `${base}/b.txt`]
    const into = ['--into', 'From/There', '--network', '127.0.0.1', '--json']
    const { exitCode, stdout, stderr } = await runCli([
      'from-url',
      ...urls,
      ...into,
      ...places.local,
    ])
    expect(exitCode).toBe(1)
    expect(objectsOf(stdout)).toMatchObject([
      { name: 'a.txt', status: 'stored', bytes: 5 },
      { name: 'b.txt', status: 'stored' },
    ])
    expect(objectsOf(stderr)).toMatchObject([{ url: urls[1], status: 'refused' }])
    const folder = (await places.store.folders.list()).folders.find(({ name }) => name === 'There')
    const { assets } = await places.store.list()
    expect(assets.map(({ folderId }) => folderId)).toEqual([folder?.id, folder?.id])
  })

  it('fetches from public hosts alone, unless it is told of a network', async () => {
    const refused = await runCli(['from-url', `${base}/a.txt`, ...places.local])
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('public')])
    const network = ['--network', 'home']
    const wrong = await runCli(['from-url', `${base}/a.txt`, ...network, ...places.local])
    expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringContaining('--network: ')])
  })

  it('asks a service to fetch, where that is switched on', async () => {
    const off = await runCli(['from-url', `${base}/a.txt`, ...places.server])
    expect([off.exitCode, off.stderr]).toEqual([1, expect.stringContaining('/a.txt')])
    const own = ['--network', '127.0.0.1']
    expect((await runCli(['from-url', base, ...own, ...places.server])).exitCode).toBe(2)
  })
})
