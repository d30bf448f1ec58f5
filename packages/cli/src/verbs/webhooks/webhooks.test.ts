import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { webhooks } from '@stowage/webhooks'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPlaces, type Places } from '../../testing/places.fixture.ts'
import { objectsOf, runCli } from '../../testing/run-cli.fixture.ts'

const SIGNING_SECRET = 's'.repeat(40)
const ENV = { STOWAGE_SIGNING_SECRET: SIGNING_SECRET }
let places: Places
let receiver: Server
let url: string
let status: number
/** Of the webhook; empty: nothing is verified. */
let secret: string
let received: string[]

beforeEach(async () => {
  status = 204
  secret = ''
  received = []
  receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    if (secret !== '') {
      new Webhook(secret).verify(body, request.headers as Record<string, string>)
    }
    received.push(JSON.parse(body).type)
    response.writeHead(status).end(status === 204 ? undefined : 'bro\u001b[2Jken')
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo
  url = `http://127.0.0.1:${port}/hook`
  places = await openPlaces({
    baseUrl: 'https://media.example.com',
    signing: { secrets: [SIGNING_SECRET] },
    webhooks: webhooks({ allowHttp: true, allowedNetworks: ['127.0.0.1'], ports: [port] }),
  })
})
afterEach(async () => {
  receiver.close()
  await places.close()
})

describe.each(['local', 'server'] as const)('webhooks on a %s', (kind) => {
  const run = (args: readonly string[], options = {}) =>
    runCli(['webhooks', ...args, ...places[kind]], { env: ENV, ...options })
  /** What a command needs that opens the store itself. */
  const rules = () => {
    const { port } = receiver.address() as AddressInfo
    return kind === 'server'
      ? []
      : ['--allow-http', '--network', '127.0.0.1', '--ports', String(port)]
  }

  async function add(...args: readonly string[]) {
    const added = await run(['add', url, '--json', ...args, ...rules()])
    expect(added).toMatchObject({ exitCode: 0, stderr: '' })
    const [webhook] = objectsOf(added.stdout)
    return webhook as { readonly id: string; readonly secret: string }
  }

  it('adds, lists, pings, replays and removes', async () => {
    const { id, ...webhook } = await add('--types', 'asset.created')
    secret = webhook.secret
    expect(webhook).toMatchObject({ url, types: ['asset.created'], state: 'enabled', failures: 0 })
    expect(secret).toMatch(/^whsec_/)
    const listed = await run(['ls'])
    expect(listed.stdout).toMatch(/^URL +TYPES +STATE +FAILURES +ID *\n/)
    expect(listed.stdout).toContain(id)
    expect(listed.stdout).not.toContain(secret)
    expect((await run(['ls', '-q'])).stdout).toBe(`${id}\n`)
    expect(await run(['ping', id, ...rules()])).toMatchObject({
      exitCode: 0,
      stdout: `✔ ${id} answered 204.\n`,
    })
    status = 500
    const failed = await run(['ping', id, ...rules()])
    expect(failed).toMatchObject({ exitCode: 1, stdout: '' })
    expect(failed.stderr).toContain(`${id}: it answered 500. bro\\x1b[2Jken`)
    expect(received).toEqual(['ping', 'ping'])
    expect(await run(['replay', id, '--since', '2h'])).toMatchObject({
      exitCode: 0,
      stdout: `✔ ${id} gets them again.\n`,
    })
    expect((await run(['rm', id])).exitCode).toBe(2)
    expect(await run(['rm', id, '--yes'])).toMatchObject({
      exitCode: 0,
      stdout: `✔ ${id} is deleted.\n`,
    })
    const gone = await run(['rm', id, '--yes'])
    expect(gone).toMatchObject({ exitCode: 1, stdout: '' })
    expect(gone.stderr).toMatch(new RegExp(`${id}: .*no such webhook`))
    expect((await run(['ls'])).stderr).toContain('There is no webhook.')
  })

  it('shows deliveries with their answers, and sends them again', async () => {
    const { id } = await add('--types', 'asset.created')
    expect((await run(['deliveries', id])).stderr).toContain('There is no such delivery.')
    status = 500
    await places.store.upload(Buffer.from('a'), { name: 'a.txt' })
    await vi.waitUntil(async () => (await places.store.webhooks.get(id)).failures > 0, {
      timeout: 60_000,
    })
    const listed = await run(['deliveries', id])
    expect(listed.stdout).toMatch(/^TYPE +STATE +ATTEMPTS +STATUS +CREATED +ANSWER +ID *\n/)
    expect(listed.stdout).toContain('bro\\x1b[2Jken')
    const [delivery] = objectsOf((await run(['deliveries', id, '--json'])).stdout)
    expect(delivery).toMatchObject({ event_type: 'asset.created', state: 'waiting', status: 500 })
    expect((await run(['deliveries', id, '--state', 'dead', '-q'])).stdout).toBe('')
    status = 204
    const unknown = '018f0000-0000-7000-8000-000000000000'
    const retried = await run(['retry', id, '-'], { stdin: `${delivery?.id}\n${unknown}\n` })
    expect(retried).toMatchObject({ exitCode: 1, stdout: `✔ ${delivery?.id} is sent again.\n` })
    expect(retried.stderr).toMatch(new RegExp(`${unknown}: .*no such delivery`))
    const done = async () => (await run(['deliveries', id, '--state', 'done', '-q'])).stdout
    await vi.waitUntil(async () => (await done()) === `${delivery?.id}\n`, { timeout: 60_000 })
  })

  it('lists more than one page of deliveries', async () => {
    const { id } = await add('--types', 'folder.created')
    for (let count = 0; count < 105; count += 1) {
      await places.store.folders.create({ name: String(count) })
    }
    const all = async () => (await run(['deliveries', id, '-q'])).stdout.split('\n').length - 1
    await vi.waitUntil(async () => (await all()) === 105, { timeout: 60_000 })
    expect((await run(['deliveries', id])).stderr).toContain('The newest 100. --all shows')
    expect((await run(['deliveries', id, '--limit', '3', '-q'])).stdout.match(/\n/g)?.length).toBe(
      3,
    )
  })

  it('sends what filters say, as of ls, until they are changed', async () => {
    const folder = await places.store.folders.create({ name: 'Press' })
    const { id } = await add('--type', 'image', '--tag', 'a,b', '--in', 'Press')
    const filterOf = async () => {
      const [webhook] = objectsOf((await run(['ls', '--json'])).stdout)
      return webhook?.filter
    }
    expect(await filterOf()).toEqual({ type: ['image'], tag: ['a', 'b'], folder_tree: folder.id })
    expect(await places.store.webhooks.get(id)).toMatchObject({
      filter: { type: ['image'], tags: ['a', 'b'], folderTree: folder.id },
    })
    const changed = await run(['update', id, '--no-filter', '--types', 'all', '--disable'])
    expect(changed).toMatchObject({
      ...{ exitCode: 0, stderr: '' },
      stdout: `✔ ${id} is changed. It is disabled.\n`,
    })
    expect(await places.store.webhooks.get(id)).toMatchObject({
      ...{ filter: null, types: null, state: 'disabled' },
    })
    expect((await run(['replay', id, '--since', '1h'])).stderr).toContain('It is disabled')
    const to = await run(['update', id, '--enable', '--to', `${url}/new`, ...rules()])
    expect(to).toMatchObject({ exitCode: 0, stderr: '' })
    expect(await places.store.webhooks.get(id)).toMatchObject({ url: `${url}/new`, filter: null })
  })

  it('gives another secret, which is shown once', async () => {
    const { id, secret: old } = await add()
    const rotated = await run(['rotate', id, '-q'])
    expect(rotated).toMatchObject({ exitCode: 0, stderr: '' })
    secret = rotated.stdout.trim()
    expect(secret).toMatch(/^whsec_/)
    expect(secret).not.toBe(old)
    expect((await run(['ping', id, ...rules()])).exitCode).toBe(0)
  })

  it.each([
    [['add', 'https://user@example.com/'], 1, 'user'],
    [['add', 'https://example.com/', '--types', 'all,asset.created'], 2, '"all" stands alone'],
    [['replay', 'id', '--since', 'soon'], 2, '--since'],
    [['deliveries', 'id', '--state', 'lost'], 2, 'waiting, done, dead'],
    [['update', 'id'], 2, 'Say what to change'],
    [['update', 'id', '--enable', '--disable'], 2, 'not both'],
    [['update', 'id', '--no-filter', '--tag', 'a'], 2, 'not both'],
  ])('refuses %j', async (args, exitCode, words) => {
    const refused = await run(args)
    expect(refused.stderr).toContain(words)
    expect(refused).toMatchObject({ exitCode, stdout: '' })
  })
})

it.each([
  [['add', 'http://example.com/'], 1, 'https'],
  [['add', 'https://example.com/', '--types', 'asset.lost'], 2, 'types'],
  [['add', 'https://example.com/', '--network', 'everything'], 2, 'allowedNetworks'],
])('refuses %j on a store', async (args, exitCode, words) => {
  const refused = await runCli(['webhooks', ...args, ...places.local], { env: ENV })
  expect(refused.stderr).toContain(words)
  expect(refused).toMatchObject({ exitCode, stdout: '' })
})

it('needs the secret of signed URLs on a store, and the rules of the service on a service', async () => {
  const secretless = await runCli(['webhooks', 'ls', ...places.local])
  expect(secretless.stderr).toContain('Set STOWAGE_SIGNING_SECRET to what the app gives')
  expect(secretless.exitCode).not.toBe(0)
  const ruled = await runCli(['webhooks', 'add', url, '--allow-http', ...places.server])
  expect(ruled).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('its own rules') })
})

it('says that a service has no webhooks', async () => {
  const without = await openPlaces()
  const { exitCode, stderr } = await runCli(['webhooks', 'ls', ...without.server])
  await without.close()
  expect(exitCode).not.toBe(0)
  expect(stderr).toContain('This service sends no webhooks.')
})
