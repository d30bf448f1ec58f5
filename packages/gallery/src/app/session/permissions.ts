import type { Client } from '@stowage/client'

export type Permission = 'read' | 'write' | 'delete' | 'manage'

/** What the caller may do. */
export async function findPermissions(client: Client): Promise<ReadonlySet<Permission>> {
  const { meta } = await client.usage({ with_meta: '1' })
  return new Set(meta?.permissions)
}
