import assert from 'node:assert/strict'
import type { EventCollection, EventResource } from '@stowage/api/internal'
import type { ContractCase } from '../contract/contract.ts'
import type { HttpFixture } from '../http/http-fixture.ts'
import { HttpClient } from './http-client.ts'
import { idOf, managerOf } from './key-client.ts'

const UNKNOWN = '019b76da-a800-724d-80b6-820a4daffd15'

async function eventsOf(client: HttpClient, query = ''): Promise<EventCollection> {
  const path = query.startsWith('http') ? query : `/events${query}`
  return client.document<EventCollection>(await client.send('GET', path), 200, 'EventList')
}

/** The events of this asset. */
async function eventsOfAsset(client: HttpClient, id: string): Promise<readonly EventResource[]> {
  return (await eventsOf(client, `?filter[asset_id]=${id}&with_meta=1`)).data
}

function typesOf(events: readonly EventResource[]): readonly string[] {
  return events.map(({ attributes }) => attributes.type)
}

/** A stream of events, read message by message. */
class EventStream {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #response: Response
  readonly #controller: AbortController
  #text = ''

  private constructor(response: Response, controller: AbortController) {
    assert.ok(response.body)
    this.#response = response
    this.#controller = controller
    this.#reader = response.body.getReader()
  }

  static async open(
    client: HttpClient,
    path: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<EventStream> {
    const controller = new AbortController()
    const response = await client.fetch(path, {
      headers: { authorization: `Bearer ${client.key}`, accept: 'text/event-stream', ...headers },
      signal: controller.signal,
    })
    assert.equal(response.status, 200)
    return new EventStream(response, controller)
  }

  get headers(): Headers {
    return this.#response.headers
  }

  /** The next block, without its empty line; `null` at the end. */
  async block(): Promise<string | null> {
    while (!this.#text.includes('\n\n')) {
      const { done, value } = await this.#reader.read()
      if (done) return null
      this.#text += Buffer.from(value).toString('utf8')
    }
    const end = this.#text.indexOf('\n\n')
    const block = this.#text.slice(0, end)
    this.#text = this.#text.slice(end + 2)
    return block
  }

  /** The next event. */
  async event(): Promise<EventResource> {
    while (true) {
      const block = await this.block()
      assert.ok(block !== null, 'the stream has ended')
      const [, id, data] = /^id: (\S+)\ndata: (.*)$/.exec(block) ?? []
      if (data === undefined) continue
      const event = JSON.parse(data) as EventResource
      assert.equal(event.id, id)
      return event
    }
  }

  close(): void {
    this.#controller.abort()
  }
}

/** What happened, as pages and as a stream. */
export const eventCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'events say what happened to an asset, as it was then, until it is deleted for good',
    async run(fixture) {
      const client = new HttpClient(fixture, fixture.key)
      const { id, attributes } = await client.upload('one', 'one.txt')
      await client.change('bulk-trash', [id])
      const [created, trashed] = await eventsOfAsset(client, id)
      assert.ok(created && trashed)
      assert.deepEqual(typesOf([created, trashed]), ['asset.created', 'asset.trashed'])
      const { asset } = created.attributes.data ?? {}
      assert.deepEqual(asset?.attributes, { ...attributes, is_favourite: false })
      assert.equal(created.attributes.asset_id, id)
      assert.match(created.attributes.occurred_at, /\.\d{6}Z$/)
      assert.equal('actor' in created.attributes, false)
      await client.change('bulk-permanent', [id])
      const after = await eventsOfAsset(client, id)
      assert.deepEqual(
        after.map(({ attributes: { type, data } }) => [type, data]),
        [
          ['asset.created', null],
          ['asset.trashed', null],
          ['asset.purged', { retention: false }],
        ],
      )
    },
  },
  {
    name: 'a walk over events has each once, and goes on from its cursor',
    async run(fixture) {
      const client = new HttpClient(fixture, fixture.key)
      const ids = [(await client.upload('1')).id, (await client.upload('2')).id]
      const seen: EventResource[] = []
      let page = await eventsOf(client, '?page[size]=1&filter[type]=asset.created')
      while (true) {
        seen.push(...page.data)
        if (page.links.next === null) break
        page = await eventsOf(client, page.links.next)
      }
      const mine = seen.filter(({ attributes }) => ids.includes(attributes.asset_id ?? ''))
      assert.deepEqual(
        mine.map(({ attributes }) => attributes.asset_id),
        ids,
      )
      assert.equal(new Set(seen.map(({ id }) => id)).size, seen.length)
      const { cursor } = page.meta
      const { id } = await client.upload('3')
      const news = await eventsOf(client, `?page[after]=${cursor}`)
      assert.ok(news.data.some(({ attributes }) => attributes.asset_id === id))
      assert.ok(news.data.every((event) => !seen.some((each) => each.id === event.id)))
    },
  },
  {
    name: 'events of keys, and who did it, are for those who may manage keys',
    needs: ['issueKey'],
    async run(fixture) {
      const manager = await managerOf(fixture)
      const { data } = await eventsOf(manager, '?filter[type]=key.created')
      assert.ok(data.length > 0)
      assert.ok(data.every(({ attributes }) => 'actor' in attributes))
      assert.doesNotMatch(JSON.stringify(data), /secret|stw_/)
      const client = new HttpClient(fixture, fixture.key)
      const types = typesOf((await eventsOf(client, '?page[size]=100')).data)
      assert.ok(types.every((type) => !type.startsWith('key.')))
      const forbidden = [403, 'forbidden'] as const
      await client.refused('GET', '/events?filter[type]=key.created', {}, forbidden)
    },
  },
  {
    name: 'events refuse odd parameters, and cursors that are no longer kept',
    async run(fixture) {
      const client = new HttpClient(fixture, fixture.key)
      const invalid = [400, 'invalid_parameter'] as const
      for (const query of [
        'page[after]=1',
        'page[size]=101',
        'filter[type]=asset.eaten',
        'filter[type]=tenant.erased',
        'filter[asset]=1',
      ]) {
        await client.refused('GET', `/events?${query}`, {}, invalid)
      }
      const expired = [410, 'cursor_expired'] as const
      await client.refused('GET', `/events?page[after]=${UNKNOWN}`, {}, expired)
      const headers = { accept: 'text/event-stream', 'last-event-id': UNKNOWN }
      await client.refused('GET', '/events', { headers }, expired)
      const odd = { accept: 'text/event-stream', 'last-event-id': 'x' }
      await client.refused('GET', '/events', { headers: odd }, invalid)
    },
  },
  {
    name: 'a stream tells events as they happen, and goes on after its last one',
    async run(fixture) {
      const client = new HttpClient(fixture, fixture.key)
      const stream = await EventStream.open(client, '/events?filter[type]=asset.created')
      const { headers } = stream
      assert.equal(headers.get('content-type'), 'text/event-stream; charset=utf-8')
      assert.match(headers.get('cache-control') ?? '', /no-store.*no-transform/)
      assert.match((await stream.block()) ?? '', /^(?:id: \S+|:)$/)
      const first = await client.upload('1')
      await client.change('bulk-trash', [first.id])
      const event = await stream.event()
      assert.deepEqual(
        [event.attributes.type, event.attributes.asset_id],
        ['asset.created', first.id],
      )
      assert.equal(event.attributes.data?.asset?.attributes.name, 'file.txt')
      stream.close()
      const second = await client.upload('2')
      const again = await EventStream.open(client, '/events', { 'last-event-id': event.id })
      const [trashed, created] = [await again.event(), await again.event()]
      assert.deepEqual(typesOf([trashed, created]), ['asset.trashed', 'asset.created'])
      assert.equal(created.attributes.asset_id, second.id)
      again.close()
    },
  },
  {
    name: 'a stream ends before its next event once its key is revoked, and no more than four run',
    needs: ['issueKey'],
    async run(fixture) {
      const manager = await managerOf(fixture)
      const streams: EventStream[] = []
      for (let count = 0; count < 4; count += 1) {
        streams.push(await EventStream.open(manager, '/events'))
      }
      const headers = { accept: 'text/event-stream' }
      const tooMany = [429, 'too_many_requests'] as const
      await manager.refused('GET', '/events', { headers }, tooMany)
      const [revoked, ...others] = streams
      for (const stream of others) stream.close()
      assert.equal((await manager.send('DELETE', `/keys/${idOf(manager)}`)).status, 204)
      while (true) {
        const block = await revoked?.block()
        if (block === null || block === undefined) break
        assert.doesNotMatch(block, /data:/)
      }
    },
  },
]
