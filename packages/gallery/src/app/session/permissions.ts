import type { Client } from '@stowage/client'

export type Permission = 'read' | 'write' | 'delete' | 'manage'

/** What the caller may do here. */
export interface Rights {
  readonly permissions: ReadonlySet<Permission>
  /** Whether the service sends webhooks, and the caller manages them. */
  readonly webhooks: boolean
}

/** Asks what the caller may do. */
export async function findRights(client: Client): Promise<Rights> {
  const { meta } = await client.usage({ with_meta: '1' })
  return { permissions: new Set(meta?.permissions), webhooks: meta?.webhooks ?? false }
}
