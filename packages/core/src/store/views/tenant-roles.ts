import type { Asset } from '../../assets/asset.ts'
import type { AssetScope } from '../../assets/asset-scope.ts'
import type { AssetReference, GetOptions } from '../../assets/get-options.ts'
import type { StoreView, ViewedStore, ViewOptions } from '../../assets/store-view.ts'
import type { ChangeFeed } from '../../feed/change-feed.ts'
import { tenantFeed } from '../../feed/tenant-feed.ts'
import type { Folders } from '../../folders/folders.ts'
import { tenantFolders } from '../../folders/tenant-folders.ts'
import { tenantJobs } from '../../jobs/tenant-jobs.ts'
import type { Keys } from '../../keys/keys.ts'
import type { Owners } from '../../owners/owners.ts'
import { tenantOwners } from '../../owners/tenant-owners.ts'
import type { StorePictures } from '../../pictures/store-pictures.ts'
import { tenantPictures } from '../../pictures/tenant-pictures.ts'
import { tenantUploads } from '../../resumable/tenant-uploads.ts'
import type { Uploads } from '../../resumable/uploads.ts'
import type { StoreUrls } from '../../signing/store-urls.ts'
import { viewUrls } from '../../signing/view-urls.ts'
import { requireTenant } from '../../tenants/tenant-name.ts'
import { tenantTickets } from '../../tickets/tenant-tickets.ts'
import type { Tickets } from '../../tickets/tickets.ts'
import type { Trace } from '../../tracing/trace-events.ts'
import type { StoreVariants } from '../../variants/store-variants.ts'
import { tenantVariants } from '../../variants/tenant-variants.ts'
import { tenantVersions } from '../../versions/tenant-versions.ts'
import type { Versions } from '../../versions/versions.ts'
import { tenantWebhooks } from '../../webhooks/tenant-webhooks.ts'
import type { Webhooks } from '../../webhooks/webhooks.ts'
import type { AssetStore } from '../asset-store.ts'
import type { StoreCore } from '../opening/store-core.ts'
import type { StoreAdmin } from '../store-admin.ts'
import type { Jobs } from '../store-jobs.ts'
import { storeAdmin } from './store-admin.ts'

/** The members of `AssetStore` that describe a view or have their own methods. */
type Roles = Pick<
  AssetStore,
  | 'view'
  | 'folders'
  | 'owners'
  | 'versions'
  | 'keys'
  | 'tickets'
  | 'uploads'
  | 'jobs'
  | 'webhooks'
  | 'variants'
  | 'pictures'
  | 'urls'
  | 'events'
  | 'admin'
>

/** The description of a view and its roles. Each is made at its first use, because most views need none. */
export abstract class TenantRoles implements Roles, ViewedStore {
  readonly tenant: string
  readonly scope: AssetScope | null
  readonly trace: Trace | null
  readonly #core: StoreCore
  #view: StoreView | undefined
  #folders: Folders | undefined
  #versions: Versions | undefined
  #owners: Owners | undefined
  #keys: Keys | undefined
  #tickets: Tickets | undefined
  #uploads: Uploads | undefined
  #jobs: Jobs | undefined
  #webhooks: Webhooks | undefined
  #variants: StoreVariants | undefined
  #pictures: StorePictures | undefined
  #urls: StoreUrls | undefined
  #events: ChangeFeed | undefined
  #admin: StoreAdmin | undefined

  /** A class, because an adapter makes a view for each request: its methods are not made again. */
  constructor(core: StoreCore, tenant: string, scope: AssetScope | null, trace: Trace | null) {
    this.#core = core
    this.tenant = requireTenant(tenant)
    this.scope = scope
    this.trace = trace
  }

  /** Variants and signed URLs use it to look up their asset. */
  abstract get(asset: string | AssetReference, options?: GetOptions): Promise<Asset>

  /** Owners upload in it what a form sent. */
  abstract for(view: ViewOptions): AssetStore

  /** Jobs run in it. */
  abstract inJob(tenant: string): AssetStore

  get view(): StoreView {
    const { tenant, scope } = this
    const { readOnly, limits, uploads, feed, webhooks } = this.#core
    const { location } = uploads
    this.#view ??= {
      ...{ tenant, scope, readOnly, location, limits },
      ...{ events: feed !== null, webhooks: webhooks !== null },
    }
    return this.#view
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

  get uploads(): Uploads {
    this.#uploads ??= tenantUploads(this.#core, this)
    return this.#uploads
  }

  get webhooks(): Webhooks {
    this.#webhooks ??= tenantWebhooks(this.#core, this)
    return this.#webhooks
  }

  get jobs(): Jobs {
    this.#jobs ??= tenantJobs(this.#core, this)
    return this.#jobs
  }

  get variants(): StoreVariants {
    this.#variants ??= tenantVariants(this.#core, this)
    return this.#variants
  }

  get pictures(): StorePictures {
    this.#pictures ??= tenantPictures(this.#core.variants, this)
    return this.#pictures
  }

  get urls(): StoreUrls {
    this.#urls ??= viewUrls(this.#core, this)
    return this.#urls
  }

  get events(): ChangeFeed {
    this.#events ??= tenantFeed(this.#core, this)
    return this.#events
  }

  get admin(): StoreAdmin {
    this.#admin ??= storeAdmin(this.#core, this)
    return this.#admin
  }
}
