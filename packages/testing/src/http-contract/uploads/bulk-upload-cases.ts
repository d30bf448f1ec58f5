import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { AssetResource } from '@stowage/api'
import type { ContractCase } from '../../contract/contract.ts'
import type { HttpFixture } from '../../http/http-fixture.ts'
import { MULTIPART, type RawPart, rawForm } from '../../http/raw-http.ts'
import { bulkFormOf, clientOf } from '../http-client.ts'

/** Uploads of several files. */
export const bulkUploadCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'a bulk upload answers in the order of the parts, which are called files[] or files',
    async run(fixture) {
      const client = await clientOf(fixture)
      for (const field of ['files[]', 'files']) {
        const body = bulkFormOf(['zero', 'one', 'two'], field)
        const answer = await client.send('POST', '/assets/bulk-upload', { body })
        const { data } = client.document<{ data: AssetResource[] }>(answer, 201, 'AssetsDocument')
        assert.deepEqual(
          data.map(({ attributes }) => attributes.name),
          ['0.txt', '1.txt', '2.txt'],
        )
        assert(data.every(({ attributes }) => attributes.is_favourite === null))
        const listed = (await client.list('?per_page=3')).data.map(({ id }) => id)
        assert.deepEqual(listed, data.map(({ id }) => id).toReversed())
      }
    },
  },
  {
    name: 'one refused file refuses them all, and each refused one is named',
    async run(fixture) {
      const client = await clientOf(fixture)
      const before = await client.total()
      const digest = (content: string) =>
        `Content-Digest: sha-256=:${createHash('sha256').update(content).digest('base64')}:`
      const part = (content: string, announced: string): RawPart => ({
        header: ['Content-Disposition: form-data; name="files[]"; filename="a"', digest(announced)],
        content,
      })
      const body = rawForm([part('a', 'a'), part('b', 'x'), part('c', 'c'), part('d', 'y')])
      const headers = { 'content-type': MULTIPART }
      const errors = await client.refused('POST', '/assets/bulk-upload', { headers, body }, [
        422,
        'digest_mismatch',
      ])
      assert.deepEqual(
        errors.map(({ meta }) => meta?.index),
        [1, 3],
      )
      assert(
        errors.every(
          ({ source }) => source && 'parameter' in source && source.parameter === 'files[]',
        ),
      )
      const unreadable: RawPart = {
        header: [...part('e', 'e').header.slice(0, 1), 'Content-Digest: sha-256=:AA==:'],
        content: 'e',
      }
      const [error] = await client.refused(
        'POST',
        '/assets/bulk-upload',
        { headers, body: rawForm([part('a', 'a'), unreadable]) },
        [422, 'invalid_body'],
      )
      assert.deepEqual(error?.meta, { index: 1 })
      assert.equal(await client.total(), before)
    },
  },
  {
    name: 'a hundred files are stored, one more is 422; so is none, and a file in another field',
    async run(fixture) {
      const client = await clientOf(fixture)
      const path = '/assets/bulk-upload'
      const files = (count: number) => Array.from({ length: count }, (_, index) => String(index))
      assert.equal((await client.send('POST', path, { body: bulkFormOf(files(100)) })).status, 201)
      const before = await client.total()
      const [error] = await client.refused('POST', path, { body: bulkFormOf(files(101)) }, [
        422,
        'too_many_files',
      ])
      assert.deepEqual(error?.meta, { limit: 100, index: 100 })
      const empty = new FormData()
      empty.append('note', 'no files')
      const [missing] = await client.refused('POST', path, { body: empty }, [422, 'file_missing'])
      assert.deepEqual([missing?.source, missing?.meta], [{ parameter: 'files[]' }, { index: 0 }])
      const other = bulkFormOf(['a', 'b'])
      other.append('file', new File(['x'], 'x.txt'))
      const [wrong] = await client.refused('POST', path, { body: other }, [422, 'invalid_body'])
      assert.deepEqual([wrong?.source, wrong?.meta], [{ parameter: 'file' }, { index: 2 }])
      assert.equal(await client.total(), before)
    },
  },
]
