/** A key or a ticket as it may be shown. */
export function withoutSecret<Credential extends { readonly secretHash: string }>({
  secretHash: _,
  ...shown
}: Credential): Omit<Credential, 'secretHash'> {
  return shown
}
