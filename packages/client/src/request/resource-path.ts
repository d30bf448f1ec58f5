const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const KEY_ID = /^[\dA-Za-z]{12}$/

/**
 * The path of one resource. Only here does an id become a part of a URL, where `..` would lead to another route. Throws
 * a `TypeError` for anything that the service gives no resource as its id.
 */
export function pathOf(
  resources:
    | 'assets'
    | 'folders'
    | 'files'
    | 'keys'
    | 'jobs'
    | 'webhooks'
    | 'deliveries'
    | 'uploads',
  id: string,
): string {
  const isKey = resources === 'keys'
  if ((isKey ? KEY_ID : UUID).test(id)) return `/${resources}/${id}`
  const form = isKey ? '12 letters and digits' : 'a UUID'
  throw new TypeError(
    `${JSON.stringify(id)} is no id of ${resources}: that is ${form}. Nothing was requested.`,
  )
}
