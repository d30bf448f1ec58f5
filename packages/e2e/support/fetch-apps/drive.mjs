import { checkLibraryFacts } from '../library-files.mjs'

const MIB = 1024 ** 2

/**
 * Uses an app by `client`, an instance of `@stowage/client` with a key. `page` makes another without one, as a page has it;
 * `isApiClientError` comes from the same copy of the package. Throws for the first thing that is wrong.
 */
export async function drive(client, { page, isApiClientError }) {
  const codeOf = (call) => codeOfRejection(call, isApiClientError)
  const steps = {
    'libraries of the analysis': () => askLibraries(client),
    'upload with progress, range': () => uploadAndRead(client),
    'for await, trash': () => listAndTrash(client),
    errors: () => refuse(client, page, codeOf, isApiClientError),
    abort: () => abort(client),
    'upload by ticket': () => uploadByTicket(client, page, codeOf),
  }
  for (const [name, step] of Object.entries(steps)) {
    await step().catch((cause) => {
      throw new Error(`${name}: ${cause.message}`, { cause })
    })
  }
  return Object.keys(steps).join('; ')
}

async function askLibraries(client) {
  await checkLibraryFacts(async (name, bytes) => {
    return (await client.upload(new Blob([bytes]), { name })).attributes
  })
}

async function uploadAndRead(client) {
  const bytes = Buffer.alloc(3 * MIB, 'a picture of a place. ')
  const progress = []
  const { id, attributes } = await client.upload(new Blob([bytes]), {
    name: 'place.txt',
    onProgress: (each) => progress.push(each),
  })
  expect(attributes.size === bytes.length, attributes)
  const { loaded, total } = progress.at(-1)
  const isWhole = loaded === bytes.length && total === bytes.length
  expect(isWhole && progress.some((each) => each.loaded < total), progress)
  const found = await client.get(id, { with_meta: '1' })
  expect(found.attributes.name === 'place.txt' && found.meta.sha256.length === 64, found)

  const headers = { range: `bytes=${MIB}-${MIB + 99}` }
  const part = await client.content(attributes.public_file_id, { headers })
  const given = Buffer.from(await part.arrayBuffer())
  const isPart = part.status === 206 && given.equals(bytes.subarray(MIB, MIB + 100))
  expect(isPart, { status: part.status, length: given.length })
  const whole = await client.content(attributes.public_file_id)
  expect(Buffer.from(await whole.arrayBuffer()).equals(bytes), 'other bytes')
  // Links lead to the app as the client reaches it.
  expect(attributes.url.startsWith(new URL(whole.url).origin), attributes.url)
}

async function listAndTrash(client) {
  const files = Array.from({ length: 5 }, (_, index) => new File([`${index}`], `${index}.txt`))
  const uploaded = (await client.uploadMany(files)).map(({ id }) => id)
  const listed = await idsOf(client.assets({ per_page: 2 }))
  expect(new Set(listed).size === listed.length, listed)
  expect(
    uploaded.every((id) => listed.includes(id)),
    listed,
  )
  await client.trash(uploaded)
  const rest = await idsOf(client.assets({ per_page: 2 }))
  expect(rest.length === listed.length - files.length, rest)
  const trashed = await idsOf(client.assets({ 'filter[trashed]': 'only' }))
  expect(trashed.length === files.length, trashed)
  await client.restore(uploaded[0])
  await client.purge(uploaded.slice(1))
  expect((await client.list()).meta.total === rest.length + 1, 'restored one, purged the others')
}

async function refuse(client, page, codeOf, isApiClientError) {
  const unknown = await client.get('018f0000-0000-7000-8000-000000000000').catch((error) => error)
  expect(isApiClientError(unknown) && unknown.code === 'asset_not_found', unknown)
  expect(unknown.status === 404 && unknown.errors[0].id === unknown.requestId, unknown)
  expect((await codeOf(page().list())) === 'unauthenticated', 'no key')
  expect((await codeOf(client.list({ page: 0 }))) === 'invalid_parameter', 'page 0')
  const elsewhere = page({ baseUrl: 'http://127.0.0.1:1/media', retries: 0 })
  expect((await codeOf(elsewhere.list())) === 'network_failed', 'no service')
}

/** Once its first bytes are sent. */
async function abort(client) {
  const { total } = (await client.list()).meta
  const aborting = new AbortController()
  const reason = new Error('The user left.')
  const error = await client
    .upload(new Blob([Buffer.alloc(64 * MIB)]), {
      name: 'large.bin',
      signal: aborting.signal,
      onProgress: () => aborting.abort(reason),
    })
    .catch((thrown) => thrown)
  expect(error === reason, error)
  expect((await client.list()).meta.total === total, 'the aborted upload is stored')
}

async function uploadByTicket(client, page, codeOf) {
  const { attributes } = await client.createUploadTicket({ max_files: 1, allow: ['text/plain'] })
  const ticket = attributes.token
  const send = (name, content) => page().upload(new File([content], name), { ticket })
  const picture = send('dot.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  expect((await codeOf(picture)) === 'type_not_allowed', 'another type')
  const { id } = await send('note.txt', 'by ticket')
  expect((await client.get(id)).attributes.name === 'note.txt', id)
  expect((await codeOf(send('more.txt', 'more'))) === 'ticket_exhausted', 'a second file')
  expect((await codeOf(page({ token: ticket }).list())) === 'forbidden', 'a list by ticket')
}

async function idsOf(assets) {
  const ids = []
  for await (const { id } of assets) ids.push(id)
  return ids
}

function codeOfRejection(call, isApiClientError) {
  return call.then(
    () => 'no error',
    (error) => {
      if (!isApiClientError(error)) throw error
      return error.code
    },
  )
}

function expect(holds, shown) {
  if (holds) return
  throw new Error(shown instanceof Error ? shown.stack : JSON.stringify(shown))
}
