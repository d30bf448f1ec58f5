import { afterAll, beforeAll, it } from 'vitest'
import net from 'node:net'
import { once } from 'node:events'
import { openTemporaryStore, type TemporaryStore } from '../../api/src/testing/temporary-store.ts'
import { createHandler } from './handler/create-handler.ts'
import { serve, type Serving } from './testing/serve.ts'
let t: TemporaryStore, s: Serving, other: string
const out: string[] = []
const log = (...a: unknown[]) => out.push(a.map((x) => typeof x === 'string' ? x : JSON.stringify(x)).join(' '))
beforeAll(async () => {
  t = await openTemporaryStore()
  other = (await t.store.forTenant('other').keys.create({ name: 'o' })).token
  const h = createHandler(t.store, { cors: { origins: ['https://a.example'] }, onError: (e) => log('  onError', String(e)) })
  s = await serve(h); h.attach(s.server)
})
afterAll(async () => { await s.close(); await t.dispose(); process.stdout.write(out.join('\n') + '\n') })
const req = async (method: string, path: string, { headers = {}, body, key = t.key, raw = false }: any = {}) => {
  const r = await fetch(s.origin + path, { method, headers: { ...(key && { authorization: `Bearer ${key}` }), ...headers }, body, ...(body && { duplex: 'half' }) } as any)
  const text = raw ? '' : await r.text()
  return { status: r.status, headers: Object.fromEntries(r.headers), text }
}
const B = 'bb'
const form = (...parts: [string[], string][]) => parts.map(([h, c]) => `--${B}\r\n${h.join('\r\n')}\r\n\r\n${c}\r\n`).join('') + `--${B}--\r\n`
const ct = { 'content-type': `multipart/form-data; boundary=${B}` }
const file = (n = 'file', c = 'hello', ...h: string[]): [string[], string] => [[`Content-Disposition: form-data; name="${n}"; filename="a.txt"`, ...h], c]
const up = (...parts: [string[], string][]) => req('POST', '/api/v1/assets', { headers: ct, body: form(...parts) })
const short = (r: any) => `${r.status} ${r.text.slice(0, 300)}`

it('multipart oddities', async () => {
  log('bogus charset field', short(await up([['Content-Disposition: form-data; name="note"', 'Content-Type: text/plain; charset=bogus'], 'x'], file())))
  log('bogus charset field after', short(await up(file(), [['Content-Disposition: form-data; name="note"', 'Content-Type: text/plain; charset=x-user-undefined'], 'x'])))
  log('charset empty', short(await up([['Content-Disposition: form-data; name="note"', 'Content-Type: text/plain; charset=""'], 'x'], file())))
  log('both digests, sha256 field wrong', short(await up([['Content-Disposition: form-data; name="sha256"'], '0'.repeat(64)], file('file', 'hello', 'Content-Digest: sha-256=:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=:'))))
  log('sha256 field after', short(await up(file(), [['Content-Disposition: form-data; name="sha256"'], '0'.repeat(64)])))
  log('digest case', short(await up(file('file', 'hello', 'Content-Digest: SHA-256=:AAAAul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=:'))))
  log('digest w/ other first', short(await up(file('file', 'hello', 'Content-Digest: sha-512=:AAAA:, sha-256=:AAAAul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=:'))))
  log('proto name', short(await up([['Content-Disposition: form-data; name="__proto__"'], 'x'], [['Content-Disposition: form-data; name="constructor"'], 'x'], file())))
  log('proto hdr', short(await up(file('file', 'x', '__proto__: a', 'constructor: b'))))
  log('cte base64', short(await up(file('file', 'aGVsbG8=', 'Content-Transfer-Encoding: base64'))))
  log('octet no filename', short(await up([['Content-Disposition: form-data; name="file"', 'Content-Type: application/octet-stream'], 'abc'])))
  log('empty filename + content', short(await up([['Content-Disposition: form-data; name="file"; filename=""'], 'abc'])))
  log('empty filename + empty', short(await up([['Content-Disposition: form-data; name="file"; filename=""','Content-Type: application/octet-stream'], ''])))
  log('attachment disp', short(await up([['Content-Disposition: attachment; name="file"; filename="a"'], 'abc'])))
  log('two file names', short(await up([['Content-Disposition: form-data; name="file"; filename="a.txt"; filename*=UTF-8\'\'b%2e.txt'], 'abc'])))
  log('filename* bogus charset', short(await up([['Content-Disposition: form-data; name="file"; filename="a.txt"; filename*=BOGUS\'\'b%e9.txt'], 'abc'])))
  log('name*', short(await up([['Content-Disposition: form-data; name*=UTF-8\'\'file; filename="a.txt"'], 'abc'])))
  log('filename=a"%22', short(await up([['Content-Disposition: form-data; name="file"; filename="a%22b%0d%0aX: y.txt"'], 'abc'])))
  log('latin1 raw', short(await req('POST', '/api/v1/assets', { headers: ct, body: Buffer.from(form([['Content-Disposition: form-data; name="file"; filename="\xe9.txt"'], 'abc']), 'latin1') })))
  log('no parts', short(await req('POST', '/api/v1/assets', { headers: ct, body: `--${B}--\r\n` })))
  log('LF only', short(await req('POST', '/api/v1/assets', { headers: ct, body: form(file()).replaceAll('\r\n', '\n') })))
  log('no final CRLF', short(await req('POST', '/api/v1/assets', { headers: ct, body: form(file()).slice(0, -2) })))
  log('no final --', short(await req('POST', '/api/v1/assets', { headers: ct, body: form(file()).slice(0, -4) })))
  log('nested multipart/mixed', short(await up([['Content-Disposition: form-data; name="file"; filename="x"', 'Content-Type: multipart/mixed; boundary=zz'], '--zz\r\n\r\na\r\n--zz--'])))
})
it('accept etc', async () => {
  for (const accept of ['application/json; charset=utf-8', 'application/vnd.api+json; profile="x"', 'application/vnd.api+json;ext="x"', '', ',', 'text/html', 'text/html, */*;q=0.1', 'application/json;q=0, */*', 'application/vnd.api+json;q=0, application/json', 'application/json;q=0,application/vnd.api+json;q=0,*/*', 'garbage', '*', 'APPLICATION/JSON'])
    log('accept', accept, (await req('GET', '/api/v1/assets', { headers: { accept } })).status)
  for (const c of ['application/json;charset=utf8', 'application/json; charset="UTF-8"', 'application/json;', 'application/json; charset=us-ascii', 'application/problem+json'])
    log('ctype', c, short(await req('POST', '/api/v1/assets/bulk-trash', { headers: { 'content-type': c }, body: '{}' })))
  for (const a of ['Bearer', 'Bearer ', 'bearer x', 'Basic abc', `Bearer  ${t.key}`, `Bearer ${t.key} `, `Bearer ${t.key}, Bearer ${t.key}`])
    { const r = await req('GET', '/api/v1/assets', { key: '', headers: { authorization: a } }); log('auth', a.slice(0, 12), r.status, r.headers['www-authenticate'] ?? '') }
  for (const q of ['page=', 'page=+1', 'page=1e1', 'page=9007199254740991', 'page=9007199254740992', 'page=0', 'per_page=100&page=3', 'filter[trashed]=no', 'filter%5Btrashed%5D=only', 'filter=1', 'filter[]=1', 'page[]=1', 'fields=1', 'sort[]=1','include[]=1', 'with_meta=true', 'with_meta', '__proto__=1', 'filter[a'])
    { const r = await req('GET', '/api/v1/assets?' + q); log('query', q, r.status, r.status === 400 ? JSON.parse(r.text).errors[0].source : [JSON.parse(r.text).links, JSON.parse(r.text).meta]) }
  for (const [m, p] of [['OPTIONS', '/api/v1/assets'], ['OPTIONS', '/api/v1/nope'], ['PUT', '/api/v1/assets'], ['HEAD', '/api/v1/assets/bulk-trash'], ['GET', '/api/v1'], ['GET', '/api/v1/'], ['GET', '/'], ['GET', '/api/v1/assets/'], ['GET', '/api/v1/assets/%62ulk-trash'], ['DELETE', '/api/v1/assets/x']])
    { const r = await req(m!, p!, { key: '' }); log(m!, p!, r.status, r.headers, r.text.slice(0, 150)) }
  const pf = await req('OPTIONS', '/api/v1/assets', { key: '', headers: { origin: 'https://a.example', 'access-control-request-method': 'POST' } }); log('preflight', pf.status, pf.headers)
  const nf = await req('GET', '/api/v1/assets', { key: '', headers: { origin: 'https://b.example' } }); log('cors bad', nf.status, nf.headers)
})
it('files', async () => {
  const mk = async (c: any, name: string) => (await t.store.upload(Buffer.from(c), { name }))
  const a = await mk('0123456789', 'weird "name" %41 \\ é.txt')
  const u = `/api/v1/files/${a.publicFileId}/content`
  log('headers', (await req('GET', u)).headers)
  log('416', short(await req('GET', u, { headers: { range: 'bytes=10-' } })))
  const h416 = (await req('GET', u, { headers: { range: 'bytes=10-' } })); log(h416.headers)
  log('304', (await req('GET', u, { headers: { 'if-none-match': '*' } })).headers)
  log('HEAD 304', (await req('HEAD', u, { headers: { 'if-none-match': '*' } })))
  log('HEAD 412', (await req('HEAD', u, { headers: { 'if-match': '"x"' } })))
  log('HEAD 404', (await req('HEAD', u + 'x')))
  const e = await mk('', 'empty.bin')
  for (const range of ['bytes=0-', 'bytes=-1', 'bytes=-0', 'bytes=0-0']) log('empty', range, (await req('GET', `/api/v1/files/${e.publicFileId}/content`, { headers: { range } })).status)
  for (const r of ['bytes=0-0,', 'bytes=,0-0', 'bytes= 0-0', 'bytes=0-0 ', 'bytes=0 - 0']) { const x = await req('GET', u, { headers: { range: r } }); log('range', r, x.status, x.text) }
  log('if-range empty', (await req('GET', u, { headers: { range: 'bytes=0-0', 'if-range': '' } })).status)
  for (const m of ['GET', 'HEAD']) for (const p of [`/api/v1/assets/${a.id}`, u, `/api/v1/files/${a.publicFileId}/download`, u + '?variant=thumbnail', u + '?variant=optimized']) {
    const x = await req(m, p, { key: other, headers: { range: 'bytes=99-', 'if-match': '"x"' } }), y = await req(m, p.replace(a.id, crypto.randomUUID()).replace(a.publicFileId, crypto.randomUUID()), { key: other, headers: { range: 'bytes=99-', 'if-match': '"x"' } })
    const strip = (z: any) => JSON.stringify([z.status, { ...z.headers, date: 0, 'x-request-id': 0 }, z.text.replace(/"id":"[^"]*"/, '')])
    log('tenant', m, p, x.status, strip(x) === strip(y) ? 'same' : strip(x) + strip(y))
  }
  const j = (ids: string[], key: string, p = 'bulk-trash', m = 'POST') => req(m, '/api/v1/assets/' + p, { key, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ asset_ids: ids }) })
  log('other trash', short(await j([a.id], other)))
  log('other purge', short(await j([a.id], other, 'bulk-permanent', 'DELETE')))
  log('trash', short(await j([a.id], t.key)))
  log('other purge trashed', short(await j([a.id], other, 'bulk-permanent', 'DELETE')))
  log('purge', short(await j([a.id], t.key, 'bulk-permanent', 'DELETE')))
  log('purge again', short(await j([a.id], t.key, 'bulk-permanent', 'DELETE')))
  log('other purge purged', short(await j([a.id], other, 'bulk-permanent', 'DELETE')))
  log('mixed purged+untrashed+unknown', short(await j([a.id, e.id, crypto.randomUUID()], t.key, 'bulk-permanent', 'DELETE')))
  log('other restore', short(await j([e.id], other, 'bulk-restore')))
  log('patch other', short(await req('PATCH', `/api/v1/assets/${e.id}`, { key: other, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ data: { type: 'assets', id: e.id, attributes: { name: 'x' } } }) })))
  for (const at of ['{"__proto__":1}', '{"name":"\\u0001"}', '{"name":"a","name":"b"}', '{"folder_id":null}', '{"a/b~c":1}', '{"is_favourite":null}', '[]', 'null'])
    log('patch', at, short(await req('PATCH', `/api/v1/assets/${e.id}`, { headers: { 'content-type': 'application/json' }, body: `{"data":{"type":"assets","id":"${e.id}","attributes":${at}}}` })))
  log('patch upper id', short(await req('PATCH', `/api/v1/assets/${e.id.toUpperCase()}`, { headers: { 'content-type': 'application/json' }, body: `{"data":{"type":"assets","id":"${e.id}","attributes":{}}}` })))
  const ids = Array.from({ length: 600 }, () => crypto.randomUUID())
  log('case dup', short(await j([...ids, ...ids.map((i) => i.toUpperCase())], t.key)).slice(0, 200))
})
