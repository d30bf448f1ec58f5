import { bytesOf, sha256Of, tokenOf } from './content.mjs'
import { CONTESTED } from './files.mjs'

const GONE = ['asset_not_found', 'file_not_found']
const PER_PAGE = 100
const PAGES = 5
/** Bytes from which on a file takes a slow client some time. */
const LONG = 1024 ** 2

/** The verbs that read. An asset that no lane has changed meanwhile must be there, with the bytes that were uploaded. */
export function createReads({ client, journal, random, shelf }) {
  /** One active asset; where another lane may take it off meanwhile, it may be gone. */
  async function ofOne(intent, work, filter) {
    const asset = shelf.peek('active', filter)
    if (asset === undefined) return
    const excused = ({ code }) => GONE.includes(code) && !shelf.holds(asset)
    await journal.act(intent, () => work(asset), { excused })
  }

  const mayBeReplaced = (asset) => shelf.replaced.has(tokenOf(asset.name)) && !shelf.holds(asset)

  async function readWhole(asset, options = {}) {
    const file = await client.read(asset, options)
    const wanted = options.variant !== undefined || mayBeReplaced(asset) ? file : asset
    const { bytes } = file
    if (wanted.sha256 !== undefined && !isWhole(bytes, wanted)) {
      const what = options.variant ?? 'original'
      journal.violation(`${asset.id} ${what}: ${bytes.length} of ${wanted.size} bytes, or others`)
    }
    return file
  }

  return {
    readWhole,

    async list() {
      const trashed = random.chance(0.3)
      const page = random.between(1, PAGES)
      const perPage = random.between(1, PER_PAGE)
      const { value } = await journal.act({ verb: 'list' }, () =>
        client.list({ page, perPage, trashed }),
      )
      if (value === undefined) return
      const { assets, total } = value
      const ids = new Set(assets.map(({ id }) => id))
      const least = assets.length === 0 ? 0 : (page - 1) * perPage + assets.length
      if (ids.size !== assets.length || total < least) {
        journal.violation(`a list: ${ids.size} of ${assets.length} differ, the total is ${total}`)
      }
      for (const asset of assets) if (asset.name.startsWith(CONTESTED)) shelf.add({ ...asset })
    },

    get: () =>
      ofOne({ verb: 'get' }, async (asset) => {
        const { id, name } = asset
        const found = await client.get(id)
        const isUnchanged = shelf.holds(asset) && asset.name === name
        if (found.id !== id || (isUnchanged && found.name !== name)) {
          journal.violation(`${id}, ${name}: got ${found.id}, ${found.name}`)
        }
      }),

    read: () => ofOne({ verb: 'read' }, (asset) => readWhole(asset)),

    /** Long enough for a server to go away in between. */
    slow: () =>
      ofOne(
        { verb: 'slow read' },
        (asset) => readWhole(asset, { pace: 20 }),
        ({ size }) => size > LONG,
      ),

    range: () =>
      ofOne(
        { verb: 'range' },
        async (asset) => {
          const start = random.below(asset.size)
          const end = Math.min(asset.size, start + random.between(1, 100_000))
          const { bytes } = await client.read(asset, { start, end })
          if (!bytesOf(asset).subarray(start, end).equals(bytes)) {
            journal.violation(`${asset.id}: other bytes from ${start} to ${end}`)
          }
        },
        ({ size }) => size > 0,
      ),

    thumbnail: () =>
      ofOne(
        { verb: 'thumbnail' },
        (asset) => readWhole(asset, { variant: 'thumbnail' }),
        (asset) => client.variantsOf(asset).includes('thumbnail'),
      ),

    /** Makes a variant that is not there yet, which is a change. */
    async variant() {
      const [asset] = shelf.take('active', 1)
      if (asset === undefined) return
      const variant = random.pick(client.variantsOf(asset))
      if (variant === undefined) return void shelf.putBack([asset])
      const { value } = await journal.act(
        { verb: 'variant', tokens: [tokenOf(asset.name)], variant, expects: ['file_not_found'] },
        () => readWhole(asset, { variant }),
      )
      shelf.putBack([{ ...(value?.asset ?? (await client.get(asset.id))) }])
    },
  }
}

function isWhole(bytes, { size, sha256 }) {
  return bytes.length === size && sha256Of(bytes) === sha256
}
