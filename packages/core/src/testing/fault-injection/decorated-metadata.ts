import type { MetadataStore } from '../../ports/metadata-store.ts'
import { decorated, type Method } from './faulty-call.ts'

/**
 * The same metadata store with some members replaced, and `around` every other method. A method of a role goes by
 * both names, such as `assets.insert`. So do methods that the store has beyond the port.
 */
export function decoratedMetadata<Metadata extends MetadataStore>(
  metadata: Metadata,
  replaced: Partial<MetadataStore>,
  around: (name: string, method: Method) => Method,
): Metadata {
  function role<Records extends object>(name: string, records: Records): Records {
    return decorated(records, {}, (method, call) => around(`${name}.${method}`, call))
  }

  const { assets, folders, owners, apiKeys, tickets, versions, blobs, leases, sweeps, audit } =
    metadata
  const roles: Partial<MetadataStore> = {
    assets: role('assets', assets),
    folders: role('folders', folders),
    owners: role('owners', owners),
    apiKeys: role('apiKeys', apiKeys),
    tickets: role('tickets', tickets),
    versions: role('versions', versions),
    blobs: role('blobs', blobs),
    leases: role('leases', leases),
    sweeps: role('sweeps', sweeps),
    audit: role('audit', audit),
  }
  return decorated<Metadata>(metadata, { ...(roles as Partial<Metadata>), ...replaced }, around)
}
