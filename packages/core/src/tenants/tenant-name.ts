import { invalidArgument } from '../errors/invalid-argument.ts'

/** The same name; `invalid_argument` when it cannot be the name of a tenant. */
export function requireTenant(tenant: unknown): string {
  if (typeof tenant === 'string' && /^[^\p{Cc}\p{Cs}]{1,255}$/u.test(tenant)) return tenant
  throw invalidArgument(
    'tenant',
    'A tenant is named by 1 to 255 characters without control characters.',
  )
}
