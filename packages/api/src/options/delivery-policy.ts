import { createAccelerator } from '../delivery/accelerator.ts'
import type { DeliveryPolicy } from '../delivery/plan-delivery.ts'
import { redirectSeconds } from '../delivery/redirect.ts'
import type { ApiOptions } from './api-options.ts'

/** How files are served by an API with these options. */
export function deliveryPolicyOf(options: ApiOptions): DeliveryPolicy {
  const {
    access = 'key',
    filesMaxAgeSeconds,
    crossOriginResourcePolicy = 'same-site',
    delivery,
  } = options
  const { signedFiles = {} } = options
  const revalidated = access === 'public' ? 'public, no-cache' : 'private, no-cache'
  const isCacheable = access === 'public' && filesMaxAgeSeconds !== undefined
  return {
    crossOriginResourcePolicy,
    cacheControl: isCacheable ? `public, max-age=${filesMaxAgeSeconds}` : revalidated,
    revalidated,
    varies: access === 'key' ? ['Authorization'] : [],
    accelerator: delivery && 'accel' in delivery ? createAccelerator(delivery) : null,
    redirectFor: delivery && 'redirect' in delivery ? redirectSeconds(delivery.redirect) : null,
    signedFiles,
    nginxExpires: null,
  }
}
