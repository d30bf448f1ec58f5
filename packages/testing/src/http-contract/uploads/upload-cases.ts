import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { AssetResource } from '@stowage/api'
import type { ContractCase } from '../../contract/contract.ts'
import type { HttpFixture } from '../../http/http-fixture.ts'
import { filePart, MULTIPART, rawForm } from '../../http/raw-http.ts'
import { clientOf, formOf } from '../http-client.ts'

/** Uploads of one file. */
export const uploadCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'an upload answers 201 with the asset and its Location; is_favourite is null only there',
    async run(fixture) {
      const client = await clientOf(fixture)
      const answer = await client.send('POST', '/assets', {
        body: formOf({ file: ['hello', 'a.txt'] }),
      })
      const { data } = client.document<{ data: AssetResource }>(answer, 201, 'AssetDocument')
      assert.deepEqual(Object.keys(data), ['id', 'type', 'attributes'])
      assert.equal(answer.headers.get('location'), client.url(`/assets/${data.id}`))
      const { attributes } = data
      const files = client.url(`/files/${attributes.public_file_id}`)
      assert.deepEqual(attributes, {
        name: 'a.txt',
        type: 'document',
        extension: 'txt',
        mime_type: 'text/plain',
        size: 5,
        folder_id: null,
        created_at: attributes.created_at,
        updated_at: attributes.created_at,
        width: null,
        height: null,
        duration_seconds: null,
        optimized_size: null,
        is_favourite: null,
        status: 'ready',
        public_file_id: attributes.public_file_id,
        url: `${files}/content`,
        thumbnail_url: null,
        download_url: `${files}/download`,
      })
      assert.match(attributes.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
      const stored = { ...data, attributes: { ...attributes, is_favourite: false } }
      assert.deepEqual(await client.get(data.id), stored)
      assert.deepEqual((await client.list()).data[0], stored)
    },
  },
  {
    name: 'with_meta=1 adds hash, uploader and trash time; nothing else does',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { id } = await client.upload('hello')
      const { meta } = await client.get(id, '?with_meta=1')
      assert.equal(meta?.sha256, createHash('sha256').update('hello').digest('hex'))
      assert.equal(meta?.trashed_at, null)
      assert.equal((await client.get(id, '?with_meta=0')).meta, undefined)
      assert.notEqual((await client.list('?with_meta=1')).data[0]?.meta, undefined)
    },
  },
  {
    name: 'file names are data: never a path, never a header of their own',
    async run(fixture) {
      const client = await clientOf(fixture)
      const names = [
        ['../../etc/passwd', 'passwd'],
        ['C:\\temp\\photo.jpg', 'photo.jpg'],
        ['a"b.txt', 'a"b.txt'],
        ['line\r\nX-Evil: 1.txt', 'lineX-Evil: 1.txt'],
        ['ünï çödé – 文件 🎉.txt', 'ünï çödé – 文件 🎉.txt'],
        ['100%41.txt', '100%41.txt'],
        ['__proto__', '__proto__'],
        ['', 'untitled'],
        ['..', 'untitled'],
      ] as const
      for (const [given, kept] of names) {
        const { attributes } = await client.upload('x', given)
        assert.equal(attributes.name, kept)
        const { status, headers } = await client.send('GET', attributes.download_url)
        assert.equal(status, 200)
        assert.equal(headers.get('x-evil'), null)
        const disposition = headers.get('content-disposition') ?? ''
        assert.match(disposition, /^attachment; filename=[\x20-\x7e]+$/)
        const extended = /filename\*=UTF-8''(\S+)$/.exec(disposition)?.[1]
        if (extended !== undefined) assert.equal(decodeURIComponent(extended), kept)
        else assert(disposition.includes(kept.replaceAll('"', '\\"')))
      }
      const { attributes } = await client.upload('x', `${'é'.repeat(200)}.tar`)
      assert(Buffer.byteLength(attributes.name) <= 255)
      assert.match(attributes.name, /^é+\.tar$/)
    },
  },
  {
    name: 'an empty file is a file',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { attributes } = await client.upload('', 'nothing')
      assert.deepEqual([attributes.size, attributes.mime_type], [0, 'application/octet-stream'])
      const { status, bytes } = await client.send('GET', attributes.url)
      assert.deepEqual([status, bytes.length], [200, 0])
    },
  },
  {
    name: 'megabytes come back as they were, also when sent in chunks of unknown length',
    async run(fixture) {
      const client = await clientOf(fixture)
      const content = Buffer.alloc(3_000_001)
      for (let at = 0; at < content.length; at += 1) content[at] = (at * 31) >> 3
      const form = rawForm([filePart(content)])
      const body = new ReadableStream({
        start(controller) {
          for (let at = 0; at < form.length; at += 65_521)
            controller.enqueue(form.subarray(at, at + 65_521))
          controller.close()
        },
      })
      const headers = { 'content-type': MULTIPART }
      const answer = await client.send('POST', '/assets', { headers, body })
      const { data } = client.document<{ data: AssetResource }>(answer, 201, 'AssetDocument')
      assert.equal(data.attributes.size, content.length)
      const { bytes } = await client.send('GET', data.attributes.url)
      assert.equal(Buffer.compare(bytes, content), 0)
    },
  },
]
