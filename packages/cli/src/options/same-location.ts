import path from 'node:path'
import type { LocalLocation } from './location.ts'
import { s3LocationOf } from './s3-url.ts'

/** Which halves of a store are in the same place at both locations, as far as their names tell. */
export function staysInPlace(
  from: LocalLocation,
  to: LocalLocation,
): { readonly records: boolean; readonly files: boolean } {
  return { records: recordsOf(from) === recordsOf(to), files: filesOf(from) === filesOf(to) }
}

function recordsOf({ postgres, directory }: LocalLocation): string {
  return postgres === undefined ? path.resolve(directory) : databaseOf(postgres)
}

function filesOf({ s3, directory }: LocalLocation): string {
  if (s3 === undefined) return path.resolve(directory)
  const { endpoint = 's3:', bucket, prefix = '' } = s3LocationOf(s3)
  return [endpoint, bucket, prefix].join('/')
}

/** Host, port and database of a connection string: user and options lead to the same records. */
function databaseOf(connectionString: string): string {
  if (!URL.canParse(connectionString)) return connectionString
  const { hostname, port, username, pathname, searchParams } = new URL(connectionString)
  const host = hostname || (searchParams.get('host') ?? 'localhost')
  const database = pathname.length > 1 ? pathname.slice(1) : username
  return `postgres://${host.toLowerCase()}:${port || '5432'}/${decodeURIComponent(database)}`
}
