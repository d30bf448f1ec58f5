import Ajv2020 from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** Checks JSON answers against an OpenAPI 3.1 document. `validate` returns what is wrong, or `null`. */
export function createOpenapiValidator(document) {
  const ajv = new Ajv2020.default({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'openapi')

  return {
    validate(method, pathname, status, body) {
      const template = Object.keys(document.paths).find((path) => matches(path, pathname))
      if (template === undefined) return `no path matches ${pathname}`
      const operation = document.paths[template][method.toLowerCase()]
      const key = [String(status), `${String(status)[0]}XX`, 'default'].find(
        (each) => operation?.responses?.[each] !== undefined,
      )
      if (key === undefined) return `${method} ${template} has no ${status}`
      const at = ['paths', template, method.toLowerCase(), 'responses', key]
      const reference = operation.responses[key].$ref
      const base = reference?.slice(1) ?? `/${at.map(escapePointer).join('/')}`
      const pointer = `${base}/content/${escapePointer('application/vnd.api+json')}/schema`
      const validate = ajv.compile({ $ref: `openapi#${encodeURI(pointer)}` })
      return validate(body) ? null : ajv.errorsText(validate.errors)
    },
  }
}

/** Path templates are below the server's URL, or complete. */
function matches(template, pathname) {
  const pattern = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+')
  return new RegExp(`^(/api/v1)?${pattern}$`).test(pathname)
}

function escapePointer(part) {
  return part.replaceAll('~', '~0').replaceAll('/', '~1')
}
