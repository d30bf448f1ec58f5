import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { ContractCase } from '../../contract/contract.ts'
import { type HttpFixture, issuedKey } from '../../http/http-fixture.ts'
import { clientOf } from '../http-client.ts'
import { changed, fieldsAndFile, folderOf, uploadWith } from '../organise-client.ts'
import { ticketOf, ticketUploads } from '../tickets/ticket-client.ts'

const NOT_FOUND = [404, 'folder_not_found'] as const
const INVALID = [422, 'invalid_body'] as const
const unique = () => `folder ${randomUUID()}`

/** How assets get into folders. */
export const moveCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'an asset is uploaded into a folder, or moved by PATCH, and out of it again',
    async run(fixture) {
      const client = await clientOf(fixture)
      const [one, other] = [await folderOf(client, unique()), await folderOf(client, unique())]
      const { id, attributes } = await uploadWith(client, { folder_id: one.id.toUpperCase() })
      assert.equal(attributes.folder_id, one.id)
      const moved = await changed(client, id, { attributes: { folder_id: other.id } })
      assert.equal(moved.attributes.folder_id, other.id)
      assert.ok(moved.attributes.updated_at > attributes.updated_at)
      const taken = await changed(client, id, { attributes: { folder_id: null } })
      assert.equal(taken.attributes.folder_id, null)
      assert.equal((await uploadWith(client, { folder_id: '' })).attributes.folder_id, null)
      for (const folder of [randomUUID(), 'x']) {
        const json = { data: { type: 'assets', id, attributes: { folder_id: folder } } }
        const [error] = await client.refused('PATCH', `/assets/${id}`, { json }, NOT_FOUND)
        assert.deepEqual(error?.source, { pointer: '/data/attributes/folder_id' })
        const body = fieldsAndFile({ folder_id: folder })
        const [refusal] = await client.refused('POST', '/assets', { body }, NOT_FOUND)
        assert.deepEqual(refusal?.source, { parameter: 'folder_id' })
      }
    },
  },
  {
    name: 'the files of a bulk upload go into the folder whose field comes before them',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { id } = await folderOf(client, unique())
      const form = new FormData()
      for (const [field, value] of [
        ['files[]', 'a'],
        ['folder_id', id],
        ['files[]', 'b'],
        ['files[]', 'c'],
        ['folder_id', 'null'],
        ['files[]', 'd'],
      ] as const) {
        form.append(field, field === 'files[]' ? new File([value], `${value}.txt`) : value)
      }
      const answer = await client.send('POST', '/assets/bulk-upload', { body: form })
      const { data } = client.document<{ data: { attributes: { folder_id: string | null } }[] }>(
        answer,
        201,
        'AssetsDocument',
      )
      const folders = data.map(({ attributes }) => attributes.folder_id)
      assert.deepEqual(folders, [null, id, id, null])
    },
  },
  {
    name: 'bulk-move moves all assets or none',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { id: folder_id } = await folderOf(client, unique())
      const ids = [(await client.upload('a')).id, (await client.upload('b')).id]
      const move = async (folder_id: string | null) => {
        const json = { asset_ids: ids, folder_id }
        const answer = await client.send('POST', '/assets/bulk-move', { json })
        assert.equal(answer.status, 204, answer.bytes.toString())
      }
      const folders = async () =>
        Promise.all(ids.map(async (id) => (await client.get(id)).attributes.folder_id))
      await move(folder_id)
      await move(folder_id)
      assert.deepEqual(await folders(), [folder_id, folder_id])
      const unknown = { asset_ids: [...ids, randomUUID()], folder_id: null }
      const missing = [404, 'asset_not_found'] as const
      const [error] = await client.refused('POST', '/assets/bulk-move', { json: unknown }, missing)
      assert.deepEqual(error?.source, { pointer: '/asset_ids/2' })
      assert.deepEqual(await folders(), [folder_id, folder_id])
      await move(null)
      assert.deepEqual(await folders(), [null, null])
    },
  },
  {
    name: 'bulk-move names what is wrong',
    async run(fixture) {
      const client = await clientOf(fixture)
      const asset_ids = [(await client.upload('a')).id]
      for (const folder_id of [randomUUID(), 'x', '']) {
        const json = { asset_ids, folder_id }
        const [error] = await client.refused('POST', '/assets/bulk-move', { json }, NOT_FOUND)
        assert.deepEqual(error?.source, { pointer: '/folder_id' })
      }
      for (const [json, pointer] of [
        [{ asset_ids }, '/folder_id'],
        [{ asset_ids, folder_id: 7 }, '/folder_id'],
        [{ folder_id: null }, '/asset_ids'],
        [{ asset_ids, folder_id: null, folder: 'x' }, '/folder'],
      ] as const) {
        const [error] = await client.refused('POST', '/assets/bulk-move', { json }, INVALID)
        assert.deepEqual(error?.source, { pointer })
      }
    },
  },
  {
    name: 'a ticket says into which folder it uploads, and its holder cannot choose another',
    async run(fixture) {
      const client = await clientOf(fixture)
      const [one, other] = [await folderOf(client, unique()), await folderOf(client, unique())]
      const { attributes } = await ticketOf(client, { folder_id: one.id, max_files: 9 })
      assert.equal(attributes.folder_id, one.id)
      const { stored } = ticketUploads(client)
      assert.equal((await stored(attributes.token, 'x')).attributes.folder_id, one.id)
      const key = attributes.token
      for (const folder_id of [other.id, randomUUID(), 'null']) {
        const body = fieldsAndFile({ folder_id })
        const [error] = await client.refused('POST', '/assets', { key, body }, INVALID)
        assert.deepEqual(error?.source, { parameter: 'folder_id' })
      }
      const json = { data: { type: 'upload-tickets', attributes: { folder_id: randomUUID() } } }
      const [error] = await client.refused('POST', '/upload-tickets', { json }, NOT_FOUND)
      assert.deepEqual(error?.source, { pointer: '/data/attributes/folder_id' })
      await client.refused('GET', '/folders', { key }, [403, 'forbidden'])
    },
  },
  {
    name: 'folders and tags need the permissions of what they change',
    needs: ['issueKey'],
    async run(fixture) {
      const tenant = `tenant-${randomUUID()}`
      const client = await clientOf({ ...fixture, issueKey: () => issuedKey(fixture, { tenant }) })
      const { id } = await folderOf(client, 'folder')
      const asset = await client.upload('x')
      const asset_ids = [asset.id]
      const folder = { json: { data: { type: 'folders', attributes: { name: 'x' } } } }
      const calls = [
        ['read', 'GET', '/folders', {}],
        ['read', 'GET', `/folders/${id}`, {}],
        ['read', 'GET', '/usage', {}],
        ['write', 'POST', '/folders', folder],
        ['write', 'PATCH', `/folders/${id}`, { json: { data: { type: 'folders', id } } }],
        ['write', 'POST', '/assets/bulk-move', { json: { asset_ids, folder_id: null } }],
        ['write', 'POST', '/assets/bulk-tag', { json: { asset_ids, add: ['x'] } }],
        ['delete', 'DELETE', `/folders/${id}?assets=detach`, {}],
      ] as const
      for (const permission of ['read', 'write', 'delete'] as const) {
        const key = await issuedKey(fixture, { tenant, permissions: [permission] })
        for (const [needed, method, path, sending] of calls) {
          const { status } = await client.send(method, path, { ...sending, key })
          const isAllowed = status >= 200 && status < 300
          assert.equal(
            isAllowed,
            needed === permission,
            `${permission}: ${method} ${path}: ${status}`,
          )
        }
      }
      await client.refused('GET', '/folders', { key: null }, [401, 'unauthenticated'])
    },
  },
]
