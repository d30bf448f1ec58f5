// Calls every route with curl on real files, and checks each JSON answer against openapi.json.
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { curl } from '../support/curl.mjs'
import { startExampleAndWait } from '../support/example-server.mjs'
import { createOpenapiValidator } from '../support/openapi-validator.mjs'
import { createReport } from '../support/report.mjs'
import { sampleFiles } from '../support/sample-files.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const report = createReport('curl: every route, with real files')
await report.run(() =>
  withTemporaryDirectory((directory) =>
    withTemporaryDirectory(async (media) => {
      const samples = await sampleFiles(directory)
      if (!samples.real) report.note('without STOWAGE_CORPUS: generated files')
      const server = await startExampleAndWait(media)
      try {
        await checkRoutes(server.url(), server.key(), samples.files)
        await checkEarlyRefusal(server.url(), path.join(directory, 'large.bin'))
      } finally {
        await server.stop()
      }
    }),
  ),
)

async function checkRoutes(origin, key, files) {
  const authorization = ['-H', `Authorization: Bearer ${key}`]
  const { body: description } = await curl(...authorization, `${origin}/api/v1/openapi.json`)
  const validator = createOpenapiValidator(JSON.parse(description))

  const assets = []
  for (const file of files) assets.push(await uploadOne(file))
  const more = await uploadBulk()
  await listPages(assets.length + more.length)
  for (const [index, asset] of assets.entries()) await fetchFile(asset, files[index])
  await changeFavourite(assets[0])
  await trashRestorePurge(assets.map(({ id }) => id))
  await refusals()

  async function uploadOne(file) {
    const answer = await request('POST', '/assets', '-F', `file=@${file.path}`)
    const asset = expectJson(answer, 201, `upload of ${file.name}`)?.data
    const { attributes } = asset
    const wrong = Object.entries({ ...file.expected, name: file.name, size: file.content.length })
      .filter(([name, value]) => attributes[name] !== value)
      .map(([name, value]) => `${name} is ${attributes[name]}, not ${value}`)
    if (
      !file.mimeTypes.some((type) =>
        new RegExp(`^${type.replace('*', '.*').replace('+', '\\+')}$`).test(attributes.mime_type),
      )
    ) {
      wrong.push(`mime_type is ${attributes.mime_type}, not ${file.mimeTypes.join(' or ')}`)
    }
    report.check(
      `attributes of ${file.name}`,
      wrong.length === 0,
      wrong.join('; ') || attributes.mime_type,
    )
    return asset
  }

  async function uploadBulk() {
    const parts = Array.from({ length: 50 }, (_, index) => files[index % files.length])
    const args = parts.flatMap((file, index) => [
      '-F',
      `files[]=@${file.path};filename=${index}-${file.name}`,
    ])
    const answer = await request('POST', '/assets/bulk-upload', ...args)
    const { data } = expectJson(answer, 201, 'bulk upload of 50 files')
    const inOrder = data.every(({ attributes }, index) => attributes.name.startsWith(`${index}-`))
    report.check('its answer keeps the order of the files', inOrder && data.length === 50)
    return data
  }

  async function listPages(total) {
    const seen = new Set()
    let next = `${origin}/api/v1/assets`
    let pages = 0
    for (; next !== null && pages < 10; pages += 1) {
      const url = new URL(next)
      const answer = await request('GET', `/assets${url.search}`)
      const page = expectJson(answer, 200, `page ${pages + 1}`)
      for (const { id } of page.data) seen.add(id)
      next = page.links.next
    }
    report.check(
      'links.next leads through every asset',
      seen.size === total,
      `${seen.size} on ${pages} pages`,
    )
  }

  async function fetchFile({ id, attributes }, file) {
    const got = await request('GET', `/assets/${id}`)
    const { data } = expectJson(got, 200, `get ${file.name}`)
    report.check(`its is_favourite is a boolean`, data.attributes.is_favourite === false)
    const content = await curl(...authorization, attributes.url)
    report.check(
      `content of ${file.name}`,
      content.status === 200 && digest(content.body) === digest(file.content),
      `${content.body.length} bytes, ${content.headers['content-type']}`,
    )
    const download = await curl(...authorization, attributes.download_url)
    const attachment = /^attachment; .*filename=/.test(
      download.headers['content-disposition'] ?? '',
    )
    report.check(
      `download of ${file.name}`,
      attachment && digest(download.body) === digest(file.content),
    )
    if (file.content.length > 20) {
      const range = await curl(...authorization, '-r', '10-19', attributes.url)
      const same = range.body.equals(file.content.subarray(10, 20))
      const window = `bytes 10-19/${file.content.length}`
      report.check(
        `range of ${file.name}`,
        range.status === 206 && same && range.headers['content-range'] === window,
      )
    }
    const head = await curl(...authorization, '--head', attributes.url)
    report.check(
      `HEAD of ${file.name}`,
      Number(head.headers['content-length']) === file.content.length,
    )
    const again = await curl(
      ...authorization,
      '-H',
      `If-None-Match: ${content.headers.etag}`,
      attributes.url,
    )
    report.check(`304 of ${file.name}`, again.status === 304 && again.body.length === 0)
  }

  async function changeFavourite({ id }) {
    const document = { data: { type: 'assets', id, attributes: { is_favourite: true } } }
    const answer = await request('PATCH', `/assets/${id}`, ...json(document))
    const { data } = expectJson(answer, 200, 'PATCH of is_favourite')
    report.check('the favourite is stored', data.attributes.is_favourite === true)
  }

  async function trashRestorePurge(ids) {
    const body = json({ asset_ids: ids })
    const status = async (...args) => (await request(...args)).status
    report.check('trash', (await status('POST', '/assets/bulk-trash', ...body)) === 204)
    expectJson(await request('GET', `/assets/${ids[0]}`), 404, 'get of a trashed asset')
    report.check('restore', (await status('POST', '/assets/bulk-restore', ...body)) === 204)
    const untrashed = await request('DELETE', '/assets/bulk-permanent', ...body)
    expectJson(untrashed, 409, 'permanent deletion of what is not trashed')
    report.check('trash again', (await status('POST', '/assets/bulk-trash', ...body)) === 204)
    report.check('purge', (await status('DELETE', '/assets/bulk-permanent', ...body)) === 204)
    const list = expectJson(await request('GET', '/assets'), 200, 'list after the purge')
    report.check('only the others are left', list.meta.total === 50, String(list.meta.total))
  }

  async function refusals() {
    const answer = await curl(`${origin}/api/v1/assets`)
    check('GET', '/assets', answer, 401, 'without a key')
    expectJson(await request('GET', '/assets?page=0'), 400, 'page 0')
    expectJson(await request('POST', '/assets', ...json({})), 415, 'an upload that is JSON')
  }

  /** curl on a path below /api/v1. */
  async function request(method, target, ...args) {
    const answer = await curl(...authorization, '-X', method, ...args, `${origin}/api/v1${target}`)
    return { ...answer, method, target }
  }

  function expectJson(answer, status, name) {
    return check(answer.method, answer.target, answer, status, name)
  }

  function check(method, target, answer, status, name) {
    const body = JSON.parse(answer.body)
    const { pathname } = new URL(`${origin}/api/v1${target}`)
    const invalid = validator.validate(method, pathname, answer.status, body)
    const detail = answer.status === status ? (invalid ?? '') : answer.body.toString()
    report.check(
      `${name}: ${status}, as described`,
      answer.status === status && invalid === null,
      detail,
    )
    return body
  }
}

/** By default curl asks with `Expect: 100-continue` before it sends a large body. */
async function checkEarlyRefusal(origin, file) {
  await writeFile(file, Buffer.alloc(20 * 1024 ** 2))
  const upload = ['-H', 'Authorization: Bearer stw_wrong', '-F', `file=@${file}`]
  for (const [name, ...args] of [['that asks first'], ['that just sends', '-H', 'Expect:']]) {
    const { status } = await curl(...upload, ...args, `${origin}/api/v1/assets`)
    report.check(
      `a large upload with a wrong key, ${name}, is answered 401`,
      status === 401,
      String(status),
    )
  }
}

function json(value) {
  return ['-H', 'Content-Type: application/json', '--data', JSON.stringify(value)]
}

function digest(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}
