import type { LocalPlace } from '../options/place.ts'

/** The name of the place for people; without the password that a connection string may hold. */
export function nameOfPlace({ directory, postgres, s3 }: LocalPlace): string {
  const records = postgres === undefined ? undefined : withoutPassword(postgres)
  const parts = [records, s3].filter((part) => part !== undefined)
  return parts.length === 2 ? parts.join(' and ') : [...parts, directory].join(' and ')
}

function withoutPassword(connectionString: string): string {
  if (!URL.canParse(connectionString)) return 'PostgreSQL'
  const { protocol, host, pathname } = new URL(connectionString)
  return `${protocol}//${host}${pathname}`
}
