import type { AssetResource } from '@stowage/api'
import { createAssetStore } from '@stowage/core/internal'
import { createMemoryBlobs, createMemoryMetadata } from '@stowage/core/memory'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Serving, serve } from '../testing/serve.ts'
import { createNodeHandler } from './create-node-handler.ts'

const store = createAssetStore({
  metadata: createMemoryMetadata(),
  blobs: createMemoryBlobs(),
  advanced: { sweepEveryMs: false },
})
let serving: Serving
let key: string

beforeAll(async () => {
  key = (await store.keys.create({ name: 'test' })).token
  serving = await serve(createNodeHandler(store))
})

afterAll(async () => {
  await serving.close()
  await store.close()
})

/** Uploads the bytes under a name and a type that the client makes up, and fetches them as a browser would to show them. */
async function serveBack(name: string, content: Uint8Array | string, claimed: string) {
  const form = new FormData()
  form.append('file', new File([content], name, { type: claimed }))
  const uploaded = await fetch(`${serving.origin}/api/v1/assets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: form,
  })
  expect(uploaded.status).toBe(201)
  const { data } = (await uploaded.json()) as { data: AssetResource }
  const asset = await store.get(data.id)
  const { headers, body } = await fetch(
    `${serving.origin}/api/v1/files/${asset.publicFileId}/content`,
    { headers: { authorization: `Bearer ${key}` } },
  )
  await body?.cancel()
  return {
    type: headers.get('content-type') ?? '',
    disposition: headers.get('content-disposition')?.split(';')[0],
    policy: headers.get('content-security-policy') ?? '',
    sniffing: headers.get('x-content-type-options'),
    embedding: headers.get('cross-origin-resource-policy'),
  }
}

const SCRIPT = '<script>alert(document.domain)</script>'
const HTML = `<!doctype html><html><body>${SCRIPT}</body></html>`
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`
const XHTML = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${SCRIPT}</html>`
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

describe('files that hold markup, under any name', () => {
  it.each([
    ['HTML as a photo', 'a.jpg', HTML, 'image/jpeg', 'text/html'],
    ['HTML as plain text', 'a.txt', HTML, 'text/plain', 'text/html'],
    ['HTML as PDF', 'a.pdf', HTML, 'application/pdf', 'text/html'],
    ['HTML as Markdown', 'a.md', HTML, 'text/markdown', 'text/html'],
    ['HTML as a table', 'a.csv', HTML, 'text/csv', 'text/html'],
    [
      'HTML after white space and comments',
      'a.txt',
      ` \n<!-- a --> ${HTML}`,
      'text/plain',
      'text/html',
    ],
    ['HTML with a byte order mark', 'a.txt', `\ufeff${HTML}`, 'text/plain', 'text/html'],
    ['HTML in UTF-16', 'a.txt', utf16(HTML), 'text/plain', 'text/html'],
    ['HTML in UTF-16 without a mark', 'a.txt', utf16(HTML).subarray(2), 'text/plain', 'text/html'],
    ['HTML in windows-1252', 'a.txt', latin1(`<html>\xe9\xff${SCRIPT}`), 'text/plain', 'text/html'],
    ['a script tag alone', 'a.png', SCRIPT, 'image/png', 'text/html'],
    ['an image tag alone', 'a.html', '<img src=x onerror=alert(1)>', 'text/html', undefined],
    ['XHTML', 'a.xml', XHTML, 'image/gif', 'application/xhtml+xml'],
    [
      'XHTML under a prefix',
      'a.xml',
      XHTML.replaceAll(/(<\/?)(html|script)/g, '$1x:$2'),
      '',
      undefined,
    ],
    [
      'XML that brings its own style sheet',
      'a.jpg',
      '<?xml-stylesheet href="#a"?><a xmlns="b"/>',
      '',
      undefined,
    ],
  ])('%s is a sandboxed attachment', async (_, name, content, claimed, type) => {
    const served = await serveBack(name, content, claimed)
    if (type) expect(served.type.split(';')[0]).toBe(type)
    if (!served.type.startsWith('text/plain')) {
      expect(served).toMatchObject({ disposition: 'attachment' })
      expect(served.policy).toMatch(/^sandbox; default-src 'none'/)
    }
    expect(served).toMatchObject({ sniffing: 'nosniff', embedding: 'same-site' })
  })

  it.each([
    ['SVG', 'a.svg', SVG],
    ['SVG as a photo', 'a.png', SVG],
    ['SVG after a DOCTYPE', 'a.txt', `<!DOCTYPE svg [<!ENTITY a "b">]>${SVG}`],
    ['SVG in UTF-16', 'a.svg', utf16(SVG)],
  ])('%s is shown in a sandbox without script', async (_, name, content) => {
    const served = await serveBack(name, content, 'image/png')
    expect(served).toMatchObject({ sniffing: 'nosniff' })
    expect(served.type).toMatch(/^image\/svg\+xml/)
    expect(served.policy).toMatch(/^sandbox; default-src 'none'/)
    expect(served.policy).not.toMatch(/allow-scripts|script-src/)
  })
})

describe('files of two kinds at once', () => {
  it.each([
    ['GIF and JavaScript', 'a.js', `GIF89a/*${'\0'.repeat(20)}*/=1;alert(1)//`, 'image/gif'],
    ['JPEG and HTML', 'a.html', latin1(`\xff\xd8\xff\xe0\0\x10JFIF\0${HTML}`), 'image/jpeg'],
    ['PNG and HTML', 'a.html', latin1(`\x89PNG\r\n\x1a\n\0\0\0\x40IHDR${HTML}`), 'image/png'],
    ['PDF and HTML', 'a.html', `%PDF-1.4\n${HTML}`, 'application/pdf'],
    ['text and HTML further down', 'a.html', `Dear reader,\n${HTML}`, undefined],
    ['ID3 and HTML', 'a.html', latin1(`ID3\x04\0\0\0\0\0\0${HTML}`), 'audio/mpeg'],
    ['RIFF and HTML', 'a.html', latin1(`RIFF\x10\0\0\0WAVE${HTML}`), 'audio/wav'],
    ['ZIP and HTML', 'a.html', latin1(`PK\x03\x04${'\0'.repeat(26)}${HTML}`), 'application/zip'],
    ['noise and HTML', 'a.html', latin1(`\0\x01\x02\x03${HTML}`), 'application/octet-stream'],
  ])('%s: no browser takes it for a document or a script', async (_, name, content, type) => {
    const served = await serveBack(name, content, 'text/html')
    expect(served).toMatchObject({ sniffing: 'nosniff', embedding: 'same-site' })
    if (type) expect(served.type).toBe(type)
    expect(served.type).not.toMatch(/html|xml|script/)
  })

  it('a script stays an attachment that no other site may load, even when it begins like a bitmap', async () => {
    const served = await serveBack('a.js', 'BM=1;alert(1)//', 'image/bmp')
    expect(served).toMatchObject({ disposition: 'attachment', sniffing: 'nosniff' })
    expect(served).toMatchObject({ embedding: 'same-site' })
    expect(served.policy).toMatch(/^sandbox; default-src 'none'/)
  })
})
