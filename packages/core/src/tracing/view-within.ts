import { TenantStore } from '../store/views/tenant-store.ts'

/** See `TenantStore.within`. */
export const viewWithin: typeof TenantStore.within = TenantStore.within
