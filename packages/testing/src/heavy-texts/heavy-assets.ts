import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { ContractCase } from '../contract/contract.ts'
import type { ApiFixture } from '../http/api-fixture.ts'
import { type HeavyFixture, streamOf } from './heavy-fixture.ts'
import { HEAVY_TEXTS, plainLetters } from './heavy-texts.ts'
import type { Meter } from './meter.ts'

/** Assets of one call. */
const COUNT = 12

/** Bytes of a text with at least 1000 characters, the most that an alternative text may have. */
const BYTES = 4000
/** All alternative texts of an asset may have 32 KiB as JSON. */
const ALT_BYTES = 30_000
const TAG_BYTES = 150

/** Assets, their alternative texts, and a word that no other asset has. */
interface Uploaded {
  readonly ids: readonly string[]
  readonly alt: Readonly<Record<string, string>>
  readonly word: string
}

/** Uploads assets whose texts are as long and as many as allowed. */
async function upload({ store }: ApiFixture, text: (bytes: number) => string): Promise<Uploaded> {
  const word = randomUUID().replaceAll('-', '')
  const long = text(BYTES).slice(0, 1000)
  const languages = Math.floor(ALT_BYTES / Buffer.byteLength(`"en-x-a10":"${long}",`))
  const alt = Object.fromEntries(
    Array.from({ length: languages }, (_, index) => [`en-x-a${index}`, long]),
  )
  const tags = Array.from({ length: 20 }, (_, index) => `${index}${text(TAG_BYTES)}`.slice(0, 50))
  const ids: string[] = []
  for (let index = 0; index < COUNT; index += 1) {
    const name = `${long.slice(0, 60)} ${word}.txt`
    const { id } = await store.upload(Buffer.from(`${index}`), {
      name,
      title: long.slice(0, 250),
      alt,
      tags,
    })
    ids.push(id)
  }
  return { ids, alt, word }
}

type Call = (fixture: ApiFixture, uploaded: Uploaded) => Promise<unknown>

const bulk =
  (verb: string, members: object = {}): Call =>
  (fixture, { ids }) =>
    change(fixture, verb, { asset_ids: ids, ...members })

const bulkByWord =
  (verb: string, members: object = {}): Call =>
  (fixture, { ids, word }) =>
    change(fixture, verb, { filter: { q: word }, expected: ids.length, ...members })

/** Sets the alternative texts of the first asset to the ones that it has. */
const sayAgain: Call = async (fixture, { ids: [id = ''], alt }) => {
  const data = { type: 'assets', id, meta: { alt } }
  await sendJson(fixture, 'PATCH', `/assets/${id}`, { data }, 200)
}

function change(fixture: ApiFixture, verb: string, request: object): Promise<void> {
  return sendJson(fixture, 'POST', `/assets/bulk-${verb}`, request, 204)
}

async function sendJson(
  { send }: ApiFixture,
  method: string,
  path: string,
  document: object,
  expected: number,
): Promise<void> {
  const body = Buffer.from(JSON.stringify(document))
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
  const { status, text } = await send(method, path, { headers, body: streamOf(body) })
  assert.equal(status, expected, text.slice(0, 200))
}

const list =
  (query: string): Call =>
  async ({ send }) => {
    const { status, text } = await send('GET', '/assets', { query })
    assert.equal(status, 200, text.slice(0, 200))
  }

/** In this order: each finds the assets as the one before left them. */
const CALLS: Readonly<Record<string, readonly Call[]>> = {
  'a trash and a restore': [bulk('trash'), bulk('restore')],
  'a move': [bulk('move', { folder_id: null })],
  'a mark and none': [
    bulk('favourite', { is_favourite: true }),
    bulk('favourite', { is_favourite: false }),
  ],
  'a tag more and less': [bulk('tag', { add: ['red'] }), bulk('tag', { remove: ['red'] })],
  'all texts that an asset may have, once more': [sayAgain],
  'lists by name': [list('sort=name'), list('sort=-name&page=1')],
  'a mark and none by a search': [
    bulkByWord('favourite', { is_favourite: true }),
    bulkByWord('favourite', { is_favourite: false }),
  ],
  'a trash by a search, and a restore': [bulkByWord('trash'), bulk('restore')],
  searches: [list('filter[q]=txt'), list('filter[q]=nothing&sort=name')],
}

/** Calls on assets with such texts. */
export function heavyAssetCases(meter: Meter): readonly ContractCase<HeavyFixture>[] {
  return Object.entries(HEAVY_TEXTS).map(([kind, text]) => ({
    name: `assets whose texts are ${kind} cost no more than plain ones, whatever is done with them`,
    async run({ api }) {
      const heavy = await upload(api, text)
      const plain = await upload(api, plainLetters)
      const run = (calls: readonly Call[], uploaded: Uploaded) => async () => {
        for (const call of calls) await call(api, uploaded)
      }
      for (const [name, calls] of Object.entries(CALLS)) {
        await meter(name, run(calls, heavy), run(calls, plain))
      }
    },
  }))
}
