import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { API_ERRORS } from '../errors/api-error-codes.ts'
import { ROUTES } from '../routes/routes.ts'
import { openApiDocument } from './openapi-document.ts'

interface Described {
  readonly components: {
    readonly schemas: Record<string, { readonly properties?: Record<string, object> }>
  }
  readonly paths: Record<
    string,
    Record<string, { responses: Record<string, { description: string }> }>
  >
}

const document = openApiDocument(ROUTES, 'https://media.example/api/v1', {
  idsPerRequest: 1000,
})

describe('openApiDocument', () => {
  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate({ ...document })
    expect(result.errors).toBeUndefined()
    expect(result.valid).toBe(true)
  })

  it('has no schema that nothing refers to, also where a route is not served', () => {
    for (const routes of [ROUTES, ROUTES.filter(({ onlyWith }) => onlyWith === undefined)]) {
      const made = openApiDocument(routes, 'https://media.example/api/v1', { idsPerRequest: 1000 })
      const text = JSON.stringify(made)
      for (const name of Object.keys((made as Described).components.schemas))
        expect(text, name).toContain(`"#/components/schemas/${name}"`)
    }
  })

  it('gives every operation a name of its own', () => {
    expect(new Set(ROUTES.map(({ operation }) => operation.id)).size).toBe(ROUTES.length)
  })

  it('describes the redirect of every route that takes an external id, and of no other document', () => {
    const { paths } = document as Described
    for (const { method, path, byExternalId, operation } of ROUTES) {
      const responses = paths[path]?.[method.toLowerCase()]?.responses ?? {}
      expect(responses[302] !== undefined, `${method} ${path}`).toBe(
        byExternalId !== undefined || operation.success.content === 'file',
      )
    }
  })

  it('names every error code that clients can get', () => {
    const { Error: described } = (document as Described).components.schemas
    expect(described?.properties?.code).toMatchObject({ enum: Object.keys(API_ERRORS) })
  })

  it('names 507 on every operation that writes', () => {
    for (const [path, item] of Object.entries((document as Described).paths)) {
      for (const [method, { responses }] of Object.entries(item)) {
        const writes = method !== 'get' && !path.endsWith('/ping')
        expect('507' in responses, `${method} ${path}`).toBe(writes)
      }
    }
  })

  it('says that file parts are binary, by which clients are made', () => {
    const { AssetUpload, BulkUpload } = (document as Described).components.schemas
    const binary = expect.objectContaining({ type: 'string', format: 'binary' })
    expect(AssetUpload?.properties?.file).toEqual(binary)
    expect(BulkUpload?.properties?.['files[]']).toMatchObject({ type: 'array', items: binary })
  })

  it('gives every enum a type, every operation a group and every file a binary schema, by which clients are made', () => {
    const untyped: string[] = []
    const walk = (node: unknown, place: string): void => {
      if (typeof node !== 'object' || node === null) return
      if (('enum' in node || 'const' in node) && !('type' in node)) untyped.push(place)
      for (const [name, child] of Object.entries(node)) walk(child, `${place}/${name}`)
    }
    walk(document, '')
    expect(untyped).toEqual([])
    const { paths, tags } = document as Described & { readonly tags: { readonly name: string }[] }
    const operations = Object.values(paths).flatMap((item) => Object.values(item))
    const known = tags.map(({ name }) => [name])
    for (const operation of operations)
      expect(known).toContainEqual((operation as { tags?: unknown }).tags)
    expect(paths['/files/{publicFileId}/content']?.get?.responses['200']).toMatchObject({
      content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
    })
  })

  it('describes every parameter', () => {
    const { paths } = document as {
      paths: Record<string, Record<string, { parameters?: object[] }>>
    }
    const parameters = Object.values(paths)
      .flatMap((item) => Object.values(item))
      .flatMap((operation) => operation.parameters ?? [])
    expect(parameters).not.toEqual([])
    for (const parameter of parameters)
      expect(parameter).toMatchObject({ description: expect.stringMatching(/\.$/) })
  })

  it('names every error code somewhere, under its status', () => {
    const described = new Map<string, string>()
    for (const item of Object.values((document as Described).paths)) {
      for (const { responses } of Object.values(item)) {
        for (const [status, { description }] of Object.entries(responses)) {
          described.set(status, `${described.get(status) ?? ''}${description}`)
        }
      }
    }
    for (const [code, { status }] of Object.entries(API_ERRORS)) {
      // These two are about what is not described.
      if (code === 'route_not_found' || code === 'method_not_allowed') continue
      expect(described.get(String(status)), code).toContain(`\`${code}\``)
    }
  })
})
