import { mustBe } from '@stowage/core/internal'

/** An option that says where the database is. The refusal never shows the value, which may hold a password. */
export function databaseUrl(value: unknown, name: string): void {
  const wanted = 'a URL, such as postgresql://user:password@host/database'
  if (typeof value !== 'string') throw mustBe(name, wanted, value)
  // A path, or `socket:`, is a Unix socket to pg.
  if (!/^(?:postgres(?:ql)?:\/\/|socket:|\/)/.test(value)) {
    throw mustBe(name, wanted, value, 'a string without postgresql:// at its start')
  }
}
