const PAST = '2001-01-01T00:00:00Z'
const FUTURE = '2101-01-01T00:00:00Z'

/**
 * What a page may try against the API at `root`, and the answer that it must get. `request` makes the attempt:
 * what the page sends. `clock` is the time that the page believes in, `stores` how many assets are stored.
 */
export function attemptsOf(root) {
  const api = `${root}/api/v1`
  const signed = (alter) => async (given) => ({ url: alter(signedUrl(root, given), given) })
  const byTicket =
    (options, request) =>
    async ({ store, picture }) => {
      const { token, ticket } = await store.tickets.create(options)
      const upload = { url: `${api}/assets`, method: 'POST', files: [{}] }
      return Object.assign(upload, { token }, await request?.({ store, picture, token, ticket }))
    }
  return [
    { attempt: 'a signed URL, as it was given', answer: '200', request: signed((url) => url) },
    {
      attempt: 'a signed URL, the page 20 years behind',
      answer: '200',
      clock: PAST,
      request: signed((url) => url),
    },
    {
      attempt: 'a signed URL, the page 80 years ahead',
      answer: '200',
      clock: FUTURE,
      request: signed((url) => url),
    },
    {
      attempt: 'a signed URL past its time',
      answer: '403 signature_expired',
      request: expired(root),
    },
    {
      attempt: 'a signed URL past its time, the page 20 years behind',
      answer: '403 signature_expired',
      clock: PAST,
      request: expired(root),
    },
    {
      attempt: 'a signed URL with a later expiry',
      answer: '403 signature_invalid',
      request: signed((url) => changed(url, 'expires', '4102444800')),
    },
    {
      attempt: 'a signed URL with one other character',
      answer: '403 signature_invalid',
      request: signed(tampered),
    },
    {
      attempt: 'a signed URL for another variant',
      answer: '403 signature_invalid',
      request: signed((url) => changed(url, 'variant', 'optimized')),
    },
    {
      attempt: 'a signed URL for the download',
      answer: '403 signature_invalid',
      request: signed((url) => url.replace('/content', '/download')),
    },
    {
      attempt: 'a signed URL for another asset',
      answer: '403 signature_invalid',
      request: otherAsset(root),
    },
    {
      attempt: 'a signed URL for another tenant',
      answer: '403 signature_invalid',
      request: otherTenant(root),
    },
    {
      attempt: 'a signed URL of an asset in the trash',
      answer: '404 file_not_found',
      request: trashed(root),
    },
    {
      attempt: 'a file without a signature',
      answer: '401 unauthenticated',
      request: signed((url) => url.split('?')[0]),
    },
    {
      attempt: 'the list without a key',
      answer: '401 unauthenticated',
      request: () => ({ url: `${api}/assets` }),
    },

    { attempt: 'a ticket for one file', answer: '201', stores: 1, request: byTicket({}) },
    {
      attempt: 'a ticket for one file, the page 80 years ahead',
      answer: '201',
      stores: 1,
      clock: FUTURE,
      request: byTicket({}),
    },
    {
      attempt: 'a ticket that is used up',
      answer: '403 ticket_exhausted',
      request: byTicket({}, useUp),
    },
    {
      attempt: 'more files than the ticket allows',
      answer: '403 ticket_exhausted',
      request: byTicket({ files: 2 }, () => bulk(api, 3)),
    },
    {
      attempt: 'a larger file than the ticket allows',
      answer: '413 file_too_large',
      request: byTicket({ bytes: 1000 }, () => ({ files: [{ size: 1001 }] })),
    },
    {
      attempt: 'another type than the ticket allows',
      answer: '422 type_not_allowed',
      request: byTicket({ allow: ['image/*'] }),
    },
    {
      attempt: 'a ticket past its time',
      answer: '401 unauthenticated',
      request: byTicket({ expiresIn: 1 }, expire),
    },
    {
      attempt: 'a ticket past its time, the page 20 years behind',
      answer: '401 unauthenticated',
      clock: PAST,
      request: byTicket({ expiresIn: 1 }, expire),
    },
    {
      attempt: 'a ticket with one other character',
      answer: '401 unauthenticated',
      request: byTicket({}, ({ token }) => ({
        token: `${token.slice(0, -1)}${token.endsWith('x') ? 'y' : 'x'}`,
      })),
    },
    {
      attempt: 'a ticket that was revoked',
      answer: '401 unauthenticated',
      request: byTicket({}, ({ store, ticket }) => done(store.tickets.revoke(ticket.id))),
    },
    {
      attempt: 'a ticket whose maker was revoked',
      answer: '401 unauthenticated',
      request: revokedMaker(api),
    },
    {
      attempt: 'a ticket to list',
      answer: '403 forbidden',
      request: byTicket({}, () => ({ url: `${api}/assets`, method: 'GET', files: undefined })),
    },
    {
      attempt: 'a ticket to read a file',
      answer: '403 forbidden',
      request: byTicket({}, ({ picture }) => ({
        url: `${api}/files/${picture.publicFileId}/content`,
        method: 'GET',
        files: undefined,
      })),
    },
    {
      attempt: 'a ticket to trash',
      answer: '403 forbidden',
      request: byTicket({}, ({ picture }) => ({
        url: `${api}/assets/bulk-trash`,
        json: { asset_ids: [picture.id] },
        files: undefined,
      })),
    },
    {
      attempt: 'a ticket to make another ticket',
      answer: '403 forbidden',
      request: byTicket({}, () => ({
        url: `${api}/upload-tickets`,
        json: { data: { type: 'upload-tickets', attributes: {} } },
        files: undefined,
      })),
    },
    {
      attempt: 'a ticket to sign URLs',
      answer: '403 forbidden',
      request: byTicket({}, () => ({ url: `${api}/assets?sign=60` })),
    },

    {
      attempt: 'a signed URL, from an origin that is not listed',
      answer: 'blocked by the browser',
      from: 'unlisted',
      request: signed((url) => url),
    },
    {
      attempt: 'a ticket, from an origin that is not listed',
      answer: 'blocked by the browser',
      from: 'unlisted',
      request: byTicket({}),
    },
  ]
}

function signedUrl(root, { store, picture }, options = {}) {
  return store.urls.sign(picture, { variant: 'thumbnail', baseUrl: root, ...options }).url
}

function changed(url, name, value) {
  const altered = new URL(url)
  altered.searchParams.set(name, value)
  return altered.href
}

function tampered(url) {
  const altered = new URL(url)
  const signature = altered.searchParams.get('signature')
  altered.searchParams.set(
    'signature',
    (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1),
  )
  return altered.href
}

function expired(root) {
  return async (given) => {
    const url = signedUrl(root, given, { expiresIn: 1 })
    while ((await fetch(url)).status === 200);
    return { url }
  }
}

function otherAsset(root) {
  return async ({ store, picture }) => {
    const { assets } = await store.list()
    const other = assets.find(({ id, type }) => id !== picture.id && type === 'image')
    const url = signedUrl(root, { store, picture })
    return { url: url.replace(picture.publicFileId, other.publicFileId) }
  }
}

/** The URL of one tenant's asset, with the signature of the other's. */
function otherTenant(root) {
  return async ({ store, picture }) => {
    const other = await store.for({ tenant: 'other' }).upload(Buffer.from('secret'))
    const url = signedUrl(root, { store, picture }, { variant: undefined })
    return { url: url.replace(picture.publicFileId, other.publicFileId) }
  }
}

function trashed(root) {
  return async ({ store }) => {
    const asset = await store.upload(Buffer.from('gone'), { name: 'gone.txt' })
    const { url } = store.urls.sign(asset, { baseUrl: root })
    await store.trash(asset.id)
    return { url }
  }
}

async function useUp({ store, token }) {
  const ticket = await store.tickets.verify(token)
  await store.upload(Buffer.from('first'), { ticket })
  return {}
}

function bulk(api, count) {
  return { url: `${api}/assets/bulk-upload`, files: Array(count).fill({ field: 'files[]' }) }
}

async function expire({ store, token }) {
  while ((await store.tickets.verify(token)) !== null);
  return {}
}

async function done(promise) {
  await promise
  return {}
}

function revokedMaker(api) {
  return async ({ store }) => {
    const { key, token: ofMaker } = await store.keys.create({ name: 'maker' })
    const principal = await store.keys.verify(ofMaker)
    const { token } = await store.tickets.create({ principal })
    await store.keys.revoke(key.id)
    return { url: `${api}/assets`, method: 'POST', token, files: [{}] }
  }
}
