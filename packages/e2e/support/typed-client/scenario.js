import { createClient, isApiClientError } from '@stowage/client'

const MEBIBYTE = 1024 ** 2

/**
 * What an app does with the typed client, in a page or under Node. Resolves to what was seen, as `[name, passed,
 * detail]`. The service loses the first answer to each value of `x-lose`, and never reads a body with `x-hold`.
 */
export async function runScenario({ baseUrl, token }) {
  const client = createClient({ baseUrl, token })
  const seen = []
  const steps = { uploads, aborts, retries, lists, refuses, fails, uploadsByTicket }
  for (const [name, step] of Object.entries(steps)) {
    try {
      seen.push([name, true, await step(client, { baseUrl, token })])
    } catch (error) {
      seen.push([name, false, error.stack])
    }
  }
  return seen
}

async function uploads(client) {
  const loaded = []
  const size = 20 * MEBIBYTE
  const file = new File([new Uint8Array(size).fill(65)], 'large.txt')
  const { id, attributes } = await client.upload(file, {
    onProgress: (progress) => loaded.push(progress.loaded),
  })
  equal([attributes.name, attributes.size], ['large.txt', size])
  const rises = loaded.every((bytes, index) => index === 0 || bytes >= loaded[index - 1])
  equal([rises, loaded.length > 1, loaded.at(-1)], [true, true, size])
  const content = await client.content(attributes.public_file_id)
  equal((await content.blob()).size, size)
  await client.trash(id)
  await client.restore(id)
  return `20 MiB with ${loaded.length} reports`
}

async function aborts(client, { baseUrl, token }) {
  const { total } = (await client.list()).meta
  const held = createClient({ baseUrl, token, headers: () => ({ 'x-hold': '1' }) })
  const controller = new AbortController()
  const reason = new Error('enough')
  const options = { signal: controller.signal, onProgress: () => controller.abort(reason) }
  const file = new Blob([new Uint8Array(20 * MEBIBYTE)])
  equal((await rejectionOf(held.upload(file, options))) === reason, true)
  equal((await client.list()).meta.total, total)
  return 'rejects with the reason, and stores nothing'
}

async function retries(client, { baseUrl, token }) {
  const { total } = (await client.list()).meta
  const ways = { 'with progress': { onProgress() {} }, 'without progress': {} }
  for (const [name, options] of Object.entries(ways)) {
    const headers = () => ({ 'x-lose': name })
    const losing = createClient({ baseUrl, token, headers })
    const { attributes } = await losing.upload(new Blob([name]), { ...options, name })
    equal(attributes.name, name)
  }
  equal((await client.list()).meta.total, total + 2)
  return 'stores a file once whose answer was lost'
}

async function lists(client) {
  const files = ['a', 'b', 'c', 'd', 'e'].map((name) => new File([name], `${name}.txt`))
  const stored = await client.uploadMany(files)
  const names = []
  for await (const { attributes } of client.assets({ per_page: 2 })) names.push(attributes.name)
  equal(
    stored.map(({ attributes }) => attributes.name),
    ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt'],
  )
  equal(names.length, (await client.list()).meta.total)
  equal(new Set(names.slice(0, 5)), new Set(files.map(({ name }) => name)))
  return `${names.length} assets in pages of 2`
}

async function refuses(client, { baseUrl }) {
  const stranger = createClient({ baseUrl, token: 'stw_wrong' })
  const elsewhere = createClient({ baseUrl: `${baseUrl}/nowhere`, retries: 0 })
  const large = new Blob([new Uint8Array(33 * MEBIBYTE)])
  const onProgress = () => {}
  const calls = {
    unauthenticated: () => stranger.list(),
    asset_not_found: () => client.get('00000000-0000-7000-8000-000000000000'),
    file_too_large: () => client.upload(large, { onProgress }),
    type_not_allowed: () => client.upload(new Blob(['%PDF-1.4\n%%EOF\n']), { onProgress }),
    unexpected_answer: () => elsewhere.list(),
  }
  for (const [code, call] of Object.entries(calls)) {
    const error = await rejectionOf(call())
    equal([isApiClientError(error), error.code], [true, code])
    if (code !== 'unexpected_answer') equal(error.errors[0].id, error.requestId)
  }
  return Object.keys(calls).join(', ')
}

async function fails(_client, { token }) {
  // A port that browsers and Node may call, and where nothing listens.
  const offline = createClient({ baseUrl: 'http://127.0.0.1:2/media', token, retries: 0 })
  const ways = [() => offline.list(), () => offline.upload(new Blob(['a']), { onProgress() {} })]
  for (const call of ways) {
    const error = await rejectionOf(call())
    equal([isApiClientError(error), error.code], [true, 'network_failed'])
  }
  return 'network_failed'
}

async function uploadsByTicket(client, { baseUrl }) {
  const { attributes } = await client.createUploadTicket({ max_files: 2 })
  const page = createClient({ baseUrl, token: attributes.token })
  await page.upload(new Blob(['a']), { onProgress() {} })
  await createClient({ baseUrl }).upload(new Blob(['b']), { ticket: attributes.token })
  equal((await rejectionOf(page.upload(new Blob(['c'])))).code, 'ticket_exhausted')
  equal((await rejectionOf(page.list())).code, 'forbidden')
  return 'two files, no third, no list'
}

function rejectionOf(call) {
  return call.then(
    () => {
      throw new Error('It was not refused.')
    },
    (error) => error,
  )
}

function equal(actual, expected) {
  const text = (value) => JSON.stringify(value instanceof Set ? [...value].sort() : value)
  if (text(actual) !== text(expected)) throw new Error(`${text(actual)}, not ${text(expected)}`)
}
