// Writes `packages/client/src/generated/openapi.ts` from the OpenAPI document of `@stowage/api`. With `--check` it writes
// nothing, and fails when that file is out of date.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { ROOT } from '../package-entries.mjs'
import { workerCodeForBuild } from '../worker-code.mjs'

const FILE = 'packages/client/src/generated/openapi.ts'
const HEADER = `// Written by \`npm run client\` from the OpenAPI document of \`@stowage/api\`. Change that, not this file.
// biome-ignore-all format: it stays as the generator writes it.
// biome-ignore-all lint: it stays as the generator writes it.

`
const REFERENCE = /components\["schemas"\]\["(\w+)"\]/g
/** Schemas whose name is that of a global. */
const RENAMED = { Error: 'ErrorObject' }

const target = path.join(ROOT, FILE)
const made = await typesOf(withoutIgnored(await openApiDocument()))
if (!process.argv.includes('--check')) {
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, made)
  console.log(`client: ${FILE} is written`)
} else if (existsSync(target) && readFileSync(target, 'utf8') === made) {
  console.log('client: the types are those of the OpenAPI document')
} else {
  console.error(`${FILE} is out of date. Run npm run client and commit it.`)
  process.exitCode = 1
}

/** Each schema, and the query of each operation that has one, as a separate interface. */
async function typesOf(document) {
  const nodes = await openapiTS(document, {
    // A file is anything that the platform can send.
    transform: ({ format }) =>
      format === 'binary' ? ts.factory.createTypeReferenceNode('Blob') : undefined,
  })
  const { members: components } = nodes.find((node) => node.name.text === 'components')
  const { members: operations } = nodes.find((node) => node.name.text === 'operations')
  const schemas = memberOf(components, 'schemas').members.map((schema) => [
    nameOf(schema.name.text),
    document.components.schemas[schema.name.text].description,
    schema.type,
  ])
  const queries = operations.flatMap(({ name, type }) => {
    const query = memberOf(memberOf(type.members, 'parameters').members, 'query')
    if (!ts.isTypeLiteralNode(query)) return []
    const { text } = name
    return [[`${text[0].toUpperCase()}${text.slice(1)}Query`, `Query of \`${text}\`.`, query]]
  })
  const code = [...schemas, ...queries].map(([name, docstring, type]) => {
    const shape = astToString(type).trim()
    const isObject = ts.isTypeLiteralNode(type)
    const declared = isObject ? `interface ${name} ${shape}` : `type ${name} = ${shape}`
    return `/** ${docstring} */\nexport ${declared}\n`
  })
  return HEADER + plainComments(code.join('\n')).replaceAll(REFERENCE, (_, name) => nameOf(name))
}

/** Removes the OpenAPI tags, which repeat the type. */
function plainComments(code) {
  return code
    .replaceAll(/^ *\/\*\* @(?:constant|enum\b.*) \*\/\n/gm, '')
    .replaceAll(/^ *\* @(?:constant|enum\b.*)\n/gm, '')
    .replaceAll('@description ', '')
}

function memberOf(members, name) {
  return members.find((member) => member.name.text === name).type
}

function nameOf(schema) {
  return RENAMED[schema] ?? schema
}

/** Members that the service ignores are of no use to this client. */
function withoutIgnored(document) {
  const isIgnored = (schema) => /Passed over\.$/.test(schema?.description ?? '')
  return JSON.parse(JSON.stringify(document, (_, value) => (isIgnored(value) ? undefined : value)))
}

/** The document, straight from the sources: no build is needed. */
async function openApiDocument() {
  const {
    outputFiles: [{ text }],
  } = await build({
    stdin: {
      contents: `
        import { openApiDocument } from './openapi/openapi-document.ts'
        import { ROUTES } from './routes/routes.ts'
        export default openApiDocument(ROUTES, '/api/v1', { idsPerRequest: 1000 })`,
      resolveDir: path.join(ROOT, 'packages/api/src'),
    },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    conditions: ['stowage-source'],
    external: ['better-sqlite3'],
    plugins: [workerCodeForBuild],
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire('file:///');",
    },
  })
  const url = `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`
  return (await import(url)).default
}
