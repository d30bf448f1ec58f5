import { deepEqual, doesNotMatch, equal } from 'node:assert/strict'

/** A path with a slash at its end, to which `trailingSlash` of Next redirects, is the same route. Drives an app as `drive` does. */
export async function driveSlashed(client, { send }) {
  const form = new FormData()
  form.append('file', new File(['hello'], 'slashed.txt'))
  const stored = await send('POST', 'assets/', form)
  equal(stored.status, 201)
  const { id } = stored.json.data
  const routes = [`assets/${id}`, 'assets', 'folders', 'usage', 'openapi.json']
  for (const route of routes) {
    const [plain, slashed] = await Promise.all([send('GET', route), send('GET', `${route}/`)])
    deepEqual([route, plain.status, slashed.status], [route, 200, 200])
    deepEqual(slashed.json, plain.json)
  }
  const { json } = await send('GET', 'assets/?per_page=1')
  doesNotMatch(JSON.stringify(json.links), /assets\//)
  const unknown = await send('GET', 'nowhere/')
  deepEqual([unknown.status, unknown.json.errors[0].code], [404, 'route_not_found'])
  // By the redirect.
  const { attributes } = await client.get(id)
  const content = await client.content(attributes.public_file_id)
  equal(await content.text(), 'hello')
  return `${routes.length + 1} routes with and without a slash`
}
