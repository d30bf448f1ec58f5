import { EventEmitter, once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@stowage/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LocalLocation } from '../../options/location.ts'
import { signingOf } from '../../serve/signing-secret.ts'
import { objectsOf, runCli } from '../../testing/run-cli.fixture.ts'

describe('serve', () => {
  let directory: string

  beforeEach(async () => {
    directory = path.join(await mkdtemp(path.join(tmpdir(), 'stowage-serve-')), 'media')
  })
  afterEach(() => rm(path.dirname(directory), { recursive: true, force: true }))

  /** Serves until `use` is through. */
  async function serving<Result>(
    args: readonly string[],
    use: (url: string, key: string) => Promise<Result>,
    { isEndedByItself = false } = {},
  ) {
    const signals = new EventEmitter()
    let said = ''
    const ended = runCli(['serve', '--port', '0', '--json', '-d', directory, ...args], {
      signals,
      onStdout: (text) => {
        said += text
      },
    })
    while (!said.includes('\n')) {
      const result = await Promise.race([ended, pause(20)])
      if (result !== undefined) throw new Error(result.stderr)
    }
    const [{ url, key }] = objectsOf(said) as [Record<'url' | 'key', string>]
    const result = await use(url, key).finally(() => isEndedByItself || signals.emit('SIGINT'))
    return { key, result, ...(await ended) }
  }

  it('makes a store and a key, and ends when it is told to', async () => {
    const first = await serving([], async (baseUrl, token) => {
      const client = createClient({ baseUrl, token })
      const { attributes } = await client.upload(new Blob(['hello']), { name: 'a.txt' })
      const { data } = await client.list({ sign: 600, page: 1 })
      const signed = await fetch(data[0]?.meta?.signed?.url ?? '')
      expect(await signed.text()).toBe('hello')
      return attributes.name
    })
    expect(first).toMatchObject({ exitCode: 0, result: 'a.txt', stderr: '' })
    expect(first.key).toMatch(/^stw_/)
    const again = await serving([], async (baseUrl) => {
      const { meta } = await createClient({ baseUrl, token: first.key }).list()
      return meta.total
    })
    expect(again).toMatchObject({ exitCode: 0, key: null, result: 1 })
  })

  it('leaves free of the volume what --keep-free says', async () => {
    const full = await serving(['--keep-free', '4294967296'], async (baseUrl, token) => {
      const client = createClient({ baseUrl, token, retries: 0 })
      return client.upload(new Blob(['hello']), { name: 'a.txt' }).catch(({ code }) => code)
    })
    expect(full).toMatchObject({ exitCode: 0, result: 'insufficient_storage' })
    const wrong = await runCli(['serve', '--keep-free', '1.5', '-d', directory])
    expect(wrong).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/keep-free/) })
    const elsewhere = await runCli(['serve', '--keep-free', '1', '--postgres', 'postgres://x/x'])
    expect(elsewhere).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/in a folder/) })
  })

  it('says so and ends when the store has moved, and all that it has answered for is at the new place', async () => {
    const moved = path.join(path.dirname(directory), 'moved')
    const uploaded: string[] = []
    const served = serving(
      [],
      async (baseUrl, token) => {
        const client = createClient({ baseUrl, token, retries: 0 })
        const upload = (name: string) =>
          client.upload(new Blob([name]), { name }).then(({ id }) => id)
        uploaded.push(await upload('before'))
        const migrated = runCli(['migrate', '--to-directory', moved, '--yes', '-d', directory])
        // Until a write is refused: the records are elsewhere.
        for (let n = 0; ; n += 1) {
          const id = await upload(`meanwhile ${n}`).catch(() => null)
          if (id === null) break
          uploaded.push(id)
        }
        expect(await migrated).toMatchObject({ exitCode: 0 })
        return baseUrl
      },
      { isEndedByItself: true },
    )
    const { exitCode, stderr } = await served
    expect([exitCode, stderr]).toEqual([
      3,
      expect.stringMatching(/has moved to another place: this service ends/),
    ])
    expect(uploaded.length).toBeGreaterThan(1)
    const listed = await runCli(['ls', '-q', '--all', '-d', moved])
    expect(listed.stdout.trim().split('\n').sort()).toEqual(uploaded.sort())
    expect(await runCli(['verify', '-d', moved])).toMatchObject({ exitCode: 0 })
  })

  it('keeps who did what where it is told to', async () => {
    const { result: id } = await serving(['--audit', '90'], async (baseUrl, token) => {
      return (await createClient({ baseUrl, token }).upload(new Blob(['a']), { name: 'a.txt' })).id
    })
    const { stdout } = await runCli(['audit', '--json', '-d', directory])
    expect(objectsOf(stdout)).toMatchObject([
      { action: 'asset.created', actor: expect.stringMatching(/^\w{12}$/), asset_id: id },
      { action: 'key.created', actor: 'cli' },
    ])
  })

  it('fetches by URL where it is told to, from the hosts that it is told', async () => {
    const reasons = (...options: readonly string[]) =>
      serving(options, async (baseUrl, token) => {
        const client = createClient({ baseUrl, token: token ?? key, retries: 0 })
        key = token ?? key
        const urls = ['http://169.254.169.254/', 'https://example.com/a.png']
        const attempts = urls.map((url) => client.uploadFromUrl(url).catch((error) => error))
        return (await Promise.all(attempts)).map(({ errors: [error] }) => [
          error.code,
          error.meta?.reason,
        ])
      })
    let key = ''
    const off = ['route_not_found', undefined]
    expect((await reasons()).result).toEqual([off, off])
    expect((await reasons('--from-url', '*.example.com')).result).toEqual([
      ['url_refused', 'host'],
      ['url_refused', 'host'],
    ])
    const wrong = await runCli(['serve', '--from-url', 'https://x', '-d', directory])
    expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringContaining('--from-url: ')])
  })

  it('sends webhooks where it knows its own URL', async () => {
    const received: Record<string, string>[] = []
    const receiver = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request.setEncoding('utf8')) body += chunk
      const { type, data } = JSON.parse(body)
      received.push({ type, url: data.asset?.attributes.url })
      response.writeHead(204).end()
    })
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const { port } = receiver.address() as AddressInfo
    const rules = ['--webhook-http', '--webhook-networks', '127.0.0.1']
    const sending = [...rules, '--webhook-ports', String(port)]
    const base = ['--base-url', 'https://media.example.com']
    const list = (baseUrl: string, token: string) =>
      createClient({ baseUrl, token, retries: 0 })
        .webhooks.list()
        .then(({ data }) => data.length)
        .catch(({ code }) => code)
    const { key } = await serving([...base, ...sending], async (baseUrl, token) => {
      const client = createClient({ baseUrl, token, retries: 0 })
      await client.webhooks.create({ url: `http://127.0.0.1:${port}/`, types: ['asset.created'] })
      await client.upload(new Blob(['a']), { name: 'a.txt' })
      while (received.length === 0) await pause(20)
    })
    receiver.close()
    expect(received).toEqual([
      { type: 'asset.created', url: expect.stringMatching(/^https:\/\/media\.example\.com\//) },
    ])
    // The secret that encrypts is the one of before: it can be read again.
    expect((await serving(base, (url) => list(url, key))).result).toBe(1)
    expect((await serving([], (url) => list(url, key))).result).toBe('route_not_found')
    const off = await serving([...base, '--no-webhooks'], (url) => list(url, key))
    expect(off).toMatchObject({ result: 'route_not_found', stderr: '' })
    for (const [args, words] of [
      [[...rules], 'give --base-url'],
      [[...base, '--no-webhooks', '--webhook-http'], 'leave --no-webhooks out'],
      [[...base, '--webhook-networks', 'everything'], '--webhook-networks: '],
      [[...base, '--webhook-ports', 'web'], '--webhook-ports: '],
    ] as const) {
      const wrong = await runCli(['serve', '-d', directory, ...args])
      expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringContaining(words)])
    }
  })

  it('shows the page, unless it shall not', async () => {
    const page = await serving([], async (url) => (await fetch(`${url}/`)).text())
    expect(page.result).toContain('<meta name="stowage"')
    const elsewhere = await serving(['--base-url', 'https://media.example.com'], async (url) =>
      (await fetch(`${url}/`)).headers.get('content-security-policy'),
    )
    expect(elsewhere.result).toMatch(/img-src [^;]*https:\/\/media\.example\.com/)
    expect(objectsOf(elsewhere.stdout)).toMatchObject([
      { page: 'https://media.example.com/', api: 'https://media.example.com/api/v1' },
    ])
    const none = await serving(['--no-page'], async (url) => (await fetch(`${url}/`)).status)
    expect(none.result).toBe(404)
  })

  it('keeps its secret from others', async () => {
    await serving([], async () => {})
    const file = path.join(directory, 'signing-secret')
    expect((await readFile(file, 'utf8')).length).toBeGreaterThanOrEqual(32)
    expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600')
  })

  it('makes one secret when two processes start at once', async () => {
    const location = { directory, isDirectoryGiven: true } as LocalLocation
    const made = await Promise.all([1, 2, 3, 4].map(() => signingOf(location, undefined)))
    expect(new Set(made.map((signing) => signing?.secrets[0])).size).toBe(1)
    expect(await readdir(directory)).toEqual(['signing-secret'])
  })

  it('refuses what is not allowed', async () => {
    const { result } = await serving(['--allow', 'image/*'], async (baseUrl, token) => {
      const client = createClient({ baseUrl, token })
      return client.upload(new Blob(['hello'])).catch(({ code }) => code)
    })
    expect(result).toBe('type_not_allowed')
  })

  it('says that a port is in use', async () => {
    const { result } = await serving([], async (url) => {
      const { port } = new URL(url)
      return runCli(['serve', '--port', port, '-d', directory])
    })
    expect(result).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('is in use') })
  })

  it('names what the person wrote', async () => {
    const env = { STOWAGE_SIGNING_SECRET: 'hunter2' }
    const secret = await runCli(['serve', '-d', directory], { env })
    expect([secret.exitCode, secret.stderr]).toEqual([
      2,
      expect.stringContaining('STOWAGE_SIGNING_SECRET'),
    ])
    expect(secret.stderr).not.toMatch(/signing\.secrets|hunter2/)
    const allow = await runCli(['serve', '-d', directory, '--allow', 'nonsense'])
    expect(allow.stderr).toContain('--allow')
    const port = await runCli(['serve', '-d', directory], { env: { PORT: 'web' } })
    expect([port.exitCode, port.stderr]).toEqual([2, expect.stringContaining('PORT: It must be')])
    const base = await runCli(['serve', '-d', directory, '--port', '0', '--base-url', 'nonsense'])
    expect([base.exitCode, base.stderr]).toEqual([2, expect.stringContaining('--base-url')])
  })

  it.each([
    [['--port', '70000']],
    [['--retention-days', '0']],
    [['--allow', 'nonsense']],
    [['--audit', '0']],
  ])('refuses %j', async (args) => {
    const { exitCode } = await runCli(['serve', '-d', directory, ...args])
    expect(exitCode).toBe(2)
  })
})
