import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import type { AssetResource, UsageResource } from '@stowage/api'
import type { ContractCase } from '../../contract/contract.ts'
import { type HttpFixture, issuedKey } from '../../http/http-fixture.ts'
import { type Body, clientOf, formOf, HttpClient } from '../http-client.ts'

const TEXT = { 'content-type': 'text/plain' }

const contentOf = (id: string) => `/assets/${id}/content`
const digestOf = (text: string) => `sha-256=:${createHash('sha256').update(text).digest('base64')}:`

/** Replaces the file of an asset by the body itself, unless that is a form. */
async function replaced(
  client: HttpClient,
  id: string,
  body: Body,
  headers: Readonly<Record<string, string>> = {},
): Promise<AssetResource> {
  const answer = await client.send('PUT', `${contentOf(id)}?with_meta=1`, { body, headers })
  const { data } = await client.document<{ data: AssetResource }>(answer, 200, 'AssetDocument')
  assert.equal(answer.headers.get('etag'), data.meta?.etag)
  return data
}

async function versionBytes(client: HttpClient): Promise<number | null | undefined> {
  const answer = await client.send('GET', '/usage?with_meta=1')
  return client.document<{ data: UsageResource }>(answer, 200, 'UsageDocument').data.meta
    ?.version_bytes
}

/** New bytes for an existing asset, and copies. */
export const replaceCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'PUT content gives the asset all of the new bytes under the same id, URLs and name, and the file another ETag',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { id, attributes: before } = await client.upload('first', 'notes.txt')
      const { headers: first } = await client.send('GET', before.url)
      const kept = await versionBytes(client)
      const body = Buffer.alloc(700_000, randomUUID())
      const form = formOf({ file: [body, 'other.md'] })
      const { attributes } = await replaced(client, id, form)
      const { name, url, download_url, public_file_id, created_at } = before
      const same = { name, url, download_url, public_file_id, created_at }
      const facts = { size: body.length, is_favourite: false }
      assert.deepEqual({ ...attributes, ...same, ...facts }, attributes)
      assert.notEqual(attributes.updated_at, before.updated_at)
      const { bytes, headers } = await client.send('GET', before.url)
      assert.ok(bytes.equals(body))
      assert.notEqual(headers.get('etag'), first.get('etag'))
      const stale = { 'if-none-match': first.get('etag') ?? '' }
      assert.equal((await client.send('GET', before.url, { headers: stale })).status, 200)
      assert.equal(await versionBytes(client), (kept ?? 0) + 'first'.length)
      // A repetition after a lost answer.
      const again = await replaced(client, id, formOf({ file: [body, 'other.md'] }))
      assert.equal(again.attributes.updated_at, attributes.updated_at)
    },
  },
  {
    name: 'PUT content takes the body itself, with the name and the digest that its headers say, of any type and empty too',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { id, attributes } = await client.upload('first', 'notes.txt')
      const json = `{"n":"${randomUUID()}"}`
      const { attributes: after } = await replaced(client, id, json, {
        'content-type': 'application/json',
        'content-disposition': `attachment; filename*=UTF-8''d%C3%A4ta.json`,
        'content-digest': digestOf(json),
      })
      assert.deepEqual([after.mime_type, after.name], ['application/json', 'notes.txt'])
      assert.equal((await client.send('GET', attributes.url)).bytes.toString(), json)
      const sent = { headers: { ...TEXT, 'content-digest': digestOf('x') }, body: 'y' }
      await client.refused('PUT', contentOf(id), sent, [422, 'digest_mismatch'])
      assert.equal((await client.send('GET', attributes.url)).bytes.toString(), json)
      assert.equal((await replaced(client, id, '', TEXT)).attributes.size, 0)
      const lazy = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(Buffer.from('in '))
          controller.enqueue(Buffer.from('pieces'))
          controller.close()
        },
      })
      await replaced(client, id, lazy, TEXT)
      assert.equal((await client.send('GET', attributes.url)).bytes.toString(), 'in pieces')
    },
  },
  {
    name: 'If-Match replaces and 412 changes nothing: of those who read the same version one wins',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { id, attributes } = await client.upload('first')
      const { meta } = await client.get(id, '?with_meta=1')
      const headers = { ...TEXT, 'if-match': meta?.etag ?? '' }
      const answers = await Promise.all(
        ['a', 'b', 'c'].map((body) => client.send('PUT', contentOf(id), { headers, body })),
      )
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 412, 412])
      const form = { headers: { 'if-match': meta?.etag ?? '' }, body: formOf({ file: ['d', 'd'] }) }
      const stale = [412, 'precondition_failed'] as const
      const [error] = await client.refused('PUT', contentOf(id), form, stale)
      assert.deepEqual(error?.source, { header: 'If-Match' })
      const winner = ['a', 'b', 'c'][answers.findIndex(({ status }) => status === 200)]
      assert.equal((await client.send('GET', attributes.url)).bytes.toString(), winner)
      await replaced(client, id, 'e', { ...TEXT, 'if-match': '*' })
    },
  },
  {
    name: 'PUT content refuses what is no one file, and changes nothing',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { id, attributes } = await client.upload('first')
      const titled = new FormData()
      titled.append('title', 'x')
      titled.append('file', new File(['x'], 'x'))
      const two = formOf({ file: ['x', 'x'] })
      two.append('file', new File(['y'], 'y'))
      for (const [body, code, source] of [
        [new FormData(), 'file_missing', { parameter: 'file' }],
        [two, 'too_many_files', { parameter: 'file' }],
        [formOf({ photo: ['x', 'x'] }), 'invalid_body', { parameter: 'photo' }],
        [titled, 'invalid_body', { parameter: 'title' }],
      ] as const) {
        const [error] = await client.refused('PUT', contentOf(id), { body }, [422, code])
        assert.deepEqual(error?.source, source)
      }
      await client.refused('PUT', contentOf(id), {}, [422, 'file_missing'])
      for (const headers of [
        { 'content-type': 'application/x-www-form-urlencoded' },
        { 'content-type': 'multipart/mixed; boundary=x' },
        { ...TEXT, 'content-encoding': 'gzip' },
      ]) {
        const sent = { headers, body: 'x=1' }
        await client.refused('PUT', contentOf(id), sent, [415, 'unsupported_media_type'])
      }
      const broken = { headers: { ...TEXT, 'content-disposition': 'a; filename="' }, body: 'x' }
      await client.refused('PUT', contentOf(id), broken, [400, 'malformed_request'])
      if (fixture.fileSize !== undefined) {
        const large = Buffer.alloc(fixture.fileSize + 1)
        const chunked = new ReadableStream<Uint8Array>({
          start(controller) {
            controller.enqueue(large)
            controller.close()
          },
        })
        for (const sent of [
          { headers: TEXT, body: large },
          { headers: TEXT, body: chunked },
          { body: formOf({ file: [large, 'x'] }) },
        ]) {
          await client.refused('PUT', contentOf(id), sent, [413, 'file_too_large'])
        }
      }
      assert.equal((await client.send('GET', attributes.url)).bytes.toString(), 'first')
    },
  },
  {
    name: 'a copy is an asset of its own, with the name, folder and own data of the first unless the body says otherwise',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { id } = await client.upload('first', 'notes.txt')
      const data = { type: 'assets', id, meta: { title: 'T', tags: ['a'] } }
      await client.send('PATCH', `/assets/${id}`, { json: { data } })
      const copied = async (json?: object, headers = {}) => {
        const sent = { headers, ...(json !== undefined && { json }) }
        const answer = await client.send('POST', `/assets/${id}/copy?with_meta=1`, sent)
        const document = await client.document<{ data: AssetResource }>(
          answer,
          201,
          'AssetDocument',
        )
        assert.ok(answer.headers.get('location')?.endsWith(`/assets/${document.data.id}`))
        return document.data
      }
      const copy = await copied()
      assert.notEqual(copy.id, id)
      assert.deepEqual([copy.attributes.name, copy.meta?.title], ['notes.txt', 'T'])
      const key = { 'idempotency-key': `"${randomUUID()}"` }
      const named = await copied({ name: 'for Ann.txt', folder_id: null }, key)
      assert.equal(named.attributes.name, 'for Ann.txt')
      assert.equal((await copied({ name: 'for Ann.txt', folder_id: null }, key)).id, named.id)
      await replaced(client, id, 'second', TEXT)
      assert.equal((await client.send('GET', copy.attributes.url)).bytes.toString(), 'first')
      const path = `/assets/${id}/copy`
      const wrong = { json: { name: 'x', tags: [] } }
      const [error] = await client.refused('POST', path, wrong, [422, 'invalid_body'])
      assert.deepEqual(error?.source, { pointer: '/tags' })
      const lost = { json: { folder_id: randomUUID() } }
      const [nowhere] = await client.refused('POST', path, lost, [404, 'folder_not_found'])
      assert.deepEqual(nowhere?.source, { pointer: '/folder_id' })
    },
  },
  {
    name: 'an asset of another tenant, in the trash or unknown can be neither replaced nor copied; a key needs write',
    needs: ['issueKey'],
    async run(fixture) {
      const client = await clientOf(fixture)
      const { id, attributes } = await client.upload('first')
      const { id: trashed } = await client.upload('trashed')
      await client.change('bulk-trash', [trashed])
      const tenant = `tenant-${randomUUID()}`
      const others = new HttpClient(fixture, await issuedKey(fixture, { tenant }))
      const sent = { headers: TEXT, body: 'x' }
      const form = () => ({ body: formOf({ file: ['x', 'x'] }) })
      for (const [caller, which] of [
        [others, id],
        [client, trashed],
        [client, randomUUID()],
        [client, 'x'],
      ] as const) {
        const missing = [404, 'asset_not_found'] as const
        await caller.refused('PUT', contentOf(which), sent, missing)
        await caller.refused('PUT', contentOf(which), form(), missing)
        await caller.refused('POST', `/assets/${which}/copy`, {}, missing)
      }
      const permissions = ['read', 'delete'] as const
      const reader = new HttpClient(fixture, await issuedKey(fixture, { tenant, permissions }))
      const { id: own } = await others.upload('own')
      await reader.refused('PUT', contentOf(own), sent, [403, 'forbidden'])
      await reader.refused('POST', `/assets/${own}/copy`, {}, [403, 'forbidden'])
      assert.equal((await client.send('GET', attributes.url)).bytes.toString(), 'first')
      assert.equal(await others.total(), 1)
    },
  },
  {
    name: 'a key with write alone copies, and sees what it copied; so with a change of nothing',
    needs: ['issueKey'],
    async run(fixture) {
      const tenant = `tenant-${randomUUID()}`
      const { id } = await new HttpClient(fixture, await issuedKey(fixture, { tenant })).upload('x')
      const permissions = ['write'] as const
      const writer = new HttpClient(fixture, await issuedKey(fixture, { tenant, permissions }))
      await writer.refused('GET', `/assets/${id}`, {}, [403, 'forbidden'])
      const json = { data: { type: 'assets', id, attributes: {} } }
      assert.equal((await writer.send('POST', `/assets/${id}/copy`)).status, 201)
      assert.equal((await writer.send('PATCH', `/assets/${id}`, { json })).status, 200)
    },
  },
]
