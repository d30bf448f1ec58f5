import type { AssetStore } from '../../asset-store/asset-store.ts'
import type { AuditTrail } from '../../asset-store/audit.ts'
import type { Folders } from '../../asset-store/folders.ts'
import type { AssetReference, GetOptions } from '../../asset-store/get-options.ts'
import type { Keys } from '../../asset-store/keys.ts'
import type { StoreLimits } from '../../asset-store/limits.ts'
import type { StoreMaintenance } from '../../asset-store/maintenance/store-maintenance.ts'
import type { Owners } from '../../asset-store/owners.ts'
import type { StoreSigning } from '../../asset-store/store-signing.ts'
import type { StoreVariants } from '../../asset-store/store-variants.ts'
import type { Tenants } from '../../asset-store/tenants/usage.ts'
import type { Tickets } from '../../asset-store/tickets.ts'
import type { Versions } from '../../asset-store/versions.ts'
import type { Asset } from '../../model/assets/asset.ts'
import type { AssetScope } from '../../model/assets/asset-scope.ts'
import { requireTenant } from '../../model/tenants/tenant-name.ts'
import type { StoreCore } from '../opening/store-core.ts'
import { storeMaintenance } from '../store-maintenance.ts'
import { tenantAudit } from './tenant-audit.ts'
import { tenantFolders } from './tenant-folders.ts'
import { tenantOwners } from './tenant-owners.ts'
import { tenantSigning } from './tenant-signing.ts'
import { tenantTickets } from './tenant-tickets.ts'
import { storeTenants } from './tenant-usage.ts'
import { tenantVariants } from './tenant-variants.ts'
import { tenantVersions } from './tenant-versions.ts'

/** The members of `AssetStore` that say what a view is, or have methods of their own. */
type Roles = Pick<
  AssetStore,
  | 'tenant'
  | 'scope'
  | 'readOnly'
  | 'limits'
  | 'folders'
  | 'owners'
  | 'versions'
  | 'keys'
  | 'tickets'
  | 'variants'
  | 'audit'
  | 'tenants'
  | 'signing'
  | 'maintenance'
>

/** What a view of a store is, and its roles: each is made when it is first asked for, because most views need none. */
export abstract class TenantRoles implements Roles {
  readonly tenant: string
  readonly scope: AssetScope | null
  readonly #core: StoreCore
  #folders: Folders | undefined
  #versions: Versions | undefined
  #owners: Owners | undefined
  #keys: Keys | undefined
  #tickets: Tickets | undefined
  #variants: StoreVariants | undefined
  #signing: StoreSigning | undefined
  #maintenance: StoreMaintenance | undefined

  /** A class, because an adapter makes one for each request: its methods cost nothing to make again. */
  constructor(core: StoreCore, tenant: string, scope: AssetScope | null) {
    this.#core = core
    this.tenant = requireTenant(tenant)
    this.scope = scope
  }

  /** Variants and signed URLs look up their asset by it. */
  abstract get(asset: string | AssetReference, options?: GetOptions): Promise<Asset>

  get readOnly(): boolean {
    return this.#core.readOnly
  }

  get limits(): StoreLimits {
    return this.#core.limits
  }

  get folders(): Folders {
    this.#folders ??= tenantFolders(this.#core, this)
    return this.#folders
  }

  get versions(): Versions {
    this.#versions ??= tenantVersions(this.#core, this)
    return this.#versions
  }

  get owners(): Owners {
    this.#owners ??= tenantOwners(this.#core, this)
    return this.#owners
  }

  get keys(): Keys {
    this.#keys ??= this.#core.keyring.forTenant(this.tenant)
    return this.#keys
  }

  get tickets(): Tickets {
    this.#tickets ??= tenantTickets(this.#core, this)
    return this.#tickets
  }

  get variants(): StoreVariants {
    this.#variants ??= tenantVariants(this.#core, this)
    return this.#variants
  }

  get audit(): AuditTrail {
    return tenantAudit(this.#core, this)
  }

  get tenants(): Tenants {
    return storeTenants(this.#core, this)
  }

  get signing(): StoreSigning {
    this.#signing ??= tenantSigning(this.#core, this)
    return this.#signing
  }

  get maintenance(): StoreMaintenance {
    this.#maintenance ??= storeMaintenance(this.#core)
    return this.#maintenance
  }
}
