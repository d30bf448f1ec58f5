// Runs the tools that apps run on an OpenAPI document on ours, as a store serves it: Redocly's linter, and two generators
// of clients. None may warn. What they generate must type-check, and orval's client must upload.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { openAssetStore } from '@stowage/core'
import { serve } from '@stowage/node'
import { build } from 'esbuild'
import { runTool } from '../support/openapi-tools/tool.mjs'
import { sh } from '../support/packaging/shell.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

/** Too large to install for everyone who works on this. */
const REDOCLY = '@redocly/cli@2.77.0'
const ORVAL = 'orval@8.38.0'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const RULES = fileURLToPath(new URL('../support/openapi-tools/redocly.yaml', import.meta.url))
const STRICT = {
  noEmit: true,
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  module: 'esnext',
  moduleResolution: 'bundler',
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
}

const report = createReport('openapi-tools: Redocly, orval and openapi-typescript on the document')
await report.run(() => withTemporaryDirectory(check))

async function check(directory) {
  const store = await openAssetStore({ directory: path.join(directory, 'media') })
  const { url, close } = await serve(store, { port: 0, closeStore: true })
  try {
    const headers = { authorization: `Bearer ${(await store.keys.create({ name: 'e2e' })).token}` }
    const answer = await fetch(`${url}/api/v1/openapi.json`, { headers })
    const document = path.join(directory, 'openapi.json')
    await writeFile(document, await answer.text())
    report.check('the service serves its document', answer.status === 200)

    await report.step('Redocly finds nothing to warn of', async () => {
      await runTool(directory, REDOCLY, 'lint', document, '--config', RULES)
      return REDOCLY
    })
    await report.step('openapi-typescript makes types that type-check', () =>
      makeTypes(path.join(directory, 'types'), document),
    )
    const client = path.join(directory, 'client')
    await report.step('orval makes a client that type-checks', () => makeClient(client, document))
    await report.step('the client of orval uploads, fetches and reads a refusal', () =>
      useClient(client, headers),
    )
  } finally {
    await close()
  }
}

/** With the version that also makes the types of `@stowage/client`. */
async function makeTypes(directory, document) {
  await mkdir(directory)
  const { devDependencies } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'))
  const tool = `openapi-typescript@${devDependencies['openapi-typescript']}`
  await runTool(directory, tool, document, '--output', 'made.ts')
  await typeCheck(directory)
}

async function makeClient(directory, document) {
  const { servers } = JSON.parse(await readFile(document, 'utf8'))
  await mkdir(directory)
  // An operation that takes a form or plain bytes gets a client that sends its form as it stands, which fetch refuses: of
  // several types of a body orval wants to be told one.
  const override = { operations: { replaceContent: { contentType: { exclude: ['*/*'] } } } }
  const output = { target: './made.ts', client: 'fetch', baseUrl: servers[0].url, override }
  await writeFile(
    path.join(directory, 'orval.config.mjs'),
    `export default ${JSON.stringify({ stowage: { input: document, output } })}`,
  )
  await runTool(directory, ORVAL, '--config', 'orval.config.mjs')
  await typeCheck(directory)
}

async function typeCheck(directory) {
  const project = path.join(directory, 'tsconfig.json')
  await writeFile(project, JSON.stringify({ compilerOptions: STRICT, files: ['made.ts'] }))
  await sh(ROOT, 'npx', 'tsc', '--project', project)
}

async function useClient(directory, headers) {
  const outfile = path.join(directory, 'made.mjs')
  await build({ entryPoints: [path.join(directory, 'made.ts')], outfile, format: 'esm' })
  const client = await import(pathToFileURL(outfile))
  const file = new File(['hello'], 'hello.txt')
  const uploaded = await client.uploadAsset({ file }, { with_meta: '1' }, { headers })
  const { name, public_file_id } = uploaded.data.data.attributes
  if (uploaded.status !== 201 || name !== 'hello.txt') throw new Error(JSON.stringify(uploaded))
  const content = await client.getFileContent(public_file_id, {}, { headers })
  if ((await content.data.text()) !== 'hello') throw new Error('Other bytes came back.')
  const refused = await client.getAsset(public_file_id, {}, { headers })
  if (refused.data.errors[0].code !== 'asset_not_found') throw new Error(JSON.stringify(refused))
}
