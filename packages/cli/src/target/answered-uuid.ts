import { unreachable } from '../exit/cli-error.ts'

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Whether a text has the form of a UUID. */
export function isUuid(text: unknown): boolean {
  return typeof text === 'string' && UUID.test(text)
}

/** The id that an answer of a service has, for an item: it may become a part of a path or of a URL. */
export function answeredUuid(id: string): string {
  if (isUuid(id)) return id
  throw unreachable(
    'The service answered with an id that is no UUID, so it is no Stowage service. Check --url.',
  )
}
