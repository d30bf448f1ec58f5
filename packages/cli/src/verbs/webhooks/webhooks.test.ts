import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPlaces, type Places } from '../../testing/places.fixture.ts'
import { objectsOf, runCli } from '../../testing/run-cli.fixture.ts'

const ENV = { STOWAGE_SIGNING_SECRET: 's'.repeat(40) }
let places: Places
let server: Server
let rules: readonly string[]
let url: string
let status: number
let secret: string

beforeEach(async () => {
  places = await openPlaces()
  status = 204
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    new Webhook(secret).verify(body, request.headers as Record<string, string>)
    response.writeHead(status).end(status === 204 ? undefined : 'broken')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  url = `http://127.0.0.1:${port}/hook`
  rules = ['--allow-http', '--network', '127.0.0.1', '--ports', String(port)]
})
afterEach(async () => {
  server.close()
  await places.close()
})

const run = (...args: string[]) => runCli(['webhooks', ...args, ...places.local], { env: ENV })

it('adds, lists, pings, replays and removes', async () => {
  const added = await run('add', url, '--types', 'asset.created', '--json', ...rules)
  expect(added).toMatchObject({ exitCode: 0, stderr: '' })
  const [{ id = '', ...webhook } = {}] = objectsOf(added.stdout) as Record<string, string>[]
  secret = webhook.secret ?? ''
  expect(webhook).toMatchObject({ url, types: ['asset.created'], state: 'enabled', failures: 0 })
  expect(secret).toMatch(/^whsec_/)
  const listed = await run('ls')
  expect(listed.stdout).toMatch(/^URL +TYPES +STATE +FAILURES +ID *\n/)
  expect(listed.stdout).toContain(id)
  expect(listed.stdout).not.toContain(secret)
  expect((await run('ls', '-q')).stdout).toBe(`${id}\n`)
  const accepted = { exitCode: 0, stdout: `✔ ${id} answered 204.\n` }
  expect(await run('ping', id, ...rules)).toMatchObject(accepted)
  status = 500
  const failed = await run('ping', id, ...rules)
  expect(failed).toMatchObject({ exitCode: 1, stdout: '' })
  expect(failed.stderr).toContain(`${id}: it answered 500. broken`)
  expect((await run('ping', id)).stderr).toContain('Only URLs of https are called.')
  expect(await run('replay', id, '--since', '2h')).toMatchObject({
    exitCode: 0,
    stdout: `✔ ${id} gets them again.\n`,
  })
  expect(await run('deliveries', id)).toMatchObject({
    exitCode: 0,
    stdout: '',
    stderr: expect.stringContaining('There is no such delivery.'),
  })
  expect((await run('rm', id)).exitCode).toBe(2)
  expect(await run('rm', id, '--yes')).toMatchObject({
    exitCode: 0,
    stdout: `✔ ${id} is deleted.\n`,
  })
  const gone = await run('rm', id, '--yes')
  expect(gone.exitCode).toBe(1)
  expect((await run('ls')).stderr).toContain('There is no webhook.')
})

it.each([
  [['add', 'https://user@example.com/'], 1, 'user'],
  [['add', 'http://example.com/'], 1, 'https'],
  [['add', 'https://example.com/', '--types', 'asset.lost'], 2, 'types'],
  [['add', 'https://example.com/', '--network', 'everything'], 2, 'allowedNetworks'],
  [['replay', 'id', '--since', 'soon'], 2, '--since'],
  [['deliveries', 'id', '--state', 'lost'], 2, 'waiting, done, dead'],
])('refuses %j', async (args, exitCode, words) => {
  const refused = await run(...args)
  expect(refused.stderr).toContain(words)
  expect(refused).toMatchObject({ exitCode, stdout: '' })
})

it('needs the store itself, and the secret of its signed URLs', async () => {
  const service = await runCli(['webhooks', 'ls', ...places.server], { env: ENV })
  expect(service.exitCode).toBe(2)
  expect(service.stderr).toContain('"stowage webhooks ls" needs the store itself')
  const secretless = await runCli(['webhooks', 'ls', ...places.local])
  expect(secretless.stderr).toContain('Set STOWAGE_SIGNING_SECRET to what the app gives')
  expect(secretless.exitCode).not.toBe(0)
})
