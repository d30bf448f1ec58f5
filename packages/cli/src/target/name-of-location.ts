import type { LocalLocation } from '../options/location.ts'

/** The name of the location for people, without the password that a connection string may hold. */
export function nameOfLocation({ directory, postgres, s3 }: LocalLocation): string {
  const records = postgres === undefined ? undefined : withoutPassword(postgres)
  const parts = [records, s3].filter((part) => part !== undefined)
  return parts.length === 2 ? parts.join(' and ') : [...parts, directory].join(' and ')
}

function withoutPassword(connectionString: string): string {
  if (!URL.canParse(connectionString)) return 'PostgreSQL'
  const { protocol, host, pathname } = new URL(connectionString)
  return `${protocol}//${host}${pathname}`
}
